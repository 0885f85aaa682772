//! How often a tool is called, in calls within a minute.
//!
//! Minutes without a call say nothing of how a tool is used while it is used, so only busy ones count. Minutes are those of
//! the clock that is passed in; a burst that lies across two of them counts in both.

use super::measure::{Measure, Unusual, Yardstick};
use serde::{Deserialize, Serialize};

/// How many busy minutes are learned.
const WINDOW: usize = 30;
const MINUTE_MS: u64 = 60_000;

const CALLS: Yardstick = Yardstick { offset: 2, least: 10 };

/// The calls of one tool by the minute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pace {
    minute: u64,
    /// The calls of that minute.
    calls: u64,
    pub(super) measure: Measure,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self { minute: 0, calls: 0, measure: Measure::new() }
    }

    /// How many calls there are within the minute when one more comes now, and whether that stands out.
    pub(super) fn unusual(&self, now_ms: u64) -> Option<(u64, Unusual)> {
        let calls = if now_ms / MINUTE_MS > self.minute { 1 } else { self.calls.saturating_add(1) };
        self.measure.unusual(calls, &CALLS).map(|unusual| (calls, unusual))
    }

    pub(super) fn take(&mut self, now_ms: u64) {
        let minute = now_ms / MINUTE_MS;
        // A clock that is set back stays in its minute.
        if minute > self.minute {
            if self.calls > 0 {
                self.measure.take(self.calls, WINDOW, &CALLS);
            }
            (self.minute, self.calls) = (minute, 0);
        }
        self.calls = self.calls.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pace that knows minutes of `calls`, and the next minute.
    fn learned(calls: impl Fn(u64) -> u64) -> (Pace, u64) {
        let mut pace = Pace::new();
        for minute in 1..=WINDOW as u64 + 1 {
            for call in 0..calls(minute) {
                pace.take(minute * 3 * MINUTE_MS + call * 100);
            }
        }
        (pace, (WINDOW as u64 + 2) * 3 * MINUTE_MS)
    }

    #[test]
    fn a_burst_stands_out_and_usual_work_does_not() {
        let (mut pace, now) = learned(|minute| 2 + minute % 4);
        let mut burst = None;
        for call in 0..40 {
            burst = burst.or(pace.unusual(now + call));
            pace.take(now + call);
        }
        let (calls, unusual) = burst.expect("forty are far more than five");
        assert!((15..30).contains(&calls) && matches!(unusual, Unusual::Spike { .. }), "{calls}: {unusual:?}");
    }

    #[test]
    fn minutes_that_grow_slowly_are_seen() {
        let (mut pace, mut now) = learned(|_| 40);
        let mut calls = 40.0_f64;
        let seen = loop {
            calls *= 1.01;
            now += MINUTE_MS;
            let minute = calls as u64;
            if (0..minute).any(|call| {
                let is_seen = pace.unusual(now + call).is_some();
                pace.take(now + call);
                is_seen
            }) {
                break minute;
            }
        };
        assert!(seen <= 60, "seen at {seen} calls");
    }

    #[test]
    fn a_clock_that_goes_back_is_no_new_minute() {
        let mut pace = Pace::new();
        pace.take(5 * MINUTE_MS);
        pace.take(MINUTE_MS);
        assert_eq!((pace.minute, pace.calls), (5, 2));
    }
}
