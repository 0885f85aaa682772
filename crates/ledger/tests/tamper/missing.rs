//! A ledger that ends before a checkpoint beside it: nothing is written to it.

use crate::folder::{LIVED, open, reopened, verify};
use std::fs;
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{CHECKPOINTS, DATABASE, Entry, Kind, LedgerError};

#[track_caller]
fn assert_refused(folder: &std::path::Path, words: &str) {
    match reopened(folder).map(drop) {
        Err(LedgerError::Store(StoreError::Lost(what))) => {
            assert!(what.contains(words) && what.contains(CHECKPOINTS) && what.contains(DATABASE), "{what}");
        }
        other => panic!("{words} expected: {other:?}"),
    }
}

#[test]
fn a_ledger_that_is_gone_is_not_begun_anew() {
    let folder = LIVED.copy();
    let file = folder.path().join(DATABASE);
    fs::remove_file(&file).unwrap();
    assert_refused(folder.path(), "there is no such file");
    assert!(verify(folder.path()).unwrap_err().to_string().contains("there is no such file"));
    fs::write(&file, "").unwrap();
    assert_refused(folder.path(), "it is empty");
}

#[test]
fn an_older_copy_is_not_written_on() {
    let folder = LIVED.copy();
    let older = folder.path().join("older");
    fs::copy(folder.path().join(DATABASE), &older).unwrap();
    let ledger = open(folder.path());
    let id = ledger.record(Entry::new(Kind::Call)).wait().unwrap();
    drop(ledger);
    fs::copy(older, folder.path().join(DATABASE)).unwrap();
    assert_refused(folder.path(), &format!("names record {id}, but"));
    assert_refused(folder.path(), &format!("it ends at record {}", id - 1));
    fs::rename(folder.path().join(CHECKPOINTS), folder.path().join("kept")).unwrap();
    assert_eq!(open(folder.path()).record(Entry::new(Kind::Call)).wait(), Ok(id), "a person has decided to go on");
    fs::rename(folder.path().join("kept"), folder.path().join(CHECKPOINTS)).unwrap();
    assert_refused(folder.path(), &format!("its record {id} is a different one"));
}
