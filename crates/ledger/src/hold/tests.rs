#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::{DATABASE, Durability, Filter, Options, Query, Record, Sqlite};
use rusqlite::Connection;
use std::path::Path;

fn ledger(folder: &Path) -> Ledger {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process).unwrap();
    Ledger::open(folder, Box::new(store), Options::default()).unwrap()
}

const WAITING: Waiting<'static> = Waiting {
    principal: "coder",
    session: "s1",
    server: "files",
    method: "tools/call",
    name: "delete",
    arguments: r#"{"path":"/srv","owner":"jo.miller@acme.io"}"#,
    risk: 60,
    reason: "it deletes what jo.miller@acme.io owns",
    explanation: "name: destructive\narguments: jo.miller@acme.io",
    judgement: r#"{"known":"jo.miller@acme.io"}"#,
    patience_ms: 1000,
    call: None,
};

fn held(ledger: &Ledger) -> Hold {
    let (id, reply) = ledger.hold(&WAITING).unwrap();
    let hold = reply.wait().unwrap();
    assert_eq!(hold.id, id);
    hold
}

fn decisions(ledger: &Ledger) -> Vec<Record> {
    let filter = Filter { kinds: vec![Kind::Decision], ..Filter::default() };
    let mut records = ledger.page(&Query { filter, ..Query::default() }).unwrap().records;
    records.sort_by_key(|record| record.id);
    records
}

#[test]
fn what_waits_is_shown_masked_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(folder.path());
    let hold = held(&ledger);
    assert_eq!((hold.id.len(), hold.until_ms - hold.since_ms, hold.risk), (16, 1000, 60));
    assert!(hold.arguments.text.contains("[EMAIL]") && hold.reason.contains("[EMAIL]"), "{hold:?}");
    assert!(!format!("{hold:?}").contains("miller"));
    assert_eq!(ledger.holds().unwrap(), std::slice::from_ref(&hold));
    let records = decisions(&ledger);
    let [opened] = records.as_slice() else { panic!("{records:?}") };
    assert_eq!((opened.method.as_str(), opened.verdict), ("hold", Some(Verdict::Hold)));
    assert!(opened.note.contains(&hold.id) && opened.arguments.is_none());
}

#[test]
fn the_first_to_decide_decides_and_the_second_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (gateway, other) = (ledger(folder.path()), ledger(folder.path()));
    let hold = held(&gateway);
    assert_eq!(gateway.is_hold_decided(&hold.id), Ok(false));
    let denied = other.decide_hold(&hold.id, Answer::Deny, "cli:ada", "not today").wait().unwrap().unwrap();
    assert_eq!(denied.decision.unwrap().reason, "not today");
    let second = gateway.decide_hold(&hold.id, Answer::Approve, "api", "").wait().unwrap();
    assert_eq!(second, Err(HoldError::Decided { by: "cli:ada".into(), answer: Answer::Deny }));
    assert_eq!(gateway.is_hold_decided(&hold.id), Ok(true));
    assert!(gateway.holds().unwrap().is_empty(), "nothing is left to decide");
    let decision = gateway.close_hold(&hold.id, Closing::TimedOut).wait().unwrap().unwrap();
    assert_eq!((decision.answer, decision.by.as_str()), (Answer::Deny, "cli:ada"));
    assert_eq!(gateway.close_hold(&hold.id, Closing::TimedOut).wait(), Ok(None), "it is released once");
    let told: Vec<(String, String)> =
        decisions(&gateway).into_iter().map(|record| (record.method, record.principal)).collect();
    assert_eq!(told, [("hold".into(), "coder".into()), ("deny_call".into(), "cli:ada".into())]);
}

#[test]
fn who_decided_is_known_after_the_call_was_sent() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(folder.path());
    let (hold, _other) = (held(&ledger), held(&ledger));
    ledger.decide_hold(&hold.id, Answer::Approve, "cli:ada", "").wait().unwrap().unwrap();
    ledger.close_hold(&hold.id, Closing::TimedOut).wait().unwrap();
    let again = ledger.decide_hold(&hold.id, Answer::Deny, "api", "").wait().unwrap();
    assert_eq!(again, Err(HoldError::Decided { by: "cli:ada".into(), answer: Answer::Approve }));
    assert_eq!(again.unwrap_err().to_string(), "cli:ada has already approved it");
    let end = ledger.read(|rows| HoldEnd::find(rows, &hold.id[..6])).unwrap().unwrap();
    assert_eq!((end.id.as_str(), end.answer, end.by.as_str()), (hold.id.as_str(), Some(Answer::Approve), "cli:ada"));
    let never = ledger.decide_hold("0123456789abcdef", Answer::Deny, "api", "").wait().unwrap();
    assert_eq!(never, Err(HoldError::Unknown));
}

#[test]
fn deciders_that_race_decide_once() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (ledger(folder.path()), ledger(folder.path()));
    for _ in 0..20 {
        let id = held(&one).id;
        let decide = |ledger: &Ledger, answer| ledger.decide_hold(&id, answer, "x", "").wait().unwrap();
        let (first, second) = std::thread::scope(|scope| {
            let other = scope.spawn(|| decide(&two, Answer::Deny));
            (decide(&one, Answer::Approve), other.join().unwrap())
        });
        assert_eq!(usize::from(first.is_ok()) + usize::from(second.is_ok()), 1);
        let decision = one.close_hold(&id, Closing::Left).wait().unwrap().unwrap();
        assert_eq!(decision.answer == Answer::Approve, first.is_ok());
    }
}

#[test]
fn what_is_closed_can_no_longer_be_decided() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(folder.path());
    // Given up before the row is known to be there.
    let (id, reply) = ledger.hold(&WAITING).unwrap();
    drop(reply);
    assert_eq!(ledger.close_hold(&id, Closing::Left).wait(), Ok(None));
    let late = ledger.decide_hold(&id, Answer::Approve, "cli:ada", "").wait().unwrap();
    let why = "the client stopped waiting".to_owned();
    assert_eq!(late, Err(HoldError::Over { why }));
    assert_eq!(decisions(&ledger).last().map(|last| last.method.as_str()), Some("close_hold"));
}

#[test]
fn a_gateway_that_is_gone_holds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (first, other) = (ledger(folder.path()), ledger(folder.path()));
    let (seen, unseen) = (held(&first), held(&first));
    drop(first);
    assert!(other.holds().unwrap().is_empty());
    let late = other.decide_hold(&seen.id, Answer::Approve, "cli:ada", "").wait().unwrap();
    let why = "the gateway ended before a decision was made".to_owned();
    assert_eq!(late, Err(HoldError::Over { why }), "nobody would send the call");
    assert_eq!(other.is_hold_decided(&unseen.id), Ok(false), "its row is there still");
    let next = ledger(folder.path());
    assert_eq!(next.is_hold_decided(&unseen.id), Ok(true), "and is gone after the next start");
}

#[test]
fn what_somebody_else_writes_releases_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = ledger(folder.path());
    let (hold, other) = (held(&ledger), held(&ledger));
    let store = Connection::open(folder.path().join(DATABASE)).unwrap();
    let write = |hold: &Hold, id: &str| {
        let json = serde_json::to_string(hold).unwrap();
        store.execute("INSERT OR REPLACE INTO hold VALUES (?1, ?2)", [id, &json]).unwrap();
    };
    let approved = ledger.decide_hold(&other.id, Answer::Approve, "api", "").wait().unwrap().unwrap();
    // The approval of another call, made this one's.
    write(&Hold { decision: approved.decision.clone(), ..hold.clone() }, &hold.id);
    assert_eq!(ledger.close_hold(&hold.id, Closing::TimedOut).wait(), Ok(None));
    // The approved row itself, under another name.
    write(&approved, &hold.id);
    assert_eq!(ledger.close_hold(&hold.id, Closing::TimedOut).wait(), Ok(None));
    // A denial turned round.
    let denied = held(&ledger);
    let mut turned = ledger.decide_hold(&denied.id, Answer::Deny, "api", "").wait().unwrap().unwrap();
    turned.decision.as_mut().unwrap().answer = Answer::Approve;
    write(&turned, &denied.id);
    assert_eq!(ledger.close_hold(&denied.id, Closing::TimedOut).wait(), Ok(None));
    // Arguments that were not shown.
    let shown = held(&ledger);
    write(&Hold { arguments: Body::whole("{}"), ..shown.clone() }, &shown.id);
    let decided = ledger.decide_hold(&shown.id, Answer::Approve, "api", "").wait().unwrap();
    assert_eq!(decided, Err(HoldError::Forged));
    // Something that is no hold at all.
    store.execute("INSERT INTO hold VALUES ('x', '{')", []).unwrap();
    assert!(ledger.holds().unwrap().is_empty());
    drop(self::ledger(folder.path()));
    assert_eq!(ledger.is_hold_decided("x"), Ok(true), "it was removed");
}

#[test]
fn a_ledger_of_the_first_format_gets_its_table() {
    let folder = tempfile::tempdir().unwrap();
    drop(held(&ledger(folder.path())));
    let store = Connection::open(folder.path().join(DATABASE)).unwrap();
    store.execute_batch("DROP TABLE hold; ALTER TABLE head DROP COLUMN standings; PRAGMA user_version = 1").unwrap();
    let again = ledger(folder.path());
    held(&again);
    assert_eq!(decisions(&again).len(), 2, "what was there is there");
}

#[test]
fn a_call_that_was_held_when_the_gateway_was_killed_is_recorded_as_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    let begun = |ledger: &Ledger| ledger.begin(Entry::new(Kind::Call)).wait().unwrap();
    let first = ledger(folder.path());
    let (_sent, held) = (begun(&first), begun(&first));
    let waiting = Waiting { call: Some(held.number()), ..WAITING };
    first.hold(&waiting).unwrap().1.wait().unwrap();
    drop(first);
    let second = ledger(folder.path());
    let filter = Filter { kinds: vec![Kind::Call], ..Filter::default() };
    let query = Query { filter, order: crate::Order::Oldest, ..Query::default() };
    let errors: Vec<_> = second.page(&query).unwrap().records.into_iter().filter_map(|record| record.error).collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].ends_with("the effect on the server is unknown"), "{errors:?}");
    assert!(errors[1].ends_with("it was not sent"), "{errors:?}");
}
