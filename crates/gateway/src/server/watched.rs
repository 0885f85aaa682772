//! Resources that somebody wants to hear of, counted, so that a shared server is asked once for each.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use tokio::sync::Notify;

#[derive(Debug, Default)]
pub(crate) struct Watched {
    uris: Mutex<BTreeMap<String, usize>>,
    pub(crate) changed: Notify,
}

impl Watched {
    /// What clients wanted to hear of a server whose place this one takes.
    pub(crate) fn of(uris: impl Iterator<Item = String>) -> Self {
        let watched = Self::default();
        uris.for_each(|uri| _ = watched.add(&uri));
        watched
    }

    /// Counts one more; `true` if it is the first.
    pub(crate) fn add(&self, uri: &str) -> bool {
        let mut uris = self.uris.lock().unwrap_or_else(PoisonError::into_inner);
        let count = uris.entry(uri.to_owned()).or_default();
        *count += 1;
        let is_first = *count == 1;
        if is_first {
            self.changed.notify_one();
        }
        is_first
    }

    /// Counts one less; `true` if it was the last.
    pub(crate) fn remove(&self, uri: &str) -> bool {
        let mut uris = self.uris.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(count) = uris.get_mut(uri) else { return false };
        *count -= 1;
        if *count > 0 {
            return false;
        }
        uris.remove(uri);
        self.changed.notify_one();
        true
    }

    pub(crate) fn uris(&self) -> Vec<String> {
        self.uris.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_and_the_last_watcher_matter_to_the_server() {
        let watched = Watched::default();
        assert!(watched.add("a"));
        assert!(!watched.add("a"));
        assert!(!watched.remove("a"));
        assert!(watched.remove("a"));
        assert!(!watched.remove("a"));
        assert!(watched.uris().is_empty());
    }
}
