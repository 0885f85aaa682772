//! A server that asks its client again and again for what is refused: after a few times it is not read any more, so that a
//! flood of requests becomes no flood of records and alerts.

use std::time::Duration;
use tokio::time::Instant;

/// How many refused requests are looked at in one span.
const MOST: u32 = 20;
/// How long one span is.
const SPAN: Duration = Duration::from_secs(60);

/// What was refused lately.
#[derive(Debug, Default)]
pub(crate) struct Insistence {
    since: Option<Instant>,
    refused: u32,
}

impl Insistence {
    /// Notes a request that was refused.
    pub(crate) fn refused(&mut self, now: Instant) {
        self.pass(now);
        self.refused += 1;
        self.since.get_or_insert(now);
    }

    /// Whether the next request is not even read.
    pub(crate) fn is_too_much(&mut self, now: Instant) -> bool {
        self.pass(now);
        self.refused >= MOST
    }

    fn pass(&mut self, now: Instant) {
        if self.since.is_some_and(|since| now.duration_since(since) >= SPAN) {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_insists_is_heard_again_after_a_while() {
        let (mut insistence, start) = (Insistence::default(), Instant::now());
        for _ in 0..MOST {
            assert!(!insistence.is_too_much(start));
            insistence.refused(start);
        }
        assert!(insistence.is_too_much(start + SPAN - Duration::from_millis(1)));
        assert!(!insistence.is_too_much(start + SPAN));
    }
}
