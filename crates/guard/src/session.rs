//! What one session has been told and sent; what it has read is remembered for its [principal](crate::principal).

use crate::errand::Errands;
use crate::principal::Principal;
use crate::user_words::UserWords;
use crate::{Masks, Tool};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use vetgate_flow::{
    Acquaintance, Addresses, Certainty, Edge, Exfiltration, Level, Memory, Orders, Origin, Pattern, Place, Trifecta,
    call_name,
};

/// How many of the last calls are known by name.
const CALLS: usize = 512;
/// How many destinations that data was let through to are kept.
const DESTINATIONS: usize = 1024;
/// How many names of suggested places are kept.
const CALLED: usize = 32;

/// How many responses are counted of which something has left.
const RESPONSES: usize = 256;
/// In how many calls, and how many new characters in all, one response leaves little by little.
const BITES: u32 = 3;
const MEAL: u32 = 96;

/// What has left of one response.
#[derive(Debug, Clone, Copy, Default)]
struct Left {
    novel: u32,
    calls: u32,
}

/// One session.
pub(crate) struct Session {
    /// What tells its responses from those of other sessions: when it was made, on the clock of all sessions.
    pub(crate) number: u64,
    pub(crate) calls: u64,
    /// When it read something first, on the clock of its principal's memory.
    first_read: Option<u64>,
    pub(crate) orders: Orders,
    pub(crate) addresses: Addresses,
    pub(crate) errands: Errands,
    pub(crate) trifecta: Trifecta,
    pub(crate) exfiltration: Exfiltration,
    /// What the user asked for, where the client reports it.
    pub(crate) user_words: UserWords,
    /// What stands for values, where they are masked on their way.
    pub(crate) masks: Option<Masks>,
    /// Whether an earlier part of it is forgotten as a whole.
    was_forgotten: bool,
    /// The last calls, the latest last.
    recent: VecDeque<(u64, Arc<Tool>)>,
    familiar: BTreeSet<String>,
    /// What has left of each response, by the call that returned it.
    left: BTreeMap<u64, Left>,
    /// What places that somebody suggested were called since, each with its server, in lower case.
    called: VecDeque<(String, String, Place)>,
    /// Whether a call had more in it than could be looked up.
    pub(crate) missed: bool,
    /// Whether somebody was told that something is forgotten.
    pub(crate) told_truncated: bool,
}

impl Session {
    /// A session with that number.
    pub(crate) fn new(number: u64, was_forgotten: bool) -> Self {
        Self {
            number,
            calls: 0,
            first_read: None,
            orders: Orders::default(),
            addresses: Addresses::default(),
            errands: Errands::default(),
            trifecta: Trifecta::default(),
            exfiltration: Exfiltration::default(),
            user_words: UserWords::default(),
            masks: None,
            was_forgotten,
            recent: VecDeque::new(),
            familiar: BTreeSet::new(),
            left: BTreeMap::new(),
            called: VecDeque::new(),
            missed: false,
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

    /// Notes that something is about to be read.
    pub(crate) fn reads(&mut self, memory: &Memory) {
        self.first_read.get_or_insert(memory.time());
    }

    /// Whether something that this session has read is forgotten.
    pub(crate) fn is_truncated(&self, principal: &Principal) -> bool {
        self.was_forgotten(principal)
            || self.missed
            || self.first_read.is_some_and(|first| principal.memory.has_lost(first))
            || self.orders.is_truncated()
            || self.addresses.is_truncated()
            || self.user_words.is_truncated()
    }

    /// Whether an earlier part of it is forgotten as a whole.
    pub(crate) fn was_forgotten(&self, principal: &Principal) -> bool {
        self.was_forgotten || principal.made > self.number
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

    /// Raises the flow that makes a response leave little by little: too little each time, and too much in all.
    pub(crate) fn little_by_little(&self, edges: &mut [Edge]) {
        for (call, now) in bites(edges) {
            let before = self.left.get(&call).copied().unwrap_or_default();
            let (novel, calls) = (before.novel.saturating_add(now), before.calls + 1);
            let gravest = edges.iter_mut().filter(|edge| edge.from.call == call).max_by_key(|edge| edge.novel);
            if let Some(edge) = gravest.filter(|edge| calls >= BITES && novel >= MEAL && edge.level < Level::Critical) {
                edge.level = Level::Critical;
                edge.reason = format!(
                    "it would send {novel} characters returned by `{}` ({}), spread over {calls} calls",
                    edge.from.tool,
                    call_name(call)
                );
            }
        }
        edges.sort_by_key(|edge| std::cmp::Reverse((edge.level, edge.pattern, edge.novel)));
    }

    /// Counts what left.
    pub(crate) fn count_left(&mut self, bites: &[(u64, u32)]) {
        for (call, novel) in bites {
            if self.left.len() == RESPONSES && !self.left.contains_key(call) {
                self.left.pop_first();
            }
            let left = self.left.entry(*call).or_default();
            *left = Left { novel: left.novel.saturating_add(*novel), calls: left.calls + 1 };
        }
    }

    /// Where an address was suggested, if only prose named it.
    pub(crate) fn suggestion(&self, address: &str) -> Option<Place> {
        let Some(Acquaintance::Prose(call)) = self.addresses.acquaintance(address) else { return None };
        Some(self.place(call))
    }

    /// Where the host of a URL was suggested, if only prose named it, whatever path the agent has completed.
    pub(crate) fn suggested_host(&self, url: &str) -> Option<Place> {
        let Some(Acquaintance::Prose(call)) = self.addresses.acquaintance_of_host(url) else { return None };
        Some(self.place(call))
    }

    /// Where the host of a URL stood, if a response named it before the agent did.
    pub(crate) fn known_host(&self, url: &str) -> Option<Place> {
        match self.addresses.acquaintance_of_host(url)? {
            Acquaintance::Agent | Acquaintance::User => None,
            Acquaintance::Field(call) | Acquaintance::Prose(call) => Some(self.place(call)),
        }
    }

    /// Where another domain stood that the one of this mail address could be taken for.
    pub(crate) fn look_alike(&self, address: &str) -> Option<Place> {
        let address = address.trim_matches(|c: char| !c.is_alphanumeric());
        self.addresses.look_alike(address).map(|call| self.place(call))
    }

    /// The response of what strangers wrote in this session that holds these letters.
    pub(crate) fn named(&self, memory: &Memory, letters: &str) -> Option<Arc<Origin>> {
        memory.holding(letters, |origin| origin.session == self.number && origin.outside == Certainty::Known)
    }

    /// Notes what a place is called from now on that somebody suggested.
    pub(crate) fn call_it(&mut self, server: &str, name: &str, from: &Place) {
        if self.called.len() == CALLED {
            self.called.pop_front();
        }
        self.called.push_back((server.to_owned(), name.to_lowercase(), from.clone()));
    }

    /// Where the place was suggested that a server knows by this name.
    pub(crate) fn called(&self, server: &str, name: &str) -> Option<Place> {
        let is_it = |(of, own, _): &&(String, String, Place)| of == server && *own == name.to_lowercase();
        self.called.iter().rev().find(is_it).map(|(_, _, from)| from.clone())
    }

    /// Whether others may have written what a call returned.
    pub(crate) fn is_outside(&self, call: u64) -> bool {
        let tool = self.recent.iter().rev().find(|(number, _)| *number == call).map(|(_, tool)| tool);
        tool.is_some_and(|tool| tool.labels.outside > Certainty::No)
    }

    /// The place that is the response of a call.
    fn place(&self, call: u64) -> Place {
        let tool = self.recent.iter().rev().find(|(number, _)| *number == call).map(|(_, tool)| tool);
        let (server, tool) = tool.map_or_else(Default::default, |tool| (tool.server.clone(), tool.name.clone()));
        Place { call, server: server.into(), tool: tool.into(), pointer: String::new() }
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        let names: usize = self.familiar.iter().map(|name| name.capacity() + 64).sum();
        size_of::<Self>()
            + self.orders.bytes()
            + self.addresses.bytes()
            + self.errands.bytes()
            + self.user_words.bytes()
            + self.recent.capacity() * size_of::<(u64, Arc<Tool>)>()
            + names
            + self.left.len() * 2 * size_of::<(u64, Left)>()
            + self.masks.as_ref().map_or(0, Masks::bytes)
    }
}

/// How many new characters of which response the edges of a call carry out.
pub(crate) fn bites(edges: &[Edge]) -> Vec<(u64, u32)> {
    let mut bites: Vec<(u64, u32)> = vec![];
    for edge in edges.iter().filter(|edge| edge.pattern == Pattern::InternalToExternal && edge.novel > 0) {
        match bites.iter_mut().find(|(call, _)| *call == edge.from.call) {
            Some((_, novel)) => *novel = novel.saturating_add(edge.novel),
            None => bites.push((edge.from.call, edge.novel)),
        }
    }
    bites
}
