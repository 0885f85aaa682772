//! A size or a count that is learned once and then held to what it was.
//!
//! The first calls are a window of samples. When it is full it becomes a [`Reference`], which nothing moves any more: a mean
//! that keeps learning follows a slow ramp and never sees it. Against the reference stand two tests, both in logarithms:
//!
//! - a **spike** is a value far above the median, by the median of distances (MAD), which one odd call in the window
//!   cannot stretch, and above the highest that was usual;
//! - a **drift** is a sum (CUSUM) of how far each value lies above the mean, less a slack for noise and for what a window
//!   of this length cannot know. It sees a rise of 1 % a session long before a single call stands out.
//!
//! What it is worth is measured in `baseline/noise.rs`.

use super::scale::{OCTAVE, log2};
use serde::{Deserialize, Serialize};

/// Noise is never taken for smaller than this: 7 %.
const LEAST_DEVIATION: i64 = OCTAVE / 10;
/// A spike is this many deviations above the median,
const SPIKE_DEVIATIONS: i64 = 6;
/// at least twice as much as the median, and this much above the highest that was usual.
const SPIKE_ABOVE_HIGHEST: i64 = OCTAVE / 2;
/// One value counts for at most this many deviations in a drift, so that one alone is none.
const CLIP_DEVIATIONS: i64 = 3;
/// The budget: how many deviations may add up before it is a drift.
const BUDGET_DEVIATIONS: i64 = 8;
/// What a reference is never made of fewer of.
pub(super) const LEAST_SAMPLES: usize = 10;
/// What a window never has more of.
pub(super) const MOST_SAMPLES: usize = 1000;

/// What is measured, and when it matters.
pub(super) struct Yardstick {
    /// Added before the logarithm: below it, differences count for little.
    pub(super) offset: u64,
    /// A spike that is less than this above the highest that was usual is none.
    pub(super) least: u64,
}

/// One measure of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Measure {
    /// It is learned from these.
    Learning(Vec<u64>),
    /// It stands.
    Standing {
        reference: Reference,
        /// What has added up.
        sum: i64,
        /// Over how many values.
        run: u32,
    },
}

/// What was usual, for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reference {
    pub(super) samples: u32,
    /// The least and the most of what was usual, without the odd ones at both ends.
    pub(super) low: u64,
    pub(super) middle: u64,
    pub(super) high: u64,
    /// The highest as a logarithm, and the deviation around the median by the MAD.
    top: i32,
    spread: i32,
    median: i32,
    /// The mean and the deviation without the odd ones.
    mean: i32,
    deviation: i32,
}

/// How a value stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unusual {
    /// By itself; with how many octaves it is above where spikes begin.
    Spike { octaves: u64 },
    /// By what it comes after: that many values.
    Drift { run: u32 },
}

impl Measure {
    pub(super) fn new() -> Self {
        Self::Learning(vec![])
    }

    pub(super) fn reference(&self) -> Option<&Reference> {
        match self {
            Self::Learning(_) => None,
            Self::Standing { reference, .. } => Some(reference),
        }
    }

    /// How far the budget for drift is used, in percent.
    pub(super) fn budget_used(&self) -> u8 {
        match self {
            Self::Learning(_) => 0,
            Self::Standing { reference, sum, .. } => (sum * 100 / reference.budget().max(1)).clamp(0, 100) as u8,
        }
    }

    /// Whether `value` stands out.
    pub(super) fn unusual(&self, value: u64, by: &Yardstick) -> Option<Unusual> {
        let Self::Standing { reference, sum, run } = self else { return None };
        let log = log2(value.saturating_add(by.offset));
        let above = log - reference.spike();
        if above > 0 && value >= reference.high.saturating_add(by.least) {
            return Some(Unusual::Spike { octaves: (above / OCTAVE).unsigned_abs() });
        }
        (sum + reference.excess(log) > reference.budget()).then_some(Unusual::Drift { run: run.saturating_add(1) })
    }

    /// Takes a value in: as a sample of a window of that length, or into what adds up.
    pub(super) fn take(&mut self, value: u64, window: usize, by: &Yardstick) {
        match self {
            Self::Learning(samples) => {
                if samples.capacity() == 0 {
                    samples.reserve_exact(window);
                }
                samples.push(value);
                if samples.len() >= window {
                    *self = Self::Standing { reference: Reference::of(samples, by), sum: 0, run: 0 };
                }
            }
            Self::Standing { reference, sum, run } => {
                let excess = reference.excess(log2(value.saturating_add(by.offset)));
                // What is beyond the budget already has been told; to add it up would keep the alarm on for long after.
                *sum = (*sum + excess).clamp(0, reference.budget());
                *run = if *sum == 0 { 0 } else { run.saturating_add(1) };
            }
        }
    }

    /// Whether it can have been made by [`Self::take`], as far as bounds go.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            Self::Learning(samples) => samples.len() < MOST_SAMPLES,
            Self::Standing { reference, sum, .. } => {
                let Reference { top, spread, median, mean, deviation, low, middle, high, .. } = reference;
                // No logarithm is beyond 64 octaves, and a deviation by the MAD at most half as much again.
                let is_log = |log: &i32| (0..=96 * OCTAVE).contains(&i64::from(*log));
                [top, spread, median, mean, deviation].into_iter().all(is_log)
                    && low <= middle
                    && middle <= high
                    && i64::from(*deviation) >= LEAST_DEVIATION
                    && (0..=reference.budget()).contains(sum)
            }
        }
    }
}

impl Reference {
    /// What these samples say, but for one odd one in fifty at both ends.
    fn of(samples: &mut [u64], by: &Yardstick) -> Self {
        samples.sort_unstable();
        let count = samples.len();
        let odd = (count / 50).max(1).min(count.saturating_sub(1) / 2);
        let (low, middle, high) = (samples[odd], samples[count / 2], samples[count - 1 - odd]);
        let log = |value: u64| log2(value.saturating_add(by.offset));
        let (bottom, top, median) = (log(low), log(high), log(middle));
        let held = |value: &u64| log(*value).clamp(bottom, top);

        let total = count as i64;
        let mean = samples.iter().map(held).sum::<i64>() / total;
        let squares: i64 = samples.iter().map(held).map(|log| (log - mean).pow(2)).sum();
        let deviation = (squares / (total - 1).max(1)).unsigned_abs().isqrt() as i64;

        let mut distances: Vec<i64> = samples.iter().map(|value| (log(*value) - median).abs()).collect();
        distances.sort_unstable();
        // For normal noise the deviation is 1.4826 times the median distance.
        let spread = distances[count / 2] * 14_826 / 10_000;

        let small = |log: i64| i32::try_from(log).unwrap_or(i32::MAX);
        Self {
            samples: count as u32,
            low,
            middle,
            high,
            top: small(top),
            spread: small(spread.max(LEAST_DEVIATION)),
            median: small(median),
            mean: small(mean),
            deviation: small(deviation.max(LEAST_DEVIATION)),
        }
    }

    /// Where spikes begin.
    fn spike(&self) -> i64 {
        let (top, spread, median) = (i64::from(self.top), i64::from(self.spread), i64::from(self.median));
        (median + (SPIKE_DEVIATIONS * spread).max(OCTAVE)).max(top + SPIKE_ABOVE_HIGHEST)
    }

    /// What a value adds to the sum.
    fn excess(&self, log: i64) -> i64 {
        let (mean, deviation) = (i64::from(self.mean), i64::from(self.deviation));
        let reach = CLIP_DEVIATIONS * deviation;
        // Half a deviation for noise, and two standard errors for the mean itself, which is of a few samples only.
        let roots = (u64::from(self.samples.max(1)) << 20).isqrt() as i64;
        let slack = deviation / 2 + 2 * deviation * 1024 / roots;
        (log - mean).clamp(-reach, reach) - slack
    }

    fn budget(&self) -> i64 {
        BUDGET_DEVIATIONS * i64::from(self.deviation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: Yardstick = Yardstick { offset: 64, least: 512 };

    fn learned(samples: impl IntoIterator<Item = u64>) -> Measure {
        let samples: Vec<u64> = samples.into_iter().collect();
        let mut measure = Measure::new();
        for sample in &samples {
            measure.take(*sample, samples.len(), &BYTES);
        }
        measure
    }

    #[test]
    fn nothing_stands_out_while_it_is_learned() {
        let mut measure = Measure::new();
        for _ in 0..49 {
            measure.take(1000, 50, &BYTES);
            assert_eq!(measure.unusual(u64::MAX, &BYTES), None);
        }
        measure.take(1000, 50, &BYTES);
        assert!(matches!(measure.unusual(u64::MAX, &BYTES), Some(Unusual::Spike { .. })));
    }

    #[test]
    fn a_spike_is_far_above_what_was_usual_and_not_a_bit_above() {
        let measure = learned((0..50).map(|at| 800 + at * 10));
        for (value, is_spike) in [(0, false), (1300, false), (1800, false), (3000, true), (48_000, true)] {
            let unusual = measure.unusual(value, &BYTES);
            assert_eq!(matches!(unusual, Some(Unusual::Spike { .. })), is_spike, "{value}: {unusual:?}");
        }
    }

    #[test]
    fn small_things_are_no_spikes() {
        let measure = learned([12; 50]);
        assert_eq!(measure.unusual(400, &BYTES), None);
        assert!(measure.unusual(1400, &BYTES).is_some());
    }

    #[test]
    fn one_odd_call_in_the_window_moves_little() {
        let usual = || (0..49).map(|at| 900 + at * 4);
        let (clean, odd) = (learned(usual().chain([1000])), learned(usual().chain([900_000])));
        for value in [1000, 1400, 2000, 3000, 10_000] {
            let is_spike = |measure: &Measure| matches!(measure.unusual(value, &BYTES), Some(Unusual::Spike { .. }));
            assert_eq!(is_spike(&clean), is_spike(&odd), "{value}");
        }
        let means = [&clean, &odd].map(|measure| measure.reference().expect("it stands").mean);
        assert!((means[0] - means[1]).abs() <= 8, "{means:?}");
    }

    #[test]
    fn two_usual_sizes_are_both_usual() {
        let mut measure = learned((0..50).map(|at| if at % 5 < 3 { 100 } else { 1600 }));
        for at in 0..1000 {
            let value = if at % 5 < 3 { 100 } else { 1600 };
            assert_eq!(measure.unusual(value, &BYTES), None, "call {at}");
            measure.take(value, 50, &BYTES);
        }
    }

    #[test]
    fn what_has_added_up_goes_again() {
        let mut measure = learned([1000; 50]);
        while measure.unusual(1300, &BYTES).is_none() {
            measure.take(1300, 50, &BYTES);
        }
        for _ in 0..20 {
            measure.take(1300, 50, &BYTES);
        }
        assert_eq!(measure.budget_used(), 100);
        for _ in 0..20 {
            measure.take(1000, 50, &BYTES);
        }
        assert_eq!(measure.budget_used(), 0);
        assert_eq!(measure.unusual(1300, &BYTES), None);
    }

    #[test]
    fn no_value_is_too_great_and_no_window_too_short() {
        for samples in [vec![u64::MAX; 3], vec![0], vec![0, u64::MAX], vec![1, 2, 3]] {
            let mut measure = learned(samples);
            assert!(measure.is_sound(), "{measure:?}");
            for value in [0, 1, u64::MAX] {
                measure.unusual(value, &BYTES);
                measure.take(value, 50, &BYTES);
                assert!(measure.is_sound());
            }
        }
    }
}
