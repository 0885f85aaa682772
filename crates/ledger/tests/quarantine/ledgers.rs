//! Whole ledgers, two at a time, on one real database.

use crate::history::{History, Keeper, PROCESSES, cases};
use crate::world::{Event, Shelf, event};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::path::Path;
use vetgate_ledger::quarantine::{Decision, Rules};
use vetgate_ledger::{
    DATABASE, Durability, Ledger, Observed, Options, Sighting, Sqlite, Standing, Subject, verify_folder,
};

/// Two processes in effect: nothing is shared but the folder.
pub struct Ledgers {
    folder: tempfile::TempDir,
    ledgers: [Option<Ledger>; PROCESSES],
}

impl Ledgers {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let ledgers = [0; PROCESSES].map(|_| Some(open(folder.path())));
        Self { folder, ledgers }
    }

    pub fn ledger(&self, process: usize) -> &Ledger {
        self.ledgers[process].as_ref().unwrap()
    }
}

fn open(folder: &Path) -> Ledger {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process).unwrap();
    Ledger::open(folder, Box::new(store), Options::default()).unwrap()
}

impl Keeper for Ledgers {
    fn observe(&mut self, process: usize, shelf: Shelf, rules: Rules, sightings: Vec<Sighting>) -> Observed {
        self.ledger(process).observe(shelf.key(), shelf.item, rules, sightings).wait().unwrap()
    }

    fn decide(&mut self, process: usize, subject: &Subject, decision: Decision) -> bool {
        self.ledger(process).decide(subject.clone(), decision, "a person").wait().unwrap().is_ok()
    }

    fn standing(&mut self, process: usize, subject: &Subject) -> Option<Standing> {
        self.ledger(process).read(|rows| rows.standing(subject)).unwrap()
    }

    fn restart(&mut self, process: usize) {
        self.ledgers[process] = None;
        self.ledgers[process] = Some(open(self.folder.path()));
    }
}

fn run(events: &[Event]) -> [u64; 2] {
    let mut history = History::new(Ledgers::new(), true);
    for event in events {
        history.step(event);
    }
    history.compare(|_| true);
    let verified = verify_folder(history.keeper.folder.path(), None, &[], &mut |_| ()).unwrap();
    let size = history.keeper.ledger(0).read(|rows| rows.size()).unwrap();
    assert_eq!(verified.records, size.records);
    history.usable
}

#[test]
fn two_ledgers_on_one_folder_keep_to_the_rules_through_any_history() {
    let config = Config {
        cases: cases(40),
        rng_seed: RngSeed::Fixed(0x5eed_0002),
        failure_persistence: None,
        max_shrink_iters: 60,
        ..Config::default()
    };
    let mut usable = [0; 2];
    let counted = std::cell::RefCell::new(&mut usable);
    TestRunner::new(config)
        .run(&prop::collection::vec(event(), 150..300), |events| {
            let count = run(&events);
            let mut counted = counted.borrow_mut();
            (0..2).for_each(|at| counted[at] += count[at]);
            Ok(())
        })
        .unwrap();
    println!("held {} times, usable {} times", usable[0], usable[1]);
    assert!(
        usable.iter().all(|count| *count > u64::from(cases(40)) * 20),
        "histories in which nothing happens: {usable:?}"
    );
}
