//! Another process holds the file.

use crate::{PATIENCE, add, chain, open};
use rusqlite::Connection;
use std::time::{Duration, Instant};
use vetgate_ledger::store::{Store as _, StoreError};
use vetgate_ledger::{Entry, Kind, Ledger, LedgerError, Options};

/// Far beyond the patience, however slow the machine.
const FOREVER: Duration = Duration::from_secs(60);

#[test]
fn a_writer_gives_up_on_a_locked_file_and_works_again_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let mut store = open(&path).unwrap();
    add(&mut store, 3, "text").unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let started = Instant::now();
    assert_eq!(add(&mut store, 1, "text"), Err(StoreError::Locked));
    assert!((PATIENCE..FOREVER).contains(&started.elapsed()), "{:?}", started.elapsed());
    assert_eq!(chain(store.reader().unwrap().as_mut()).len(), 3);
    // Another gateway can start meanwhile, and read.
    assert_eq!(chain(open(&path).unwrap().reader().unwrap().as_mut()).len(), 3);
    other.execute_batch("COMMIT").unwrap();
    add(&mut store, 1, "text").unwrap();
    assert_eq!(chain(store.reader().unwrap().as_mut()).len(), 4);
}

#[test]
fn a_file_that_another_process_has_to_itself_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    add(&mut open(&path).unwrap(), 3, "text").unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT").unwrap();
    let started = Instant::now();
    assert_eq!(open(&path).map(drop), Err(StoreError::Locked));
    assert!(started.elapsed() < FOREVER);
    drop(other);
    assert_eq!(chain(open(&path).unwrap().reader().unwrap().as_mut()).len(), 3);
}

#[test]
fn a_ledger_fails_what_cannot_be_written_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let ledger = Ledger::open(folder.path(), Box::new(open(&path).unwrap()), Options::default()).unwrap();
    ledger.record(Entry::new(Kind::Scan)).wait().unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = ledger.record(Entry::new(Kind::Scan)).wait().unwrap_err();
    assert_eq!(error, LedgerError::Store(StoreError::Locked));
    assert_eq!(error.to_string(), "another process has locked the ledger");
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(ledger.record(Entry::new(Kind::Scan)).wait(), Ok(2));
}

/// Several gateways that start at the same moment on a ledger that is not there yet.
#[test]
fn many_can_open_a_new_file_at_once() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/ledger.db");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut store = vetgate_ledger::Sqlite::open(&path, vetgate_ledger::Durability::Process).unwrap();
                    add(&mut store, 1, "text").unwrap();
                });
            }
        });
        assert_eq!(chain(open(&path).unwrap().reader().unwrap().as_mut()).len(), 8);
    }
}
