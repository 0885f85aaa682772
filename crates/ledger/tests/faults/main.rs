//! What happens when the disk is full, the file is locked or damaged, or the process is killed: an error that says so,
//! nothing half done, and work that goes on once the fault is gone.

#![allow(clippy::unwrap_used, reason = "tests")]

mod child;
mod damaged;
mod full;
mod killed;
mod locked;
mod moved;
mod refused;

use std::path::Path;
use std::time::Duration;
use vetgate_ledger::store::{Reading, Store, StoreError};
use vetgate_ledger::{Body, Durability, Entry, Hash, Kind, Record, Sqlite};

/// Long enough for SQLite to try more than once, and short enough for a test.
const PATIENCE: Duration = Duration::from_millis(200);

fn open(path: &Path) -> Result<Sqlite, StoreError> {
    Sqlite::open_patiently(path, Durability::Process, PATIENCE)
}

/// The record behind the last one.
fn next(rows: &mut dyn Reading, last: u64, text: &str) -> Result<Record, StoreError> {
    let before = rows.records(last.saturating_sub(1), 1)?.pop();
    let (id, previous) = before.map_or((0, Hash::NONE), |record| (record.id, record.hash));
    let entry = Entry { arguments: Some(Body::whole(text)), ..Entry::new(Kind::Call) };
    Ok(Record::seal(entry, id + 1, previous, [[1; 16], [2; 16]]))
}

/// Adds this many records in one transaction.
fn add(store: &mut dyn Store, count: u64, text: &str) -> Result<(), StoreError> {
    store.transact(&mut |rows| {
        let size = rows.size()?;
        for last in size.records..size.records + count {
            let record = next(rows, last, text)?;
            rows.append(&record)?;
        }
        Ok(())
    })
}

/// All records, after a look at every link of the chain.
fn chain(rows: &mut dyn Reading) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    loop {
        let (last, previous) = records.last().map_or((0, Hash::NONE), |record| (record.id, record.hash));
        let batch = rows.records(last, 500).unwrap();
        if batch.is_empty() {
            return records;
        }
        let mut expected = (last + 1, previous);
        for record in &batch {
            assert_eq!((record.id, record.previous), expected);
            assert_eq!(record.digest(), record.hash, "record {}", record.id);
            let bodies = [&record.arguments, &record.response];
            assert!(bodies.into_iter().flatten().all(vetgate_ledger::SealedBody::is_whole), "record {}", record.id);
            expected = (record.id + 1, record.hash);
        }
        records.extend(batch);
    }
}
