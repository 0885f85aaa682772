//! When an alert is tried again, and when it is given up.

use std::time::Duration;

/// Answers that will not become better by asking again are asked for so often.
const REFUSALS: u32 = 5;

/// How patient the courier is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// How long it waits after the first failure; twice as long after each further one.
    pub first: Duration,
    /// How long it waits at most.
    pub longest: Duration,
    /// After which time an alert is given up.
    pub keep: Duration,
    /// How long a request may take.
    pub timeout: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            first: Duration::from_secs(1),
            longest: Duration::from_secs(60 * 60),
            keep: Duration::from_secs(7 * 24 * 60 * 60),
            timeout: super::webhook::TIMEOUT,
        }
    }
}

/// How a delivery ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The receiver has it.
    Delivered,
    /// The receiver answered with something else, and may have said when to come back.
    Refused { status: u16, retry_after: Option<Duration> },
    /// There is no answer.
    Failed(&'static str),
}

/// What becomes of the alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    Done,
    Again(Duration),
    Over(String),
}

impl Pace {
    /// What becomes of an alert of this age that was tried `attempts` times, the last of them with this outcome.
    pub(super) fn next(&self, outcome: &Outcome, attempts: u32, age: Duration) -> Next {
        let (reason, wish) = match outcome {
            Outcome::Delivered => return Next::Done,
            Outcome::Refused { status, .. } if is_final(*status) && attempts >= REFUSALS => {
                return Next::Over(format!("the receiver answered HTTP {status} {attempts} times"));
            }
            Outcome::Refused { status, retry_after } => (format!("the receiver answered HTTP {status}"), *retry_after),
            Outcome::Failed(reason) => (format!("the alert receiver: {reason}"), None),
        };
        if age >= self.keep {
            return Next::Over(format!("{reason} (for {} days)", self.keep.as_secs() / 86_400));
        }
        let backoff = self.first.saturating_mul(1 << attempts.saturating_sub(1).min(30));
        Next::Again(backoff.max(wish.unwrap_or_default()).min(self.longest))
    }
}

/// Whether a status says that the request itself is not wanted. A redirect is one too: what is sent is for the address
/// that was configured.
fn is_final(status: u16) -> bool {
    matches!(status, 300..=499) && !matches!(status, 408 | 429)
}

/// The seconds in a `Retry-After`. A date needs a clock that agrees with the receiver's, and is not heeded.
pub(super) fn retry_after(value: &str) -> Option<Duration> {
    let is_number = !value.is_empty() && value.len() <= 9 && value.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| value.parse().ok().map(Duration::from_secs)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const DOWN: Outcome = Outcome::Failed("it could not be reached");

    fn refused(status: u16) -> Outcome {
        Outcome::Refused { status, retry_after: None }
    }

    #[test]
    fn each_pause_is_twice_as_long_as_the_last_up_to_an_hour() {
        let pace = Pace::default();
        let pauses: Vec<u64> = (1..=14)
            .map(|attempts| match pace.next(&DOWN, attempts, Duration::ZERO) {
                Next::Again(pause) => pause.as_secs(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
        assert_eq!(pace.next(&DOWN, u32::MAX, Duration::ZERO), Next::Again(pace.longest));
    }

    #[test]
    fn an_alert_is_given_up_after_a_week() {
        let pace = Pace::default();
        assert!(matches!(pace.next(&DOWN, 300, pace.keep - SECOND), Next::Again(_)));
        assert!(matches!(pace.next(&DOWN, 300, pace.keep), Next::Over(reason) if reason.contains("7 days")));
        assert_eq!(pace.next(&Outcome::Delivered, 300, pace.keep), Next::Done);
    }

    #[test]
    fn what_the_receiver_does_not_want_is_given_up_after_five_times() {
        let pace = Pace::default();
        for (status, is_given_up) in
            [(400, true), (401, true), (404, true), (410, true), (302, true), (408, false), (429, false), (500, false)]
        {
            assert!(matches!(pace.next(&refused(status), 4, SECOND), Next::Again(_)), "{status}");
            assert_eq!(matches!(pace.next(&refused(status), 5, SECOND), Next::Over(_)), is_given_up, "{status}");
        }
    }

    #[test]
    fn a_wish_to_come_back_later_is_heeded_up_to_an_hour() {
        let pace = Pace::default();
        for (seconds, expected) in [(0, 1), (1, 1), (90, 90), (1_000_000, 3_600)] {
            let outcome = Outcome::Refused { status: 429, retry_after: Some(Duration::from_secs(seconds)) };
            assert_eq!(pace.next(&outcome, 1, SECOND), Next::Again(Duration::from_secs(expected)));
        }
        for (value, expected) in [
            ("120", Some(120)),
            ("0", Some(0)),
            ("", None),
            ("-1", None),
            ("1.5", None),
            ("99999999999", None),
            ("Fri, 31 Dec 1999 23:59:59 GMT", None),
        ] {
            assert_eq!(retry_after(value), expected.map(Duration::from_secs), "{value}");
        }
    }
}
