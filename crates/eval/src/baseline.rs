//! What was reached before, and how far a new run may fall behind it.

use crate::retrieval::Retrieval;
use crate::scores::{Evaluation, Scores};
use crate::tally::rounded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The figures and limits that the project ships with.
const OWN: &str = include_str!("../../../datasets/baseline_v1.json");

/// Reference figures, and the limits that a run is held to.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The version of this file.
    pub version: String,
    /// Tool search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retrieval: Option<SearchBaseline>,
    /// The detectors.
    #[serde(default)]
    pub detectors: BTreeMap<Evaluation, DetectorBaseline>,
    /// The least share of the unmutated recall that each mutation leaves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub evasion: BTreeMap<String, f64>,
}

/// What tool search reached.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchBaseline {
    /// The hash of each file it was measured on.
    pub corpora: BTreeMap<String, String>,
    /// How far Recall@5 may fall.
    pub tolerance: f64,
    /// The metrics by name: `recall_at_5`, `mrr`, ...
    pub figures: BTreeMap<String, f64>,
    /// Queries whose Recall@5 was below 1.
    pub queries: BTreeMap<String, f64>,
}

/// What a detector reached.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetectorBaseline {
    /// The hash of each file it was measured on.
    pub corpora: BTreeMap<String, String>,
    /// The limits, by the detector's name. Those of `engine` and what tiers may flag wrongly hold for any corpus; all else,
    /// which depends on what the corpus is made of, only for this one.
    pub gates: BTreeMap<String, Limits>,
    /// What each gated detector reached.
    pub figures: BTreeMap<String, Figures>,
    /// Positives that were missed.
    pub missed: Vec<String>,
    /// Negatives that were flagged.
    pub false_alarms: Vec<String>,
}

/// The limits of one detector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The least recall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recall_floor: Option<f64>,
    /// The least precision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision_floor: Option<f64>,
    /// The greatest share of negatives that may be flagged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fpr_ceiling: Option<f64>,
}

/// The figures of one detector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Precision, if anything was flagged.
    pub precision: Option<f64>,
    /// Recall, if there are positives.
    pub recall: Option<f64>,
    /// False-positive rate, if there are negatives.
    pub fpr: Option<f64>,
}

impl Baseline {
    /// The one that the project ships with.
    ///
    /// ```
    /// assert_eq!(vetgate_eval::Baseline::own().version, "1");
    /// ```
    pub fn own() -> Self {
        serde_json::from_str(OWN).expect("the project's baseline is read by a test")
    }

    /// Reads one; the error tells line and column.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Whether it holds an evaluation to anything.
    pub fn knows(&self, evaluation: Evaluation) -> bool {
        match evaluation {
            Evaluation::Retrieval => self.retrieval.is_some(),
            detector => self.detectors.contains_key(&detector),
        }
    }

    /// Takes the figures of a run, and limits just below them.
    pub fn take(&mut self, scores: &Scores) {
        let mut taken = DetectorBaseline {
            corpora: scores.corpora.iter().map(|corpus| (stem(&corpus.file), corpus.sha256.clone())).collect(),
            missed: scores.missed.iter().map(|item| item.id.clone()).collect(),
            false_alarms: scores.false_alarms.iter().map(|item| item.id.clone()).collect(),
            ..DetectorBaseline::default()
        };
        for detector in &scores.per_detector {
            let tally = detector.tally;
            let figures = Figures {
                precision: tally.precision().value().map(rounded),
                recall: tally.recall().value().map(rounded),
                fpr: tally.fpr().value().map(rounded),
            };
            taken.figures.insert(detector.detector.clone(), figures);
            let limits = Limits {
                // What moves from the soft tier to the hard one is no loss.
                recall_floor: figures.recall.filter(|recall| *recall > 0.0 && detector.detector != "soft").map(below),
                // Where negatives cannot be counted, precision says what false alarms cost.
                precision_floor: figures.precision.filter(|_| figures.fpr.is_none()).map(below),
                fpr_ceiling: figures.fpr.map(above),
            };
            taken.gates.insert(detector.detector.clone(), limits);
        }
        self.detectors.insert(scores.evaluation, taken);
    }

    /// Takes the figures of tool search. The tolerance stays what it was.
    pub fn take_search(&mut self, retrieval: &Retrieval) {
        let tolerance = self.retrieval.as_ref().map_or(0.01, |before| before.tolerance);
        let below_one = retrieval.per_query.iter().filter(|query| query.recall_at_5 < 1.0);
        self.retrieval = Some(SearchBaseline {
            corpora: retrieval.corpora.iter().map(|corpus| (stem(&corpus.file), corpus.sha256.clone())).collect(),
            tolerance,
            figures: retrieval.metrics.named().map(|(name, value)| (name.to_owned(), value)).collect(),
            queries: below_one.map(|query| (query.id.clone(), query.recall_at_5)).collect(),
        });
    }
}

/// A limit just below what was reached: half a point and the rest of the hundredth.
pub(crate) fn below(figure: f64) -> f64 {
    (((figure - 0.005) * 100.0).floor() / 100.0).max(0.0)
}

/// A limit just above what was reached.
fn above(figure: f64) -> f64 {
    (((figure + 0.005) * 100.0).ceil() / 100.0).min(1.0)
}

/// The name of a file without its folder: where it lies does not matter.
pub(crate) fn stem(file: &str) -> String {
    file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stand_just_off_what_was_reached() {
        assert_eq!((below(1.0), below(0.983), below(0.0)), (0.99, 0.97, 0.0));
        assert_eq!((above(0.0), above(0.012), above(1.0)), (0.01, 0.02, 1.0));
    }

    #[test]
    fn the_projects_own_baseline_can_be_read() {
        assert_eq!(Baseline::own().version, "1");
    }

    #[test]
    fn an_unknown_member_is_told() {
        let error = Baseline::parse("{\"version\": \"1\", \"floor\": 1}").expect_err("no such member");
        assert!(error.to_string().contains("floor"), "{error}");
    }
}
