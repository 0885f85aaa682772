//! Whether what happens can be recorded.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Knows whether the ledger has been failing, and for how long.
#[derive(Debug, Default)]
pub(super) struct Health {
    /// Looked at first, because nearly every write succeeds.
    is_failing: AtomicBool,
    gap: Mutex<Option<Gap>>,
}

/// A time in which nothing could be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gap {
    /// Why, at first.
    pub(super) reason: String,
    since_ms: u64,
    failures: u64,
}

impl Gap {
    /// What the record says of it afterwards; JSON.
    pub(super) fn note(&self) -> String {
        format!(r#"{{"since_ms":{},"failures":{}}}"#, self.since_ms, self.failures)
    }
}

impl Health {
    /// Something was written; the gap that ends with it, if there was one.
    pub(super) fn works(&self) -> Option<Gap> {
        if !self.is_failing.load(Ordering::Acquire) {
            return None;
        }
        let mut gap = self.lock();
        self.is_failing.store(false, Ordering::Release);
        gap.take()
    }

    /// Something could not be written; whether that is news.
    pub(super) fn fails(&self, reason: &str, now_ms: u64) -> bool {
        let mut gap = self.lock();
        self.is_failing.store(true, Ordering::Release);
        let is_news = gap.is_none();
        let gap = gap.get_or_insert_with(|| Gap { reason: reason.to_owned(), since_ms: now_ms, failures: 0 });
        gap.failures += 1;
        is_news
    }

    fn lock(&self) -> MutexGuard<'_, Option<Gap>> {
        self.gap.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_news_once_and_ends_once() {
        let health = Health::default();
        assert_eq!(health.works(), None);
        assert!(health.fails("full", 7));
        assert!(!health.fails("still full", 8));
        let gap = health.works().unwrap();
        assert_eq!((gap.reason.as_str(), gap.note().as_str()), ("full", r#"{"since_ms":7,"failures":2}"#));
        assert_eq!(health.works(), None);
        assert!(health.fails("again", 9));
    }
}
