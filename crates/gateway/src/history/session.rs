//! One session as the record has it: its calls in order, what flowed from one to another, and the legs of the trifecta.

use super::walk;
use serde::Serialize;
use std::collections::BTreeMap;
use vetgate_flow::{Edge, Graph, Leg, Node};
use vetgate_guard::{Assessment, Note};
use vetgate_ledger::{Filter, Kind, Order, Page, Query, Record, Verdict};

/// What is known of a session.
#[derive(Debug)]
pub struct SessionFlow {
    /// Its calls and what flowed.
    pub graph: Graph,
    /// What else is known of each call, in the same order. What a flow only speaks of is not here.
    pub calls: Vec<FlowCall>,
    /// Who called.
    pub principal: String,
    /// The number of records that could be read only in part.
    pub unread: usize,
    /// What became of the calls that closed the trifecta; nothing if none did.
    pub trifecta: Option<Trifecta>,
    /// Whether it read more than is remembered.
    pub is_truncated: bool,
}

/// One call, beyond its place in the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FlowCall {
    /// Its number in the graph.
    pub call: u64,
    /// Its record.
    pub record: u64,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// What the guard says of it, in one sentence.
    pub reason: Option<String>,
    /// The legs that the session stood on with this call.
    pub legs: Vec<Leg>,
}

/// Whether the calls that completed the trifecta were sent or stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Trifecta {
    /// None of them was sent.
    Stopped,
    /// One was.
    Sent,
}

impl SessionFlow {
    /// Reads the session of that name, at most `most` of its calls, and says whether that was all. Nothing if there is
    /// no call of it.
    pub fn read<E>(
        page: &mut dyn FnMut(&Query) -> Result<Page, E>,
        name: &str,
        since_ms: Option<u64>,
        most: usize,
    ) -> Result<Option<(Self, bool)>, E> {
        let filter = Filter { session: Some(name.to_owned()), since_ms, kinds: vec![Kind::Call], ..Filter::default() };
        let mut reading = Reading::default();
        let is_whole = walk(page, filter, Order::Oldest, most, &mut |record| reading.add(&record))?;
        Ok((reading.records > 0).then(|| (reading.done(name), is_whole)))
    }
}

/// Whether this call closes the trifecta, and what became of it. The third leg is among a call's legs only where this very
/// call reaches outside.
pub(super) fn closes(record: &Record, assessment: &Assessment) -> Option<Trifecta> {
    let stands = Leg::ALL.iter().all(|leg| assessment.session.legs.contains(leg));
    stands.then(|| if is_sent(record) { Trifecta::Sent } else { Trifecta::Stopped })
}

/// A session while its records are read, oldest first.
#[derive(Default)]
struct Reading {
    nodes: Vec<Node>,
    calls: Vec<FlowCall>,
    edges: Vec<Edge>,
    /// The request of each call of the run that is read, and where its node is.
    run: BTreeMap<u64, (String, usize)>,
    /// What the run's numbers are counted on from: a session may begin anew, as when the gateway is started again.
    offset: u64,
    records: usize,
    unread: usize,
    principal: String,
    trifecta: Option<Trifecta>,
    is_truncated: bool,
}

impl Reading {
    fn add(&mut self, record: &Record) {
        self.records += 1;
        let note = Note::read(&record.note);
        self.unread += usize::from(note.is_partial);
        if self.principal.is_empty() {
            self.principal.clone_from(&record.principal);
        }
        let reason = note.sentence();
        if let Some(assessment) = note.assessment {
            self.judged(record, assessment, reason);
        }
    }

    fn judged(&mut self, record: &Record, assessment: Assessment, reason: Option<String>) {
        let number = assessment.session.call;
        let request = format!("{} {}", record.request, record.name);
        self.trifecta = self.trifecta.max(closes(record, &assessment));
        let (verdict, risk) = (record.verdict.map_or("", Verdict::name), record.risk.max(assessment.risk.score));
        match self.run.get(&number) {
            // Written again when it was decided.
            Some((known, at)) if *known == request => {
                let node = &mut self.nodes[*at];
                node.verdict = verdict.to_owned();
                node.risk = node.risk.max(risk);
                node.is_answered |= record.response.is_some();
                let call = &mut self.calls[*at];
                call.record = record.id;
                call.reason = reason.or(call.reason.take());
                return;
            }
            Some(_) => {
                self.offset += self.run.keys().next_back().copied().unwrap_or(0);
                self.run.clear();
            }
            None => {}
        }
        self.run.insert(number, (request, self.nodes.len()));
        let call = number.saturating_add(self.offset);
        self.nodes.push(Node {
            call,
            server: record.server.clone(),
            tool: record.name.clone(),
            verdict: verdict.to_owned(),
            risk,
            is_answered: record.response.is_some(),
        });
        let (record, time_ms, legs) = (record.id, record.time_ms, assessment.session.legs);
        self.calls.push(FlowCall { call, record, time_ms, reason, legs });
        for mut edge in assessment.edges {
            // 0 is a call of another session.
            if edge.from.call > 0 {
                edge.from.call = edge.from.call.saturating_add(self.offset);
            }
            edge.to.call = edge.to.call.saturating_add(self.offset);
            self.edges.push(edge);
        }
        self.is_truncated |= assessment.session.is_truncated;
    }

    fn done(self, name: &str) -> SessionFlow {
        let Self { nodes, mut calls, edges, principal, unread, trifecta, is_truncated, .. } = self;
        calls.sort_by_key(|call| call.call);
        SessionFlow { graph: Graph::new(name, nodes, edges), calls, principal, unread, trifecta, is_truncated }
    }
}

/// Whether a call reached its server: what is refused did not, unless it is the answer that was refused.
fn is_sent(record: &Record) -> bool {
    let error = record.error.as_deref().unwrap_or_default();
    let failed_late = error.starts_with("internal: the call was sent");
    let left_early = error.ends_with("before anything was sent");
    (record.verdict != Some(Verdict::Deny) || record.response.is_some() || failed_late) && !left_early
}
