//! What a search finds, and why.

use crate::Field;
use serde::Serialize;
use std::sync::Arc;

/// A tool that fits the query.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The server that declares it.
    pub server: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// How well it fits: above zero, and comparable within one answer only.
    pub score: f64,
    /// What the score is made of: the contributions sum to it. In the order of the query, then of the fields.
    pub reasons: Vec<Reason>,
}

/// One word of the query met one word of the tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reason {
    /// The word, or words, of the query in their base form.
    pub query: Box<str>,
    /// The word of the tool in its base form.
    pub word: Box<str>,
    /// Where it stands.
    pub field: Field,
    /// How the two met.
    pub matched: Match,
    /// What this adds to the score.
    pub contribution: f64,
}

/// How a word of the query met a word of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// It is the same word, inflected or not.
    Direct,
    /// It belongs to the same family: `translation` and `translate`.
    Family,
    /// The lexicon says that people use the one for the other.
    Synonym,
    /// It is spelt almost so; only for words that match nothing else.
    Similar,
}

impl Match {
    /// What it is called where people read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Family => "family",
            Self::Synonym => "synonym",
            Self::Similar => "similar",
        }
    }
}
