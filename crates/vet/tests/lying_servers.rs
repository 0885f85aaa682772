//! Servers whose code does what nothing they declare would let one expect: the code is seen, and the lie is named.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod trees;

use std::collections::BTreeSet;
use trees::{folders, json, line, name, read};

/// The rule of a lie, by what its page calls it.
fn rule(kind: &str) -> &'static str {
    match kind {
        "annotation_contradicted" => "annotation-contradiction",
        "description_contradicted" => "undeclared-behaviour",
        "dynamic_code" => "dynamic-loading",
        "runs_at_import" => "code-at-import",
        "runs_at_install" => "code-at-install",
        other => panic!("no rule for {other}"),
    }
}

#[test]
fn every_lie_is_named() {
    let mut wrong = vec![];
    for folder in folders("lying_servers") {
        let expected = json(&folder.join("expected.json"));
        let read = read(&folder);
        let said: Vec<String> = read.findings.iter().map(line).collect();
        for kind in expected["rules"].as_array().unwrap() {
            let rule = rule(kind.as_str().unwrap());
            if !read.findings.iter().any(|finding| finding.name == rule) {
                wrong.push(format!("{}: no {rule} among {said:?}", name(&folder)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_code_of_a_tool_reaches_is_seen() {
    let mut wrong = vec![];
    for folder in folders("lying_servers") {
        let expected = json(&folder.join("expected.json"));
        if expected["where"] != "handler" {
            continue;
        }
        let read = read(&folder);
        let tool = read.analysis.tools.iter().find(|tool| *tool.name == *expected["tool"].as_str().unwrap());
        let reaches = tool.map(|tool| tool.reaches.iter().filter_map(|reach| reach.tag)).into_iter().flatten();
        let found: BTreeSet<&str> = reaches.map(|tag| tag.name()).collect();
        let tags = expected["capabilities"].as_array().unwrap().iter();
        let expected: BTreeSet<&str> = tags.map(|tag| tag.as_str().unwrap()).collect();
        if !found.is_superset(&expected) {
            wrong.push(format!("{}: {found:?} instead of {expected:?}", name(&folder)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
