//! The rules alone: very many histories.

use crate::history::{History, Keeper, cases};
use crate::world::{Shelf, event};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_ledger::quarantine::{self, Decision, Rules};
use vetgate_ledger::{Observed, Sighting, Standing, Subject, Version};

#[derive(Default)]
struct Plain {
    standings: BTreeMap<Subject, Standing>,
    listed: BTreeSet<Shelf>,
    revision: u64,
}

impl Keeper for Plain {
    fn observe(&mut self, _: usize, shelf: Shelf, rules: Rules, sightings: Vec<Sighting>) -> Observed {
        let is_first = self.listed.insert(shelf);
        let (listed, held, alarming) = Default::default();
        let mut observed = Observed { listed, held, steps: Vec::new(), alarming, revision: 0 };
        for seen in sightings {
            let subject = Subject { server: shelf.key(), item: shelf.item, name: seen.name.clone() };
            let Sighting { name, fingerprint, definition, finding, is_covered } = seen;
            observed.listed.insert(name.clone(), fingerprint.clone());
            let version = Version { fingerprint, definition, finding, is_covered };
            let before = self.standings.get(&subject).cloned();
            let (standing, step) = quarantine::observe(before, &subject, version, rules, is_first, 7);
            observed.held.extend(standing.held().map(|held| (name, held)));
            if let Some(step) = step {
                observed.steps.push((standing.clone(), step));
                self.revision += 1;
                self.standings.insert(subject, standing);
            }
        }
        for (subject, standing) in &mut self.standings {
            let is_here = subject.server == shelf.key() && subject.item == shelf.item;
            if is_here && !observed.listed.contains_key(&subject.name) {
                *standing = quarantine::miss(standing.clone()).0;
            }
        }
        observed.revision = self.revision;
        observed
    }

    fn decide(&mut self, _: usize, subject: &Subject, decision: Decision) -> bool {
        let decided = quarantine::decide(self.standings[subject].clone(), &decision, "a person", 8);
        decided.map(|standing| self.standings.insert(subject.clone(), standing)).is_ok()
    }

    fn standing(&mut self, _: usize, subject: &Subject) -> Option<Standing> {
        self.standings.get(subject).cloned()
    }

    fn restart(&mut self, _: usize) {}
}

#[test]
fn nothing_but_what_was_approved_is_ever_usable_and_nothing_unchanged_is_ever_held() {
    let config = Config {
        cases: cases(200),
        rng_seed: RngSeed::Fixed(0x5eed_0001),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    };
    let mut usable = [0; 2];
    let counted = std::cell::RefCell::new(&mut usable);
    TestRunner::new(config)
        .run(&prop::collection::vec(event(), 100..300), |events| {
            let mut history = History::new(Plain::default(), false);
            for event in &events {
                history.step(event);
            }
            history.compare(|_| true);
            let mut counted = counted.borrow_mut();
            (0..2).for_each(|at| counted[at] += history.usable[at]);
            Ok(())
        })
        .unwrap();
    println!("held {} times, usable {} times", usable[0], usable[1]);
    assert!(
        usable.iter().all(|count| *count > u64::from(cases(200)) * 20),
        "histories in which nothing happens: {usable:?}"
    );
}
