//! A process and its streams, kept for as long as the link lives.

use super::outbox::Outbox;
use super::switchboard::{Switchboard, Taken};
use super::tally::Pace;
use super::{LinkError, LinkOptions};
use crate::transport::edges::Edges;
use crate::transport::lines::{BoundedLines, LineTooLong};
use crate::transport::process::{Process, Tail};
use crate::{Cause, Exit};
use std::sync::Arc;
use std::time::Duration;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep_until};

/// How long a process that closed its output may take to say how it ended.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often is looked whether a process has ended whose output something else keeps open.
const LOOK: Duration = Duration::from_millis(500);
/// How many times the largest message a line may be before the rest is not waited for.
const ENDLESS: usize = 16;

/// The side of a process that the link holds. Dropping it kills the process with its whole group.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) outbox: Outbox,
    pub(super) stderr: Tail,
    closing: watch::Sender<bool>,
    /// Closed once the process is gone.
    gone: watch::Receiver<()>,
    keeper: JoinHandle<()>,
}

impl Kept {
    pub(super) fn start(
        process: Process,
        stdin: Option<ChildStdin>,
        lines: BoundedLines<ChildStdout>,
        board: Arc<Switchboard>,
        options: &LinkOptions,
    ) -> Self {
        let (outbox, writer) = Outbox::start(stdin, options.send);
        let (closing, closed) = watch::channel(false);
        let (leaving, gone) = watch::channel(());
        let stderr = process.stderr().clone();
        let keeper = Keeper {
            process,
            lines,
            writer,
            outbox: outbox.clone(),
            board,
            closed,
            pace: Pace::new(options.noise),
            endless: options.message_bytes.saturating_mul(ENDLESS),
            farewell: options.farewell,
        };
        let keeper = tokio::spawn(async move {
            keeper.run().await;
            drop(leaving);
        });
        Self { outbox, stderr, closing, gone, keeper }
    }

    /// Asks the process to leave, makes it if it does not, and waits until it is gone.
    pub(super) async fn close(&self) {
        self.closing.send_replace(true);
        while self.gone.clone().changed().await.is_ok() {}
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

struct Keeper {
    process: Process,
    lines: BoundedLines<ChildStdout>,
    writer: JoinHandle<()>,
    outbox: Outbox,
    board: Arc<Switchboard>,
    closed: watch::Receiver<bool>,
    pace: Pace,
    endless: usize,
    farewell: Duration,
}

enum End {
    /// From this side.
    Closed,
    /// No output any more.
    Silent,
    /// A line without end.
    Endless,
}

/// What was read.
enum Read {
    Line(Vec<u8>),
    TooLong(Edges),
    End(End),
}

impl Keeper {
    async fn run(mut self) {
        let end = self.read_on().await;
        self.writer.abort();
        let patience = match end {
            End::Closed => self.farewell,
            End::Silent => LAST_WORDS,
            End::Endless => Duration::ZERO,
        };
        // Its input is closed once the writer is gone.
        let _ = (&mut self.writer).await;
        let status = self.process.end(patience).await;
        let error = match end {
            End::Closed => LinkError::closed(),
            End::Silent => {
                let cause = Cause::Exited(Exit::from(status));
                let status = status.map_or_else(|| "of unknown cause".to_owned(), |status| status.to_string());
                let reason = format!("it ended ({status})");
                LinkError::Ended { cause, reason, stderr: self.process.stderr().show() }
            }
            End::Endless => LinkError::Flood { limit: self.endless },
        };
        self.board.finish(error, matches!(end, End::Closed));
    }

    async fn read_on(&mut self) -> End {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut has_ended = false;
        loop {
            let read = tokio::select! {
                biased;
                _ = self.closed.wait_for(|is_closed| *is_closed) => return End::Closed,
                _ = looks.tick() => {
                    // Once more, so that what it said last is read.
                    if has_ended {
                        return End::Silent;
                    }
                    has_ended = self.process.has_ended();
                    continue;
                }
                read = read(&mut self.lines, self.endless) => read,
            };
            match read {
                Read::Line(line) => self.take(line).await,
                Read::TooLong(edges) => self.board.too_large(&edges),
                Read::End(end) => return end,
            }
        }
    }

    async fn take(&mut self, line: Vec<u8>) {
        match self.board.take(line) {
            Taken::Used => return,
            Taken::Wasted => {}
            Taken::Refused(answer) => self.outbox.try_send(answer),
        }
        if let Some(until) = self.pace.waste() {
            tokio::select! {
                _ = self.closed.wait_for(|is_closed| *is_closed) => {}
                () = sleep_until(until) => {}
            }
        }
    }
}

/// Cancel safe.
async fn read(lines: &mut BoundedLines<ChildStdout>, endless: usize) -> Read {
    match lines.next().await {
        Ok(Ok(Some(line))) => Read::Line(line),
        Ok(Ok(None)) | Err(_) => Read::End(End::Silent),
        Ok(Err(LineTooLong)) => match lines.skip(endless).await {
            Ok(Some(edges)) => Read::TooLong(edges),
            Ok(None) => Read::End(End::Endless),
            Err(_) => Read::End(End::Silent),
        },
    }
}
