//! Lists that are read again because the server says that they have changed.
//!
//! A server can say so as often as it likes: one list is read once at a time, and once more if there was a word in
//! between.

use super::shelf::List;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Default)]
pub(crate) struct Rereading {
    lists: Mutex<[Reading; 4]>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Reading {
    #[default]
    Over,
    UnderWay,
    /// There was another change since it began.
    OnceMore,
}

impl Rereading {
    /// Notes a change; `true` if the list is to be read now, `false` if whoever reads it already does so once more.
    pub(crate) fn begin(&self, list: List) -> bool {
        let mut lists = self.lock();
        let reading = &mut lists[list as usize];
        let is_first = *reading == Reading::Over;
        *reading = if is_first { Reading::UnderWay } else { Reading::OnceMore };
        is_first
    }

    /// Ends a reading; `false` if it has to be done once more.
    pub(crate) fn end(&self, list: List) -> bool {
        let mut lists = self.lock();
        let reading = &mut lists[list as usize];
        let is_over = *reading == Reading::UnderWay;
        *reading = if is_over { Reading::Over } else { Reading::UnderWay };
        is_over
    }

    fn lock(&self) -> MutexGuard<'_, [Reading; 4]> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_changes_there_are_one_more_reading_is_enough() {
        let rereading = Rereading::default();
        assert!(rereading.begin(List::Tools));
        assert!(rereading.begin(List::Prompts), "lists are read beside each other");
        for _ in 0..1000 {
            assert!(!rereading.begin(List::Tools));
        }
        assert!(!rereading.end(List::Tools));
        assert!(rereading.end(List::Tools));
        assert!(rereading.begin(List::Tools));
    }
}
