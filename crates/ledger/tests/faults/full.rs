//! No room.

use crate::{add, chain, child, open};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use vetgate_ledger::store::{Store as _, StoreError};
use vetgate_ledger::{Body, Ending, Entry, Kind, Ledger, LedgerError, Options};

/// A limit to the size of files stands for a full disk: the write fails in the same place, and anybody may set it.
const LIMIT: &str = "trap '' XFSZ; ulimit -S -f 4000";

fn run_limited(test: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = child::command(test, folder.path(), Some(LIMIT)).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("1 passed"), "{told}");
    // Without the limit, another process finds everything in order.
    let mut reader = open(&folder.path().join("ledger.db")).unwrap().reader().unwrap();
    reader.examine().unwrap();
    assert!(chain(reader.as_mut()).len() > 10);
}

fn lift_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Fsize);
    setrlimit(Resource::Fsize, Rlimit { current: maximum, maximum }).unwrap();
}

#[test]
fn a_full_disk_is_told_and_nothing_is_half_written() {
    run_limited("full::fill_a_store");
}

#[test]
fn a_full_disk_fails_calls_until_there_is_room() {
    run_limited("full::fill_a_ledger");
}

/// Runs in a process of its own.
#[test]
fn fill_a_store() {
    let Some(folder) = child::folder() else { return };
    let mut store = open(&folder.join("ledger.db")).unwrap();
    let text = "x".repeat(3000);
    let mut whole = 0;
    let error = loop {
        match add(&mut store, 7, &text) {
            Ok(()) => whole += 7,
            Err(error) => break error,
        }
        assert!(whole < 10_000, "there is no limit");
    };
    assert_eq!(error, StoreError::Full);
    for _ in 0..3 {
        assert_eq!(chain(store.reader().unwrap().as_mut()).len(), whole);
        assert_eq!(add(&mut store, 500, &text), Err(StoreError::Full));
    }
    lift_limit();
    add(&mut store, 500, &text).unwrap();
    assert_eq!(chain(store.reader().unwrap().as_mut()).len(), whole + 500);
}

/// Runs in a process of its own.
#[test]
fn fill_a_ledger() {
    let Some(folder) = child::folder() else { return };
    let store = open(&folder.join("ledger.db")).unwrap();
    let ledger = Ledger::open(&folder, Box::new(store), Options::default()).unwrap();
    let arguments = "a line of text. ".repeat(1000);
    let call = || -> Result<u64, LedgerError> {
        let entry = Entry { arguments: Some(Body::whole(arguments.clone())), ..Entry::new(Kind::Call) };
        let ticket = ledger.begin(entry).wait()?;
        ledger.finish(ticket, Ending { response: Some("done"), ..Ending::default() }).wait()
    };
    let mut answered = Vec::new();
    let error = loop {
        match call() {
            Ok(id) => answered.push(id),
            Err(error) => break error,
        }
        assert!(answered.len() < 10_000, "there is no limit");
    };
    assert_eq!(error, LedgerError::Store(StoreError::Full));
    assert_eq!(error.to_string(), "the disk has no space left for the ledger");
    // There may be room for a few bytes where there is none for a call.
    assert!((0..10_000).any(|_| ledger.probe().wait() == Err(error.clone())), "a probe notices nothing");
    lift_limit();
    assert_eq!(ledger.probe().wait(), Ok(()));
    answered.push(call().unwrap());
    let records = ledger.read(|rows| Ok(chain(rows))).unwrap();
    assert_eq!(records.into_iter().map(|record| record.id).collect::<Vec<_>>(), answered);
}
