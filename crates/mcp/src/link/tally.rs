//! What a server sent in vain, counted, and a server that does nothing else, slowed down.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// How much of what a server sent was of no use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Texts that are no messages.
    pub garbage: u64,
    /// Answers to requests that nobody waits for any more, or that were never made, and progress of them.
    pub late: u64,
    /// Messages for which the gateway had no room.
    pub dropped: u64,
}

/// What a server does that no server has a reason to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vain {
    /// It writes lines that are not JSON-RPC messages.
    Garbage,
    /// It answered the same request more than once.
    Repeated,
    /// It sent an answer that matches no request.
    Unasked,
    /// It sends messages that readers disagree on.
    Ambiguous,
    /// It sends messages with members that JSON-RPC does not know, which are left out.
    Extended,
}

impl Vain {
    /// Whether it says something only where all answers come on one stream.
    pub(super) fn needs_one_stream(self) -> bool {
        matches!(self, Self::Garbage | Self::Repeated | Self::Unasked)
    }
}

/// Which of it was told: the first, and then the first of ten times as many, so that a flood makes no flood.
#[derive(Debug, Default)]
pub(super) struct Told([(u64, u32); 5]);

impl Told {
    /// Notes one; whether it is to be told.
    pub(super) fn note(&mut self, vain: Vain) -> bool {
        let (count, told) = &mut self.0[vain as usize];
        *count = count.saturating_add(1);
        let is_due = 10_u64.checked_pow(*told).is_some_and(|due| *count >= due);
        *told += u32::from(is_due);
        is_due
    }
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) garbage: AtomicU64,
    pub(super) late: AtomicU64,
    pub(super) dropped: AtomicU64,
}

impl Counters {
    pub(super) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> Tally {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Tally { garbage: read(&self.garbage), late: read(&self.late), dropped: read(&self.dropped) }
    }
}

/// Bounds the time spent on a server that sends in vain: beyond so many messages in a second it is not read until the
/// second is over, and so has to wait itself.
#[derive(Debug)]
pub(super) struct Pace {
    since: Instant,
    count: usize,
    limit: usize,
}

const WINDOW: Duration = Duration::from_secs(1);

impl Pace {
    pub(super) fn new(limit: usize) -> Self {
        Self { since: Instant::now(), count: 0, limit }
    }

    /// Notes one message in vain; returns until when not to read on.
    pub(super) fn waste(&mut self) -> Option<Instant> {
        self.count += 1;
        if self.count <= self.limit {
            return None;
        }
        let (now, over) = (Instant::now(), self.since + WINDOW);
        (self.since, self.count) = (now.max(over), 0);
        (over > now).then_some(over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_told_a_few_times_and_each_kind_for_itself() {
        let mut told = Told::default();
        assert_eq!((0..1000).filter(|_| told.note(Vain::Garbage)).count(), 4);
        assert!(told.note(Vain::Repeated));
        assert!(!told.note(Vain::Repeated));
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_only_makes_noise_waits_for_the_next_second() {
        let mut pace = Pace::new(10);
        let start = Instant::now();
        for _ in 0..35 {
            if let Some(until) = pace.waste() {
                tokio::time::sleep_until(until).await;
            }
        }
        assert_eq!(start.elapsed().as_secs(), 3);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!((0..10).all(|_| pace.waste().is_none()), "what is spread out costs nothing");
    }
}
