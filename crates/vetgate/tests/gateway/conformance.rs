//! The official conformance suite: check by check, the gateway before a server does as well as the server.

use crate::place::{Folder, Gateway, Server, finish, node, peer, script};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// What became of a scenario: of every check, in which ways it ended.
type Outcome = BTreeMap<String, BTreeSet<String>>;

/// Runs scenarios of the suite in `.peers/npm/node_modules/SUITE` and reads what it wrote of each.
fn scenarios(suite: &str, selection: &[&str], url: &str) -> BTreeMap<String, Outcome> {
    let folder = Folder::new();
    let main = peer(&format!("npm/node_modules/{suite}/dist/index.js"));
    let mut command = Command::new(node());
    command.args([&main, "server", "--url", url, "--output-dir"]).arg(folder.path()).args(selection);
    let (out, err) = finish(&mut command);
    let mut outcomes = BTreeMap::new();
    for entry in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let text = std::fs::read_to_string(entry.path().join("checks.json")).unwrap();
        let checks: Vec<Value> = serde_json::from_str(&text).unwrap();
        outcomes.insert(scenario(&name).to_owned(), outcome(&checks));
    }
    assert!(!outcomes.is_empty(), "the suite ran nothing: {out}{err}");
    outcomes
}

/// The scenario whose results are in a folder: `server-NAME` and the time.
fn scenario(folder: &str) -> &str {
    let name = folder.strip_prefix("server-").unwrap_or(folder);
    &name[..name.len() - "-2026-07-28T00-00-00-000Z".len()]
}

/// Leaves out what only tells what happened, which has addresses and times in it.
fn outcome(checks: &[Value]) -> Outcome {
    let mut outcome = Outcome::new();
    for check in checks.iter().filter(|check| check["status"] != "INFO") {
        let status = check["status"].as_str().unwrap().to_owned();
        outcome.entry(check["id"].as_str().unwrap().to_owned()).or_default().insert(status);
    }
    outcome
}

/// Scenarios about streams that a server opens for its answers, which tell apart whether it does. The gateway answers
/// without one unless there is more to say than the answer.
const OF_STREAMS: [&str; 2] = ["server-sse-multiple-streams", "server-sse-polling"];

fn all_well(outcome: &Outcome) -> bool {
    outcome.values().flatten().all(|status| status == "SUCCESS")
}

/// Holds what the suite finds through the gateway against what it finds without it, where nothing may fail.
fn no_difference(server: &str, suite: &str, selection: &[&str]) {
    let server = Server::telling(&node(), &[script(&format!("servers/{server}"))]);
    let direct = scenarios(suite, selection, &server.url);
    for (scenario, outcome) in &direct {
        assert!(!outcome.values().any(|statuses| statuses.contains("FAILURE")), "{scenario} fails: {outcome:?}");
    }
    let gateway = Gateway::before(&json!({"conforming": {"type": "http", "url": server.url}}));
    let through = scenarios(suite, selection, &format!("{}/conforming", gateway.url));
    let names: BTreeSet<_> = direct.keys().chain(through.keys()).collect();
    let none = Outcome::new();
    let mut differences = Vec::new();
    for name in names {
        let (direct, through) = (direct.get(name).unwrap_or(&none), through.get(name).unwrap_or(&none));
        if OF_STREAMS.contains(&name.as_str()) && all_well(through) {
            continue;
        }
        let checks: BTreeSet<_> = direct.keys().chain(through.keys()).collect();
        for check in checks.into_iter().filter(|check| direct.get(*check) != through.get(*check)) {
            let (direct, through) = (direct.get(check), through.get(check));
            differences.push(format!("{name}: {check}: {direct:?} directly, {through:?} through the gateway"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_released_suite_finds_no_difference() {
    no_difference("handshake.mjs", "conformance", &["--suite", "all"]);
}

#[test]
fn the_next_suite_finds_no_difference_in_revisions_with_a_handshake() {
    no_difference("handshake.mjs", "conformance-next", &["--requirements", "2025-11-25"]);
}

#[test]
fn the_next_suite_finds_no_difference_in_the_revision_without_sessions() {
    no_difference("stateless.mjs", "conformance-next", &["--suite", "all", "--spec-version", "2026-07-28"]);
}
