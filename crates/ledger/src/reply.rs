//! An answer that comes once something is written.

use crate::LedgerError;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use tokio::sync::oneshot;

/// An answer that comes once it is written.
#[must_use = "what was asked for may have failed"]
pub struct Reply<T>(oneshot::Receiver<Result<T, LedgerError>>);

impl<T> Reply<T> {
    pub(crate) fn of(receiver: oneshot::Receiver<Result<T, LedgerError>>) -> Self {
        Self(receiver)
    }

    /// Waits, in a task.
    pub async fn done(self) -> Result<T, LedgerError> {
        self.0.await.unwrap_or(Err(LedgerError::Closed))
    }

    /// Waits, and keeps the thread waiting.
    pub fn wait(mut self) -> Result<T, LedgerError> {
        let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
        loop {
            match Pin::new(&mut self).poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(answer) => return answer,
                Poll::Pending => std::thread::park(),
            }
        }
    }

    /// Does not wait. It is done all the same.
    pub fn detach(self) {}
}

/// Wakes a thread. Unlike a runtime's own ways of blocking, this works in a task too, as at the start of a program.
struct Unpark(std::thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Can be waited for in parts, by whoever may be interrupted and still has to know.
impl<T> Future for Reply<T> {
    type Output = Result<T, LedgerError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|answer| answer.unwrap_or(Err(LedgerError::Closed)))
    }
}
