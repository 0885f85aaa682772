//! Calls held open for stateless clients while they gather what a server asked for.

use super::errand::Trip;
use super::inquiry::Inquiry;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use vetgate_mcp::rpc::Message;

/// How long a client may take to come back, in seconds.
pub(super) const PATIENCE: u64 = 600;
/// Calls held for one client at once; its oldest gives way.
const MOST: usize = 64;

/// A call and the server's question in it.
pub(super) struct Held {
    /// Whose call it is.
    pub(super) client: String,
    pub(super) trip: Trip,
    pub(super) question: Message,
    /// What is on record of the question; nothing of what is not looked at.
    pub(super) inquiry: Option<Box<Inquiry>>,
}

#[derive(Clone, Default)]
pub(super) struct Holds {
    open: Arc<Mutex<BTreeMap<u64, Held>>>,
    last: Arc<AtomicU64>,
}

impl Holds {
    /// Keeps a call for as long as a client may take. Letting go of it cancels it at the server.
    pub(super) fn keep(&self, held: Held) -> u64 {
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let mut open = self.lock();
        let own: Vec<u64> =
            open.iter().filter(|(_, other)| other.client == held.client).map(|(number, _)| *number).collect();
        if own.len() >= MOST
            && let Some(oldest) = own.first()
        {
            open.remove(oldest);
        }
        open.insert(number, held);
        drop(open);
        let holds = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(PATIENCE)).await;
            holds.take(number);
        });
        number
    }

    pub(super) fn take(&self, number: u64) -> Option<Held> {
        self.lock().remove(&number)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Held>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
