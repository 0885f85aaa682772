//! Records that are removed, added, exchanged and written anew, and the signed states that say so.

use crate::folder::{LIVED, found, read, verify, write_private};
use rusqlite::{Connection, params};
use std::fs;
use vetgate_ledger::{
    Body, CHECKPOINTS, Checkpoint, Entry, Hash, KEY, Kind, Record, UnverifiedFolder, Witness, Wrong, verify_folder,
};

/// A record that holds by itself.
fn forged(id: u64, previous: Hash) -> Record {
    let entry = Entry { note: "forged".to_owned(), time_ms: 5, ..Entry::new(Kind::Call) };
    Record::seal(entry, id, previous, [[7; 16]; 2])
}

/// Writes a record that has no bodies, in the place of one that may be there.
fn write(connection: &Connection, record: &Record) {
    let sql = "INSERT OR REPLACE INTO activity (id, time, kind, session, principal, server, method, name, verdict, \
        risk, duration, error, request, trace, note, previous, hash) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)";
    let values = params![
        record.id as i64,
        record.time_ms as i64,
        record.kind.name(),
        record.session,
        record.principal,
        record.server,
        record.method,
        record.name,
        record.verdict.map(|verdict| verdict.name()),
        record.risk,
        record.duration_us.map(|duration| duration as i64),
        record.error,
        record.request,
        record.trace,
        record.note,
        record.previous.0,
        record.hash.0,
    ];
    connection.execute("DELETE FROM body WHERE record = ?1", [record.id as i64]).unwrap();
    connection.execute(sql, values).unwrap();
}

#[test]
fn a_record_that_is_removed_is_named() {
    let (first, last) = (LIVED.first(), LIVED.last());
    for id in [first + 1, LIVED.middle().id, last - 1] {
        let sql = format!("DELETE FROM activity WHERE id = {id}; DELETE FROM body WHERE record = {id}");
        LIVED.assert_found(&sql, id, |wrong| *wrong == Wrong::Missing { next: id + 1 });
        let closed = format!(
            "{sql}; UPDATE body SET record = record - 1 WHERE record > {id}; \
            UPDATE activity SET id = id - 1 WHERE id > {id}"
        );
        LIVED.assert_found(&closed, id, |wrong| *wrong == Wrong::Altered);
    }
}

#[test]
fn records_that_change_places_are_named() {
    let id = LIVED.middle().id;
    let swap = |one: u64, other: u64| {
        format!(
            "UPDATE activity SET id = -1 WHERE id = {one}; UPDATE activity SET id = {one} WHERE id = {other}; \
            UPDATE activity SET id = {other} WHERE id = -1; UPDATE body SET record = -1 WHERE record = {one}; \
            UPDATE body SET record = {one} WHERE record = {other}; UPDATE body SET record = {other} WHERE record = -1"
        )
    };
    LIVED.assert_found(&swap(id, id + 1), id, |wrong| *wrong == Wrong::Altered);
    LIVED.assert_found(&swap(id, id + 40), id, |wrong| *wrong == Wrong::Altered);
    let rotated = format!("{}; {}", swap(id, id + 1), swap(id + 1, id + 2));
    LIVED.assert_found(&rotated, id, |wrong| *wrong == Wrong::Altered);
}

#[test]
fn a_record_that_is_added_is_named() {
    let (id, last) = (LIVED.middle().id, LIVED.last());
    let columns = LIVED.with(|_| ());
    let connection = Connection::open(columns.path().join(vetgate_ledger::DATABASE)).unwrap();
    let names: Vec<String> = connection
        .prepare("SELECT name FROM pragma_table_info('activity') WHERE name <> 'id'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let names = names.join(", ");
    let copy =
        |to: i64| format!("INSERT INTO activity (id, {names}) SELECT {to}, {names} FROM activity WHERE id = {id}");
    LIVED.assert_found(&copy(last as i64 + 1), last + 1, |wrong| *wrong == Wrong::Altered);
    LIVED.assert_found(&copy(last as i64 + 5), last + 1, |wrong| *wrong == Wrong::Missing { next: last + 5 });
    for hidden in [0, -3, i64::MIN] {
        let folder = LIVED.after(&copy(hidden));
        let unverified = verify(folder.path()).unwrap_err();
        assert!(unverified.fault().is_some(), "{unverified}");
        assert!(unverified.to_string().contains(&format!("record {hidden} was added")), "{unverified}");
        let opened = crate::folder::reopened(folder.path()).map(drop).unwrap_err().to_string();
        assert!(opened.contains(&format!("record {hidden} was added")), "{opened}");
    }
    // Between two others, with all behind it moved on.
    let folder = LIVED.with(|connection| {
        let shift = format!("UPDATE activity SET id = -id - 1 WHERE id >= {id}; UPDATE activity SET id = -id WHERE id < 0; \
            UPDATE body SET record = -record - 1 WHERE record >= {id}; UPDATE body SET record = -record WHERE record < 0");
        connection.execute_batch(&shift).unwrap();
        write(connection, &forged(id, LIVED.find(|record| record.id == id).previous));
    });
    let error = found(folder.path());
    assert_eq!((error.record, error.wrong), (Some(id + 1), Wrong::Altered));
}

#[test]
fn a_record_that_was_chained_anew_is_named() {
    let id = LIVED.middle().id;
    let previous = LIVED.find(|record| record.id == id).previous;
    let error = found(LIVED.with(|connection| write(connection, &forged(id, previous))).path());
    assert_eq!((error.record, error.wrong), (Some(id), Wrong::Replaced));
}

#[test]
fn a_history_that_was_written_anew_disagrees_with_the_next_signed_state() {
    let id = LIVED.middle().id;
    let folder = LIVED.with(|connection| {
        let mut previous = LIVED.find(|record| record.id == id).previous;
        for id in id..=LIVED.last() {
            let record = forged(id, previous);
            write(connection, &record);
            previous = record.hash;
        }
    });
    let error = found(folder.path());
    let next = LIVED.checkpoints.iter().find(|state| state.id >= id).unwrap();
    assert_eq!(error.record, Some(next.id), "{error}");
    assert!(matches!(error.wrong, Wrong::OtherHash { .. }), "{error}");
}

#[test]
fn a_record_behind_the_signed_end_is_named() {
    let last = LIVED.last();
    let record = forged(last + 1, LIVED.find(|record| record.id == last).hash);
    let error = found(LIVED.with(|connection| write(connection, &record)).path());
    assert_eq!((error.record, error.wrong), (Some(last + 1), Wrong::Unsigned));
    let folder = LIVED.with(|connection| {
        write(connection, &record);
        connection.execute("UPDATE head SET id = ?1, hash = ?2", params![record.id as i64, record.hash.0]).unwrap();
    });
    let error = found(folder.path());
    assert_eq!((error.record, error.wrong), (Some(last + 1), Wrong::Forged { witness: Witness::Head }));
}

#[test]
fn a_head_that_is_changed_or_gone_is_found() {
    let last = LIVED.last();
    LIVED.assert_found("DELETE FROM head; DELETE FROM checkpoint", last, |wrong| *wrong == Wrong::Headless);
    for change in ["hash = zeroblob(32)", "time = time + 1", "signature = zeroblob(64)"] {
        LIVED.assert_found(&format!("UPDATE head SET {change}"), last, |wrong| {
            *wrong == Wrong::Forged { witness: Witness::Head }
        });
    }
    LIVED.assert_found("UPDATE head SET id = id - 1", last - 1, |wrong| {
        *wrong == Wrong::Forged { witness: Witness::Head }
    });
    let old = LIVED.checkpoints.first().unwrap().id;
    let reused = format!("DELETE FROM head; INSERT INTO head SELECT 1, *, '' FROM checkpoint WHERE id = {old}");
    // A state that was kept is signed, and not as an end.
    LIVED.assert_found(&reused, old, |wrong| *wrong == Wrong::Forged { witness: Witness::Head });
}

#[test]
fn a_checkpoint_that_is_changed_is_found() {
    let id = LIVED.checkpoints.first().unwrap().id;
    for change in ["hash = zeroblob(32)", "time = time + 1", "signature = zeroblob(64)"] {
        let sql = format!("UPDATE checkpoint SET {change} WHERE id = {id}");
        LIVED.assert_found(&sql, id, |wrong| *wrong == Wrong::Forged { witness: Witness::Checkpoint });
    }
}

#[test]
fn a_tail_that_is_cut_off_is_found_by_whatever_signed_state_is_left() {
    let last = LIVED.last();
    let cut = |from: u64| {
        format!(
            "DELETE FROM activity WHERE id >= {from}; DELETE FROM body WHERE record >= {from}; \
            DELETE FROM standing"
        )
    };
    for from in [last, last - 30, LIVED.first()] {
        let is_cut = |witness| move |wrong: &Wrong| *wrong == Wrong::Cut { witness, id: last };
        let at = if from == LIVED.first() { 1 } else { from };
        LIVED.assert_found(&cut(from), at, is_cut(Witness::Head));
        let headless = format!("{}; DELETE FROM head", cut(from));
        let error = found(LIVED.after(&headless).path());
        assert!(error.record == Some(at) && matches!(error.wrong, Wrong::Cut { .. }), "{error}");
        let unsigned = format!("{headless}; DELETE FROM checkpoint");
        let error = found(LIVED.after(&unsigned).path());
        let Wrong::Cut { witness: Witness::Elsewhere, .. } = error.wrong else { panic!("{error}") };
        assert_eq!(error.record, Some(at));
    }
}

#[test]
fn an_older_copy_of_everything_is_found_with_a_checkpoint_from_elsewhere_and_only_with_it() {
    let folder = LIVED.copy();
    let ledger = crate::folder::open(folder.path());
    ledger.record(Entry { arguments: Some(Body::whole("{}")), ..Entry::new(Kind::Call) }).wait().unwrap();
    drop(ledger);
    let newest = read(folder.path()).checkpoints.pop().unwrap();
    assert!(newest.id > LIVED.last());
    let older = LIVED.copy();
    verify(older.path()).unwrap();
    let Err(UnverifiedFolder::Wrong(error)) =
        verify_folder(older.path(), None, std::slice::from_ref(&newest), &mut |_| ())
    else {
        panic!("an older copy was believed")
    };
    assert_eq!(error.record, Some(LIVED.last() + 1));
    verify_folder(folder.path(), None, &[newest], &mut |_| ()).unwrap();
}

#[test]
fn a_beginning_that_is_cut_off_is_named() {
    let first = LIVED.first();
    for through in [first, first + 9] {
        let sql = format!("DELETE FROM activity WHERE id <= {through}; DELETE FROM body WHERE record <= {through}");
        LIVED.assert_found(&sql, first, |wrong| *wrong == Wrong::Missing { next: through + 1 });
    }
    let error = found(LIVED.with(|connection| write(connection, &forged(first - 1, Hash::NONE))).path());
    assert_eq!((error.record, error.wrong), (Some(first - 1), Wrong::Back));
}

#[test]
fn witnesses_that_are_forged_are_found_and_broken_lines_are_named() {
    let folder = LIVED.copy();
    let path = folder.path().join(CHECKPOINTS);
    let lines = String::from_utf8(crate::folder::bytes_of(&path)).unwrap();
    let state = Checkpoint::from_line(lines.lines().last().unwrap()).unwrap();
    for broken in ["{\"id\":1,\"ha\n", "{\"id\":1,\"ha", "garbage\n", "\n", "\0\0\0"] {
        write_private(&path, format!("{lines}{broken}").as_bytes());
        let expected = format!("line {} of ", lines.lines().count() + 1);
        let unverified = verify(folder.path()).unwrap_err();
        assert!(unverified.fault().is_some() && unverified.to_string().contains(&expected), "{unverified}");
        let opened = crate::folder::reopened(folder.path()).map(drop).unwrap_err().to_string();
        assert!(opened.contains(&expected), "{opened}");
    }
    let forged = Checkpoint { hash: Hash([9; 32]), ..state.clone() };
    write_private(&path, format!("{}\n", forged.to_line()).as_bytes());
    let error = found(folder.path());
    assert_eq!((error.record, error.wrong), (Some(state.id), Wrong::Forged { witness: Witness::Elsewhere }));
}

#[test]
fn facets_of_a_block_that_is_not_whole_hide_nothing_and_are_named() {
    use vetgate_ledger::{Filter, Query};
    let filter = || Filter { name: Some("read".to_owned()), server: Some("files".to_owned()), ..Filter::default() };
    let count = |folder: &std::path::Path| {
        let ledger = crate::folder::open(folder);
        ledger.page(&Query { filter: filter(), limit: 10_000, ..Query::default() }).unwrap().records.len()
    };
    let all = count(LIVED.copy().path());
    assert!(all > 50, "{all}");
    for place in [4_i64 << 40, 5 << 40, (4 << 40) + 1, 14 << 40, -1] {
        let folder = LIVED.after(&format!("INSERT INTO facet VALUES ({place}, 1, 1, x'')"));
        let error = found(folder.path());
        assert!(error.to_string().contains("table facet has"), "{place}: {error}");
        assert_eq!(count(folder.path()), all, "{place}");
    }
}

#[test]
fn a_record_far_behind_the_last_does_not_stop_those_who_read() {
    use vetgate_ledger::store::Store as _;
    use vetgate_ledger::{Filter, Order, Query};
    let last = LIVED.last();
    let folder = LIVED.after(&format!("UPDATE activity SET id = {} WHERE id = {last}", i64::MAX));
    let path = folder.path().join(vetgate_ledger::DATABASE);
    let store = vetgate_ledger::Sqlite::open(&path, vetgate_ledger::Durability::Process).unwrap();
    let mut rows = store.reader().unwrap();
    for order in [Order::Newest, Order::Oldest] {
        let filter = Filter { server: Some("files".to_owned()), ..Filter::default() };
        let page = rows.page(&Query { filter, order, limit: 10_000, ..Query::default() }).unwrap();
        assert!(page.records.len() > 50);
    }
    rows.size().unwrap();
    found(folder.path());
}

#[test]
fn another_key_is_not_believed() {
    let folder = LIVED.copy();
    fs::remove_file(folder.path().join(KEY)).unwrap();
    fs::remove_file(folder.path().join(vetgate_ledger::PUBLIC_KEY)).unwrap();
    vetgate_ledger::SigningKey::in_folder(folder.path()).unwrap();
    assert!(matches!(found(folder.path()).wrong, Wrong::Forged { .. }));
}
