//! SQLite under the rules.

use crate::make::{Factory, append, records, write};
use crate::{histories, rules};
use std::path::Path;
use vetgate_ledger::store::Store;
use vetgate_ledger::{Durability, Sqlite};

fn with(check: impl Fn(Factory<'_>)) {
    for durability in [Durability::Process, Durability::Power] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private/ledger.db");
        check(&|| Box::new(Sqlite::open(&path, durability).unwrap()));
    }
}

#[test]
fn sqlite_keeps_every_rule() {
    for (name, rule) in rules::RULES {
        println!("{name}");
        with(rule);
    }
}

#[test]
fn sqlite_does_what_a_list_in_memory_does() {
    histories::run(&|check| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.db");
        check(&|| Box::new(Sqlite::open(&path, Durability::Process).unwrap()))
    });
}

/// All bytes of the database and of the files beside it.
fn bytes(folder: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        std::io::copy(&mut std::fs::File::open(file.unwrap().path()).unwrap(), &mut bytes).unwrap();
    }
    bytes
}

fn holds(folder: &Path, text: &str) -> bool {
    bytes(folder).windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn what_was_removed_is_in_none_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
    let mut all = records(40);
    for record in &mut all {
        record.note = format!("a note about {}", record.id);
        let body = record.arguments.as_mut().unwrap().kept.as_mut().unwrap();
        body.text = format!("text {} of a body, {}", record.id, "which is long ".repeat(1000));
    }
    append(&mut store, &all);
    write(&mut store, |rows| {
        rows.begin(&crate::make::begun("run", 77))?;
        rows.enqueue("a message for 77", 0)
    });
    let is_there = |text: &str| holds(folder.path(), text);
    assert!(is_there("text 7 of a body") && is_there("a note about 7") && is_there("{\\\"n\\\":77}"));
    write(&mut store, |rows| rows.forget_bodies(20).map(drop));
    assert!(!is_there("text 7 of a body") && !is_there("text 20 of a body") && is_there("a note about 7"));
    assert!(is_there("text 21 of a body"));
    write(&mut store, |rows| {
        rows.end("run", 77)?;
        rows.dequeue(1)?;
        rows.remove(30).map(drop)
    });
    assert!(!is_there("a note about 7") && !is_there("a note about 30") && !is_there("text 30 of a body"));
    assert!(!is_there("{\\\"n\\\":77}") && !is_there("a message for 77"));
    assert!(is_there("a note about 31") && is_there("text 31 of a body"));
}

/// A reader keeps old pages alive; once it is gone, the next transaction cleans up behind it.
#[test]
fn a_reader_delays_the_cleaning_and_does_not_prevent_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let mut store = Sqlite::open(&path, Durability::Process).unwrap();
    append(&mut store, &records(10));
    let reader = rusqlite::Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM activity").unwrap();
    write(&mut store, |rows| rows.forget_bodies(10).map(drop));
    assert!(holds(folder.path(), "answer 4"));
    reader.execute_batch("COMMIT").unwrap();
    let started = std::time::Instant::now();
    while holds(folder.path(), "answer 4") {
        assert!(started.elapsed().as_secs() < 60, "the text is still there");
        write(&mut store, |_| Ok(()));
    }
}

#[cfg(unix)]
#[test]
fn nobody_but_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made/for/it/ledger.db");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let check = || {
        let mut store = Sqlite::open(&path, Durability::Process).unwrap();
        write(&mut store, |rows| rows.enqueue("message", 0));
        let files: Vec<_> =
            std::fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(files.len(), 3, "{files:?}");
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    };
    check();
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    check();
}

#[test]
fn the_log_of_changes_stays_small_under_load() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let mut store = Sqlite::open(&path, Durability::Process).unwrap();
    let all = records(3000);
    let mut written = 0;
    for record in &all {
        append(&mut store, std::slice::from_ref(record));
        write(&mut store, |rows| rows.enqueue(&"x".repeat(25_000), 0));
        written += 25_000;
    }
    let log = std::fs::metadata(folder.path().join("ledger.db-wal")).unwrap().len();
    // The log is written back beside the writer, at the speed of the machine; without that it holds all that was written.
    assert!(log < written, "{log} bytes of log for {written}");
}

#[test]
fn a_facet_that_hides_a_record_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let mut store = Sqlite::open(&path, Durability::Process).unwrap();
    append(&mut store, &records(2048));
    store.reader().unwrap().examine().unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    assert_eq!(connection.execute("UPDATE activity SET server = 'another' WHERE id = 500", []).unwrap(), 1);
    let error = store.reader().unwrap().examine().unwrap_err();
    assert!(error.to_string().contains("records 1 to 2048"), "{error}");
}
