//! A child process that leaves nothing behind.
//!
//! The child leads a process group of its own, so that what it starts (`npx` starts `node`) goes with it. The
//! group is killed *before* its leader is reaped: until then the kernel cannot give the group's number to
//! anyone else. Dropping a [`Process`] kills and reaps too. On Linux, so is what has left the group: see `descendants`.
//!
//! If this program itself is killed (`SIGKILL`), it ends nothing: the servers' input is closed, by which they are to end.
//! A signal at the death of the parent (`PR_SET_PDEATHSIG`) would have to be asked for between `fork` and `exec`, which
//! takes `unsafe`.

use super::descendants;
use super::excerpt::Mask;
use crate::ConnectError;
#[cfg(target_os = "linux")]
use crate::words::environment::ESSENTIAL;
use std::collections::{BTreeMap, VecDeque};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

/// How much of standard error is kept.
const TAIL_BYTES: usize = 4 << 10;
/// How often a process is asked whether it has ended.
const TICK: Duration = Duration::from_millis(5);
/// How long a process may take between being asked to end and being killed.
const TERM: Duration = Duration::from_millis(200);

/// The end of a process's standard error, readable while the process runs and after.
#[derive(Debug, Clone)]
pub(crate) struct Tail {
    bytes: Arc<Mutex<VecDeque<u8>>>,
    mask: Mask,
}

impl Tail {
    /// What was written last, safe to show.
    pub(crate) fn show(&self) -> String {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(bytes.make_contiguous()).into_owned();
        self.mask.show(text.trim(), TAIL_BYTES)
    }
}

pub(crate) struct Process {
    child: Child,
    #[cfg(unix)]
    group: Option<rustix::process::Pid>,
    stderr: Tail,
    reader: JoinHandle<()>,
    is_reaped: bool,
}

impl Process {
    /// Starts `command` with its standard streams piped.
    pub(crate) fn start(
        command: &str,
        args: &[String],
        env: &BTreeMap<String, String>,
        cwd: Option<&str>,
        inherit_environment: bool,
        resolved: &[String],
    ) -> Result<(Self, ChildStdin, ChildStdout), ConnectError> {
        let mask = Mask::of_command(env, args).with_resolved(resolved);
        // An assignment in the place of the program may hold a secret.
        let program = command.split_once('=').map_or_else(|| command.to_owned(), |(name, _)| format!("{name}=***"));
        let resolved = Mask::default().with_resolved(resolved);
        let shown = |text: &str| resolved.show(text, 1000);
        let failed = |reason: String| ConnectError::Start { command: shown(&program), reason: shown(&reason) };
        let mut builder = Command::new(command);
        builder.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if !inherit_environment {
            builder.env_clear();
            builder.envs(ESSENTIAL.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        }
        builder.envs(env);
        if let Some(cwd) = cwd {
            if !std::path::Path::new(cwd).is_dir() {
                return Err(failed(format!("its working folder `{cwd}` does not exist")));
            }
            builder.current_dir(cwd);
        }
        #[cfg(unix)]
        builder.process_group(0);
        #[cfg(target_os = "linux")]
        let mark = descendants::mark();
        #[cfg(target_os = "linux")]
        {
            descendants::adopt();
            builder.env(descendants::MARK, &mark);
        }
        let mut child = builder.spawn().map_err(|error| failed(error.to_string()))?;
        let stdin = child.stdin.take().ok_or_else(|| failed("no standard input".to_owned()))?;
        let stdout = child.stdout.take().ok_or_else(|| failed("no standard output".to_owned()))?;
        let stream = child.stderr.take().ok_or_else(|| failed("no standard error".to_owned()))?;
        let stderr = Tail { bytes: Arc::default(), mask };
        let reader = tokio::spawn(keep_tail(stream, stderr.bytes.clone()));
        #[cfg(unix)]
        let group = child.id().and_then(|id| rustix::process::Pid::from_raw(i32::try_from(id).ok()?));
        #[cfg(target_os = "linux")]
        if let Some(group) = group {
            descendants::enter(group, mark);
        }
        let process = Self {
            #[cfg(unix)]
            group,
            child,
            stderr,
            reader,
            is_reaped: false,
        };
        Ok((process, stdin, stdout))
    }

    /// The end of standard error.
    pub(crate) fn stderr(&self) -> &Tail {
        &self.stderr
    }

    /// The values not to show in what this process says.
    pub(crate) fn mask(&self) -> &Mask {
        &self.stderr.mask
    }

    /// Gives the process `patience` to end by itself, then makes it; returns how it ended.
    pub(crate) async fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        if self.is_reaped {
            return None;
        }
        self.note_descendants();
        if !self.ends_within(patience).await {
            self.signal(Signal::Term);
            self.ends_within(TERM).await;
        }
        self.note_descendants();
        self.signal(Signal::Kill);
        let status = self.child.wait().await.ok();
        self.is_reaped = true;
        #[cfg(target_os = "linux")]
        if let Some(group) = self.group.take() {
            let _ = tokio::task::spawn_blocking(move || descendants::end(group)).await;
        }
        // The group is gone, so the pipe is closed and what was written last is about to arrive.
        let _ = timeout(TERM, &mut self.reader).await;
        status
    }

    /// Notes what was started by the process, as long as that can be seen.
    fn note_descendants(&self) {
        #[cfg(target_os = "linux")]
        if let Some(group) = self.group {
            descendants::note(group);
        }
    }

    /// Waits for the end without reaping.
    async fn ends_within(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            sleep(TICK).await;
        }
        true
    }

    /// Whether the process itself has ended; what it started may still run.
    #[cfg(unix)]
    pub(crate) fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.group.is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
    }

    /// Whether the process itself has ended; what it started may still run.
    #[cfg(not(unix))]
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        use rustix::process::{Signal as Number, kill_process_group};
        let number = match signal {
            Signal::Term => Number::TERM,
            Signal::Kill => Number::KILL,
        };
        if let Some(group) = self.group {
            // It fails only if the whole group is gone already.
            let _ = kill_process_group(group, number);
        }
    }

    /// Without groups: `taskkill` follows the tree of children; there is no polite way for a console program.
    #[cfg(not(unix))]
    fn signal(&mut self, signal: Signal) {
        if let (Signal::Kill, Some(id)) = (signal, self.child.id()) {
            let id = id.to_string();
            let _ = std::process::Command::new("taskkill").args(["/T", "/F", "/PID", &id]).output();
            let _ = self.child.start_kill();
        }
    }
}

#[derive(Clone, Copy)]
enum Signal {
    Term,
    Kill,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.reader.abort();
        if self.is_reaped {
            return;
        }
        self.note_descendants();
        self.signal(Signal::Kill);
        // A killed process is gone in a millisecond or two; the bound is for one stuck in the kernel.
        for _ in 0..200 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        #[cfg(target_os = "linux")]
        if let Some(group) = self.group {
            descendants::end(group);
        }
    }
}

async fn keep_tail(mut stream: impl AsyncRead + Unpin, tail: Arc<Mutex<VecDeque<u8>>>) {
    let mut chunk = [0; 4 << 10];
    while let Ok(count @ 1..) = stream.read(&mut chunk).await {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&chunk[..count]);
        let excess = tail.len().saturating_sub(TAIL_BYTES);
        tail.drain(..excess);
    }
}
