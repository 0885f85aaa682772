//! Asks servers side by side. The async runtime starts when it is needed.
//!
//! Guarantees: when the program is interrupted, every process that was started is stopped before it ends.

use crate::progress::Progress;
use anyhow::Context;
use std::time::Duration;
use vetgate_mcp::{ConnectError, Options, inventories};
use vetgate_model::{Inventory, Transport};

/// The user or the system stopped the program while it was asking.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted; every server that was started has been stopped")
    }
}

impl std::error::Error for Interrupted {}

/// The limits of one connection that may take `timeout` in all.
pub(crate) fn options(timeout: Option<Duration>) -> Options {
    let usual = Options::default();
    match timeout {
        None => usual,
        Some(total) => Options { total, request: total, probe: usual.probe.min(total / 4), ..usual },
    }
}

/// Asks `servers`, at most `jobs` at a time; the answers are in their order.
pub(crate) fn connect(
    servers: &[(String, Transport)],
    options: &Options,
    jobs: usize,
) -> anyhow::Result<Vec<Result<Inventory, ConnectError>>> {
    if servers.is_empty() {
        return Ok(vec![]);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the async runtime does not start")?;
    let progress = Progress::new("asking servers", servers.iter().map(|(name, _)| name.as_str()));
    runtime.block_on(async {
        tokio::select! {
            answers = inventories(servers, options, jobs, |index, _| progress.done(index)) => Ok(answers),
            () = interruption() => Err(Interrupted.into()),
        }
    })
}

/// Ends when the program is asked to stop.
pub(crate) async fn interruption() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (terminate, hangup) = (signal(SignalKind::terminate()), signal(SignalKind::hangup()));
        if let (Ok(mut terminate), Ok(mut hangup)) = (terminate, hangup) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            return;
        }
    }
    // Without a handler there is nothing to wait for, and the system's own ending holds.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
