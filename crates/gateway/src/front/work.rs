//! One request under way: its future, and what becomes of it when nobody waits for it any more.

use super::in_flight::InFlight;
use crate::Reply;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

/// A request under way. It is worked on by whoever awaits it, without a task of its own.
///
/// Dropped before its end, a request without a session is cancelled. One of a session is not, because there a lost
/// connection is no cancellation: it goes on in the background for a while, and its answer is dropped.
pub(crate) struct Work {
    /// Gives nothing if the client cancelled the request.
    future: Option<Pin<Box<dyn Future<Output = Option<Reply>> + Send>>>,
    alone: Option<Alone>,
}

/// How a request goes on alone.
pub(crate) struct Alone {
    pub(crate) limit: Duration,
    pub(crate) table: Arc<InFlight>,
}

impl Work {
    pub(crate) fn new(future: impl Future<Output = Option<Reply>> + Send + 'static, alone: Option<Alone>) -> Self {
        Self { future: Some(Box::pin(future)), alone }
    }
}

/// A request that is worked on by a task of its own, whether or not anybody reads what comes before its answer.
/// Dropping it drops the request.
pub(crate) struct Driven {
    reply: oneshot::Receiver<Option<Reply>>,
    task: AbortHandle,
}

impl Work {
    /// Gives the request a task of its own.
    pub(crate) fn driven(self) -> Driven {
        let (sender, reply) = oneshot::channel();
        let task = tokio::spawn(async move {
            let _ = sender.send(self.await);
        });
        Driven { reply, task: task.abort_handle() }
    }
}

impl Future for Driven {
    type Output = Option<Reply>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.reply).poll(context).map(|reply| reply.ok().flatten())
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Future for Work {
    type Output = Option<Reply>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.future else { return Poll::Ready(None) };
        let polled = future.as_mut().poll(context);
        if polled.is_ready() {
            self.future = None;
        }
        polled
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let (Some(future), Some(alone)) = (self.future.take(), self.alone.take()) else { return };
        if let (false, Ok(runtime)) = (alone.table.is_closed(), Handle::try_current()) {
            runtime.spawn(tokio::time::timeout(alone.limit, future));
        }
    }
}
