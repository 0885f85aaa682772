//! Figures over time: how many calls there were, what became of them, and how risky they were.

use super::walk;
use serde::Serialize;
use std::collections::BTreeMap;
use vetgate_ledger::{Filter, Kind, Order, Page, Query, Record, Verdict};

/// What became of some calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// How many.
    pub calls: u64,
    /// Something in them was masked.
    pub masked: u64,
    /// A person let them through.
    pub held: u64,
    /// They were refused.
    pub denied: u64,
    /// They ended with an error, refusals left out.
    pub failed: u64,
    /// The greatest risk, 0 to 100.
    pub risk: u8,
}

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, record: &Record) {
        self.calls += 1;
        match record.verdict {
            Some(Verdict::Mask) => self.masked += 1,
            Some(Verdict::Hold) => self.held += 1,
            Some(Verdict::Deny) => self.denied += 1,
            Some(Verdict::Allow) | None => {}
        }
        self.failed += u64::from(record.error.is_some() && record.verdict != Some(Verdict::Deny));
        self.risk = self.risk.max(record.risk);
    }
}

/// Calls over time.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// From when on, in milliseconds since 1970.
    pub since_ms: u64,
    /// Until when.
    pub until_ms: u64,
    /// One after the other, each as long as the others.
    pub slots: Vec<Counts>,
    /// By server. Calls for which none can be named have an empty one.
    pub servers: BTreeMap<String, Counts>,
    /// All of them.
    pub total: Counts,
    /// Whether all calls were counted, or only the newest.
    pub is_whole: bool,
}

impl Figures {
    /// Counts the newest `most` calls between two moments.
    pub fn read<E>(
        page: &mut dyn FnMut(&Query) -> Result<Page, E>,
        (since_ms, until_ms): (u64, u64),
        slots: usize,
        most: usize,
    ) -> Result<Self, E> {
        let filter =
            Filter { since_ms: Some(since_ms), until_ms: Some(until_ms), kinds: vec![Kind::Call], ..Filter::default() };
        let mut figures = Self {
            since_ms,
            until_ms,
            slots: vec![Counts::default(); slots.max(1)],
            servers: BTreeMap::new(),
            total: Counts::default(),
            is_whole: true,
        };
        figures.is_whole = walk(page, filter, Order::Newest, most, &mut |record| figures.add(&record))?;
        Ok(figures)
    }

    fn add(&mut self, record: &Record) {
        let span = u128::from(self.until_ms.saturating_sub(self.since_ms).max(1));
        let at = u128::from(record.time_ms.saturating_sub(self.since_ms)) * self.slots.len() as u128 / span;
        let last = self.slots.len() - 1;
        self.slots[usize::try_from(at).unwrap_or(last).min(last)].add(record);
        self.servers.entry(record.server.clone()).or_default().add(record);
        self.total.add(record);
    }
}
