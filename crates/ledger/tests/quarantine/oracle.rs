//! Who may use what, said as simply as it can be said: what is declared is compared as JSON values, and nothing here
//! knows of fingerprints, states or records.

use crate::world::{Declared, Shelf};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use vetgate_ledger::Trust;

/// All definitions under one name, each once.
pub type Meant = Vec<Value>;

pub fn meant(declared: &[&Declared]) -> Meant {
    let mut all: Meant = Vec::new();
    for one in declared {
        if !all.contains(&one.value) {
            all.push(one.value.clone());
        }
    }
    all.sort_by_key(Value::to_string);
    all
}

/// What is known of one name.
#[derive(Debug, Default)]
pub struct Memory {
    /// What a person, or the trust that a person set, has approved.
    approved: Option<Meant>,
    /// Whether nobody but that trust has, and how much it was.
    trust: Option<Trust>,
    /// Whether a scan has said since what would have kept it from being trusted.
    is_withdrawn: bool,
    /// The dangers that the person has accepted with it.
    accepted: BTreeSet<String>,
    /// Whether anything else was seen since.
    is_broken: bool,
    is_blocked: bool,
    pub seen: Meant,
    pub dangers: BTreeSet<String>,
}

impl Memory {
    pub fn is_usable(&self, as_listed: &Meant) -> bool {
        let is_safe = self.dangers.is_subset(&self.accepted);
        let is_in_force = !self.is_blocked && !self.is_broken && !self.is_withdrawn;
        is_in_force && is_safe && self.approved.as_ref() == Some(as_listed)
    }

    /// Whether a person who saw `version` may approve it now, and then does.
    pub fn approve(&mut self, version: &Meant, accept: &BTreeSet<String>) -> bool {
        let is_carried_out = *version == self.seen && self.dangers.is_subset(accept);
        if is_carried_out {
            self.approved = Some(version.clone());
            self.accepted = self.dangers.clone();
            (self.is_broken, self.is_blocked, self.is_withdrawn, self.trust) = (false, false, false, None);
        }
        is_carried_out
    }

    pub fn block(&mut self) {
        (self.is_blocked, self.trust) = (true, None);
    }
}

#[derive(Debug, Default)]
pub struct Oracle {
    pub names: BTreeMap<(Shelf, String), Memory>,
    asked: BTreeSet<Shelf>,
}

impl Oracle {
    pub fn look(&mut self, shelf: Shelf, trust: Trust, list: &[Declared]) -> BTreeMap<String, Meant> {
        let is_first = self.asked.insert(shelf);
        let names: BTreeSet<String> = list.iter().map(Declared::name).collect();
        let mut listed = BTreeMap::new();
        for name in names {
            let declared: Vec<&Declared> = list.iter().filter(|declared| declared.name() == name).collect();
            let version = meant(&declared);
            let dangers: BTreeSet<String> =
                declared.iter().flat_map(|one| &one.scan.hard).map(|check| (*check).to_owned()).collect();
            let is_covered = declared.iter().all(|one| !one.scan.is_uncovered);
            let is_clean = is_covered && dangers.is_empty() && declared.iter().all(|one| !one.scan.is_soft);
            let is_new = !self.names.contains_key(&(shelf, name.clone()));
            let memory = self.names.entry((shelf, name.clone())).or_default();
            let is_fit = |trust: Trust| match trust {
                Trust::Manual => false,
                Trust::Scan => is_clean,
                Trust::Auto => is_covered && dangers.is_empty(),
            };
            if is_new && is_fit(trust) && (is_first || trust != Trust::Scan) {
                (memory.approved, memory.trust) = (Some(version.clone()), Some(trust));
            }
            // What is blocked stays so; a change of it is nothing that could break an approval.
            if !memory.is_blocked && memory.approved.as_ref().is_some_and(|approved| *approved != version) {
                memory.is_broken = true;
            }
            let is_in_force = !memory.is_blocked && !memory.is_broken;
            if is_in_force && memory.trust.is_some_and(|then| !is_fit(then) && !is_fit(trust)) {
                memory.is_withdrawn = true;
            }
            memory.seen = version.clone();
            memory.dangers = dangers;
            listed.insert(name, version);
        }
        listed
    }
}
