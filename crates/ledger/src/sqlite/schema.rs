//! The schema that this program writes, compared with the schema that a file has.
//!
//! A trigger could drop or change records while they are written, and a view or a changed table could show others than
//! those that were written. SQLite takes all of them from the text in `sqlite_schema`, so that text is compared.

use super::fault::damaged;
use crate::store::StoreError;
use rusqlite::Connection;
use std::collections::BTreeMap;

/// The statements that lead from each format to the next, beginning with an empty file.
pub(super) const STEPS: [&str; 3] = [include_str!("schema.sql"), include_str!("holds.sql"), include_str!("sets.sql")];

/// Type and name of a part of a schema.
type Key = (String, String);
/// Its table, and the statement that makes it.
type Made = (String, String);

/// The number that SQLite changes with every change of a schema.
pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.prepare_cached("PRAGMA schema_version")?.query_row([], |row| row.get(0))?)
}

/// Returns an error that names everything in which a file of the format `format` differs from what this program writes.
pub(super) fn compare(connection: &Connection, format: i64) -> Result<(), StoreError> {
    let model = Connection::open_in_memory()?;
    for step in STEPS.iter().take(usize::try_from(format).unwrap_or_default()) {
        model.execute_batch(step)?;
    }
    let mut expected: BTreeMap<Key, Made> = parts(&model)?.into_iter().collect();
    let mut differences = Vec::new();
    for (key, found) in parts(connection)? {
        let (kind, name) = &key;
        match expected.remove(&key) {
            None => differences.push(format!("{kind} {name:?} was added")),
            Some(made) if made != found => differences.push(format!("{kind} {name:?} was changed")),
            Some(_) => {}
        }
    }
    differences.extend(expected.keys().map(|(kind, name)| format!("{kind} {name:?} is missing")));
    let shared = "SELECT count(*) - count(DISTINCT rootpage) FROM sqlite_schema WHERE rootpage <> 0";
    if connection.query_row(shared, [], |row| row.get::<_, i64>(0))? != 0 {
        differences.push("two tables share their pages".to_owned());
    }
    if differences.is_empty() {
        return Ok(());
    }
    Err(damaged(&format!("its schema is not the one that Vetgate writes: {}", differences.join(", "))))
}

/// Type and name of everything in the schema, each with its table and its statement.
fn parts(connection: &Connection) -> Result<Vec<(Key, Made)>, StoreError> {
    // Whoever changes this table by hand can put values of any type into it.
    let sql = "SELECT coalesce(CAST(type AS TEXT), ''), coalesce(CAST(name AS TEXT), ''), \
        coalesce(CAST(tbl_name AS TEXT), ''), coalesce(CAST(sql AS TEXT), '') FROM sqlite_schema ORDER BY 1, 2, 3, 4";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let (kind, name, sql): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(3)?);
        // SQLite quotes the name of a table that was renamed, and does not take the quotes away again.
        let sql = sql.replacen(&format!("CREATE TABLE \"{name}\""), &format!("CREATE TABLE {name}"), 1);
        Ok(((kind, name), (row.get(2)?, sql)))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
