//! A schema that was changed: triggers, views, tables, columns and constraints that the ledger did not write.

use crate::folder::{LIVED, open, reopened, verify};
use rusqlite::Connection;
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{DATABASE, Entry, Kind, LedgerError, Wrong};

fn found(folder: &std::path::Path) -> vetgate_ledger::VerifyError {
    verify(folder).unwrap_err().fault().expect("it is the record that is wrong")
}

/// Rewrites the text of a table's statement, as SQLite lets whoever wants to.
fn rewritten(table: &str, from: &str, to: &str) -> String {
    format!(
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') WHERE name = '{table}';
         PRAGMA writable_schema = RESET;"
    )
}

#[test]
fn a_changed_schema_is_named_and_nothing_is_written_to_it() {
    let cases = [
        ("CREATE TRIGGER drops AFTER INSERT ON activity BEGIN DELETE FROM activity WHERE id = new.id; END".to_owned(),
            r#"trigger "drops" was added"#),
        ("CREATE TRIGGER blinds BEFORE INSERT ON body BEGIN SELECT RAISE(IGNORE); END".to_owned(),
            r#"trigger "blinds" was added"#),
        ("CREATE VIEW shown AS SELECT * FROM activity WHERE server <> 'x'".to_owned(), r#"view "shown" was added"#),
        ("CREATE TABLE other (a)".to_owned(), r#"table "other" was added"#),
        ("CREATE INDEX quick ON activity (server)".to_owned(), r#"index "quick" was added"#),
        ("ALTER TABLE activity ADD COLUMN extra TEXT".to_owned(), r#"table "activity" was changed"#),
        ("ALTER TABLE head RENAME COLUMN time TO moment".to_owned(), r#"table "head" was changed"#),
        ("ANALYZE".to_owned(), r#"table "sqlite_stat1" was added"#),
        ("DROP TABLE hold".to_owned(), r#"table "hold" is missing"#),
        (rewritten("head", " CHECK (one = 1)", ""), r#"table "head" was changed"#),
        (rewritten("activity", "kind TEXT NOT NULL", "kind TEXT"), r#"table "activity" was changed"#),
        (rewritten("body", ") STRICT", ")"), r#"table "body" was changed"#),
        ("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE \
          name = 'head') WHERE name = 'checkpoint'; PRAGMA writable_schema = RESET".to_owned(), "share their pages"),
    ];
    for (sql, words) in cases {
        let folder = LIVED.after(&sql);
        let fault = found(folder.path());
        assert!(fault.to_string().contains(words), "{sql}\n{fault}");
        match reopened(folder.path()).map(drop) {
            Err(LedgerError::Store(StoreError::Damaged(what))) if what.contains(words) => {}
            other => panic!("{sql}\n{other:?}"),
        }
    }
}

#[test]
fn a_trigger_that_is_added_while_the_ledger_is_open_stops_it() {
    let folder = LIVED.copy();
    let ledger = open(folder.path());
    let id = ledger.record(Entry::new(Kind::Call)).wait().unwrap();
    let other = Connection::open(folder.path().join(DATABASE)).unwrap();
    other.execute_batch("CREATE TRIGGER drops AFTER INSERT ON activity BEGIN DELETE FROM activity; END").unwrap();
    for _ in 0..2 {
        let error = ledger.record(Entry::new(Kind::Call)).wait().unwrap_err();
        assert!(error.to_string().contains(r#"trigger "drops" was added"#), "{error}");
    }
    other.execute_batch("DROP TRIGGER drops").unwrap();
    assert_eq!(ledger.record(Entry::new(Kind::Call)).wait(), Ok(id + 1));
    drop(ledger);
    verify(folder.path()).unwrap();
}

#[test]
fn a_schema_that_was_changed_before_a_migration_is_refused() {
    let sql = "DROP TABLE hold; ALTER TABLE head DROP COLUMN standings; PRAGMA user_version = 1; \
        CREATE TRIGGER drops AFTER INSERT ON activity BEGIN DELETE FROM activity; END";
    let fault = found(LIVED.after(sql).path());
    assert!(matches!(&fault.wrong, Wrong::Store(StoreError::Damaged(what)) if what.contains("drops")), "{fault}");
}

#[test]
fn a_number_of_the_format_that_is_changed_while_the_ledger_is_open_stops_it() {
    let folder = LIVED.copy();
    let ledger = open(folder.path());
    let id = ledger.record(Entry::new(Kind::Call)).wait().unwrap();
    let other = Connection::open(folder.path().join(DATABASE)).unwrap();
    for number in [0, 2, 4] {
        other.pragma_update(None, "user_version", number).unwrap();
        for _ in 0..2 {
            ledger.record(Entry::new(Kind::Call)).wait().unwrap_err();
        }
    }
    other.pragma_update(None, "user_version", 3).unwrap();
    assert_eq!(ledger.record(Entry::new(Kind::Call)).wait(), Ok(id + 1));
}
