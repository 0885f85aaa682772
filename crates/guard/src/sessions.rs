//! Every session that is going on and the memory of every principal, within one budget of memory.
//!
//! The entry that was used longest ago goes first. That it went is remembered for as long as there is room, so that, when
//! it comes back, its verdicts say that something is forgotten.
//!
//! A session ends when its client leaves; the memory of its principal stays, because what was read in one session can be
//! sent in the next.

use crate::SessionKey;
use crate::principal::Principal;
use crate::session::Session;
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many forgotten sessions are remembered as such.
const FORGOTTEN: usize = 16_384;

/// All sessions and principals.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<Tables>);

#[derive(Default)]
struct Tables {
    sessions: Table<SessionKey, Session>,
    principals: Table<String, Principal>,
    /// Counts every use of an entry, of either table.
    clock: u64,
    forgotten: BTreeSet<SessionKey>,
    /// The same, in the order in which they went.
    queue: VecDeque<SessionKey>,
    evictions: u64,
}

/// Entries by their key and by their last use.
struct Table<K, V> {
    entries: BTreeMap<K, Entry<V>>,
    /// The keys by when they were used last.
    uses: BTreeMap<u64, K>,
    bytes: usize,
}

struct Entry<V> {
    value: Arc<Mutex<V>>,
    used: u64,
    bytes: usize,
}

/// What all sessions take together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// How many sessions there are.
    pub sessions: usize,
    /// The bytes that they and the memories of their principals take.
    pub bytes: usize,
    /// How many had to go for others.
    pub evictions: u64,
}

/// The session of a call, and the memory of its principal.
pub(crate) type Opened = (Arc<Mutex<Session>>, Arc<Mutex<Principal>>);

impl Sessions {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of this key and the memory of its principal, which are made where there are none. A session that starts
    /// after another entry has a higher number.
    pub(crate) fn open(&self, key: &SessionKey, principal: &str, characters: usize) -> Opened {
        let mut tables = self.tables();
        let tables = &mut *tables;
        tables.clock += 2;
        let first = tables.clock;
        let principal = tables.principals.open(principal, first, || Principal::new(characters, first));
        let was_forgotten = tables.forgotten.contains(key);
        let session = tables.sessions.open(key, first + 1, || Session::new(first + 1, was_forgotten));
        tables.clock += 1;
        (session, principal)
    }

    /// The session of this key alone, if it is going on.
    pub(crate) fn known(&self, key: &SessionKey) -> Option<Arc<Mutex<Session>>> {
        self.tables().sessions.entries.get(key).map(|entry| entry.value.clone())
    }

    /// Notes what a session and the memory of its principal take now, and makes room for them; how many others had to go.
    pub(crate) fn settle(&self, key: &SessionKey, principal: &str, bytes: [usize; 2], budget: usize) -> usize {
        let mut tables = self.tables();
        let tables = &mut *tables;
        let own = [tables.sessions.settle(key, bytes[0]), tables.principals.settle(principal, bytes[1])];
        let Some(own) = own.into_iter().flatten().min() else { return 0 };
        let mut gone = 0;
        // What one session and one principal take is bounded by itself.
        while tables.sessions.bytes + tables.principals.bytes > budget && tables.forget_oldest(own) {
            gone += 1;
        }
        tables.evictions += gone as u64;
        gone
    }

    /// Lets go of a session that is over. What its principal has read stays.
    pub(crate) fn end(&self, key: &SessionKey) {
        self.tables().sessions.remove(key);
    }

    /// What all of them take.
    pub(crate) fn usage(&self) -> Usage {
        let tables = self.tables();
        let bytes = tables.sessions.bytes + tables.principals.bytes;
        Usage { sessions: tables.sessions.entries.len(), bytes, evictions: tables.evictions }
    }
}

impl Tables {
    /// Forgets the entry that was used longest ago; false if there is none that was used before `own`.
    fn forget_oldest(&mut self, own: u64) -> bool {
        let oldest = |first: Option<(&u64, _)>| first.map_or(u64::MAX, |(used, ())| *used);
        let session = oldest(self.sessions.uses.first_key_value().map(|(used, _)| (used, ())));
        let principal = oldest(self.principals.uses.first_key_value().map(|(used, _)| (used, ())));
        if session.min(principal) >= own {
            return false;
        }
        if principal < session {
            return self.principals.remove_oldest().is_some();
        }
        let Some(key) = self.sessions.remove_oldest() else { return false };
        if self.queue.len() == FORGOTTEN
            && let Some(first) = self.queue.pop_front()
        {
            self.forgotten.remove(&first);
        }
        if self.forgotten.insert(key.clone()) {
            self.queue.push_back(key);
        }
        true
    }
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self { entries: BTreeMap::new(), uses: BTreeMap::new(), bytes: 0 }
    }
}

impl<K: Ord + Clone, V> Table<K, V> {
    /// The entry of this key, used now; `new` makes it.
    fn open<Q>(&mut self, key: &Q, used: u64, new: impl FnOnce() -> V) -> Arc<Mutex<V>>
    where
        K: Borrow<Q>,
        Q: Ord + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(entry) = self.entries.get_mut(key) {
            if let Some(key) = self.uses.remove(&entry.used) {
                self.uses.insert(used, key);
            }
            entry.used = used;
            return entry.value.clone();
        }
        let value = Arc::new(Mutex::new(new()));
        self.uses.insert(used, key.to_owned());
        self.entries.insert(key.to_owned(), Entry { value: value.clone(), used, bytes: 0 });
        value
    }

    /// Notes what an entry takes; when it was used last, if it is still there.
    fn settle<Q>(&mut self, key: &Q, bytes: usize) -> Option<u64>
    where
        K: Borrow<Q>,
        Q: Ord + ?Sized,
    {
        let entry = self.entries.get_mut(key)?;
        self.bytes = self.bytes + bytes - entry.bytes;
        entry.bytes = bytes;
        Some(entry.used)
    }

    fn remove(&mut self, key: &K) {
        if let Some(entry) = self.entries.remove(key) {
            self.uses.remove(&entry.used);
            self.bytes -= entry.bytes;
        }
    }

    fn remove_oldest(&mut self) -> Option<K> {
        let (_, key) = self.uses.pop_first()?;
        self.remove(&key);
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KeyedBy;

    fn key(name: &str) -> SessionKey {
        SessionKey { by: KeyedBy::Session, name: name.to_owned() }
    }

    /// Opens the session of that name, of a principal of the same name; whether it was forgotten.
    fn open(sessions: &Sessions, name: &str) -> bool {
        let (session, principal) = sessions.open(&key(name), name, 1000);
        let (session, principal) = (session.lock().unwrap(), principal.lock().unwrap());
        session.was_forgotten(&principal)
    }

    #[test]
    fn the_session_used_longest_ago_goes_first_and_comes_back_as_forgotten() {
        let sessions = Sessions::default();
        for name in ["a", "b", "c"] {
            assert!(!open(&sessions, name));
            assert_eq!(sessions.settle(&key(name), name, [100, 0], 300), 0);
        }
        open(&sessions, "a");
        assert_eq!(sessions.settle(&key("a"), "a", [150, 0], 300), 2, "b and its principal were used longest ago");
        assert_eq!(sessions.usage(), Usage { sessions: 2, bytes: 250, evictions: 2 });
        assert!(open(&sessions, "b") && !open(&sessions, "c"));
        sessions.end(&key("a"));
        assert_eq!(sessions.usage().bytes, 100);
    }

    #[test]
    fn a_session_whose_principal_went_has_forgotten_and_a_later_one_has_not() {
        let sessions = Sessions::default();
        assert!(!open(&sessions, "a"));
        sessions.settle(&key("a"), "a", [10, 100], 300);
        assert!(!open(&sessions, "b"));
        assert_eq!(sessions.settle(&key("b"), "b", [10, 290], 310), 1, "the memory of a goes, its session stays");
        assert!(open(&sessions, "a"));
        let (session, principal) = sessions.open(&key("another"), "a", 1000);
        assert!(!session.lock().unwrap().was_forgotten(&principal.lock().unwrap()));
    }

    #[test]
    fn a_session_larger_than_the_budget_stays_alone() {
        let sessions = Sessions::default();
        open(&sessions, "a");
        open(&sessions, "b");
        assert_eq!(sessions.settle(&key("b"), "b", [1000, 0], 300), 2);
        assert_eq!(sessions.usage(), Usage { sessions: 1, bytes: 1000, evictions: 2 });
    }

    #[test]
    fn the_end_of_a_session_leaves_the_memory_of_its_principal() {
        let sessions = Sessions::default();
        let (_, before) = sessions.open(&key("1"), "agent", 1000);
        sessions.settle(&key("1"), "agent", [10, 100], 300);
        sessions.end(&key("1"));
        let (_, after) = sessions.open(&key("2"), "agent", 1000);
        assert!(Arc::ptr_eq(&before, &after));
        assert_eq!(sessions.usage().bytes, 100);
    }
}
