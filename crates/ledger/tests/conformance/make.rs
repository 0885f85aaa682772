//! Things to put into a store.

use std::collections::BTreeSet;
use vetgate_ledger::store::{Begun, Store, StoreError, Writing};
use vetgate_ledger::{
    Answer, Body, Checkpoint, Entry, Hash, Hold, HoldDecision, Item, Kind, Record, ServerKey, Standing, State, Subject,
    Version,
};
use vetgate_model::{Definition, DefinitionKind, Fingerprint};

/// Opens the same place again and again.
pub(crate) type Factory<'f> = &'f dyn Fn() -> Box<dyn Store>;

/// What must hold for such a place.
pub(crate) type Rule<'r> = &'r dyn Fn(Factory<'_>);

pub(crate) fn entry(number: u64) -> Entry {
    let mut entry = Entry::new(Kind::Call);
    entry.time_ms = 1_000_u64.saturating_add(number);
    entry.server = format!("server-{}", number % 3);
    entry.name = "read".to_owned();
    entry.arguments = Some(Body::whole(format!("{{\"n\":{number}}}")));
    entry.response = number.is_multiple_of(2).then(|| Body::whole(format!("answer {number}")));
    entry
}

/// Records from an id on, chained.
pub(crate) fn chain(first: u64, previous: Hash, entries: impl IntoIterator<Item = Entry>) -> Vec<Record> {
    let mut last = (first - 1, previous);
    let chained = entries.into_iter().map(|entry| {
        let id = last.0 + 1;
        let salt = |part: u8| [u8::try_from(id % 251).unwrap() ^ part; 16];
        let record = Record::seal(entry, id, last.1, [salt(0), salt(0x80)]);
        last = (id, record.hash);
        record
    });
    chained.collect()
}

pub(crate) fn records(count: u64) -> Vec<Record> {
    chain(1, Hash::NONE, (1..=count).map(entry))
}

pub(crate) fn checkpoint(id: u64) -> Checkpoint {
    Checkpoint { id, hash: Hash([u8::try_from(id % 256).unwrap(); 32]), time_ms: u64::MAX - id, signature: [7; 64] }
}

pub(crate) fn subject(server: &str, item: Item, name: &str) -> Subject {
    let server = ServerKey { name: server.to_owned(), identity: format!("identity of {server}") };
    Subject { server, item, name: name.to_owned() }
}

pub(crate) fn standing(subject: Subject, state: State) -> Standing {
    let definition = r#"{"name":"read","description":"Reads. ü"}"#.to_owned();
    let parsed = Definition::parse("files", DefinitionKind::Tool, &definition).unwrap();
    let fingerprint = Fingerprint::of(&parsed);
    let seen = Version { fingerprint, definition, finding: None, is_covered: true };
    Standing {
        subject,
        state,
        approved: (state == State::Approved).then(|| seen.clone()),
        seen,
        accepted: BTreeSet::from(["unicode.hidden".to_owned()]),
        decided_by: "a person".to_owned(),
        decided_ms: 5,
        first_seen_ms: 1,
        changed_ms: 4,
        is_gone: false,
        accusation: String::new(),
        record: 9,
        seal: "a seal".to_owned(),
    }
}

pub(crate) fn begun(run: &str, ticket: u64) -> Begun {
    Begun { ticket, run: run.to_owned(), entry: entry(ticket), seal: "a seal".to_owned() }
}

pub(crate) fn hold(id: &str, since_ms: u64, answer: Option<Answer>) -> Hold {
    let odd = "a'b\"c\\ \u{0} \u{1F600} é\n".to_owned();
    Hold {
        id: id.to_owned(),
        run: "run".to_owned(),
        principal: odd.clone(),
        session: odd.clone(),
        server: "files".to_owned(),
        method: "tools/call".to_owned(),
        name: "write".to_owned(),
        arguments: Body { bytes: u64::MAX, is_cut: true, text: odd.repeat(1000) },
        risk: 255,
        reason: odd.clone(),
        explanation: odd.clone(),
        judgement: "{}".into(),
        since_ms,
        until_ms: u64::MAX,
        call: None,
        seal: "a seal".to_owned(),
        decision: answer.map(|answer| HoldDecision {
            answer,
            by: odd.clone(),
            reason: odd,
            time_ms: u64::MAX,
            seal: "another".to_owned(),
        }),
    }
}

/// A transaction that must succeed.
pub(crate) fn write(store: &mut dyn Store, mut work: impl FnMut(&mut dyn Writing) -> Result<(), StoreError>) {
    store.transact(&mut work).unwrap();
}

pub(crate) fn append(store: &mut dyn Store, records: &[Record]) {
    write(store, |rows| records.iter().try_for_each(|record| rows.append(record)));
}
