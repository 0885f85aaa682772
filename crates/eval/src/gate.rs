//! Whether figures are good enough, and if not, by how much and because of which items.

use crate::baseline::{Baseline, Limits, stem};
use crate::retrieval::Retrieval;
use crate::scores::{Corpus, DetectorKind, Scores};
use crate::tally::rounded;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the detector that is the whole engine.
const ENGINE: &str = "engine";

/// What the gates say together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Every gate holds.
    Passed,
    /// Without positives or without negatives nothing can be said: never a pass.
    Vacuous,
    /// A gate does not hold.
    Failed,
}

/// The gates of one evaluation.
#[derive(Debug, Clone, Serialize)]
pub struct Gated {
    /// All together.
    pub status: Status,
    /// True if every gate holds and the run is not vacuous.
    pub passed: bool,
    /// Largest allowed fall of Recall@5 below the baseline; tool search only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// The detector that `fpr_ceiling` and `recall_floor` belong to: the whole engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detector: Option<&'static str>,
    /// Largest allowed false-positive rate of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fpr_ceiling: Option<f64>,
    /// Least allowed recall of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recall_floor: Option<f64>,
    /// Why nothing can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacuous: Option<String>,
    /// Every gate that was asked.
    pub gates: Vec<Gate>,
    /// How items differ from the baseline, if it was taken on the same files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Changed>,
}

/// One limit and what was reached.
#[derive(Debug, Clone, Serialize)]
pub struct Gate {
    /// Whose: the name of a detector, or `search`.
    pub detector: String,
    /// What: `recall`, `precision`, `fpr`, `recall_at_5`.
    pub measure: &'static str,
    /// The limit.
    pub limit: f64,
    /// Whether the limit is the most that is allowed, rather than the least.
    pub is_ceiling: bool,
    /// What was reached.
    pub reached: f64,
    /// Whether it holds.
    pub passed: bool,
}

impl Gate {
    pub(crate) fn new(detector: &str, measure: &'static str, limit: f64, is_ceiling: bool, reached: f64) -> Self {
        let (limit, reached) = (rounded(limit), rounded(reached));
        let passed = if is_ceiling { reached <= limit } else { reached >= limit };
        Self { detector: detector.to_owned(), measure, limit, is_ceiling, reached, passed }
    }

    /// How far beyond the limit it is; 0 if it holds.
    pub fn excess(&self) -> f64 {
        if self.passed { 0.0 } else { rounded((self.reached - self.limit).abs()) }
    }
}

/// Items whose outcome is not that of the baseline, by id.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// Were right and are wrong.
    pub worse: Vec<String>,
    /// Were wrong and are right.
    pub better: Vec<String>,
}

impl Changed {
    fn between<'i>(before: impl Iterator<Item = &'i String>, now: impl Iterator<Item = &'i String>) -> Self {
        let (before, now): (BTreeSet<&String>, BTreeSet<&String>) = (before.collect(), now.collect());
        let only = |these: &BTreeSet<&String>, those: &BTreeSet<&String>| {
            these.difference(those).map(|id| (*id).clone()).collect()
        };
        Self { worse: only(&now, &before), better: only(&before, &now) }
    }
}

impl Gated {
    /// The result of these gates together; `vacuous` is the reason if nothing can be said.
    pub fn of(gates: Vec<Gate>, vacuous: Option<String>, changed: Option<Changed>) -> Self {
        let status = match () {
            () if vacuous.is_some() => Status::Vacuous,
            () if gates.iter().all(|gate| gate.passed) => Status::Passed,
            () => Status::Failed,
        };
        let of_engine = |measure| {
            let gate = gates.iter().find(|gate| gate.detector == ENGINE && gate.measure == measure)?;
            Some(gate.limit)
        };
        let (fpr_ceiling, recall_floor) = (of_engine("fpr"), of_engine("recall"));
        let detector = fpr_ceiling.or(recall_floor).map(|_| ENGINE);
        let passed = status == Status::Passed;
        Self { status, passed, tolerance: None, detector, fpr_ceiling, recall_floor, vacuous, gates, changed }
    }

    /// The gates that do not hold.
    pub fn failed(&self) -> impl Iterator<Item = &Gate> {
        self.gates.iter().filter(|gate| !gate.passed)
    }
}

/// Holds `scores` to the limits of `baseline`.
pub fn gate(scores: &Scores, baseline: &Baseline) -> Gated {
    let before = baseline.detectors.get(&scores.evaluation);
    let is_same = before.is_some_and(|before| is_same(&before.corpora, &scores.corpora));
    let mut gates = Vec::new();
    for (name, limits) in before.into_iter().flat_map(|before| &before.gates) {
        let Some(detector) = scores.detector(name) else { continue };
        let limits = match detector.kind {
            _ if is_same => *limits,
            DetectorKind::Engine => *limits,
            // How much of a corpus a tier finds depends on what the corpus is made of; what it may flag wrongly does not.
            DetectorKind::Tier => Limits { fpr_ceiling: limits.fpr_ceiling, ..Limits::default() },
            _ => continue,
        };
        gates.extend(hold(name, &limits, detector.tally));
    }
    let changed = before.filter(|_| is_same).map(|before| {
        let now = scores.missed.iter().chain(&scores.false_alarms).map(|item| &item.id);
        Changed::between(before.missed.iter().chain(&before.false_alarms), now)
    });
    Gated::of(gates, vacuous(scores), changed)
}

fn hold(name: &str, limits: &Limits, tally: crate::Tally) -> Vec<Gate> {
    let limits = [
        ("recall", limits.recall_floor, false, tally.recall()),
        ("precision", limits.precision_floor, false, tally.precision()),
        ("fpr", limits.fpr_ceiling, true, tally.fpr()),
    ];
    let gate = |(measure, limit, is_ceiling, share): (&'static str, Option<f64>, bool, crate::Share)| {
        Some(Gate::new(name, measure, limit?, is_ceiling, share.value().unwrap_or(0.0)))
    };
    limits.into_iter().filter_map(gate).collect()
}

/// Why a pass would mean nothing.
fn vacuous(scores: &Scores) -> Option<String> {
    let engine = scores.detector(ENGINE)?.tally;
    match (engine.positives(), engine.negatives()) {
        (0, 0) => Some("there are no items to score".to_owned()),
        (0, _) => Some("no item should be flagged, so recall is undefined".to_owned()),
        (_, 0) => Some("every item should be flagged, so false alarms cannot be measured".to_owned()),
        _ => None,
    }
}

/// Holds tool search to the baseline's Recall@5 within its tolerance.
pub fn gate_search(retrieval: &Retrieval, baseline: &Baseline) -> Gated {
    let vacuous = retrieval.per_query.is_empty().then(|| "there are no queries to score".to_owned());
    let Some(before) = &baseline.retrieval else { return Gated::of(Vec::new(), vacuous, None) };
    let reference = before.figures.get("recall_at_5").copied().unwrap_or(0.0);
    let gate = Gate::new("search", "recall_at_5", reference - before.tolerance, false, retrieval.metrics.recall_at_5());
    let changed = is_same(&before.corpora, &retrieval.corpora).then(|| {
        let now: BTreeMap<&String, f64> =
            retrieval.per_query.iter().map(|query| (&query.id, query.recall_at_5)).collect();
        let was = |id: &String| before.queries.get(id).copied().unwrap_or(1.0);
        let differing = |is_worse: bool| {
            let differs = now.iter().filter(move |(id, recall)| {
                let change = rounded(**recall - was(id));
                if is_worse { change < 0.0 } else { change > 0.0 }
            });
            differs.map(|(id, _)| (*id).clone()).collect()
        };
        Changed { worse: differing(true), better: differing(false) }
    });
    Gated { tolerance: Some(before.tolerance), ..Gated::of(vec![gate], vacuous, changed) }
}

/// Whether a run is on the files that the baseline was taken on.
fn is_same(before: &BTreeMap<String, String>, corpora: &[Corpus]) -> bool {
    before.len() == corpora.len()
        && corpora.iter().all(|corpus| before.get(&stem(&corpus.file)) == Some(&corpus.sha256))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluation;
    use crate::judged::tests::item;
    use crate::judged::{Judged, Verdict};
    use vetgate_model::Tier;

    fn scores(items: &[(&str, bool, bool)]) -> Scores {
        let flagged = Verdict { flagged: true, tier: Some(Tier::Hard), ..Verdict::default() };
        let items: Vec<Judged> = items
            .iter()
            .map(|(id, is_positive, is_flagged)| {
                item(id, *is_positive, if *is_flagged { flagged.clone() } else { Verdict::default() })
            })
            .collect();
        let corpus = Corpus {
            file: "datasets/c.json".to_owned(),
            version: None,
            items: items.len(),
            left_out: BTreeMap::new(),
            sha256: "h".to_owned(),
        };
        Scores::of(Evaluation::Security, vec![corpus], &items, std::iter::empty())
    }

    fn baseline() -> Baseline {
        let mut baseline = Baseline::default();
        baseline.take(&scores(&[("a", true, true), ("b", true, true), ("c", false, false), ("d", false, false)]));
        baseline
    }

    #[test]
    fn what_was_reached_passes_and_says_that_nothing_changed() {
        let same = scores(&[("a", true, true), ("b", true, true), ("c", false, false), ("d", false, false)]);
        let gated = gate(&same, &baseline());
        assert_eq!(gated.status, Status::Passed);
        assert_eq!(gated.changed, Some(Changed::default()));
    }

    #[test]
    fn a_miss_and_a_false_alarm_fail_and_are_named() {
        let worse = scores(&[("a", true, false), ("b", true, true), ("c", false, true), ("d", false, false)]);
        let gated = gate(&worse, &baseline());
        assert_eq!(gated.status, Status::Failed);
        assert_eq!(
            gated.changed.as_ref().map(|changed| changed.worse.clone()),
            Some(vec!["a".to_owned(), "c".to_owned()])
        );
        let recall = gated.failed().find(|gate| gate.detector == "engine" && gate.measure == "recall").expect("fails");
        assert_eq!((recall.reached, recall.excess()), (0.5, 0.49));
        assert!(gated.failed().any(|gate| gate.measure == "fpr"));
    }

    #[test]
    fn without_positives_or_negatives_nothing_passes() {
        for items in [&[("a", true, true)][..], &[("c", false, false)], &[]] {
            assert_eq!(gate(&scores(items), &baseline()).status, Status::Vacuous);
        }
    }
}
