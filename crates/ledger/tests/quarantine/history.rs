//! Runs the same steps through the ledger and the oracle, and compares after each.

use crate::oracle::{Meant, Oracle};
use crate::world::{CHECKS, Event, Shelf, World};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_ledger::quarantine::{Decision, Rules};
use vetgate_ledger::{Observed, Sighting, Standing, State, Subject};
use vetgate_model::Fingerprint;

/// What keeps standings: the rules alone, or whole ledgers.
pub trait Keeper {
    fn observe(&mut self, process: usize, shelf: Shelf, rules: Rules, sightings: Vec<Sighting>) -> Observed;
    /// Whether it was carried out.
    fn decide(&mut self, process: usize, subject: &Subject, decision: Decision) -> bool;
    fn standing(&mut self, process: usize, subject: &Subject) -> Option<Standing>;
    fn restart(&mut self, process: usize);
}

pub const PROCESSES: usize = 2;

/// How many histories are tried: more, if `PROPTEST_CASES` says so.
pub fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// A version that somebody has seen: what it means, and what the ledger calls it.
type Shown = (Meant, Fingerprint);

pub struct History<K> {
    pub keeper: K,
    world: World,
    oracle: Oracle,
    /// What each process remembers of the lists it has read.
    remembered: [BTreeMap<(Shelf, String), Shown>; PROCESSES],
    /// All versions that were ever shown, by name; the last one last.
    shown: BTreeMap<(Shelf, String), Vec<Shown>>,
    /// Definitions that have changed and that no person has decided about since.
    changed: BTreeSet<(Shelf, String)>,
    /// How often something was usable, and how often not: a history in which nothing happens proves nothing.
    pub usable: [u64; 2],
}

impl<K: Keeper> History<K> {
    pub fn new(keeper: K, has_duplicates: bool) -> Self {
        Self {
            keeper,
            world: World::new(has_duplicates),
            oracle: Oracle::default(),
            remembered: Default::default(),
            shown: BTreeMap::new(),
            changed: BTreeSet::new(),
            usable: [0; 2],
        }
    }

    pub fn step(&mut self, event: &Event) {
        self.happen(event);
        for key in &self.changed {
            let standing = self.keeper.standing(0, &subject(key)).unwrap();
            assert_eq!(standing.state, State::RugPull, "only a decision about it ends a change: {event:?}");
        }
    }

    fn happen(&mut self, event: &Event) {
        self.world.happen(event);
        match *event {
            Event::Look { process, shelf, style } => {
                let shelf = self.world.shelf(shelf);
                let list = self.world.look(shelf);
                self.look(usize::from(process) % PROCESSES, shelf, list, style);
                self.compare(|(known, _)| *known == shelf);
            }
            Event::Flicker { process, shelf, at, field, to } => {
                let shelf = self.world.shelf(shelf);
                let list = self.world.flicker(shelf, at, field, to);
                self.look(usize::from(process) % PROCESSES, shelf, list, 0);
                self.compare(|(known, _)| *known == shelf);
            }
            Event::Restart { process } => {
                let process = usize::from(process) % PROCESSES;
                self.keeper.restart(process);
                self.remembered[process].clear();
                self.compare(|_| true);
            }
            Event::Approve { process, pick, back, accept } => {
                self.approve(usize::from(process) % PROCESSES, usize::from(pick), usize::from(back), accept);
            }
            Event::Block { process, pick } => {
                let Some(name) = self.pick(usize::from(pick)) else { return };
                assert!(self.keeper.decide(usize::from(process) % PROCESSES, &subject(&name), Decision::Block));
                self.oracle.names.get_mut(&name).unwrap().block();
                self.changed.remove(&name);
                self.compare(|known| *known == name);
            }
            _ => {}
        }
    }

    fn pick(&self, pick: usize) -> Option<(Shelf, String)> {
        let names: Vec<_> = self.shown.keys().collect();
        (!names.is_empty()).then(|| names[pick % names.len()].clone())
    }

    fn look(&mut self, process: usize, shelf: Shelf, list: Vec<crate::world::Declared>, style: u8) {
        let trust = self.world.trust[shelf.server];
        let sightings: Vec<Sighting> = list.iter().map(|declared| declared.sighting(shelf.item, style)).collect();
        let observed = self.keeper.observe(process, shelf, Rules { trust, detects_changes: true }, sightings.clone());
        let changed = observed.steps.iter().filter(|(standing, _)| standing.state == State::RugPull);
        self.changed.extend(changed.map(|(standing, _)| (shelf, standing.subject.name.clone())));
        let listed = self.oracle.look(shelf, trust, &list);
        assert!(listed.keys().eq(observed.listed.keys()));
        self.remembered[process].retain(|(known, _), _| *known != shelf);
        for (name, version) in listed {
            let (key, fingerprint) = ((shelf, name.clone()), observed.listed[&name].clone());
            let is_usable = self.oracle.names[&key].is_usable(&version);
            assert_eq!(!observed.held.contains_key(&name), is_usable, "{key:?}: {:?}", self.oracle.names[&key]);
            let shown = self.shown.entry(key.clone()).or_default();
            let is_known = shown.iter().find(|(known, _)| *known == version);
            if let Some((_, known)) = is_known {
                assert_eq!(*known, fingerprint, "formatting is no change");
            }
            assert!(shown.iter().all(|(known, print)| *known == version || print.combined != fingerprint.combined));
            shown.push((version.clone(), fingerprint.clone()));
            self.remembered[process].insert(key, (version, fingerprint));
        }
        // To look again, in another formatting, is nothing that happens.
        let again = list.iter().map(|declared| declared.sighting(shelf.item, style ^ 13)).rev().collect();
        let again = self.keeper.observe(process, shelf, Rules { trust, detects_changes: true }, again);
        assert!(again.steps.is_empty(), "{:?}", again.steps);
        assert_eq!(again.held, observed.held);
        assert_eq!(again.revision, observed.revision);
    }

    fn approve(&mut self, process: usize, pick: usize, back: usize, accept: u8) {
        let Some(name) = self.pick(pick) else { return };
        let shown = &self.shown[&name];
        // Mostly what was shown last, sometimes an older version.
        let back = if back < 160 { 0 } else { back % 8 };
        let (version, fingerprint) = shown[shown.len().saturating_sub(1 + back)].clone();
        let accept: BTreeSet<String> = match accept % 4 {
            0 => BTreeSet::new(),
            1 => BTreeSet::from([CHECKS[0].to_owned()]),
            _ => CHECKS.iter().map(|check| (*check).to_owned()).collect(),
        };
        let decision = Decision::Approve { fingerprint: fingerprint.combined.0, accept: accept.clone() };
        let is_expected = self.oracle.names.get_mut(&name).unwrap().approve(&version, &accept);
        assert_eq!(self.keeper.decide(process, &subject(&name), decision), is_expected, "{name:?}");
        if is_expected {
            self.changed.remove(&name);
        }
        self.compare(|known| *known == name);
    }

    /// Everything of this that any process remembers is usable exactly if the oracle says so, and both see the same standings.
    pub fn compare(&mut self, concerns: impl Fn(&(Shelf, String)) -> bool) {
        for process in 0..PROCESSES {
            for (key, (version, fingerprint)) in &self.remembered[process] {
                if !concerns(key) {
                    continue;
                }
                let standing = self.keeper.standing(process, &subject(key)).unwrap();
                let is_usable = standing.held_as(fingerprint).is_none();
                assert_eq!(
                    is_usable,
                    self.oracle.names[key].is_usable(version),
                    "{key:?} {:?}",
                    self.oracle.names[key]
                );
                self.usable[usize::from(is_usable)] += 1;
                let other = self.keeper.standing((process + 1) % PROCESSES, &subject(key));
                assert_eq!(other.as_ref(), Some(&standing), "both see the same");
            }
        }
    }
}

pub fn subject((shelf, name): &(Shelf, String)) -> Subject {
    Subject { server: shelf.key(), item: shelf.item, name: name.clone() }
}
