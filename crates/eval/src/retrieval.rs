//! Tool search, measured by queries whose relevant tools are known.

mod golden;
mod measure;

pub use golden::{Golden, Query, Tools};
pub use measure::{Metrics, Ranking};

use crate::Watch;
use crate::gate::Gated;
use crate::judged::timing;
use crate::scores::{Corpus, Timing};
use crate::tally::rounded;
use crate::watch::timed;
use serde::Serialize;
use std::collections::BTreeMap;

/// How deep a ranking is looked at: a relevant tool further down counts as not found.
const DEPTH: usize = 100;
/// How many of the first tools a report shows of each query.
const SHOWN: usize = 5;

/// What tool search is worth.
#[derive(Debug, Clone, Serialize)]
pub struct Retrieval {
    /// The tools and the queries.
    pub corpora: Vec<Corpus>,
    /// The version of the tools, where they state one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corpus_version: Option<String>,
    /// The version of the queries, where they state one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub golden_version: Option<String>,
    /// How many tools are searched.
    pub tools: usize,
    /// The means over all queries.
    pub metrics: Metrics,
    /// Mean recall among the first 1, 2, 3, ... tools.
    pub curve: Vec<f64>,
    /// What differs from the baseline.
    pub baseline_delta: BTreeMap<String, f64>,
    /// Each query.
    pub per_query: Vec<QueryScore>,
    /// What the gate says; nothing if it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gated>,
    /// How long one query takes: the one part that differs from run to run.
    pub timing: Timing,
}

/// How one query fares.
#[derive(Debug, Clone, Serialize)]
pub struct QueryScore {
    /// The query's id.
    pub id: String,
    /// What is asked for. A stranger's text.
    pub query: String,
    /// The share of relevant tools among the first five.
    pub recall_at_5: f64,
    /// One over the rank of the first relevant tool.
    pub reciprocal_rank: f64,
    /// How well the order agrees with the grades among the first ten.
    pub ndcg_at_10: f64,
    /// The mean precision at each relevant tool.
    pub average_precision: f64,
    /// The first tools found.
    pub first: Vec<String>,
    /// Relevant tools that are not among the first five.
    pub missed: Vec<String>,
    /// Tools that were judged irrelevant and stand before every relevant one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub misled_by: Vec<String>,
}

/// Asks every query and measures the answers.
pub fn score(golden: &Golden, watch: &dyn Watch) -> Retrieval {
    let mut took = Vec::new();
    let mut rankings = Vec::new();
    let mut per_query = Vec::new();
    for query in &golden.queries {
        let (hits, time) = timed(watch, || golden.tools.search(&query.text, DEPTH));
        took.push(time);
        let ranking = Ranking::of(query, &hits);
        per_query.push(query_score(query, &hits, &ranking));
        rankings.push(ranking);
    }
    Retrieval {
        corpora: golden.corpora.clone(),
        corpus_version: golden.tools.version.clone(),
        golden_version: golden.version.clone(),
        tools: golden.tools.len(),
        metrics: Metrics::of(&rankings),
        curve: (1..=20).map(|k| rounded(measure::mean(rankings.iter().map(|ranking| ranking.recall(k))))).collect(),
        baseline_delta: BTreeMap::new(),
        per_query,
        gate: None,
        timing: timing(took.into_iter()),
    }
}

fn query_score(query: &Query, hits: &[&str], ranking: &Ranking) -> QueryScore {
    let relevant = |id: &str| query.relevance.get(id).is_some_and(|grade| *grade > 0);
    let first_relevant = hits.iter().position(|id| relevant(id)).unwrap_or(hits.len());
    let judged = |id: &&&str| query.relevance.get(**id) == Some(&0);
    let missed = query.relevance.iter().filter(|(id, grade)| **grade > 0 && !hits.iter().take(5).any(|hit| hit == id));
    QueryScore {
        id: query.id.clone(),
        query: query.text.clone(),
        recall_at_5: rounded(ranking.recall(5)),
        reciprocal_rank: rounded(ranking.reciprocal()),
        ndcg_at_10: rounded(ranking.ndcg(10)),
        average_precision: rounded(ranking.average_precision()),
        first: hits.iter().take(SHOWN).map(|id| (*id).to_owned()).collect(),
        missed: missed.map(|(id, _)| id.clone()).collect(),
        misled_by: hits[..first_relevant].iter().filter(judged).map(|id| (*id).to_owned()).collect(),
    }
}

impl Retrieval {
    /// Notes how every metric differs from a baseline's.
    pub fn compare(&mut self, baseline: &crate::Baseline) {
        let Some(before) = &baseline.retrieval else { return };
        let delta = |(name, value): (&str, f64)| Some((name.to_owned(), rounded(value - before.figures.get(name)?)));
        self.baseline_delta = self.metrics.named().filter_map(delta).collect();
    }
}
