//! Nothing is written behind what somebody else has written: the ledger must not sign a forged history.

use crate::folder::{LIVED, Lived, found, open, reopened, verify};
use rusqlite::Connection;
use std::path::Path;
use vetgate_ledger::quarantine::{Decision, Rules};
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{DATABASE, Ending, Entry, Kind, Ledger, LedgerError, Standing, Trust, Wrong};

/// What a ledger says that is opened here and used.
fn used(folder: &Path) -> Result<u64, LedgerError> {
    reopened(folder)?.record(Entry::new(Kind::Call)).wait()
}

#[track_caller]
fn assert_refuses(lived: &Lived, sql: &str) {
    let folder = lived.after(sql);
    let before = found(folder.path());
    match used(folder.path()) {
        Err(LedgerError::Store(StoreError::Damaged(_))) => {}
        other => panic!("{sql}\nwas written behind: {other:?}"),
    }
    assert_eq!(found(folder.path()).record, before.record, "{sql}");
}

#[test]
fn a_ledger_that_was_left_alone_is_written_on() {
    let folder = LIVED.copy();
    assert_eq!(used(folder.path()), Ok(LIVED.last() + 1));
}

#[test]
fn nothing_is_signed_behind_an_end_that_is_not_signed() {
    let lived = &*LIVED;
    assert_refuses(lived, "UPDATE head SET signature = zeroblob(64)");
    assert_refuses(lived, "UPDATE head SET hash = zeroblob(32)");
    assert_refuses(lived, "DELETE FROM head");
    let last = lived.last();
    assert_refuses(lived, &format!("UPDATE head SET id = {}", last - 1));
    assert_refuses(lived, &format!("DELETE FROM activity WHERE id = {last}"));
    assert_refuses(lived, &format!("UPDATE activity SET name = 'x' WHERE id = {last}"));
    assert_refuses(lived, "UPDATE head SET id = 0");
}

#[test]
fn a_kept_state_is_no_end_to_cut_the_record_off_at() {
    let lived = &*LIVED;
    let kept = &lived.checkpoints[0];
    assert!(kept.id < lived.last());
    let folder = lived.after(&format!(
        "DELETE FROM activity WHERE id > {0}; DELETE FROM body WHERE record > {0}; DELETE FROM checkpoint WHERE id > {0};
         UPDATE head SET (id, hash, time, signature) = (SELECT id, hash, time, signature FROM checkpoint WHERE id = {0})",
        kept.id
    ));
    let _ = std::fs::remove_file(folder.path().join(vetgate_ledger::CHECKPOINTS));
    found(folder.path());
    assert!(matches!(used(folder.path()), Err(LedgerError::Store(StoreError::Damaged(_)))));
}

#[test]
fn an_approval_that_somebody_else_wrote_approves_nothing() {
    let lived = &*LIVED;
    let standing = lived.standings.iter().find(|standing| standing.state.name() != "approved").unwrap();
    let forged = vetgate_ledger::Standing {
        state: vetgate_ledger::State::Approved,
        approved: Some(standing.seen.clone()),
        ..standing.clone()
    };
    let folder = lived.copy();
    let ledger = open(folder.path());
    write(&Connection::open(folder.path().join(DATABASE)).unwrap(), &forged);
    assert_all_refused(&ledger, standing);
    drop(ledger);
    assert_is_damaged(used(folder.path()));
}

fn write(connection: &Connection, standing: &Standing) {
    let subject = &standing.subject;
    let sql = "INSERT OR REPLACE INTO standing VALUES (?1, ?2, ?3, ?4, ?5)";
    let (server, json) = (&subject.server, serde_json::to_string(standing).unwrap());
    connection.execute(sql, (&server.name, &server.identity, subject.item.name(), &subject.name, json)).unwrap();
    connection.execute("UPDATE revision SET revision = revision + 1", []).unwrap();
}

/// Looks at the definition, decides about it and puts it back into quarantine: nothing of it is done.
#[track_caller]
fn assert_all_refused(ledger: &Ledger, standing: &Standing) {
    let subject = &standing.subject;
    assert_is_damaged(ledger.standings_of(&subject.server, subject.item));
    let sighting = vetgate_ledger::Sighting {
        name: subject.name.clone(),
        fingerprint: standing.seen.fingerprint.clone(),
        definition: standing.seen.definition.clone(),
        finding: None,
        is_covered: true,
    };
    let rules = Rules { trust: Trust::Auto, detects_changes: true };
    assert_is_damaged(ledger.observe(subject.server.clone(), subject.item, rules, vec![sighting]).wait());
    assert_is_damaged(ledger.decide(subject.clone(), Decision::Block, "a person").wait());
    assert_is_damaged(ledger.accuse(subject.clone(), "it sends mail").wait());
    // What has nothing to do with it is recorded on, for evidence.
    ledger.record(Entry::new(Kind::Call)).wait().unwrap();
}

#[track_caller]
fn assert_is_damaged<T: std::fmt::Debug>(done: Result<T, LedgerError>) {
    match done {
        Err(LedgerError::Store(StoreError::Damaged(what))) if what.contains("approval states") => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_is_written_where_standings_are_gone_or_older_than_the_record_says() {
    let lived = &*LIVED;
    let server = &lived.standings[0].subject.server.name;
    for sql in [
        "DELETE FROM standing".to_owned(),
        format!("DELETE FROM standing WHERE server = '{server}'"),
        "DELETE FROM standing WHERE rowid = (SELECT min(rowid) FROM standing)".to_owned(),
        format!("DELETE FROM listed WHERE server = '{server}'"),
        "DELETE FROM standing; DELETE FROM listed".to_owned(),
    ] {
        assert_refuses(lived, &sql);
        // What SQLite itself finds records by must not decide about it.
        assert_refuses(lived, &format!("{sql}; DELETE FROM facet"));
        let forged = lived.after(&format!("{sql}; UPDATE head SET standings = ''"));
        assert!(matches!(used(forged.path()), Err(LedgerError::Store(StoreError::Damaged(_)))), "{sql}");
        found(forged.path());
    }
}

#[test]
fn standings_that_are_removed_while_the_ledger_is_open_do_not_make_a_definition_new() {
    let lived = &*LIVED;
    let standing = lived.standings.iter().find(|standing| standing.state.name() != "approved").unwrap();
    let folder = lived.copy();
    let ledger = open(folder.path());
    let other = Connection::open(folder.path().join(DATABASE)).unwrap();
    other.execute("DELETE FROM standing WHERE name = ?1", [&standing.subject.name]).unwrap();
    other.execute("UPDATE revision SET revision = revision + 1", []).unwrap();
    assert_all_refused(&ledger, standing);
    drop(ledger);
    let before = found(folder.path());
    assert!(matches!(before.wrong, Wrong::StandingGone { .. }), "{before}");
    for _ in 0..2 {
        assert_is_damaged(used(folder.path()));
        assert_eq!(found(folder.path()).record, before.record);
    }
}

#[test]
fn an_older_approval_of_the_ledgers_own_is_no_approval_again() {
    let folder = LIVED.copy();
    let ledger = open(folder.path());
    let approved = LIVED.standings.iter().find(|standing| standing.state.name() == "approved").unwrap();
    ledger.decide(approved.subject.clone(), Decision::Block, "a person").wait().unwrap().unwrap();
    write(&Connection::open(folder.path().join(DATABASE)).unwrap(), approved);
    assert_all_refused(&ledger, approved);
    drop(ledger);
    assert_is_damaged(used(folder.path()));
    found(folder.path());
}

#[test]
fn a_second_process_that_decides_is_no_other_program() {
    let folder = LIVED.copy();
    let (one, other) = (open(folder.path()), open(folder.path()));
    let standing = &LIVED.standings[0];
    for _ in 0..3 {
        for ledger in [&one, &other] {
            ledger.decide(standing.subject.clone(), Decision::Block, "a person").wait().unwrap().unwrap();
            ledger.standings_of(&standing.subject.server, standing.subject.item).unwrap();
            let ticket = ledger.begin(Entry::new(Kind::Call)).wait().unwrap();
            ledger.finish(ticket, Ending::default()).wait().unwrap();
        }
    }
    drop((one, other));
    verify(folder.path()).unwrap();
}

#[test]
fn a_file_of_the_second_format_is_sealed_if_its_standings_are_what_the_record_says() {
    let old = "ALTER TABLE head DROP COLUMN standings; DELETE FROM begun; PRAGMA user_version = 2";
    let folder = LIVED.after(old);
    assert_eq!(used(folder.path()), Ok(LIVED.last() + 1));
    verify(folder.path()).unwrap();
    let folder = LIVED.after(&format!("{old}; DELETE FROM standing"));
    assert!(matches!(used(folder.path()), Err(LedgerError::Store(StoreError::Damaged(_)))));
}

#[test]
fn a_call_under_way_that_is_removed_after_a_kill_is_told() {
    let lived = &*LIVED;
    for sql in [
        "DELETE FROM begun",
        "DELETE FROM begun WHERE run <> ''",
        "DELETE FROM begun WHERE run = ''",
        "UPDATE begun SET entry = replace(entry, '\"calls\":2', '\"calls\":1') WHERE run = ''; \
            DELETE FROM begun WHERE run <> '' AND ticket = 1",
        "DELETE FROM begun WHERE ticket = 1",
    ] {
        let folder = lived.copy();
        let ledger = open(folder.path());
        let begun = |ledger: &Ledger| ledger.begin(Entry::new(Kind::Call)).wait().unwrap();
        let (_one, _other) = (begun(&ledger), begun(&ledger));
        drop(ledger);
        Connection::open(folder.path().join(DATABASE)).unwrap().execute_batch(sql).unwrap();
        let fault = found(folder.path());
        assert!(matches!(fault.wrong, Wrong::CallsChanged { .. }), "{sql}: {fault}");
        let ledger = open(folder.path());
        let told = ledger.read(|rows| rows.records(lived.last(), 10)).unwrap();
        assert_eq!((told[0].kind, told[0].method.as_str()), (Kind::Security, "calls_changed"), "{sql}");
        let ticket = begun(&ledger);
        ledger.finish(ticket, Ending::default()).wait().unwrap();
        drop(ledger);
        verify(folder.path()).unwrap();
    }
}

#[test]
fn calls_that_are_finished_or_interrupted_leave_the_mark_as_it_should_be() {
    let folder = LIVED.copy();
    let ledger = open(folder.path());
    let begun = |ledger: &Ledger| ledger.begin(Entry::new(Kind::Call)).wait().unwrap();
    let (_interrupted, finished) = (begun(&ledger), begun(&ledger));
    ledger.finish(finished, Ending::default()).wait().unwrap();
    verify(folder.path()).unwrap();
    drop(ledger);
    verify(folder.path()).unwrap();
    let ledger = open(folder.path());
    let told = ledger.read(|rows| rows.records(LIVED.last(), 10)).unwrap();
    assert_eq!(told.iter().map(|record| record.kind).collect::<Vec<_>>(), [Kind::Call, Kind::Call]);
    drop(ledger);
    verify(folder.path()).unwrap();
}

#[test]
fn a_call_that_nobody_began_gets_no_record_of_a_call() {
    let entry = serde_json::to_string(&Entry { server: "notes".into(), ..Entry::new(Kind::Decision) }).unwrap();
    for forged in [format!("[{entry},\"00\"]"), entry, "nonsense".to_owned()] {
        let lived = &*LIVED;
        let folder = lived.with(|connection| {
            connection.execute("INSERT INTO begun VALUES ('0123456789abcdef', 1, ?1)", [&forged]).unwrap();
        });
        let ledger = reopened(folder.path()).unwrap();
        let told = ledger.read(|rows| rows.records(lived.last(), 10)).unwrap();
        let told: Vec<_> = told.iter().map(|record| (record.kind, record.method.as_str())).collect();
        assert_eq!(told, [(Kind::Security, "calls_changed"), (Kind::Security, "forged_call")], "{forged}");
        assert!(ledger.read(|rows| rows.begun()).unwrap().is_empty());
    }
}
