//! The requests under way that a client can cancel, in one place: by session and by the id that the client gave.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The session, the id as it was written, and a number that tells requests apart that share both.
type Key = (String, String, u64);

/// The requests under way.
///
/// Clients must not use an id twice at a time. Those that do are served all the same, and a cancellation of that id
/// ends all of them.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    entries: BTreeMap<Key, oneshot::Sender<()>>,
    serial: u64,
    closed: bool,
}

impl InFlight {
    /// Notes a request. The receiver hears of its cancellation; the entry must live as long as the request.
    pub(crate) fn enter(self: &Arc<Self>, session: &str, id: &str) -> (Entry, oneshot::Receiver<()>) {
        let (cancel, cancelled) = oneshot::channel();
        let mut table = self.lock();
        table.serial += 1;
        let key = (session.to_owned(), id.to_owned(), table.serial);
        if !table.closed {
            table.entries.insert(key.clone(), cancel);
        }
        drop(table);
        (Entry { table: self.clone(), key }, cancelled)
    }

    /// Cancels the request that the client calls `id`; `false` if there is none.
    pub(crate) fn cancel(&self, session: &str, id: &str) -> bool {
        let mut table = self.lock();
        let first = (session.to_owned(), id.to_owned(), 0);
        let last = (session.to_owned(), id.to_owned(), u64::MAX);
        let keys: Vec<Key> = table.entries.range(first..=last).map(|(key, _)| key.clone()).collect();
        take(&mut table, &keys)
    }

    /// Cancels everything of a session.
    pub(crate) fn cancel_session(&self, session: &str) {
        let mut table = self.lock();
        let keys: Vec<Key> = of_session(&table, session).cloned().collect();
        take(&mut table, &keys);
    }

    /// Whether anything of a session is under way.
    pub(crate) fn is_busy(&self, session: &str) -> bool {
        of_session(&self.lock(), session).next().is_some()
    }

    /// Cancels everything, and everything that comes later.
    pub(crate) fn close(&self) {
        let mut table = self.lock();
        table.closed = true;
        table.entries.clear();
    }

    /// Whether [`InFlight::close`] was called.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request's place in the table; gives it up when dropped.
#[derive(Debug)]
pub(crate) struct Entry {
    table: Arc<InFlight>,
    key: Key,
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.table.lock().entries.remove(&self.key);
    }
}

fn of_session<'t>(table: &'t Table, session: &str) -> impl Iterator<Item = &'t Key> {
    let first = (session.to_owned(), String::new(), 0);
    let session = session.to_owned();
    table
        .entries
        .range((Bound::Included(first), Bound::Unbounded))
        .map(|(key, _)| key)
        .take_while(move |key| key.0 == session)
}

/// Dropping the sender is what tells the request.
fn take(table: &mut Table, keys: &[Key]) -> bool {
    for key in keys {
        table.entries.remove(key);
    }
    !keys.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_cancellation_reaches_the_request_of_that_session_and_id_alone() {
        let table = Arc::new(InFlight::default());
        let (_one, mut one) = table.enter("a", "1");
        let (_text, mut text) = table.enter("a", "\"1\"");
        let (_other, mut other) = table.enter("b", "1");
        assert!(table.cancel("a", "1"));
        assert!(!table.cancel("a", "1"));
        assert_eq!(one.try_recv(), Err(oneshot::error::TryRecvError::Closed));
        assert_eq!(text.try_recv(), Err(oneshot::error::TryRecvError::Empty));
        assert_eq!(other.try_recv(), Err(oneshot::error::TryRecvError::Empty));
    }

    #[tokio::test]
    async fn an_id_used_twice_is_cancelled_twice() {
        let table = Arc::new(InFlight::default());
        let (_one, one) = table.enter("a", "1");
        let (_two, two) = table.enter("a", "1");
        assert!(table.cancel("a", "1"));
        assert!(one.await.is_err() && two.await.is_err());
    }

    #[test]
    fn a_session_is_busy_until_its_last_request_is_dropped() {
        let table = Arc::new(InFlight::default());
        assert!(!table.is_busy("a"));
        let (one, _cancelled) = table.enter("a", "1");
        let (two, _cancelled) = table.enter("a", "2");
        drop(one);
        assert!(table.is_busy("a") && !table.is_busy(""));
        drop(two);
        assert!(!table.is_busy("a"));
    }

    #[test]
    fn a_closed_table_cancels_what_is_there_and_what_comes() {
        let table = Arc::new(InFlight::default());
        let (_entry, mut before) = table.enter("a", "1");
        table.close();
        let (_entry, mut after) = table.enter("a", "2");
        assert!(table.is_closed());
        for cancelled in [&mut before, &mut after] {
            assert_eq!(cancelled.try_recv(), Err(oneshot::error::TryRecvError::Closed));
        }
    }

    #[test]
    fn everything_of_a_session_can_be_cancelled() {
        let table = Arc::new(InFlight::default());
        let (_one, mut one) = table.enter("a", "1");
        let (_other, mut other) = table.enter("ab", "1");
        table.cancel_session("a");
        assert_eq!(one.try_recv(), Err(oneshot::error::TryRecvError::Closed));
        assert_eq!(other.try_recv(), Err(oneshot::error::TryRecvError::Empty));
    }
}
