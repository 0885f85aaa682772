//! Places where no ledger can be, and ledgers that are not for this version.

use crate::{add, open};
use std::fs;
use vetgate_ledger::store::StoreError;

#[test]
fn a_newer_format_is_told_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    add(&mut open(&path).unwrap(), 1, "text").unwrap();
    let version = |version: i64| {
        let other = rusqlite::Connection::open(&path).unwrap();
        other.pragma_update(None, "user_version", version).unwrap();
    };
    version(4);
    let error = open(&path).map(drop).unwrap_err();
    assert_eq!(error, StoreError::Newer { found: 4, known: 3 });
    assert_eq!(
        error.to_string(),
        "the ledger's file has format version 4, but this version of Vetgate supports only up to 3"
    );
    version(3);
    add(&mut open(&path).unwrap(), 1, "text").unwrap();
}

#[test]
fn a_database_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    let error = open(&path).map(drop).unwrap_err();
    assert!(error.to_string().contains("the database of another program"), "{error}");
    let tables: i64 = other.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 1);
}

#[test]
fn a_folder_in_its_place_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    fs::create_dir(&path).unwrap();
    let error = open(&path).map(drop).unwrap_err();
    assert!(matches!(&error, StoreError::Other(what) if what.contains("ledger.db")), "{error:?}");
}

#[cfg(unix)]
#[test]
fn a_place_that_cannot_be_written_is_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let allow = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    let is_bound = |path: &std::path::Path| {
        let is_bound = fs::File::create(path.with_extension("probe")).is_err();
        if !is_bound {
            println!("skipped: this user may write wherever it wants");
        }
        is_bound
    };
    allow(0o500);
    if is_bound(&path) {
        assert!(matches!(open(&path).map(drop), Err(StoreError::ReadOnly(_))));
        allow(0o700);
        add(&mut open(&path).unwrap(), 1, "text").unwrap();
        allow(0o500);
        assert!(matches!(open(&path).map(drop), Err(StoreError::ReadOnly(_))));
    }
    allow(0o700);
    add(&mut open(&path).unwrap(), 1, "text").unwrap();
}
