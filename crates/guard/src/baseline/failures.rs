//! How often a tool fails.
//!
//! The share of errors is learned from the first answers and then stands. Against it errors are added up, less what is
//! usual and what a short window cannot know: a tool that begins to fail is seen after a handful of errors, one that always
//! failed now and then is not.

use serde::{Deserialize, Serialize};

/// What one answer is worth.
const ONE: i64 = 1024;
/// How much more than usual is no matter.
const SLACK: i64 = ONE / 8;
/// How many errors beyond that may add up.
const BUDGET: i64 = 5 * ONE;

/// The answers of one tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Failures {
    /// What it was learned from.
    pub(super) answers: u32,
    pub(super) errors: u32,
    pub(super) is_standing: bool,
    /// What has added up since.
    sum: i64,
}

impl Failures {
    /// Whether an answer of that kind is one error too many.
    pub(super) fn is_unusual(&self, is_error: bool) -> bool {
        self.is_standing && is_error && self.sum + self.excess(true) > BUDGET
    }

    pub(super) fn take(&mut self, is_error: bool, window: usize) {
        if self.is_standing {
            self.sum = (self.sum + self.excess(is_error)).clamp(0, BUDGET);
            return;
        }
        self.answers = self.answers.saturating_add(1);
        self.errors = self.errors.saturating_add(u32::from(is_error));
        self.is_standing = self.answers as usize >= window;
    }

    /// The usual share of errors, in percent.
    pub(super) fn percent(&self) -> u8 {
        (u64::from(self.errors) * 100 / u64::from(self.answers.max(1))).min(100) as u8
    }

    pub(super) fn is_sound(&self) -> bool {
        self.errors <= self.answers && (0..=BUDGET).contains(&self.sum)
    }

    fn excess(&self, is_error: bool) -> i64 {
        let answers = i64::from(self.answers) + 2;
        // With one error and one success more than there were: a window without errors is no promise.
        let share = (i64::from(self.errors) + 1) * ONE / answers;
        let doubt = 2 * ((share * (ONE - share) / answers).unsigned_abs().isqrt() as i64);
        i64::from(is_error) * ONE - (share + doubt + SLACK).min(ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(errors: u32) -> Failures {
        let mut failures = Failures::default();
        for at in 0..50 {
            failures.take(at < errors, 50);
        }
        failures
    }

    #[test]
    fn a_tool_that_begins_to_fail_is_seen_after_a_handful() {
        for (errors, most) in [(0, 7), (5, 9), (15, 15)] {
            let mut failures = learned(errors);
            let mut seen = 0;
            while !failures.is_unusual(true) {
                failures.take(true, 50);
                seen += 1;
            }
            assert!((4..=most).contains(&seen), "{errors} errors of 50: seen after {seen}");
        }
    }

    #[test]
    fn one_error_now_and_then_is_none() {
        let mut failures = learned(0);
        for at in 0..1000 {
            let is_error = at % 20 == 0;
            assert!(!failures.is_unusual(is_error), "answer {at}");
            failures.take(is_error, 50);
        }
    }

    #[test]
    fn a_tool_that_always_fails_says_nothing_by_failing() {
        let mut failures = learned(50);
        for _ in 0..1000 {
            assert!(!failures.is_unusual(true));
            failures.take(true, 50);
        }
    }
}
