//! The product's own red team: known attacks in disguise, and how many are still found.

use crate::gate::Gated;
use crate::scores::{Corpus, Item};
use crate::tally::Share;
use serde::Serialize;

/// How attacks in disguise fare.
#[derive(Debug, Clone, Serialize)]
pub struct Evasion {
    /// What the attacks were taken from.
    pub corpora: Vec<Corpus>,
    /// What decides where the disguises go.
    pub seed: u64,
    /// The attacks as they are.
    pub unmutated: Share,
    /// Each disguise.
    pub mutations: Vec<Mutated>,
    /// What the gates say; nothing if they were not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gated>,
}

/// How attacks fare in one disguise.
#[derive(Debug, Clone, Serialize)]
pub struct Mutated {
    /// The disguise.
    pub mutation: String,
    /// What it does, in one sentence.
    pub what: String,
    /// Attacks that are found, of those that take the disguise.
    pub found: Share,
    /// The recall on the same attacks without it.
    pub before: Share,
    /// What is left of that recall: 1 if the disguise does not help.
    pub relative: Option<f64>,
    /// Attacks that are found without the disguise and not with it.
    pub escaped: Vec<Item>,
}
