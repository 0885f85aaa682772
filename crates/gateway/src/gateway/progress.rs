//! How far the request of a client has got, known even when the code that works on it panics.
//!
//! A panic unwinds through every function between the place where it happened and [`Gateway::request`], and takes their
//! variables along. What the client is told, and what the record says, depends on whether the call had been sent by
//! then. So that is noted outside of them: in a task-local value, one for each request.

use super::Gateway;
use crate::failure::{CallState, Failure};
use futures_util::FutureExt as _;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

tokio::task_local! {
    static CURRENT: Progress;
}

/// Detail of the failure for people. The message of the panic is in the log, not here.
const PANICKED: &str = "Vetgate panicked; its log has the message and the place";

/// Progress of one request. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    state: AtomicU8,
    is_recorded: AtomicBool,
}

impl Progress {
    /// The progress of the request that this task works on; one of its own where there is none.
    pub(super) fn current() -> Self {
        CURRENT.try_with(Self::clone).unwrap_or_default()
    }

    /// Notes that whoever records the call writes its end as well.
    pub(super) fn recorded(&self) {
        self.0.is_recorded.store(true, Ordering::Release);
    }

    /// Notes that the call is being sent.
    pub(super) fn sent(&self) {
        self.0.state.store(1, Ordering::Release);
    }

    /// Notes that the call could not be sent after all.
    pub(super) fn not_sent(&self) {
        self.0.state.store(0, Ordering::Release);
    }

    /// Notes that the server has answered.
    pub(super) fn answered(&self) {
        self.0.state.store(2, Ordering::Release);
    }

    pub(super) fn state(&self) -> CallState {
        match self.0.state.load(Ordering::Acquire) {
            0 => CallState::NotSent,
            1 => CallState::Sent,
            _ => CallState::Answered,
        }
    }

    /// The failure of a request whose work panicked.
    pub(super) fn panicked(&self) -> Failure {
        Failure::Internal { state: self.state(), detail: PANICKED.to_owned() }
    }
}

impl Gateway {
    /// Does the work of one request. A panic in it becomes a failure that says how far the request had got.
    pub(super) async fn surviving<T>(&self, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        let progress = Progress::default();
        let done = CURRENT.scope(progress.clone(), AssertUnwindSafe(work).catch_unwind()).await;
        done.unwrap_or_else(|_| {
            let failure = progress.panicked();
            let is_recorded = progress.0.is_recorded.load(Ordering::Acquire);
            Err(if is_recorded { Failure::Recorded(Box::new(failure)) } else { failure })
        })
    }
}
