//! Files with bytes in them that nobody wrote there.

use crate::{add, chain, open};
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use vetgate_ledger::store::{Reading, Store as _, StoreError};
use vetgate_ledger::{Filter, Query};

const PAGE: u64 = 4096;

fn overwrite(path: &Path, at: u64, bytes: &[u8]) -> Vec<u8> {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut before = vec![0; bytes.len()];
    file.seek(SeekFrom::Start(at)).unwrap();
    file.read_exact(&mut before).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
    before
}

/// Reads in every way there is; the first error.
fn read_all(rows: &mut dyn Reading) -> Result<(), StoreError> {
    let mut last = 0;
    while let Some(record) = rows.records(last, 100)?.pop() {
        last = record.id;
    }
    let filter = Filter { server: Some("nowhere".to_owned()), ..Filter::default() };
    rows.page(&Query { filter, ..Query::default() })?;
    rows.page(&Query { limit: 5000, ..Query::default() })?;
    rows.standings()?;
    rows.begun()?;
    rows.checkpoints()?;
    rows.size()?;
    rows.head().map(drop)
}

/// Only damage may be told of; anything else would be a wrong name for it.
fn is_damage(outcome: &Result<(), StoreError>) -> bool {
    match outcome {
        Ok(()) => false,
        Err(StoreError::Damaged(what)) => {
            assert!(what.len() < 600, "{what}");
            true
        }
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_damaged_page_is_told_and_a_mended_one_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    add(&mut open(&path).unwrap(), 2500, &"x".repeat(500)).unwrap();
    let pages = std::fs::metadata(&path).unwrap().len() / PAGE;
    assert!(pages > 200, "{pages} pages");
    let store = open(&path).unwrap();
    let mut found_by_reading = 0;
    for page in (1..pages).step_by(17) {
        let before = overwrite(&path, page * PAGE, &[0x55; PAGE as usize]);
        let mut reader = store.reader().unwrap();
        found_by_reading += usize::from(is_damage(&read_all(reader.as_mut())));
        let examined = reader.examine();
        assert!(is_damage(&examined), "page {page} of {pages}");
        overwrite(&path, page * PAGE, &before);
        store.reader().unwrap().examine().unwrap();
    }
    assert!(found_by_reading > 10, "{found_by_reading}");
    assert_eq!(chain(store.reader().unwrap().as_mut()).len(), 2500);
}

#[test]
fn single_damaged_bytes_never_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    add(&mut open(&path).unwrap(), 2100, "text").unwrap();
    let bytes = std::fs::metadata(&path).unwrap().len();
    // Behind the header, where every byte means something else; a prime, so that all places of a page have their turn.
    for at in (100..bytes).step_by(4001) {
        let before = overwrite(&path, at, &[0xff]);
        if let Ok(store) = open(&path) {
            let mut reader = store.reader().unwrap();
            is_damage(&read_all(reader.as_mut()));
            is_damage(&reader.examine());
        }
        overwrite(&path, at, &before);
    }
    assert_eq!(chain(open(&path).unwrap().reader().unwrap().as_mut()).len(), 2100);
}

#[test]
fn a_file_that_was_cut_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    for cut in [2, 3, 10] {
        let _ = std::fs::remove_file(&path);
        add(&mut open(&path).unwrap(), 500, &"x".repeat(500)).unwrap();
        let length = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length / cut + cut % 2).unwrap();
        let examined = open(&path).and_then(|store| store.reader()?.examine());
        assert!(is_damage(&examined), "1/{cut} is left");
        let read = open(&path).and_then(|store| read_all(store.reader()?.as_mut()));
        assert!(is_damage(&read), "1/{cut} is left");
    }
}

#[test]
fn a_file_that_is_no_database_is_told_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    for content in ["notes of a meeting\n".repeat(1000), "short".to_owned()] {
        File::create(&path).unwrap().write_all(content.as_bytes()).unwrap();
        let error = open(&path).map(drop).unwrap_err();
        assert!(matches!(&error, StoreError::Damaged(what) if what.contains("not a database")), "{error:?}");
        let mut after = Vec::new();
        std::io::copy(&mut File::open(&path).unwrap(), &mut after).unwrap();
        assert_eq!(after, content.as_bytes());
    }
}

#[test]
fn an_empty_file_becomes_a_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    File::create(&path).unwrap();
    add(&mut open(&path).unwrap(), 1, "text").unwrap();
    assert_eq!(chain(open(&path).unwrap().reader().unwrap().as_mut()).len(), 1);
}

#[test]
fn a_row_that_makes_no_sense_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let mut store = open(&path).unwrap();
    add(&mut store, 9, "text").unwrap();
    for (column, value) in [("kind", "'party'"), ("verdict", "'perhaps'"), ("hash", "x'00'"), ("risk", "1000")] {
        let other = rusqlite::Connection::open(&path).unwrap();
        let before: rusqlite::types::Value =
            other.query_row(&format!("SELECT {column} FROM activity WHERE id = 7"), [], |row| row.get(0)).unwrap();
        other.execute(&format!("UPDATE activity SET {column} = {value} WHERE id = 7"), []).unwrap();
        let error = store.reader().unwrap().records(0, 100).unwrap_err();
        assert!(matches!(&error, StoreError::Damaged(what) if what.contains("record 7")), "{error:?}");
        other.execute(&format!("UPDATE activity SET {column} = ?1 WHERE id = 7"), [before]).unwrap();
    }
    assert_eq!(chain(store.reader().unwrap().as_mut()).len(), 9);
}
