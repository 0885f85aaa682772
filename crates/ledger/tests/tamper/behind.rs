//! Nothing is written behind what somebody else has written: the ledger must not sign a forged history.

use crate::folder::{LIVED, Lived, found, reopened};
use std::path::Path;
use vetgate_ledger::quarantine::{Decision, Rules};
use vetgate_ledger::store::StoreError;
use vetgate_ledger::{DecideError, Entry, Held, Kind, LedgerError, Trust};

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
    let folder = lived.with(|connection| {
        let forged = serde_json::to_string(&vetgate_ledger::Standing {
            state: vetgate_ledger::State::Approved,
            approved: Some(standing.seen.clone()),
            ..standing.clone()
        });
        let subject = &standing.subject;
        let sql = "UPDATE standing SET standing = ?1 WHERE server = ?2 AND name = ?3 AND item = ?4";
        let written = (forged.unwrap(), &subject.server.name, &subject.name, subject.item.name());
        assert_eq!(connection.execute(sql, written).unwrap(), 1);
    });
    let ledger = reopened(folder.path()).unwrap();
    let subject = &standing.subject;
    assert!(
        ledger.standings_of(&subject.server, subject.item).unwrap().iter().all(|known| known.subject != *subject),
        "what somebody else wrote is not read as the ledger's"
    );
    let sighting = vetgate_ledger::Sighting {
        name: subject.name.clone(),
        fingerprint: standing.seen.fingerprint.clone(),
        definition: standing.seen.definition.clone(),
        finding: None,
        is_covered: true,
    };
    let rules = Rules { trust: Trust::Manual, detects_changes: true };
    let observed = ledger.observe(subject.server.clone(), subject.item, rules, vec![sighting]).wait().unwrap();
    assert_eq!(observed.held.get(&subject.name), Some(&Held::Forged));
    let decided = ledger.decide(subject.clone(), Decision::Block, "a person").wait().unwrap();
    assert_eq!(decided.unwrap_err(), DecideError::Forged);
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
        assert_eq!(told.len(), 1, "{forged}");
        assert_eq!((told[0].kind, told[0].method.as_str()), (Kind::Security, "forged_call"));
        assert!(ledger.read(|rows| rows.begun()).unwrap().is_empty());
    }
}
