//! Each limit alone.

use crate::shop::{approve_all, look, open, records, verified, work};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use vetgate_ledger::{Entry, Kind, Retained, Retention};

fn noon() -> u64 {
    1_000_000
}

#[test]
fn so_many_records_are_kept_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), noon);
    work(&ledger, 1_700);
    let keep = Retention { keep_records: Some(100), ..Retention::default() };
    let retained = ledger.retain(keep).wait().unwrap();
    assert_eq!((retained.redacted, retained.carried), (0, 0));
    assert_eq!(verified(folder.path()).first, retained.removed + 1);
    // The accounts of the steps are records too; next time it comes out even, and then nothing is left to be done.
    assert!(verified(folder.path()).records <= 104);
    ledger.retain(keep).wait().unwrap();
    assert_eq!(verified(folder.path()).records, 100);
    assert_eq!(ledger.retain(keep).wait().unwrap(), Retained::default());
    assert_eq!(verified(folder.path()).records, 100);
}

#[test]
fn the_newest_record_stays_whatever_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), noon);
    let nothing = Retention { keep_ms: Some(0), keep_records: Some(0), keep_bytes: Some(0), redact_after_ms: Some(0) };
    assert_eq!(ledger.retain(nothing).wait().unwrap(), Retained::default());
    work(&ledger, 1);
    assert_eq!(ledger.retain(nothing).wait().unwrap().removed, 0);
    work(&ledger, 20);
    ledger.retain(nothing).wait().unwrap();
    assert!(verified(folder.path()).records >= 1);
    assert_eq!(ledger.retain(Retention::default()).wait().unwrap(), Retained::default());
}

#[test]
fn old_records_are_removed_and_older_bodies_forgotten_before() {
    static CLOCK: AtomicU64 = AtomicU64::new(1_000);
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), || CLOCK.load(Relaxed));
    let rules = Retention { keep_ms: Some(900), redact_after_ms: Some(300), ..Retention::default() };
    for hour in 0..6 {
        CLOCK.store(1_000 + hour * 200, Relaxed);
        work(&ledger, 30);
    }
    // The hours are 1000, 1200, .. 2000.
    let retained = ledger.retain(rules).wait().unwrap();
    assert_eq!((retained.removed, retained.redacted), (30, 90));
    let after = records(folder.path());
    assert!(after.iter().all(|record| record.time_ms >= 1_100));
    for record in &after {
        let Some(body) = &record.arguments else { continue };
        assert_eq!(body.kept.is_some(), record.time_ms >= 1_700, "{record:?}");
    }
    let proved = verified(folder.path());
    assert_eq!((proved.bodies_kept, proved.bodies_forgotten), (60, 90));
    assert_eq!(ledger.retain(rules).wait().unwrap(), Retained::default());
    assert_eq!(proved, verified(folder.path()), "nothing to be done is nothing that is written");
}

#[test]
fn a_wrong_clock_takes_nothing_along_that_is_young() {
    static CLOCK: AtomicU64 = AtomicU64::new(1_000_000);
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), || CLOCK.load(Relaxed));
    work(&ledger, 10);
    CLOCK.store(5, Relaxed);
    work(&ledger, 10);
    let rules = Retention { keep_ms: Some(1_000), ..Retention::default() };
    assert_eq!(ledger.retain(rules).wait().unwrap().removed, 0, "the clock says 1970");
    CLOCK.store(1_000_100, Relaxed);
    assert_eq!(ledger.retain(rules).wait().unwrap().removed, 0, "the first ones are young");
    CLOCK.store(1_002_000, Relaxed);
    assert_eq!(ledger.retain(rules).wait().unwrap().removed, 19);
    verified(folder.path());
}

#[test]
fn the_store_shrinks_to_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), noon);
    let text = "word ".repeat(600);
    for _ in 0..20 {
        let body = || Some(vetgate_ledger::Body::whole(text.clone()));
        let entry = || Entry { arguments: body(), ..Entry::new(Kind::Call) };
        let replies: Vec<_> = (0..50).map(|_| ledger.record(entry())).collect();
        for reply in replies {
            reply.wait().unwrap();
        }
    }
    let bytes = || ledger.read(|rows| rows.size()).unwrap().bytes;
    let before = bytes();
    let keep = Retention { keep_bytes: Some(before / 2), ..Retention::default() };
    let retained = ledger.retain(keep).wait().unwrap();
    assert!(bytes() <= before / 2 && retained.removed < 1_000, "{before} {} {retained:?}", bytes());
    verified(folder.path());
    assert_eq!(ledger.retain(keep).wait().unwrap(), Retained::default());
}

#[test]
fn approvals_outlive_their_records_however_many_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), noon);
    assert_eq!(look(&ledger, "files", 250), 250);
    approve_all(&ledger);
    work(&ledger, 600);
    let keep = Retention { keep_records: Some(50), ..Retention::default() };
    let retained = ledger.retain(keep).wait().unwrap();
    assert_eq!(retained.carried, 250);
    assert_eq!(verified(folder.path()).standings, 250);
    assert_eq!(look(&ledger, "files", 250), 0, "all are still approved");
    drop(ledger);
    assert_eq!(look(&open(folder.path(), noon), "files", 250), 0);
}

#[test]
fn calls_under_way_are_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), noon);
    let ticket = ledger.begin(Entry::new(Kind::Call)).wait().unwrap();
    work(&ledger, 50);
    let all = Retention { keep_records: Some(1), redact_after_ms: Some(0), ..Retention::default() };
    ledger.retain(all).wait().unwrap();
    assert_eq!(ledger.read(|rows| rows.begun()).unwrap().len(), 1);
    ledger.finish(ticket, Default::default()).wait().unwrap();
    verified(folder.path());
}

#[test]
fn a_ledger_that_is_closed_in_between_holds_and_goes_on_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let keep = Retention { keep_records: Some(10), redact_after_ms: Some(0), ..Retention::default() };
    let ledger = open(folder.path(), noon);
    look(&ledger, "files", 150);
    work(&ledger, 3_000);
    drop(ledger);
    let mut rounds = 0;
    loop {
        let ledger = open(folder.path(), noon);
        let reply = ledger.retain(keep);
        // Closing lets the step under way end, and no other begin.
        drop(ledger);
        let retained = reply.wait().unwrap();
        let proved = verified(folder.path());
        assert_eq!(proved.standings, 150);
        rounds += 1;
        if retained.removed == 0 && retained.redacted == 0 && retained.carried == 0 || rounds == 100 {
            break;
        }
        if proved.records < 400 {
            break;
        }
    }
    assert!(rounds > 3, "all at once: {rounds}");
}

#[test]
fn what_does_not_hold_is_neither_removed_nor_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), noon);
    work(&ledger, 50);
    let tampering = rusqlite::Connection::open(folder.path().join(vetgate_ledger::DATABASE)).unwrap();
    tampering.execute_batch("UPDATE activity SET time = 0 WHERE id >= 20").unwrap();
    let rules = Retention { keep_records: Some(1), redact_after_ms: Some(1), ..Retention::default() };
    let retained = ledger.retain(rules).wait().unwrap();
    assert_eq!(retained, Retained { broken: Some(20), ..Retained::default() });
    assert_eq!(records(folder.path()).len(), 50);
}
