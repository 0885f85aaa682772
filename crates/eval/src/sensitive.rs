//! Personal data and secrets, measured on texts with marked spans.
//!
//! A row is `{text, spans: [{type, start, end}], negative_for: [type]}` with places in characters; rows of secrets may be
//! labelled `secret` or `not_secret` as a whole. Types may go by anyone's names (`data_type_names.txt`); those that no rule could
//! find are left out and counted. What a file marks nowhere is not scored in it: a collection of secrets says nothing of
//! the addresses in its texts.
//!
//! A span is found if something of its type overlaps it. Everything else that is found is wrong. Only what the detector is
//! at least fairly sure of counts, as in reports; a high grade stands where other evaluations have the hard tier.

mod count;
mod data_type;
mod entry;

pub use count::score;
pub use entry::{Entry, Sensitive};

use crate::Watch;
use crate::watch::timed;
use serde::Serialize;
use std::time::Duration;
use vetgate_model::Confidence;
use vetgate_sensitive::{Detector, Grade, Match};

/// What was said of a text.
#[derive(Debug, Clone, Serialize)]
pub struct Inspected {
    /// The id of the text.
    pub id: String,
    /// Whether anything was found that its file is about, at medium or above.
    pub flagged: bool,
    /// Everything that was found, however unsure.
    pub spans: Vec<Found>,
    /// How long that took.
    #[serde(skip)]
    pub took: Duration,
}

/// A value that was found in a text.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    /// The id of its kind.
    pub r#type: String,
    /// Where it starts, in characters.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// How sure that is.
    pub confidence: Confidence,
}

impl Found {
    /// The kind, its place in characters, and how sure it is.
    fn of(found: Match, starts: &[usize]) -> Self {
        let characters = |byte: usize| starts.partition_point(|start| *start < byte);
        let (start, end) = (characters(found.span.start), characters(found.span.end));
        Self { r#type: found.kind, start, end, confidence: found.confidence }
    }

    /// Whether it is sure enough to be shown by default.
    fn is_shown(&self) -> bool {
        Grade::of(self.confidence) >= Grade::Medium
    }
}

/// Looks through every text of a corpus.
pub fn judge(corpus: &Sensitive, watch: &dyn Watch) -> Vec<Inspected> {
    let detector = Detector::new();
    let inspect = |entry: &Entry| {
        let (matches, took) = timed(watch, || detector.inspect(entry.text.as_bytes()));
        let starts: Vec<usize> = entry.text.char_indices().map(|(at, _)| at).collect();
        let spans: Vec<Found> = matches.into_iter().map(|found| Found::of(found, &starts)).collect();
        let flagged = count::scored(corpus, entry, &spans).next().is_some();
        Inspected { id: entry.id.clone(), flagged, spans, took }
    };
    corpus.entries.iter().map(inspect).collect()
}
