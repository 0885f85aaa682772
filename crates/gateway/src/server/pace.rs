//! How soon a list is read again that its server says has changed again.
//!
//! To read a list is to scan and to compare it, on a machine that all servers share. The first few changes are read
//! right after each other; whoever goes on is looked at less and less often, until there was quiet for a minute.

use std::time::Duration;
use tokio::time::Instant;

/// From the end of one reading to the next.
const LEAST: Duration = Duration::from_millis(100);
const MOST: Duration = Duration::from_secs(30);
/// Hasty changes until the pauses grow.
const FREE: u32 = 64;
/// After so long without a change everything is forgotten.
const QUIET: Duration = Duration::from_secs(60);
/// Words of one list in a quiet time, from which on they are a flood. A server that loads its tools one by one says so
/// for each.
const FLOOD: u32 = 500;
/// Whoever asks for all servers' lists does not wait through a longer pause.
const PATIENCE: Duration = Duration::from_secs(1);

/// The pace of one list.
#[derive(Debug, Default)]
pub(super) struct Pace {
    last: Option<Instant>,
    /// Changes that came before the pause after the last reading was over.
    hasty: u32,
    /// Since when words are counted, and how many there were.
    words: Option<(Instant, u32)>,
}

impl Pace {
    /// How long the reading of a change has to wait.
    pub(super) fn rest(&mut self, now: Instant) -> Duration {
        let Some(since) = self.last.map(|last| now.saturating_duration_since(last)) else { return Duration::ZERO };
        if since >= QUIET {
            (self.last, self.hasty) = (None, 0);
            return Duration::ZERO;
        }
        if since < self.pause() {
            self.hasty = self.hasty.saturating_add(1);
        }
        self.pause().saturating_sub(since)
    }

    /// Notes a word that the list has changed; whether with it they are a flood. That is so once in a quiet time.
    pub(super) fn is_flooded(&mut self, now: Instant) -> bool {
        let (since, count) = self.words.get_or_insert((now, 0));
        if now.saturating_duration_since(*since) >= QUIET {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        *count == FLOOD
    }

    /// Notes the end of a reading.
    pub(super) fn note(&mut self, now: Instant) {
        self.last = Some(now);
    }

    /// Whether changes come so often that nobody but the server's own callers should wait for them.
    pub(super) fn is_restless(&self, now: Instant) -> bool {
        self.pause() > PATIENCE && self.last.is_some_and(|last| now.saturating_duration_since(last) < QUIET)
    }

    fn pause(&self) -> Duration {
        let doublings = self.hasty.saturating_sub(FREE).min(16);
        LEAST.saturating_mul(1 << doublings).min(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `times` changes, each of which comes the moment that the one before is read; how long that takes.
    fn flood(pace: &mut Pace, now: &mut Instant, times: u32) -> Duration {
        let start = *now;
        for _ in 0..times {
            *now += pace.rest(*now);
            pace.note(*now);
        }
        *now - start
    }

    #[test]
    fn a_few_changes_are_read_at_once_and_a_flood_twice_a_minute() {
        let (mut pace, mut now) = (Pace::default(), Instant::now());
        assert_eq!(flood(&mut pace, &mut now, 1), Duration::ZERO);
        assert_eq!(flood(&mut pace, &mut now, FREE), LEAST * FREE);
        assert!(!pace.is_restless(now));
        assert_eq!(flood(&mut pace, &mut now, 4), LEAST * (2 + 4 + 8 + 16));
        assert!(pace.is_restless(now));
        flood(&mut pace, &mut now, 10);
        assert_eq!(flood(&mut pace, &mut now, 2), MOST * 2);
    }

    #[test]
    fn a_flood_of_words_is_one_once_a_minute() {
        let (mut pace, mut now) = (Pace::default(), Instant::now());
        assert_eq!((0..FLOOD - 1).filter(|_| pace.is_flooded(now)).count(), 0);
        assert_eq!((0..2 * FLOOD).filter(|_| pace.is_flooded(now)).count(), 1);
        now += QUIET;
        assert_eq!((0..2 * FLOOD).filter(|_| pace.is_flooded(now)).count(), 1);
    }

    #[test]
    fn quiet_is_rewarded_and_slow_changes_are_not_held_up() {
        let (mut pace, mut now) = (Pace::default(), Instant::now());
        flood(&mut pace, &mut now, 100);
        now += MOST;
        assert_eq!(pace.rest(now), Duration::ZERO, "the pause is over");
        pace.note(now);
        assert_eq!(pace.rest(now), MOST, "but not forgotten");
        now += QUIET;
        assert!(!pace.is_restless(now));
        assert_eq!(pace.rest(now), Duration::ZERO);
        pace.note(now);
        assert_eq!(pace.rest(now), LEAST);
    }
}
