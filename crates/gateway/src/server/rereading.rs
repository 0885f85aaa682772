//! Lists that are read again because the server says that they have changed.
//!
//! A server can say so as often as it likes: one list is read once at a time, and once more if there was a word in
//! between. If it goes on saying so, the list is read less and less often (see [`Pace`]). Until it is read nobody knows
//! what the server has, so calls wait; and if it cannot be read, they fail.

use super::pace::Pace;
use super::shelf::List;
use crate::trouble::Trouble;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

#[derive(Debug, Default)]
pub(crate) struct Rereading {
    lists: watch::Sender<[Reading; 4]>,
    paces: Mutex<[Pace; 4]>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Reading {
    #[default]
    Over,
    UnderWay,
    /// There was another change since it began.
    OnceMore,
    /// It could not be read, and why.
    Failed(Trouble),
}

impl Rereading {
    /// Notes a change; `true` if the list is to be read now, `false` if whoever reads it already does so once more.
    pub(crate) fn begin(&self, list: List) -> bool {
        let mut is_first = false;
        self.lists.send_modify(|lists| {
            let reading = &mut lists[list as usize];
            is_first = matches!(reading, Reading::Over | Reading::Failed(_));
            *reading = if is_first { Reading::UnderWay } else { Reading::OnceMore };
        });
        is_first
    }

    /// Waits until a list that has changed may be read. What the server says meanwhile is read along.
    pub(crate) async fn rest(&self, list: List) {
        let rest = self.paces()[list as usize].rest(Instant::now());
        if rest.is_zero() {
            return;
        }
        sleep(rest).await;
        self.lists.send_modify(|lists| lists[list as usize] = Reading::UnderWay);
    }

    /// Notes that a server says once more that a list has changed; whether that is to be told as a flood.
    pub(crate) fn is_flooded(&self, list: List) -> bool {
        self.paces()[list as usize].is_flooded(Instant::now())
    }

    /// Whether a server says so often that a list has changed that only who calls that server waits for it.
    pub(crate) fn is_restless(&self, list: List) -> bool {
        self.paces()[list as usize].is_restless(Instant::now())
    }

    fn paces(&self) -> MutexGuard<'_, [Pace; 4]> {
        self.paces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a reading; `false` if it has to be done once more.
    pub(crate) fn end(&self, list: List, outcome: Result<(), Trouble>) -> bool {
        self.paces()[list as usize].note(Instant::now());
        let mut is_over = false;
        self.lists.send_modify(|lists| {
            let reading = &mut lists[list as usize];
            is_over = *reading == Reading::UnderWay;
            *reading = match outcome {
                _ if !is_over => Reading::UnderWay,
                Ok(()) => Reading::Over,
                Err(trouble) => Reading::Failed(trouble),
            };
        });
        is_over
    }

    /// Notes that a list was read that could not be read before.
    pub(crate) fn caught_up(&self, list: List) {
        self.lists.send_if_modified(|lists| {
            let reading = &mut lists[list as usize];
            let has_failed = matches!(reading, Reading::Failed(_));
            if has_failed {
                *reading = Reading::Over;
            }
            has_failed
        });
    }

    /// Waits until a list is not being read; why it could not be, if so.
    pub(crate) async fn settled(&self, list: List) -> Result<(), Trouble> {
        let is_settled = |lists: &[Reading; 4]| matches!(lists[list as usize], Reading::Over | Reading::Failed(_));
        let mut lists = self.lists.subscribe();
        match lists.wait_for(is_settled).await.as_deref() {
            Ok(lists) => match &lists[list as usize] {
                Reading::Failed(trouble) => Err(trouble.clone()),
                _ => Ok(()),
            },
            Err(_) => Ok(()),
        }
    }

    /// Whether a list is read and as the server has it, as far as it has said.
    pub(crate) fn is_over(&self, list: List) -> bool {
        self.lists.borrow()[list as usize] == Reading::Over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trouble::Reason;

    #[test]
    fn however_many_changes_there_are_one_more_reading_is_enough() {
        let rereading = Rereading::default();
        assert!(rereading.begin(List::Tools));
        assert!(rereading.begin(List::Prompts), "lists are read beside each other");
        for _ in 0..1000 {
            assert!(!rereading.begin(List::Tools));
        }
        assert!(!rereading.end(List::Tools, Ok(())));
        assert!(rereading.end(List::Tools, Ok(())));
        assert!(rereading.begin(List::Tools));
    }

    #[tokio::test]
    async fn a_list_that_could_not_be_read_stays_so_until_it_is() {
        let rereading = Rereading::default();
        rereading.begin(List::Tools);
        assert!(!rereading.is_over(List::Tools));
        rereading.end(List::Tools, Err(Reason::Lost.into()));
        assert_eq!(rereading.settled(List::Tools).await, Err(Reason::Lost.into()));
        assert_eq!(rereading.settled(List::Prompts).await, Ok(()));
        rereading.caught_up(List::Tools);
        assert!(rereading.is_over(List::Tools));
    }
}
