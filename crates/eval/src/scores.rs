//! What an evaluation of a detector says: plain data, the same bytes for the same data and code, but for `timing`.

use crate::gate::Gated;
use crate::judged::{self, Judged};
use crate::rows::Rows;
use crate::tally::Share;
use crate::{File, Tally};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;

macro_rules! evaluations {
    ($($(#[$doc:meta])+ $variant:ident => $name:literal;)+) => {
        /// What can be evaluated.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Evaluation {
            $($(#[$doc])+ $variant,)+
        }

        impl Evaluation {
            /// Every evaluation, in the order in which `all` runs them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

evaluations! {
    /// Tool search.
    Retrieval => "retrieval";
    /// The checks on definitions.
    Security => "security";
    /// The text checks on what tools return.
    Responses => "responses";
    /// Personal data and secrets.
    Sensitive => "sensitive";
    /// What tools can do.
    Capability => "capability";
    /// Sessions of calls and responses.
    Flow => "flow";
    /// The contradiction matrix on single calls.
    Contradiction => "contradiction";
}

/// The figures of a detector on labelled items.
#[derive(Debug, Clone, Serialize)]
pub struct Scores {
    /// Which detector.
    pub evaluation: Evaluation,
    /// What it was measured on.
    pub corpora: Vec<Corpus>,
    /// Detection is deterministic: one run says it all.
    pub runs_averaged: usize,
    /// The whole engine first, then its parts.
    pub per_detector: Vec<Detector>,
    /// By kind of attack and of harmless text.
    pub per_category: Vec<Group>,
    /// By who wrote the items.
    pub per_source: Vec<Group>,
    /// How well attacks are told from their harmless twins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Pairs>,
    /// What a stricter threshold would do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<Point>,
    /// Shares that are no detection: a role that is right, a class that is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Measure>,
    /// Positives that were not flagged.
    pub missed: Vec<Item>,
    /// Negatives that were.
    pub false_alarms: Vec<Item>,
    /// What the gates say; nothing if they were not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gated>,
    /// How long one item takes: the one part that differs from run to run.
    pub timing: Timing,
}

impl Scores {
    /// Counts everything that can be counted over judged items. `checks` are the detectors that could have spoken.
    pub fn of<'c>(
        evaluation: Evaluation,
        corpora: Vec<Corpus>,
        items: &'c [Judged],
        checks: impl Iterator<Item = &'c str>,
    ) -> Self {
        let (missed, false_alarms) = judged::errors(items);
        Self {
            evaluation,
            corpora,
            runs_averaged: 1,
            per_detector: judged::detectors(items, checks),
            per_category: judged::groups(items, |item| &item.category),
            per_source: judged::groups(items, |item| &item.source),
            pairs: judged::pairs(items),
            curve: judged::curve(items),
            measures: Vec::new(),
            missed,
            false_alarms,
            gate: None,
            timing: judged::timing(items.iter().map(|item| item.took)),
        }
    }

    /// The figures of one detector, by its name.
    pub fn detector(&self, name: &str) -> Option<&Detector> {
        self.per_detector.iter().find(|detector| detector.detector == name)
    }
}

/// A file that was measured on.
#[derive(Debug, Clone, Serialize)]
pub struct Corpus {
    /// As the user named it.
    pub file: String,
    /// The version it states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// How many items were scored.
    pub items: usize,
    /// Items that were left out, by reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out: BTreeMap<String, usize>,
    /// The hash of its text.
    pub sha256: String,
}

impl Corpus {
    pub(crate) fn of(file: &File, rows: &Rows) -> Self {
        let mut sha256 = String::with_capacity(64);
        for byte in Sha256::digest(file.text.as_bytes()) {
            // Writing to a string cannot fail.
            let _ = write!(sha256, "{byte:02x}");
        }
        let (file, version) = (file.name.to_owned(), rows.version.clone());
        Self { file, version, items: rows.rows.len(), left_out: BTreeMap::new(), sha256 }
    }

    pub(crate) fn leave_out(&mut self, reason: &str) {
        *self.left_out.entry(reason.to_owned()).or_default() += 1;
    }
}

/// What a detector is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DetectorKind {
    /// All of it.
    Engine,
    /// What it says at one tier or level.
    Tier,
    /// One check.
    Check,
    /// One type of personal data or secret.
    Type,
    /// One capability.
    Tag,
}

/// One detector's figures.
#[derive(Debug, Clone, Serialize)]
pub struct Detector {
    /// Its name: `engine`, a tier, the id of a check.
    pub detector: String,
    /// What it is.
    pub kind: DetectorKind,
    /// Its counts and what follows from them.
    #[serde(flatten)]
    pub tally: Tally,
}

impl Detector {
    /// A detector with its counts.
    pub fn new(name: impl Into<String>, kind: DetectorKind, tally: Tally) -> Self {
        Self { detector: name.into(), kind, tally }
    }
}

/// The figures of one category or source.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Flagged at any tier.
    #[serde(flatten)]
    pub tally: Tally,
    /// Flagged at the hard tier.
    pub hard: Tally,
    /// How many items each check spoke on.
    pub checks: BTreeMap<String, usize>,
}

impl Group {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), tally: Tally::default(), hard: Tally::default(), checks: BTreeMap::new() }
    }
}

/// How well attacks are told from their harmless twins.
#[derive(Debug, Clone, Serialize)]
pub struct Pairs {
    /// The attack is flagged and its twin is not.
    pub told_apart: Share,
    /// The attack is graded more gravely than its twin.
    pub graded_apart: Share,
    /// Pairs that are not told apart.
    pub confused: Vec<String>,
}

/// What holds if only findings at least so sure counted.
#[derive(Debug, Clone, Serialize)]
pub struct Point {
    /// The least confidence that counts.
    pub threshold: f64,
    /// The counts at that threshold.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A named share.
#[derive(Debug, Clone, Serialize)]
pub struct Measure {
    /// What is counted.
    pub name: String,
    /// So many of so many.
    #[serde(flatten)]
    pub share: Share,
}

/// An item that was judged wrongly, for people to read.
#[derive(Debug, Clone, Serialize)]
pub struct Item {
    /// The item's id.
    pub id: String,
    /// Its category.
    pub category: String,
    /// The checks that spoke.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<String>,
    /// What it is about. A stranger's text: it must be escaped wherever it is shown.
    pub text: String,
}

impl Item {
    pub(crate) fn of(item: &Judged) -> Self {
        Self {
            id: item.id.clone(),
            category: item.category.clone(),
            checks: item.verdict.checks.clone(),
            text: item.text.clone(),
        }
    }
}

/// How long one item takes, in microseconds.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Timing {
    /// How many were timed.
    pub items: usize,
    /// The median.
    pub p50_us: f64,
    /// What 99 of 100 stay below.
    pub p99_us: f64,
    /// The mean.
    pub mean_us: f64,
}
