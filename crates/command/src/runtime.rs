//! The async runtime of a command, and the signals that end it.

use crate::exit::Exit;
use anyhow::Context;
#[cfg(unix)]
use futures_util::future::select_all;
#[cfg(unix)]
use std::io::{self, IsTerminal as _, Read as _};

/// Runs `work` on a runtime of its own, and returns its exit code.
pub fn in_runtime(work: impl Future<Output = anyhow::Result<Exit>>) -> anyhow::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the async runtime does not start")?;
    let exit = runtime.block_on(work);
    // A read of standard input that is under way cannot be stopped, and must not keep the program here.
    runtime.shutdown_background();
    exit
}

/// Ends when the program is asked to end: by Ctrl-C (SIGINT), SIGTERM, SIGHUP (a closed terminal) or SIGQUIT. The last two
/// are left alone where the program was started to ignore them, as `nohup` does.
///
/// Such signals are heard from the moment this is called, not from when it is first awaited: work that begins meanwhile is
/// not cut short before it can tidy up. Needs a tokio runtime.
pub fn stop_signal() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let ignored = ignored_signals();
        let optional = [SignalKind::hangup(), SignalKind::quit()];
        let optional = optional.into_iter().filter(|kind| ignored >> (kind.as_raw_value() - 1) & 1 == 0);
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()].into_iter().chain(optional);
        // One that cannot be heard does what it does by itself, which is to end the program.
        let mut signals: Vec<_> = kinds.filter_map(|kind| signal(kind).ok()).collect();
        async move {
            match signals.is_empty() {
                true => std::future::pending().await,
                false => drop(select_all(signals.iter_mut().map(|signal| Box::pin(signal.recv()))).await),
            }
        }
    }
    #[cfg(not(unix))]
    {
        async {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}

/// The signals that the program was started to ignore, the lowest bit for signal 1 (`SigIgn` in proc_pid_status(5)). Where
/// the system does not say, SIGHUP counts as ignored unless the program writes to a terminal: `nohup` redirects the output.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let mut status = Vec::new();
    let read = std::fs::File::open("/proc/self/status").and_then(|file| io::copy(&mut file.take(STATUS), &mut status));
    let status = String::from_utf8_lossy(&status);
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).filter(|_| read.is_ok());
    mask.unwrap_or_else(|| u64::from(!io::stdout().is_terminal()))
}

/// Bytes of `/proc/self/status` that are read; it has about 1,500.
#[cfg(unix)]
const STATUS: u64 = 64 << 10;
