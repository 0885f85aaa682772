//! The measures of a ranking.

use super::Query;
use crate::tally::rounded;
use serde::Serialize;
use std::collections::BTreeMap;

/// The grades of what was found, in order, and of everything there was to find.
///
/// ```
/// use vetgate_eval::Ranking;
/// let ranking = Ranking::new(vec![0, 2, 0, 1], vec![2, 1, 1]);
/// assert_eq!(ranking.recall(2), 1.0 / 3.0);
/// assert_eq!(ranking.reciprocal(), 0.5);
/// ```
#[derive(Debug, Clone)]
pub struct Ranking {
    found: Vec<u8>,
    /// Grades above 0 of all relevant tools, greatest first.
    ideal: Vec<u8>,
}

impl Ranking {
    /// A ranking by its grades, and all grades above 0 that there are.
    pub fn new(found: Vec<u8>, mut ideal: Vec<u8>) -> Self {
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        Self { found, ideal }
    }

    pub(super) fn of(query: &Query, hits: &[&str]) -> Self {
        let grade = |id: &&str| query.relevance.get(*id).copied().unwrap_or(0);
        let relevant = query.relevance.values().copied().filter(|grade| *grade > 0);
        Self::new(hits.iter().map(grade).collect(), relevant.collect())
    }

    /// The share of relevant tools among the first `k`.
    pub fn recall(&self, k: usize) -> f64 {
        let found = self.found.iter().take(k).filter(|grade| **grade > 0).count();
        if self.ideal.is_empty() { 0.0 } else { found as f64 / self.ideal.len() as f64 }
    }

    /// One over the rank of the first relevant tool; 0 if there is none.
    pub fn reciprocal(&self) -> f64 {
        self.found.iter().position(|grade| *grade > 0).map_or(0.0, |at| 1.0 / (at + 1) as f64)
    }

    /// Discounted gain among the first `k`, over that of the best possible order. A tool of grade 2 is worth three of
    /// grade 1.
    pub fn ndcg(&self, k: usize) -> f64 {
        let gain = |grades: &[u8]| -> f64 {
            let gains = grades.iter().take(k).enumerate();
            gains.map(|(at, grade)| (f64::from(*grade).exp2() - 1.0) / ((at + 2) as f64).log2()).sum()
        };
        let best = gain(&self.ideal);
        if best > 0.0 { gain(&self.found) / best } else { 0.0 }
    }

    /// The mean of the precision at each relevant tool; one that is not found counts 0.
    pub fn average_precision(&self) -> f64 {
        let ranks = self.found.iter().enumerate().filter(|(_, grade)| **grade > 0).map(|(at, _)| at + 1);
        let sum: f64 = ranks.enumerate().map(|(before, rank)| (before + 1) as f64 / rank as f64).sum();
        if self.ideal.is_empty() { 0.0 } else { sum / self.ideal.len() as f64 }
    }
}

/// The means over all queries.
#[derive(Debug, Clone, Serialize)]
pub struct Metrics {
    /// How many queries there are.
    pub queries: usize,
    /// Recall among the first 1, 3, 5 and 10.
    pub recall_at: BTreeMap<usize, f64>,
    /// Mean reciprocal rank.
    pub mrr: f64,
    /// Normalized discounted cumulative gain among the first ten.
    pub ndcg_at_10: f64,
    /// Mean average precision.
    pub map: f64,
}

/// The depths at which recall is reported, with the names that baselines use.
const DEPTHS: [(usize, &str); 4] = [(1, "recall_at_1"), (3, "recall_at_3"), (5, "recall_at_5"), (10, "recall_at_10")];

impl Metrics {
    pub(super) fn of(rankings: &[Ranking]) -> Self {
        let over = |measure: &dyn Fn(&Ranking) -> f64| rounded(mean(rankings.iter().map(measure)));
        Self {
            queries: rankings.len(),
            recall_at: DEPTHS.iter().map(|(k, _)| (*k, over(&|ranking| ranking.recall(*k)))).collect(),
            mrr: over(&Ranking::reciprocal),
            ndcg_at_10: over(&|ranking| ranking.ndcg(10)),
            map: over(&Ranking::average_precision),
        }
    }

    /// The share of relevant tools among the first five.
    pub fn recall_at_5(&self) -> f64 {
        self.recall_at.get(&5).copied().unwrap_or(0.0)
    }

    /// Every metric by name.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let recalls = DEPTHS.iter().map(|(k, name)| (*name, self.recall_at.get(k).copied().unwrap_or(0.0)));
        recalls.chain([("mrr", self.mrr), ("ndcg_at_10", self.ndcg_at_10), ("map", self.map)])
    }
}

/// The mean; 0 of none.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0usize), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / count as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_order_is_one_and_an_empty_one_is_nothing() {
        let best = Ranking::new(vec![2, 1, 0], vec![1, 2]);
        assert_eq!((best.ndcg(10), best.average_precision(), best.reciprocal(), best.recall(2)), (1.0, 1.0, 1.0, 1.0));
        let none = Ranking::new(vec![], vec![2]);
        assert_eq!((none.ndcg(10), none.average_precision(), none.reciprocal(), none.recall(10)), (0.0, 0.0, 0.0, 0.0));
    }

    #[test]
    fn a_lower_grade_first_costs_gain_but_no_recall() {
        let swapped = Ranking::new(vec![1, 2], vec![2, 1]);
        assert!(swapped.ndcg(10) < 0.8 && swapped.recall(2) == 1.0);
    }

    #[test]
    fn what_is_not_found_counts_in_average_precision() {
        let half = Ranking::new(vec![0, 1], vec![1, 1]);
        assert_eq!(half.average_precision(), 0.25);
    }
}
