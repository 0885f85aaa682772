//! Messages as lines over the standard streams of a child process.

use super::wire::{Fault, Meter, Outgoing};
use super::{ConnectError, Options, Phase};
use crate::Exit;
use crate::transport::excerpt::Mask;
use crate::transport::lines::{BoundedLines, LineTooLong};
use crate::transport::process::Process;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};

/// How long a process that closed its output may take to say how it ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

pub(super) struct Stdio {
    // Declared before the streams: dropping kills the process first.
    process: Process,
    stdin: Option<ChildStdin>,
    lines: BoundedLines<ChildStdout>,
    meter: Meter,
    farewell: Duration,
}

impl Stdio {
    pub(super) fn start(
        command: &str,
        args: &[String],
        env: &BTreeMap<String, String>,
        cwd: Option<&str>,
        options: &Options,
    ) -> Result<Self, ConnectError> {
        let (process, stdin, stdout) =
            Process::start(command, args, env, cwd, options.inherit_environment, &options.resolved)?;
        Ok(Self {
            process,
            stdin: Some(stdin),
            lines: BoundedLines::new(stdout, options.message_bytes),
            meter: Meter::new(options.total_bytes),
            farewell: options.farewell,
        })
    }

    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Fault> {
        let stdin = self.stdin.as_mut().ok_or(Fault::Ended)?;
        let mut line = message.text.into_bytes();
        line.push(b'\n');
        let sent = async {
            stdin.write_all(&line).await?;
            stdin.flush().await
        };
        // A server that has ended is noticed here first; why is known once its output is read to the end.
        if sent.await.is_err() {
            self.stdin = None;
        }
        Ok(())
    }

    pub(super) async fn next(&mut self) -> Result<Vec<u8>, Fault> {
        match self.lines.next().await {
            Ok(Ok(Some(line))) => {
                self.meter.add(line.len() + 1)?;
                Ok(line)
            }
            Ok(Err(LineTooLong)) => Err(Fault::TooLarge),
            Ok(Ok(None)) | Err(_) => Err(Fault::Ended),
        }
    }

    pub(super) async fn ended(&mut self, phase: Phase) -> ConnectError {
        self.stdin = None;
        let status = self.process.end(LAST_WORDS).await;
        let words = status.map_or_else(|| "of unknown cause".to_owned(), |status| status.to_string());
        let Exit { code, signal } = Exit::from(status);
        ConnectError::Exited { phase, status: words, code, signal, stderr: self.process.stderr().show() }
    }

    pub(super) fn stderr(&self) -> String {
        self.process.stderr().show()
    }

    pub(super) fn mask(&self) -> &Mask {
        self.process.mask()
    }

    /// The process and its streams, for a connection that stays.
    pub(super) fn into_parts(self) -> (Process, Option<ChildStdin>, BoundedLines<ChildStdout>) {
        (self.process, self.stdin, self.lines)
    }

    pub(super) async fn close(self) {
        let Self { mut process, stdin, lines, farewell, .. } = self;
        drop((stdin, lines));
        process.end(farewell).await;
    }
}
