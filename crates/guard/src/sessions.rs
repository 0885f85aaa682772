//! Every session that is going on, within one budget of memory.
//!
//! The session that was used longest ago goes first. That it went is remembered for as long as there is room, so that, when
//! it comes back, its verdicts say that something is forgotten.

use crate::SessionKey;
use crate::session::Session;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many forgotten sessions are remembered as such.
const FORGOTTEN: usize = 16_384;

/// All sessions.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<Table>);

#[derive(Default)]
struct Table {
    entries: BTreeMap<SessionKey, Entry>,
    /// The keys by when they were used last.
    uses: BTreeMap<u64, SessionKey>,
    last_use: u64,
    bytes: usize,
    forgotten: BTreeSet<SessionKey>,
    /// The same, in the order in which they went.
    queue: VecDeque<SessionKey>,
    evictions: u64,
}

struct Entry {
    session: Arc<Mutex<Session>>,
    used: u64,
    bytes: usize,
}

/// What all sessions take together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// How many there are.
    pub sessions: usize,
    /// The bytes they take.
    pub bytes: usize,
    /// How many had to go for others.
    pub evictions: u64,
}

impl Sessions {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of this key; `new` makes it, and is told whether it was forgotten.
    pub(crate) fn open(&self, key: &SessionKey, new: impl FnOnce(bool) -> Session) -> Arc<Mutex<Session>> {
        let mut table = self.table();
        let table = &mut *table;
        table.last_use += 1;
        let used = table.last_use;
        if let Some(entry) = table.entries.get_mut(key) {
            if let Some(key) = table.uses.remove(&entry.used) {
                table.uses.insert(used, key);
            }
            entry.used = used;
            return entry.session.clone();
        }
        let is_forgotten = table.forgotten.contains(key);
        let session = Arc::new(Mutex::new(new(is_forgotten)));
        table.uses.insert(used, key.clone());
        table.entries.insert(key.clone(), Entry { session: session.clone(), used, bytes: 0 });
        session
    }

    /// Notes what a session takes now, and makes room for it; how many others had to go.
    pub(crate) fn settle(&self, key: &SessionKey, bytes: usize, budget: usize) -> usize {
        let mut table = self.table();
        let table = &mut *table;
        let Some(entry) = table.entries.get_mut(key) else { return 0 };
        let own = entry.used;
        table.bytes = table.bytes + bytes - entry.bytes;
        entry.bytes = bytes;
        let mut gone = 0;
        while table.bytes > budget {
            let Some((used, oldest)) = table.uses.pop_first() else { break };
            if used == own {
                // What one session takes is bounded by itself.
                table.uses.insert(used, oldest);
                break;
            }
            table.forget(oldest);
            gone += 1;
        }
        table.evictions += gone as u64;
        gone
    }

    /// Lets go of a session that is over.
    pub(crate) fn end(&self, key: &SessionKey) {
        let mut table = self.table();
        if let Some(entry) = table.entries.remove(key) {
            table.uses.remove(&entry.used);
            table.bytes -= entry.bytes;
        }
    }

    /// What all of them take.
    pub(crate) fn usage(&self) -> Usage {
        let table = self.table();
        Usage { sessions: table.entries.len(), bytes: table.bytes, evictions: table.evictions }
    }
}

impl Table {
    fn forget(&mut self, key: SessionKey) {
        if let Some(entry) = self.entries.remove(&key) {
            self.bytes -= entry.bytes;
        }
        if self.queue.len() == FORGOTTEN
            && let Some(first) = self.queue.pop_front()
        {
            self.forgotten.remove(&first);
        }
        if self.forgotten.insert(key.clone()) {
            self.queue.push_back(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KeyedBy;

    fn key(name: &str) -> SessionKey {
        SessionKey { by: KeyedBy::Session, name: name.to_owned() }
    }

    #[test]
    fn the_session_used_longest_ago_goes_first_and_comes_back_as_forgotten() {
        let sessions = Sessions::default();
        let open = |name: &str| {
            let mut was_forgotten = false;
            sessions.open(&key(name), |forgotten| {
                was_forgotten = forgotten;
                Session::new(1000, forgotten)
            });
            was_forgotten
        };
        for name in ["a", "b", "c"] {
            assert!(!open(name));
            assert_eq!(sessions.settle(&key(name), 100, 300), 0);
        }
        open("a");
        assert_eq!(sessions.settle(&key("a"), 150, 300), 1, "b was used longest ago");
        assert_eq!(sessions.usage(), Usage { sessions: 2, bytes: 250, evictions: 1 });
        assert!(open("b") && !open("c"));
        sessions.end(&key("a"));
        assert_eq!(sessions.usage().bytes, 100);
    }

    #[test]
    fn a_session_larger_than_the_budget_stays_alone() {
        let sessions = Sessions::default();
        sessions.open(&key("a"), |_| Session::new(10, false));
        sessions.open(&key("b"), |_| Session::new(10, false));
        assert_eq!(sessions.settle(&key("b"), 1000, 300), 1);
        assert_eq!(sessions.usage(), Usage { sessions: 1, bytes: 1000, evictions: 1 });
    }
}
