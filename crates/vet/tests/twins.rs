//! Vulnerable servers and their fixed twins: the rule of each pair speaks at the line of the flaw, and is silent where it
//! is mended. A rule that asks only whether a dangerous call is there tells none of them apart.
//!
//! `cargo test -p vetgate-vet --test twins -- --nocapture` prints the table. Pairs of the split `held_out` are not read
//! while rules are written: they tell what is to be expected of servers that nobody here has seen, so that of them only a
//! share must be told apart, and only their number is shown.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod trees;

use std::collections::BTreeMap;
use std::path::Path;
use trees::{folders, json, line, name, read};

/// The share of the pairs that were held out which must be told apart, in hundredths: what was reached, less one pair.
const HELD_OUT: usize = 82;

/// The rule of a pair, by what its page calls it.
fn rule(kind: &str) -> &'static str {
    match kind {
        "path_traversal" => "path-traversal",
        "command_injection" => "command-injection",
        "sql_injection" => "sql-injection",
        "ssrf" => "server-side-request-forgery",
        "code_injection" => "code-injection",
        "secret_logging" => "sensitive-logging",
        "prompt_interpolation" => "prompt-interpolation",
        "dns_rebinding" => "unguarded-http",
        other => panic!("no rule for {other}"),
    }
}

/// What is wrong with a pair; nothing if it is told apart.
fn wrong(folder: &Path) -> Vec<String> {
    let twin = json(&folder.join("twin.json"));
    let rule = rule(twin["rule"].as_str().unwrap());
    let sink = twin["sink_line"].as_str().unwrap();
    let of_rule = |half: &str| {
        let found = read(&folder.join(half)).findings.into_iter();
        found.filter(|finding| finding.name == rule).collect::<Vec<_>>()
    };
    let vulnerable = of_rule("vulnerable");
    let mut wrong = vec![];
    if !vulnerable.iter().any(|f| format!("{}:{}", f.location.file, f.location.line) == sink) {
        let elsewhere: Vec<String> = vulnerable.iter().map(line).collect();
        wrong.push(format!("{}: missed at {sink}; found {elsewhere:?}", name(folder)));
    }
    wrong.extend(of_rule("fixed").iter().map(|f| format!("{}: the fixed half is flagged: {}", name(folder), line(f))));
    wrong
}

#[test]
fn every_pair_is_told_apart() {
    let mut table: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut all_wrong = vec![];
    for folder in folders("twins") {
        let twin = json(&folder.join("twin.json"));
        let key = |field: &str| twin[field].as_str().unwrap().to_owned();
        let wrong = wrong(&folder);
        let row = table.entry((key("split"), key("rule"))).or_default();
        row.0 += usize::from(wrong.is_empty());
        row.1 += 1;
        if key("split") == "dev" {
            all_wrong.extend(wrong);
        }
    }
    for ((split, rule), (apart, all)) in &table {
        println!("{split:9} {rule:22} {apart:2} of {all:2}");
    }
    let pairs: usize = table.values().map(|(_, all)| all).sum();
    assert!(pairs >= 16, "{pairs} pairs");
    assert!(all_wrong.is_empty(), "{}", all_wrong.join("\n"));
    let held_out = table.iter().filter(|((split, _), _)| split == "held_out").map(|(_, row)| row);
    let (apart, all) = held_out.fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    println!("held out: {apart} of {all}");
    assert!(apart * 100 >= all * HELD_OUT, "held out: {apart} of {all}");
}
