//! Sessions, a row each.

use super::session::{Trifecta, closes};
use super::{Counts, walk};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use vetgate_flow::{Edge, Leg, Level, Pattern};
use vetgate_guard::Note;
use vetgate_ledger::{Filter, Kind, Order, Page, Query, Record};

/// How many flows there were, by how grave they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct FlowCounts {
    /// Attacks, unless somebody says otherwise.
    pub critical: usize,
    /// Worth a look.
    pub suspicious: usize,
    /// Ordinary work.
    pub safe: usize,
    /// The gravest kind of flow.
    pub pattern: Option<Pattern>,
    #[serde(skip)]
    gravest: Option<(Level, Pattern)>,
}

impl FlowCounts {
    /// Counts one more.
    pub fn add(&mut self, edge: &Edge) {
        match edge.level {
            Level::Critical => self.critical += 1,
            Level::Suspicious => self.suspicious += 1,
            Level::Safe => self.safe += 1,
        }
        self.gravest = self.gravest.max(Some((edge.level, edge.pattern)));
        self.pattern = self.gravest.map(|(_, pattern)| pattern);
    }

    /// What sorts the gravest last.
    pub fn gravity(&self) -> impl Ord + use<> {
        (self.gravest, self.critical, self.suspicious)
    }
}

/// One session.
#[derive(Debug, Clone, Serialize)]
pub struct SessionRow {
    /// Its short name; empty for calls that belong to none.
    pub session: String,
    /// Who called.
    pub principal: String,
    /// When its first and its last call was, of those that were read; milliseconds since 1970.
    pub first_ms: u64,
    /// The last one.
    pub last_ms: u64,
    /// What became of its calls.
    #[serde(flatten)]
    pub counts: Counts,
    /// The servers that it called.
    pub servers: BTreeSet<String>,
    /// The legs of the trifecta that it stood on.
    pub legs: BTreeSet<Leg>,
    /// Whether the calls that completed the trifecta were sent or stopped.
    pub trifecta: Option<Trifecta>,
    /// What flowed in it.
    pub flows: FlowCounts,
}

/// Sessions, the one that called last first.
#[derive(Debug)]
pub struct SessionRows {
    /// The rows.
    pub rows: Vec<SessionRow>,
    /// Whether these are all, or only those of the newest calls.
    pub is_whole: bool,
}

impl SessionRows {
    /// The sessions of the newest `most` calls.
    pub fn read<E>(
        page: &mut dyn FnMut(&Query) -> Result<Page, E>,
        since_ms: Option<u64>,
        most: usize,
    ) -> Result<Self, E> {
        let filter = Filter { since_ms, kinds: vec![Kind::Call], ..Filter::default() };
        let mut rows: BTreeMap<String, SessionRow> = BTreeMap::new();
        let is_whole = walk(page, filter, Order::Newest, most, &mut |record| add(&mut rows, &record))?;
        let mut rows: Vec<SessionRow> = rows.into_values().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.last_ms));
        Ok(Self { rows, is_whole })
    }
}

fn add(rows: &mut BTreeMap<String, SessionRow>, record: &Record) {
    let row = rows.entry(record.session.clone()).or_insert_with(|| SessionRow {
        session: record.session.clone(),
        principal: record.principal.clone(),
        first_ms: record.time_ms,
        last_ms: record.time_ms,
        counts: Counts::default(),
        servers: BTreeSet::new(),
        legs: BTreeSet::new(),
        trifecta: None,
        flows: FlowCounts::default(),
    });
    row.first_ms = row.first_ms.min(record.time_ms);
    row.last_ms = row.last_ms.max(record.time_ms);
    row.counts.add(record);
    row.servers.insert(record.server.clone());
    let Some(assessment) = Note::read(&record.note).assessment else { return };
    row.counts.risk = row.counts.risk.max(assessment.risk.score);
    row.legs.extend(&assessment.session.legs);
    row.trifecta = row.trifecta.max(closes(record, &assessment));
    assessment.edges.iter().for_each(|edge| row.flows.add(edge));
}
