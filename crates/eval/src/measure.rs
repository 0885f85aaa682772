//! One evaluation from files to figures: the one list of what reads, judges and scores what.

use crate::judged::Judged;
use crate::retrieval::{self, Golden};
use crate::{Evaluation, File, Flaw, Retrieval, Scores, Verdict, Watch};
use crate::{capability, contradiction, flow, responses, security, sensitive};
use serde::Serialize;

/// The files of one evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Data<'f> {
    /// Labelled items; for tool search, the tools.
    pub corpus: &'f [File<'f>],
    /// The queries of tool search; nothing else has any.
    pub golden: &'f [File<'f>],
    /// Whether the guard is told what the user of a session asked for, as a client may report it.
    pub with_user_words: bool,
}

/// The figures of one evaluation, and what was said of each item as JSON Lines.
#[derive(Debug)]
pub struct Measured {
    /// The figures.
    pub part: Part,
    /// One JSON object an item, in the order of the files.
    pub verdicts: Vec<String>,
}

/// The figures of one evaluation.
#[derive(Debug)]
pub enum Part {
    /// Of tool search.
    Search(Box<Retrieval>),
    /// Of a detector.
    Detector(Box<Scores>),
}

/// Reads, judges and scores.
pub fn measure(evaluation: Evaluation, data: Data<'_>, watch: &dyn Watch) -> Result<Measured, Vec<Flaw>> {
    let detector = |scores: Scores, verdicts| Measured { part: Part::Detector(Box::new(scores)), verdicts };
    Ok(match evaluation {
        Evaluation::Retrieval => {
            let scores = retrieval::score(&Golden::read(data.corpus, data.golden)?, watch);
            let verdicts = lines(scores.per_query.iter().map(Found::of));
            Measured { part: Part::Search(Box::new(scores)), verdicts }
        }
        Evaluation::Security => {
            let corpus = security::Security::read(data.corpus)?;
            let judged = security::judge(&corpus, watch);
            detector(security::score(&corpus, &judged), lines(judged.iter().map(Said::of)))
        }
        Evaluation::Responses => {
            let corpus = responses::Responses::read(data.corpus)?;
            let judged = responses::judge(&corpus, watch);
            detector(responses::score(&corpus, &judged), lines(judged.iter().map(Said::of)))
        }
        Evaluation::Sensitive => {
            let corpus = sensitive::Sensitive::read(data.corpus)?;
            let judged = sensitive::judge(&corpus, watch);
            detector(sensitive::score(&corpus, &judged), lines(judged.iter()))
        }
        Evaluation::Capability => {
            let corpus = capability::Capability::read(data.corpus)?;
            let judged = capability::judge(&corpus, watch);
            detector(capability::score(&corpus, &judged), lines(judged.iter()))
        }
        Evaluation::Contradiction => {
            let corpus = contradiction::Contradictions::read(data.corpus)?;
            let judged = contradiction::judge(&corpus, watch);
            detector(contradiction::score(&corpus, &judged), lines(judged.iter().map(Said::of)))
        }
        Evaluation::Flow => {
            let corpus = flow::Flow::read(data.corpus)?;
            let judged = flow::judge(&corpus, data.with_user_words, watch);
            detector(flow::score(&corpus, &judged), lines(judged.iter()))
        }
    })
}

/// What was said of an item, beside what is so.
#[derive(Serialize)]
struct Said<'j> {
    id: &'j str,
    label: &'static str,
    #[serde(flatten)]
    verdict: &'j Verdict,
}

impl<'j> Said<'j> {
    fn of(judged: &'j Judged) -> Self {
        let label = if judged.is_positive { "malicious" } else { "benign" };
        Self { id: &judged.id, label, verdict: &judged.verdict }
    }
}

/// What a query found first.
#[derive(Serialize)]
struct Found<'q> {
    id: &'q str,
    first: &'q [String],
    recall_at_5: f64,
}

impl<'q> Found<'q> {
    fn of(query: &'q crate::QueryScore) -> Self {
        Self { id: &query.id, first: &query.first, recall_at_5: query.recall_at_5 }
    }
}

fn lines(rows: impl Iterator<Item = impl Serialize>) -> Vec<String> {
    rows.map(|row| serde_json::to_string(&row).expect("plain data can be written")).collect()
}
