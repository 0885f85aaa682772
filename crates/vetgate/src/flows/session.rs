//! One session as the ledger has it.

use crate::grid::{ALARM, ATTENTION};
use crate::ledger::Holding;
use anstyle::Style;
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use vetgate_flow::{Edge, Graph, Leg, Node};
use vetgate_guard::{Assessment, Note};
use vetgate_ledger::{Filter, Kind, Order, Query, Record, Verdict};
use vetgate_report::escape;

/// Records that are in memory at a time.
const PAGE: usize = 200;
/// The most calls of a session that are read.
const MOST: usize = 100_000;

/// What is known of a session.
pub(super) struct Session {
    pub(super) graph: Graph,
    /// Who called.
    pub(super) principal: String,
    /// Records that could be read in part only.
    pub(super) unread: usize,
    trifecta: Option<Trifecta>,
    is_truncated: bool,
}

/// What became of the calls that closed the trifecta.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trifecta {
    /// None of them was sent.
    Stopped,
    /// One was.
    Sent,
}

impl Session {
    /// Reads the session of that name. There must be a call of it.
    pub(super) fn read(holding: &Holding, name: &str, since_ms: Option<u64>) -> anyhow::Result<Self> {
        let mut reader = holding.reader()?;
        let filter = Filter { session: Some(name.to_owned()), since_ms, kinds: vec![Kind::Call], ..Filter::default() };
        let mut query = Query { filter, order: Order::Oldest, after: None, limit: PAGE };
        let mut reading = Reading::default();
        loop {
            let page = reader.page(&query).with_context(|| holding.place())?;
            page.records.iter().for_each(|record| reading.add(record));
            if reading.records > MOST {
                bail!("the session has more than {MOST} calls; --since takes the later ones");
            }
            match page.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        if reading.records == 0 {
            let list = holding.command("flows");
            bail!("there is no call of a session {name}; `{list}` lists the sessions that have flows");
        }
        Ok(reading.done(name))
    }

    /// What else is to be known of it, in sentences.
    pub(super) fn facts(&self) -> Vec<(Style, String)> {
        let mut facts = Vec::new();
        let read = "It has read private data, taken in what strangers wrote, and";
        match self.trifecta {
            Some(Trifecta::Sent) => facts.push((ALARM, format!("{read} sent something outside after that."))),
            Some(Trifecta::Stopped) => {
                facts.push((ATTENTION, format!("{read} tried to send something outside, which was not sent.")));
            }
            None => {}
        }
        if self.is_truncated {
            let fact = "It read more than is remembered: flows from what was forgotten are not here.";
            facts.push((ATTENTION, fact.to_owned()));
        }
        facts
    }
}

/// A session while its records are read, oldest first.
#[derive(Default)]
pub(super) struct Reading {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The request of each call of the run that is read, and where its node is.
    run: BTreeMap<u64, (String, usize)>,
    /// What the run's numbers are counted on from: a session may begin anew, as when the gateway is started again.
    offset: u64,
    pub(super) records: usize,
    unread: usize,
    principal: String,
    trifecta: Option<Trifecta>,
    is_truncated: bool,
}

impl Reading {
    /// Adds a call.
    pub(super) fn add(&mut self, record: &Record) {
        self.records += 1;
        let note = Note::read(&record.note);
        self.unread += usize::from(note.is_partial);
        if self.principal.is_empty() {
            self.principal.clone_from(&record.principal);
        }
        if let Some(assessment) = note.assessment {
            self.judged(record, assessment);
        }
    }

    fn judged(&mut self, record: &Record, assessment: Assessment) {
        let number = assessment.session.call;
        let request = format!("{} {}", record.request, record.name);
        // The third leg is among them only where this very call reaches outside.
        if Leg::ALL.iter().all(|leg| assessment.session.legs.contains(leg)) {
            let became = if is_sent(record) { Trifecta::Sent } else { Trifecta::Stopped };
            self.trifecta = self.trifecta.max(Some(became));
        }
        let (verdict, risk) = (record.verdict.map_or("", Verdict::name), record.risk.max(assessment.risk.score));
        match self.run.get(&number) {
            // Written again when it was decided.
            Some((known, at)) if *known == request => {
                let node = &mut self.nodes[*at];
                node.verdict = verdict.to_owned();
                node.risk = node.risk.max(risk);
                node.is_answered |= record.response.is_some();
                return;
            }
            Some(_) => {
                self.offset += self.run.keys().next_back().copied().unwrap_or(0);
                self.run.clear();
            }
            None => {}
        }
        self.run.insert(number, (request, self.nodes.len()));
        self.nodes.push(Node {
            call: number.saturating_add(self.offset),
            server: record.server.clone(),
            tool: record.name.clone(),
            verdict: verdict.to_owned(),
            risk,
            is_answered: record.response.is_some(),
        });
        for mut edge in assessment.edges {
            edge.from.call = edge.from.call.saturating_add(self.offset);
            edge.to.call = edge.to.call.saturating_add(self.offset);
            self.edges.push(edge);
        }
        self.is_truncated |= assessment.session.is_truncated;
    }

    /// All of it.
    pub(super) fn done(self, name: &str) -> Session {
        let Self { nodes, edges, principal, unread, trifecta, is_truncated, .. } = self;
        Session { graph: Graph::new(name, nodes, edges), principal, unread, trifecta, is_truncated }
    }
}

/// Whether a call reached its server: what is refused did not, unless it is the answer that was refused.
fn is_sent(record: &Record) -> bool {
    let left_early = record.error.as_deref().is_some_and(|error| error.ends_with("before anything was sent"));
    (record.verdict != Some(Verdict::Deny) || record.response.is_some()) && !left_early
}

/// A session's name for a sentence.
pub(super) fn shown(name: &str) -> String {
    if name.is_empty() { "(none)".to_owned() } else { escape::cut(name, 80) }
}
