//! Lines on their way to a process that may not read them.

use super::LinkError;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::process::ChildStdin;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How many bytes may wait for a process to read them, besides what the system keeps.
const ROOM: usize = 32 << 20;
/// What a line counts for at least, so that there are not too many short ones.
const SHORTEST: usize = 1 << 10;

/// Takes lines for one writer, as many as there is room for.
#[derive(Debug, Clone)]
pub(super) struct Outbox {
    lines: mpsc::UnboundedSender<(String, OwnedSemaphorePermit)>,
    room: Arc<Semaphore>,
    patience: Duration,
}

impl Outbox {
    /// An outbox and the task that empties it into `stdin`. Whoever ends the task closes the process's input.
    pub(super) fn start(stdin: Option<ChildStdin>, patience: Duration) -> (Self, JoinHandle<()>) {
        let (lines, waiting) = mpsc::unbounded_channel();
        let writer = tokio::spawn(write(stdin, waiting));
        (Self { lines, room: Arc::new(Semaphore::new(ROOM)), patience }, writer)
    }

    /// Hands a line over; `false` if the process no longer takes any.
    pub(super) async fn send(&self, text: String) -> Result<bool, LinkError> {
        let room = self.room.clone().acquire_many_owned(cost(&text));
        match timeout(self.patience, room).await {
            Ok(Ok(permit)) => Ok(self.lines.send((one_line(text), permit)).is_ok()),
            Ok(Err(_)) => Ok(false),
            Err(_) => Err(LinkError::Timeout { after: self.patience }),
        }
    }

    /// Hands a line over if there is room right now.
    pub(super) fn try_send(&self, text: String) {
        if let Ok(permit) = self.room.clone().try_acquire_many_owned(cost(&text)) {
            let _ = self.lines.send((one_line(text), permit));
        }
    }
}

async fn write(stdin: Option<ChildStdin>, mut waiting: mpsc::UnboundedReceiver<(String, OwnedSemaphorePermit)>) {
    let Some(mut stdin) = stdin else { return };
    while let Some((line, _room)) = waiting.recv().await {
        // A process that has ended is noticed here first; why is known once its output is read to the end.
        if stdin.write_all(line.as_bytes()).await.is_err() || stdin.flush().await.is_err() {
            return;
        }
    }
}

fn cost(text: &str) -> u32 {
    u32::try_from(text.len().clamp(SHORTEST, ROOM)).unwrap_or(u32::MAX)
}

/// A message is a line, so breaks between its parts become spaces; within its strings there are none.
fn one_line(mut text: String) -> String {
    if text.contains(['\n', '\r']) {
        text = text.replace(['\n', '\r'], " ");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_over_several_lines_becomes_one() {
        assert_eq!(one_line("{\n\r\n\"a\": 1}".to_owned()), "{   \"a\": 1}\n");
    }
}
