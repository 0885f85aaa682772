//! What a scan says of a definition once other servers stand beside it: nothing new of one that names none of their
//! tools, so that it need not be looked at again.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_vet::{Catalog, Inspected, Names, Spoken, checks, inspect_first, inspect_first_again};

fn dataset(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets").join(name);
    #[allow(clippy::disallowed_methods, reason = "a corpus is read whole, by tests and tools only")]
    let text = std::fs::read_to_string(path).expect("the datasets are part of the repository");
    serde_json::from_str(&text).expect("they are JSON")
}

/// A tool of a row that has a `server`.
fn tool(row: &Value, raw: &Value) -> Definition {
    let server = row["server"].as_str().expect("every row has a server");
    Definition::parse(server, DefinitionKind::Tool, &raw.to_string()).expect("and a definition")
}

/// How many of `own`, the tools of one server, have something said against them beside `others` that nobody says without.
fn accused(own: &[Definition], others: &[Definition]) -> usize {
    let names = Names::of(others);
    let alone = inspect_first(&Catalog::of(own), own.len(), checks::all());
    let all: Vec<Definition> = own.iter().chain(others).cloned().collect();
    let again = inspect_first_again(&Catalog::of(&all), own.len(), checks::all());
    let is_accused = |at: &usize| {
        let is_new = places(&again[*at]).difference(&places(&alone[*at])).next().is_some();
        assert!(!is_new || Spoken::of(&own[*at]).may_name(&names), "nobody is named: {}", own[*at].raw());
        is_new
    };
    (0..own.len()).filter(is_accused).count()
}

fn places(inspected: &Inspected) -> BTreeSet<(String, String)> {
    let signals = inspected.finding.iter().flat_map(|finding| &finding.signals);
    signals.map(|signal| (signal.check.clone(), signal.pointer.to_string())).collect()
}

#[test]
fn whatever_is_only_found_beside_others_names_one_of_them() {
    let mut found = 0;
    for row in dataset("security_corpus_v1.json")["entries"].as_array().unwrap() {
        let raw = json!({"name": row["name"], "description": row["description"], "inputSchema": row["input_schema"]});
        let peers = row["peers"].as_array().into_iter().flatten().map(|peer| tool(peer, &peer["tool"]));
        let (siblings, others): (Vec<_>, Vec<_>) = peers.partition(|peer| row["server"] == peer.server());
        let own: Vec<Definition> = std::iter::once(tool(row, &raw)).chain(siblings).collect();
        found += accused(&own, &others);
    }
    assert!(found > 10, "the rows are worth something: {found}");
}

#[test]
fn servers_that_know_nothing_of_each_other_say_nothing_of_each_other() {
    let mut all = Vec::new();
    for file in ["corpus_v2.json", "capability_corpus_v1.json"] {
        for row in dataset(file)["tools"].as_array().unwrap() {
            let raw = json!({"name": row["tool"], "description": row["description"], "inputSchema": row["schema"]});
            all.push(tool(row, &raw));
        }
    }
    let servers: BTreeSet<&str> = all.iter().map(Definition::server).collect();
    // Every tenth beside all others: the rest says the same, and takes its time.
    for server in servers.into_iter().step_by(10) {
        let (own, others): (Vec<_>, Vec<_>) = all.iter().cloned().partition(|tool| tool.server() == server);
        assert_eq!(accused(&own, &others), 0, "{server}");
    }
}
