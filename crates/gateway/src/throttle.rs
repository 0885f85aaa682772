//! How soon a child that ended is started again.

use std::time::Duration;

/// The first wait, doubled every time.
const FIRST: Duration = Duration::from_millis(250);

/// The longest wait.
const LONGEST: Duration = Duration::from_secs(30);

/// A child that lived this long was well: what happened before it is forgotten.
const WELL: Duration = Duration::from_secs(60);

/// The waits between the starts of one child. There is one child by one gateway, so no chance is needed to keep many
/// apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Backoff {
    last: Option<Duration>,
}

impl Backoff {
    /// How long to wait after a child that lived for `lived`, which is zero for one that did not start.
    pub(crate) fn after(&mut self, lived: Duration) -> Duration {
        let wait = match self.last {
            Some(last) if lived < WELL => (last * 2).min(LONGEST),
            _ => FIRST,
        };
        self.last = Some(wait);
        wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_half_a_minute() {
        let mut backoff = Backoff::default();
        for expected in [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000] {
            assert_eq!(backoff.after(Duration::ZERO), Duration::from_millis(expected));
        }
    }

    #[test]
    fn a_long_life_clears_the_past_and_a_short_one_does_not() {
        let mut backoff = Backoff::default();
        backoff.after(Duration::ZERO);
        assert_eq!(backoff.after(WELL - Duration::from_millis(1)), FIRST * 2);
        assert_eq!(backoff.after(WELL), FIRST);
        assert_eq!(backoff.after(Duration::ZERO), FIRST * 2);
    }
}
