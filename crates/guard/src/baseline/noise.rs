//! What the tests for spikes and drifts are worth, measured: alarms on noise that does not change, and how far a slow ramp
//! comes before it is seen.
//!
//! Stated for a window of 50 calls, over 40 tools of 10,000 calls each and every kind of noise below: at most 2 calls in
//! 10,000 are flagged although nothing has changed, drifts and spikes together. What comes once in twenty calls is the
//! exception: one tool in four saw it at most once while it was learned, and one is an odd call that teaches nothing; such
//! a tool flags it whenever it comes. Of busy minutes at most 1 in 1,000 is flagged, of answers at most 2 in 10,000, whatever the usual share of errors. A rise of 1 % a session is seen at 1.5 times the
//! volume or before: with one call a session for noise of 20 % (at least 9 tools in 10), with ten calls a session
//! for noise of 40 %.

use super::failures::Failures;
use super::measure::{Measure, Unusual, Yardstick};
use super::pace::Pace;

const BYTES: Yardstick = Yardstick { offset: 64, least: 512 };
const WINDOW: usize = 50;

/// Numbers that are the same in every run.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    /// From 0 to below 1.
    pub(super) fn fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Normal, of deviation 1.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.fraction()).sum::<f64>() - 6.0
    }
}

/// A size times two to the power of normal noise.
fn log_normal(octaves: f64) -> impl Fn(&mut Numbers) -> f64 {
    move |numbers| 4000.0 * (octaves * numbers.normal()).exp2()
}

/// What it is called, how it comes, and how many of 10,000 calls it may flag.
type Noise = (&'static str, Box<dyn Fn(&mut Numbers) -> f64>, u64);

fn noises() -> Vec<Noise> {
    let mix = |share: f64, small: f64, large: f64| {
        move |numbers: &mut Numbers| if numbers.fraction() < share { small } else { large }
    };
    vec![
        ("none", Box::new(log_normal(0.0)), 0),
        ("7 %", Box::new(log_normal(0.1)), 2),
        ("20 %", Box::new(log_normal(0.26)), 2),
        ("40 %", Box::new(log_normal(0.5)), 2),
        ("a factor of 2", Box::new(log_normal(1.0)), 2),
        ("a factor of 4", Box::new(log_normal(2.0)), 2),
        ("uniform", Box::new(|numbers| 100.0 + 1900.0 * numbers.fraction()), 2),
        ("exponential", Box::new(|numbers| -2000.0 * (1.0 - numbers.fraction()).ln()), 2),
        ("two sizes", Box::new(mix(0.6, 100.0, 1600.0)), 2),
        ("one in four large", Box::new(mix(0.75, 300.0, 5000.0)), 2),
        ("one in twenty large", Box::new(mix(0.95, 300.0, 5000.0)), 200),
    ]
}

fn learned(numbers: &mut Numbers, noise: &dyn Fn(&mut Numbers) -> f64) -> Measure {
    let mut measure = Measure::new();
    for _ in 0..WINDOW {
        measure.take(noise(numbers) as u64, WINDOW, &BYTES);
    }
    measure
}

#[test]
fn noise_that_does_not_change_is_hardly_ever_flagged() {
    const TOOLS: u64 = 40;
    for (name, noise, most) in noises() {
        let (mut spiked, mut drifted) = (0, 0);
        for seed in 0..TOOLS {
            let mut numbers = Numbers(seed);
            let mut measure = learned(&mut numbers, &noise);
            for _ in 0..10_000 {
                let value = noise(&mut numbers) as u64;
                match measure.unusual(value, &BYTES) {
                    // Flagged calls never teach.
                    Some(Unusual::Spike { .. }) => spiked += 1,
                    Some(Unusual::Drift { .. }) => drifted += 1,
                    None => measure.take(value, WINDOW, &BYTES),
                }
            }
        }
        assert!(spiked + drifted <= most * TOOLS, "{name}: {spiked} spikes and {drifted} drifts");
    }
}

#[test]
fn minutes_of_usual_work_are_hardly_ever_flagged() {
    const TOOLS: u64 = 40;
    const MINUTES: u64 = 1000;
    // From one to so many calls in a busy minute, and as many minutes idle.
    for most in [1.0, 3.0, 8.0, 30.0, 200.0] {
        let mut flagged = 0;
        for seed in 0..TOOLS {
            let mut numbers = Numbers(seed);
            let mut pace = Pace::new();
            for minute in 0..MINUTES {
                let calls = 1 + (most * numbers.fraction()) as u64;
                let now_ms = |call: u64| 2 * minute * 60_000 + call;
                let is_usual = |pace: &mut Pace, call: u64| {
                    let is_usual = pace.unusual(now_ms(call)).is_none();
                    if is_usual {
                        pace.take(now_ms(call));
                    }
                    is_usual
                };
                flagged += u64::from(!(0..calls).all(|call| is_usual(&mut pace, call)));
            }
        }
        assert!(flagged * 1000 <= TOOLS * MINUTES, "up to {most} calls: {flagged}");
    }
}

#[test]
fn a_usual_share_of_errors_is_hardly_ever_flagged() {
    const TOOLS: u64 = 40;
    for share in [0.0, 0.01, 0.05, 0.1, 0.3, 0.5, 0.9] {
        let mut flagged = 0;
        for seed in 0..TOOLS {
            let mut numbers = Numbers(seed);
            let mut failures = Failures::default();
            for _ in 0..10_000 {
                let is_error = numbers.fraction() < share;
                match failures.is_unusual(is_error) {
                    true => flagged += 1,
                    false => failures.take(is_error, WINDOW),
                }
            }
        }
        assert!(flagged <= 2 * TOOLS, "{share}: {flagged}");
    }
}

#[test]
fn a_rise_of_one_percent_a_session_is_seen_before_it_is_half_as_much_again() {
    for (octaves, calls) in [(0.0, 1), (0.1, 1), (0.26, 1), (0.26, 10), (0.5, 10)] {
        let noise = log_normal(octaves);
        let mut volumes: Vec<f64> = (0..100)
            .map(|seed| {
                let mut numbers = Numbers(1000 + seed);
                let mut measure = learned(&mut numbers, &noise);
                let mut volume = 1.0;
                loop {
                    volume *= 1.01;
                    for _ in 0..calls {
                        let value = (noise(&mut numbers) * volume) as u64;
                        if measure.unusual(value, &BYTES).is_some() {
                            return volume;
                        }
                        measure.take(value, WINDOW, &BYTES);
                    }
                }
            })
            .collect();
        volumes.sort_by(f64::total_cmp);
        assert!(volumes[90] <= 1.5, "{octaves} octaves, {calls} calls a session: {}", volumes[90]);
    }
}

#[test]
fn a_mean_that_keeps_learning_would_not_see_it() {
    // The test above is worth something only if the plain way fails it.
    let (mut mean, mut volume) = (4000.0, 4000.0_f64);
    for _ in 0..200 {
        volume *= 1.01;
        assert!(volume < 1.5 * mean, "a rolling mean follows the ramp");
        mean += (volume - mean) / 25.0;
    }
}
