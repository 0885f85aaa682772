//! A ledger with something in it, and a clock that tests set.

use std::collections::BTreeMap;
use std::path::Path;
use vetgate_ledger::quarantine::{Decision, Rules};
use vetgate_ledger::store::Store as _;
use vetgate_ledger::{
    Body, DATABASE, Durability, Entry, Item, Kind, Ledger, Options, Record, ServerKey, Sighting, Sqlite, Trust,
    Verified, verify_folder,
};
use vetgate_model::{Definition, DefinitionKind, Fingerprint, Transport};

pub fn open(folder: &Path, clock: fn() -> u64) -> Ledger {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process).unwrap();
    Ledger::open(folder, Box::new(store), Options { clock, ..Options::default() }).unwrap()
}

pub fn verified(folder: &Path) -> Verified {
    verify_folder(folder, None, &[], &mut |_| ()).unwrap()
}

/// Writes so many calls, with a body each.
pub fn work(ledger: &Ledger, count: u64) {
    let replies: Vec<_> = (0..count)
        .map(|call| {
            let body = Body::whole(format!(r#"{{"call":{call}}}"#));
            ledger.record(Entry { arguments: Some(body), ..Entry::new(Kind::Call) })
        })
        .collect();
    for reply in replies {
        reply.wait().unwrap();
    }
}

pub fn records(folder: &Path) -> Vec<Record> {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process).unwrap();
    let records = store.snapshot().unwrap().records(0, 100_000);
    records.unwrap()
}

/// Looks at so many tools of a server; how many are held back.
pub fn look(ledger: &Ledger, server: &str, count: usize) -> usize {
    let sightings = (0..count).map(sighting).collect();
    let rules = Rules { trust: Trust::Manual, detects_changes: true };
    ledger.observe(key(server), Item::Tool, rules, sightings).wait().unwrap().held.len()
}

pub fn approve_all(ledger: &Ledger) {
    for standing in ledger.read(|rows| rows.standings()).unwrap() {
        let fingerprint = standing.seen.fingerprint.combined.0.clone();
        let decision = Decision::Approve { fingerprint, accept: Default::default() };
        ledger.decide(standing.subject, decision, "jo").wait().unwrap().unwrap();
    }
}

fn key(server: &str) -> ServerKey {
    let url = format!("https://{server}.example/mcp");
    ServerKey::of(server, &Transport::Http { url, headers: BTreeMap::new(), sse: false })
}

fn sighting(number: usize) -> Sighting {
    let name = format!("tool{number}");
    let definition = format!(r#"{{"name":"{name}"}}"#);
    let parsed = Definition::parse("server", DefinitionKind::Tool, &definition).unwrap();
    let fingerprint = Fingerprint::of(&parsed);
    Sighting { name, fingerprint, definition, finding: None, is_covered: true }
}
