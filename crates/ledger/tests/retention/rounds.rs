//! Random rounds of work, retention, restarts and passing time.

use crate::shop::{approve_all, look, open, records, verified, work};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use vetgate_ledger::{Kind, Retention};

static CLOCK: AtomicU64 = AtomicU64::new(0);

#[derive(Debug, Clone)]
enum Round {
    Work(u64),
    Wait(u64),
    Look(usize),
    Approve,
    Restart,
    Retain { keep_ms: Option<u64>, keep_records: Option<u64>, redact_after_ms: Option<u64> },
}

fn round() -> impl Strategy<Value = Round> {
    let limit = |most: u64| prop::option::of(0..most);
    prop_oneof![
        4 => (1..120u64).prop_map(Round::Work),
        3 => (1..500u64).prop_map(Round::Wait),
        1 => (1..6usize).prop_map(Round::Look),
        1 => Just(Round::Approve),
        1 => Just(Round::Restart),
        4 => (limit(1_000), limit(300), limit(600)).prop_map(|(keep_ms, keep_records, redact_after_ms)| {
            Round::Retain { keep_ms, keep_records, redact_after_ms }
        }),
    ]
}

fn run(rounds: &[Round]) {
    CLOCK.store(1_000_000, Relaxed);
    let folder = tempfile::tempdir().unwrap();
    let now = || CLOCK.load(Relaxed);
    let mut ledger = Some(open(folder.path(), now));
    let mut approved = 0;
    for round in rounds {
        let open_ledger = ledger.as_ref().unwrap();
        match *round {
            Round::Work(count) => work(open_ledger, count),
            Round::Wait(time) => {
                CLOCK.fetch_add(time, Relaxed);
            }
            Round::Look(count) => {
                let held = look(open_ledger, "files", count);
                assert_eq!(held, count.saturating_sub(approved), "an approval was lost");
            }
            Round::Approve => {
                approve_all(open_ledger);
                approved = open_ledger.read(|rows| rows.standings()).unwrap().len();
            }
            Round::Restart => {
                drop(ledger.take());
                ledger = Some(open(folder.path(), now));
            }
            Round::Retain { keep_ms, keep_records, redact_after_ms } => {
                let before = records(folder.path());
                let retention = Retention { keep_ms, keep_records, keep_bytes: None, redact_after_ms };
                let retained = open_ledger.retain(retention).wait().unwrap();
                let (after, proved) = (records(folder.path()), verified(folder.path()));
                assert_eq!(proved.records, after.len() as u64);
                let now = now();
                let is_kept = |time: u64| keep_ms.is_none_or(|keep| time + keep >= now);
                let newest = before.last().map(|record| record.id);
                // What was there and is gone was asked to go; what should be gone is gone, but for the newest.
                let first = after.first().map_or(0, |record| record.id);
                let gone = before.iter().filter(|record| record.id < first);
                let too_many =
                    (before.len() as u64 + 1).saturating_sub(keep_records.map_or(u64::MAX, |keep| keep.max(1)));
                let mut count = 0;
                for (at, record) in gone.enumerate() {
                    assert!(!is_kept(record.time_ms) || (at as u64) < too_many, "{at} of {too_many}: {record:?}");
                    count += 1;
                }
                assert_eq!(count, retained.removed);
                let stays = after.iter().filter(|record| Some(record.id) < newest);
                for record in stays {
                    assert!(is_kept(record.time_ms), "{record:?}");
                }
                for record in &after {
                    if let (Some(body), Some(redact)) = (&record.arguments, redact_after_ms) {
                        let is_old = record.time_ms + redact < now;
                        assert!(!is_old || body.kept.is_none(), "{record:?}");
                    }
                }
                let accounts = after.iter().filter(|record| record.kind == Kind::Ledger && Some(record.id) > newest);
                assert_eq!(accounts.count() > 0, retained != Default::default());
            }
        }
    }
    verified(folder.path());
}

#[test]
fn the_chain_holds_through_any_rounds_of_retention() {
    let config = Config {
        cases: std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(25),
        rng_seed: RngSeed::Fixed(0x5eed_0003),
        failure_persistence: None,
        max_shrink_iters: 60,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&prop::collection::vec(round(), 10..40), |rounds| {
            run(&rounds);
            Ok(())
        })
        .unwrap();
}
