//! Calls as they were judged, for another policy to judge again.

use super::walk;
use vetgate_guard::{Assessment, Decision, Note, Policy, Recorded, Replayed, replay};
use vetgate_ledger::{Filter, Order, Page, Query, Record};

/// Calls whose records say how they were judged.
#[derive(Debug, Default)]
pub struct JudgedCalls {
    /// The calls, in the order in which they were read.
    pub calls: Vec<JudgedCall>,
    /// Calls whose records hold no judgement that can be read.
    pub unjudged: usize,
    /// Calls whose arguments are no longer kept whole.
    pub without_arguments: usize,
    /// Whether these are all that fit.
    pub is_whole: bool,
}

/// One of them.
#[derive(Debug)]
pub struct JudgedCall {
    /// Its record.
    pub record: u64,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// The short name of its session.
    pub session: String,
    /// What was known.
    pub assessment: Assessment,
    /// What was decided.
    pub decision: Decision,
    /// Masked; empty where they are no longer kept.
    pub arguments: String,
}

impl JudgedCalls {
    /// Reads the calls that fit, at most `most`.
    pub fn read<E>(
        page: &mut dyn FnMut(&Query) -> Result<Page, E>,
        filter: Filter,
        order: Order,
        most: usize,
    ) -> Result<Self, E> {
        let mut calls = Self::default();
        calls.is_whole = walk(page, filter, order, most, &mut |record| calls.add(record))?;
        Ok(calls)
    }

    fn add(&mut self, record: Record) {
        let note = Note::read(&record.note);
        let (Some(decision), Some(assessment)) = (note.judgement(), note.assessment) else {
            self.unjudged += 1;
            return;
        };
        let whole = record.arguments.filter(|body| !body.is_cut).and_then(|body| body.kept);
        self.without_arguments += usize::from(whole.is_none());
        let arguments = whole.map(|kept| kept.text).unwrap_or_default();
        let (session, time_ms) = (record.session, record.time_ms);
        self.calls.push(JudgedCall { record: record.id, time_ms, session, assessment, decision, arguments });
    }

    /// What `policy` would have done with each of them, in the same order.
    pub fn replayed(&self, policy: &Policy) -> Vec<Replayed> {
        let recorded = self.calls.iter().map(|call| Recorded {
            assessment: &call.assessment,
            decision: &call.decision,
            arguments: &call.arguments,
        });
        replay(recorded, policy)
    }
}
