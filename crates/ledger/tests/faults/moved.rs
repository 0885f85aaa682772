//! The files of a ledger that is open are removed, renamed, replaced or cut.

use crate::{add, open};
use std::fs;
use std::path::Path;
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{CHECKPOINTS, DATABASE, Durability, Entry, Kind, Ledger, LedgerError, Options, Sqlite};

fn ledger(folder: &Path) -> Result<Ledger, LedgerError> {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process)?;
    Ledger::open(folder, Box::new(store), Options::default())
}

fn record(ledger: &Ledger) -> Result<u64, LedgerError> {
    ledger.record(Entry::new(Kind::Call)).wait()
}

#[track_caller]
fn assert_lost<T: std::fmt::Debug>(done: Result<T, LedgerError>, words: &str) {
    match done {
        Err(LedgerError::Store(StoreError::Lost(what))) if what.contains(words) => {}
        other => panic!("{words} expected: {other:?}"),
    }
}

fn cut_log(file: &Path, bytes: u64) {
    let file = file.with_extension("db-wal");
    let length = fs::metadata(&file).unwrap().len();
    fs::OpenOptions::new().write(true).open(file).unwrap().set_len(length.saturating_sub(bytes)).unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_is_recorded_in_a_file_that_is_not_at_its_path_any_more() {
    type Deed = dyn Fn(&Path);
    let deeds: [(&str, &Deed); 11] = [
        ("removed or renamed", &|file| fs::remove_file(file).unwrap()),
        ("removed or renamed", &|file| fs::rename(file, file.with_extension("old")).unwrap()),
        ("is not the one that Vetgate has open", &|file| {
            fs::copy(file, file.with_extension("copy")).unwrap();
            fs::rename(file.with_extension("copy"), file).unwrap();
        }),
        ("was cut", &|file| fs::OpenOptions::new().write(true).open(file).unwrap().set_len(0).unwrap()),
        ("ledger.db-wal was removed", &|file| fs::remove_file(file.with_extension("db-wal")).unwrap()),
        ("ledger.db-shm was removed", &|file| fs::remove_file(file.with_extension("db-shm")).unwrap()),
        ("ledger.db-wal was cut", &|file| cut_log(file, u64::MAX)),
        ("ledger.db-wal was cut", &|file| cut_log(file, 5000)),
        ("ledger.db-wal was cut", &|file| cut_log(file, 1)),
        ("ledger.db-wal was overwritten", &|file| {
            let file = file.with_extension("db-wal");
            let bytes = vec![0; usize::try_from(fs::metadata(&file).unwrap().len()).unwrap()];
            // The times of files are coarse.
            std::thread::sleep(std::time::Duration::from_millis(20));
            std::io::Write::write_all(&mut fs::OpenOptions::new().write(true).open(file).unwrap(), &bytes).unwrap();
        }),
        ("replaced by a symbolic link", &|file| {
            fs::rename(file, file.with_extension("old")).unwrap();
            std::os::unix::fs::symlink(file.with_extension("old"), file).unwrap();
        }),
    ];
    for (words, deed) in deeds {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path()).unwrap();
        assert_eq!(record(&ledger), Ok(1));
        deed(&folder.path().join(DATABASE));
        for _ in 0..2 {
            assert_lost(record(&ledger), words);
            assert_lost(ledger.probe().wait(), words);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_log_of_changes_that_another_process_empties_is_written_on() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(folder.path()).unwrap();
    for id in 1..=20 {
        assert_eq!(record(&ledger), Ok(id));
        let other = rusqlite::Connection::open(folder.path().join(DATABASE)).unwrap();
        let emptied: i64 = other.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).unwrap();
        assert_eq!(emptied, 0);
    }
    assert_eq!(record(&ledger), Ok(21));
    drop(ledger);
    assert_eq!(vetgate_ledger::verify_folder(folder.path(), None, &[], &mut |_| ()).unwrap().records, 21);
}

#[cfg(unix)]
#[test]
fn an_older_copy_written_over_the_open_files_is_noticed_after_a_restart_too() {
    for is_written_to in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let names = ["ledger.db", "ledger.db-wal", "ledger.db-shm"];
        let first = ledger(folder.path()).unwrap();
        assert_eq!(record(&first), Ok(1));
        let copies = tempfile::tempdir().unwrap();
        for name in names {
            fs::copy(folder.path().join(name), copies.path().join(name)).unwrap();
        }
        for id in 2..=7 {
            assert_eq!(record(&first), Ok(id));
        }
        for name in names {
            // The same file with other content, as `cp` does it.
            let mut old = fs::File::open(copies.path().join(name)).unwrap();
            let length = old.metadata().unwrap().len();
            let mut new = fs::OpenOptions::new().write(true).open(folder.path().join(name)).unwrap();
            std::io::copy(&mut old, &mut new).unwrap();
            new.set_len(length).unwrap();
        }
        if is_written_to {
            record(&first).unwrap_err();
        }
        drop(first);
        let unverified = vetgate_ledger::verify_folder(folder.path(), None, &[], &mut |_| ()).unwrap_err();
        assert!(unverified.fault().is_some(), "{unverified}");
        assert_lost(ledger(folder.path()).map(drop), "names record 7, but");
    }
}

#[test]
fn the_checkpoint_file_names_the_first_record_at_once_and_the_last_ones_soon() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(folder.path()).unwrap();
    let known = || -> Vec<u64> {
        let known = vetgate_ledger::read_witnesses(&folder.path().join(CHECKPOINTS)).unwrap();
        known.into_iter().map(|checkpoint| checkpoint.id).collect()
    };
    assert!(known().is_empty());
    assert_eq!(record(&ledger), Ok(1));
    assert_eq!(known(), [1]);
    for _ in 0..250 {
        record(&ledger).unwrap();
    }
    assert!(known() >= vec![201], "{:?}", known());
    let started = std::time::Instant::now();
    while known() != [251] {
        assert!(started.elapsed().as_secs() < 20, "{:?}", known());
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    drop(ledger);
    assert_eq!(known(), [251], "a line that was not to stay is written over");
}

#[test]
fn a_folder_with_a_key_and_no_ledger_has_lost_it() {
    let folder = tempfile::tempdir().unwrap();
    drop(ledger(folder.path()).unwrap());
    drop(ledger(folder.path()).unwrap());
    fs::remove_file(folder.path().join(DATABASE)).unwrap();
    assert_lost(ledger(folder.path()).map(drop), "is the key of a ledger, but");
    let unverified = vetgate_ledger::verify_folder(folder.path(), None, &[], &mut |_| ()).unwrap_err();
    assert!(unverified.fault().is_some(), "{unverified}");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_file_is_refused_and_a_link_to_the_folder_is_not() {
    for name in [DATABASE, CHECKPOINTS] {
        let folder = tempfile::tempdir().unwrap();
        record(&ledger(folder.path()).unwrap()).unwrap();
        let (file, away) = (folder.path().join(name), folder.path().join("away"));
        fs::rename(&file, &away).unwrap();
        std::os::unix::fs::symlink(&away, &file).unwrap();
        assert_lost(ledger(folder.path()).map(drop), "is a symbolic link");
        let unverified = vetgate_ledger::verify_folder(folder.path(), None, &[], &mut |_| ()).unwrap_err();
        assert!(unverified.fault().is_some(), "{unverified}");
    }
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link"));
    record(&ledger(&real).unwrap()).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    assert_eq!(record(&ledger(&link).unwrap()), Ok(2));
    vetgate_ledger::verify_folder(&link, None, &[], &mut |_| ()).unwrap();
}

#[cfg(unix)]
#[test]
fn a_file_that_is_put_back_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(folder.path()).unwrap();
    assert_eq!(record(&ledger), Ok(1));
    let (file, away) = (folder.path().join(DATABASE), folder.path().join("away"));
    fs::rename(&file, &away).unwrap();
    assert_lost(record(&ledger), "removed or renamed");
    fs::rename(&away, &file).unwrap();
    record(&ledger).unwrap();
    drop(ledger);
    vetgate_ledger::verify_folder(folder.path(), None, &[], &mut |_| ()).unwrap();
}

#[cfg(unix)]
#[test]
fn a_ledger_whose_file_was_removed_while_it_was_open_does_not_begin_anew() {
    let folder = tempfile::tempdir().unwrap();
    let first = ledger(folder.path()).unwrap();
    assert_eq!(record(&first), Ok(1));
    fs::remove_file(folder.path().join(DATABASE)).unwrap();
    assert_lost(record(&first), "removed or renamed");
    drop(first);
    for _ in 0..2 {
        assert_lost(ledger(folder.path()).map(drop), "names record 1, but");
        assert!(!folder.path().join(DATABASE).exists(), "no empty ledger is left behind");
    }
    for name in [CHECKPOINTS, vetgate_ledger::KEY, vetgate_ledger::PUBLIC_KEY] {
        fs::rename(folder.path().join(name), folder.path().join(format!("{name}.kept"))).unwrap();
    }
    assert_eq!(record(&ledger(folder.path()).unwrap()), Ok(1), "to begin anew is possible for a person");
}

#[cfg(unix)]
#[test]
fn an_open_ledger_keeps_its_locks_when_the_same_process_opens_it_once_more() {
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DATABASE);
    let mut store = open(&path).unwrap();
    add(&mut store, 1, "text").unwrap();
    drop(open(&path).unwrap());
    // Were the locks gone, the last connection of another process would remove the log of changes when it is closed.
    let script =
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM activity').fetchall()";
    let read = Command::new("python3").args(["-c", script]).arg(&path).status().unwrap();
    assert!(read.success());
    assert!(path.with_extension("db-wal").exists());
    add(&mut store, 1, "text").unwrap();
}
