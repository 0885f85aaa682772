//! Honest servers in every style of registration: exactly the tools that they list are found, each with its code, and
//! no rule has more than a word to say.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod trees;

use std::collections::BTreeSet;
use trees::{folders, json, line, name, read};
use vetgate_model::Severity;

#[test]
fn the_tools_of_a_server_are_exactly_those_that_it_lists() {
    let mut wrong = vec![];
    for folder in folders("source_servers") {
        let expected = json(&folder.join("expected.json"));
        let names = expected["tools"].as_array().unwrap().iter();
        let expected: BTreeSet<String> =
            names.map(|tool| tool.as_str().or(tool["name"].as_str()).unwrap().to_owned()).collect();
        let read = read(&folder);
        let found: BTreeSet<String> = read.analysis.tools.iter().map(|tool| tool.name.to_string()).collect();
        if found != expected || read.analysis.tools.len() != expected.len() {
            wrong.push(format!("{}: {found:?} instead of {expected:?}", name(&folder)));
        }
        let lost = read.analysis.tools.iter().filter(|tool| tool.handler.is_none());
        wrong.extend(lost.map(|tool| format!("{}: no code of {}", name(&folder), tool.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_of_medium_or_above_is_said_of_honest_servers() {
    let mut loud = vec![];
    for folder in folders("source_servers") {
        let findings = read(&folder).findings;
        let findings = findings.iter().filter(|finding| finding.severity >= Severity::Medium);
        loud.extend(findings.map(|finding| format!("{}: {}", name(&folder), line(finding))));
    }
    assert!(loud.is_empty(), "{}", loud.join("\n"));
}
