//! The checks on definitions, measured on labelled definitions.
//!
//! Each entry is scanned as a scan would see it: beside its `peers`, with every check, alone otherwise.

mod category;
mod entry;

pub use category::Category;
pub(crate) use entry::object;
pub use entry::{Entry, Security};

use crate::judged::Judged;
use crate::watch::timed;
use crate::{Evaluation, Scores, Verdict, Watch};
use vetgate_vet::{Catalog, checks, inspect_one};

/// Judges every entry of a corpus.
pub fn judge(corpus: &Security, watch: &dyn Watch) -> Vec<Judged> {
    corpus.entries.iter().map(|entry| judge_one(entry, watch)).collect()
}

/// Judges one entry.
pub(crate) fn judge_one(entry: &Entry, watch: &dyn Watch) -> Judged {
    let (verdict, took) = timed(watch, || verdict(entry));
    Judged {
        id: entry.id.clone(),
        is_positive: entry.is_positive,
        category: entry.category.clone(),
        source: entry.source.clone(),
        pair: entry.pair.clone(),
        text: entry.text.clone(),
        verdict,
        took,
    }
}

pub(crate) fn verdict(entry: &Entry) -> Verdict {
    let catalog = Catalog::of(&entry.definitions);
    Verdict::of(inspect_one(&catalog, 0, checks::all()).as_ref())
}

/// The figures of judged entries.
pub fn score(corpus: &Security, judged: &[Judged]) -> Scores {
    let checks = checks::all().iter().map(|check| check.meta().id);
    Scores::of(Evaluation::Security, corpus.corpora.clone(), judged, checks)
}
