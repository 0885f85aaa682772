//! Every column of a record and of its bodies.

use crate::folder::{LIVED, found};
use rusqlite::Connection;
use vetgate_ledger::{Kind, Wrong};

/// The columns of a table with their types.
fn columns(table: &str) -> Vec<(String, String)> {
    let folder = LIVED.copy();
    let connection = Connection::open(folder.path().join(vetgate_ledger::DATABASE)).unwrap();
    let mut statement = connection.prepare(&format!("SELECT name, type FROM pragma_table_info('{table}')")).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// Other values for a column.
fn others(kind: &str, column: &str) -> Vec<String> {
    let values: &[&str] = match kind {
        "INTEGER" => &["coalesce({c}, 0) + 1", "coalesce({c}, 0) + 2", "-coalesce({c}, 0) - 1", "256", "NULL"],
        "TEXT" => &["coalesce({c}, '') || 'x'", "''", "' ' || coalesce({c}, '')", "NULL"],
        _ => &["zeroblob(16)", "zeroblob(32)", "randomblob(32)", "x''", "NULL"],
    };
    values.iter().map(|value| value.replace("{c}", column)).collect()
}

/// Changes every column of one record to everything it is not; how many changes there were.
fn change_all(table: &str, key: &str, id: u64) -> usize {
    let mut count = 0;
    for (column, kind) in columns(table) {
        if column == key {
            continue;
        }
        for other in others(&kind, &column) {
            let sql = format!("UPDATE {table} SET {column} = {other} WHERE {key} = {id} AND {column} IS NOT ({other})");
            let mut changed = 0;
            // What the table itself does not take is no change.
            let folder = LIVED.with(|connection| changed = connection.execute(&sql, []).unwrap_or(0));
            if changed == 1 {
                let error = found(folder.path());
                assert_eq!(error.record, Some(id), "{sql}: {error}");
                count += 1;
            }
        }
    }
    count
}

#[test]
fn a_change_of_any_column_names_the_record() {
    let lived = &*LIVED;
    let bare = lived.find(|record| record.arguments.is_none() && record.response.is_none());
    let mut count = 0;
    for id in [lived.first(), lived.middle().id, bare.id, lived.last()] {
        count += change_all("activity", "id", id);
    }
    // What the check relies on is a record like any other.
    for method in ["removed", "redacted", "carried"] {
        count += change_all("activity", "id", lived.find(|record| record.method == method).id);
    }
    println!("{count} changes of records, all found");
    assert!(count > 400, "{count}");
}

#[test]
fn a_change_of_any_column_of_a_body_names_the_record() {
    let lived = &*LIVED;
    let has_kept = |body: &Option<vetgate_ledger::SealedBody>| body.as_ref().is_some_and(|body| body.kept.is_some());
    let one = lived.find(|record| has_kept(&record.arguments) && record.response.is_none());
    let other = lived.find(|record| record.arguments.is_none() && has_kept(&record.response));
    let count: usize = [lived.middle().id, one.id, other.id].iter().map(|id| change_all("body", "record", *id)).sum();
    println!("{count} changes of bodies, all found");
    assert!(count > 30, "{count}");
}

#[test]
fn a_body_that_moves_to_another_record_is_found() {
    let id = LIVED.middle().id;
    let sql = format!("UPDATE body SET record = 100000 WHERE record = {id}");
    LIVED.assert_found(&sql, id, |wrong| matches!(wrong, Wrong::BodyGone { .. }));
    let next = LIVED.find(|record| record.id > id && record.kind == Kind::Call).id;
    let sql = format!("DELETE FROM body WHERE record = {next}; UPDATE body SET record = {next} WHERE record = {id}");
    LIVED.assert_found(&sql, id, |wrong| matches!(wrong, Wrong::BodyGone { .. }));
}

#[test]
fn a_body_that_nobody_forgot_and_one_that_came_back_are_found() {
    let id = LIVED.middle().id;
    LIVED.assert_found(&format!("DELETE FROM body WHERE record = {id}"), id, |wrong| {
        matches!(wrong, Wrong::BodyGone { .. })
    });
    let forgotten = LIVED.find(|record| record.arguments.as_ref().is_some_and(|body| body.kept.is_none())).id;
    let sql = format!("INSERT INTO body (record, arguments_salt, arguments) VALUES ({forgotten}, zeroblob(16), 'x')");
    LIVED.assert_found(&sql, forgotten, |wrong| matches!(wrong, Wrong::BodyAltered { .. }));
}

#[test]
fn a_body_without_a_record_is_found() {
    let sql = "INSERT INTO body (record, arguments_salt, arguments) VALUES (100000, zeroblob(16), 'x')";
    let error = found(LIVED.after(sql).path());
    assert!(matches!(error.wrong, Wrong::Store(_)), "{error}");
}
