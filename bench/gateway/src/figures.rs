//! Figures of a target, and how they are shown beside their budgets.

use std::time::Duration;

/// What was measured of one target over all rounds.
#[derive(Debug, Default)]
pub struct Figures {
    /// How long each call took on one connection.
    pub latencies: Vec<Duration>,
    /// Calls a second on many connections, by round.
    pub rates: Vec<f64>,
}

impl Figures {
    /// The latency that the share of calls (0.5 or 0.99) did not exceed, in milliseconds.
    pub fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let index = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
        sorted.get(index).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
    }

    /// The median of the rounds.
    pub fn rate(&self) -> f64 {
        let mut sorted = self.rates.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// Says of a budget whether it was kept.
pub fn verdict(kept: bool) -> &'static str {
    if kept { "kept" } else { "MISSED" }
}
