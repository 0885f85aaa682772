//! What one session has read, been told and sent.

use crate::{Masks, Tool};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use vetgate_flow::{Acquaintance, Addresses, Exfiltration, Memory, Orders, Place, Trifecta};

/// How many of the last calls are known by name.
const CALLS: usize = 512;
/// How many destinations that data was let through to are kept.
const DESTINATIONS: usize = 1024;

/// One session.
pub(crate) struct Session {
    pub(crate) calls: u64,
    pub(crate) memory: Memory,
    pub(crate) orders: Orders,
    pub(crate) addresses: Addresses,
    pub(crate) trifecta: Trifecta,
    pub(crate) exfiltration: Exfiltration,
    /// What stands for values, where they are masked on their way.
    pub(crate) masks: Option<Masks>,
    /// Whether an earlier part of it is forgotten as a whole.
    was_forgotten: bool,
    /// The last calls, the latest last.
    recent: VecDeque<(u64, Arc<Tool>)>,
    familiar: BTreeSet<String>,
    /// Whether somebody was told that something is forgotten.
    pub(crate) told_truncated: bool,
}

impl Session {
    /// A session that remembers so many canonical characters.
    pub(crate) fn new(characters: usize, was_forgotten: bool) -> Self {
        Self {
            calls: 0,
            memory: Memory::new(characters),
            orders: Orders::default(),
            addresses: Addresses::default(),
            trifecta: Trifecta::default(),
            exfiltration: Exfiltration::default(),
            masks: None,
            was_forgotten,
            recent: VecDeque::new(),
            familiar: BTreeSet::new(),
            told_truncated: false,
        }
    }

    /// Counts a call of `tool`, and says which it is.
    pub(crate) fn count(&mut self, tool: &Arc<Tool>) -> u64 {
        self.calls += 1;
        if self.recent.len() == CALLS {
            self.recent.pop_front();
        }
        self.recent.push_back((self.calls, tool.clone()));
        self.calls
    }

    /// Whether something that was read is forgotten.
    pub(crate) fn is_truncated(&self) -> bool {
        self.was_forgotten || self.memory.is_truncated() || self.orders.is_truncated() || self.addresses.is_truncated()
    }

    /// Whether an earlier part of it is forgotten as a whole.
    pub(crate) fn was_forgotten(&self) -> bool {
        self.was_forgotten
    }

    /// Notes that data was let through to these destinations.
    pub(crate) fn let_through(&mut self, destinations: &[String]) {
        for destination in destinations {
            if self.familiar.len() < DESTINATIONS {
                self.familiar.insert(destination.clone());
            }
        }
    }

    /// Whether data was let through to all of these before; to none is not.
    pub(crate) fn is_familiar(&self, destinations: &[String]) -> bool {
        !destinations.is_empty() && destinations.iter().all(|destination| self.familiar.contains(destination))
    }

    /// Where an address was suggested, if only prose named it.
    pub(crate) fn suggestion(&self, address: &str) -> Option<Place> {
        let Some(Acquaintance::Prose(call)) = self.addresses.acquaintance(address) else { return None };
        let tool = self.recent.iter().rev().find(|(number, _)| *number == call).map(|(_, tool)| tool);
        let (server, tool) = tool.map_or_else(Default::default, |tool| (tool.server.clone(), tool.name.clone()));
        Some(Place { call, server, tool, pointer: String::new() })
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        let names: usize = self.familiar.iter().map(|name| name.capacity() + 64).sum();
        size_of::<Self>()
            + self.memory.bytes()
            + self.orders.bytes()
            + self.addresses.bytes()
            + self.recent.capacity() * size_of::<(u64, Arc<Tool>)>()
            + names
    }
}
