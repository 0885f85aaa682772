//! Vulnerable servers and their fixed twins: the rule of each pair speaks at the line of the flaw, and is silent where it
//! is mended. A rule that asks only whether a dangerous call is there tells none of them apart.
//!
//! `cargo test -p vetgate-vet --test twins -- --nocapture` prints the table. Pairs of the split `held_out` are not read
//! while rules are written: they tell what is to be expected of servers that nobody here has seen, so that of them only a
//! share must be told apart, and only their number is shown.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may unwrap, and reads the project's own files"
)]

mod trees;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trees::{folders, json, line, name, read};
use vetgate_model::{Lifecycle, Severity};
use vetgate_vet::source::{self, RuleMeta};

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

/// The figures of every rule, counted afresh.
fn figures() -> serde_json::Value {
    let honest: Vec<_> = folders("source_servers").iter().map(|folder| read(folder).findings).collect();
    let mut pairs: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for folder in folders("twins") {
        let kind = json(&folder.join("twin.json"))["rule"].as_str().unwrap().to_owned();
        let row = pairs.entry(rule(&kind)).or_default();
        row.0 += usize::from(wrong(&folder).is_empty());
        row.1 += 1;
    }
    let judged = json(&dataset("calibration_findings_v1.json"));
    let judged: Vec<_> = judged["findings"].as_array().unwrap().iter().filter(|row| row["reported"] == true).collect();
    let of_rule = |meta: RuleMeta| {
        let (told_apart, all) = pairs.get(meta.name).copied().unwrap_or_default();
        let real =
            |verdict: &str| judged.iter().filter(|row| row["rule"] == meta.id && row["verdict"] == verdict).count();
        let findings = || honest.iter().flatten().filter(|finding| finding.name == meta.name);
        let figures = serde_json::json!({
            "pairs": all,
            "told_apart": told_apart,
            "findings_on_honest_servers": findings().count(),
            "false_findings": findings().filter(|finding| finding.severity >= Severity::Medium).count(),
            "on_real_servers": { "right": real("right"), "arguable": real("arguable"), "wrong": real("wrong") },
        });
        (meta.id.to_owned(), figures)
    };
    let rules: serde_json::Map<_, _> = source::all().iter().map(|rule| of_rule(rule.meta())).collect();
    serde_json::json!({ "honest_servers": honest.len(), "rules": rules })
}

fn dataset(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets").join(name)
}

/// `VETGATE_BLESS=1` rewrites the figures.
#[test]
fn a_rule_is_stable_by_its_figures() {
    let path = dataset("static_rules_v1.json");
    let mut kept = json(&path);
    let fresh = figures();
    if std::env::var_os("VETGATE_BLESS").is_some() {
        kept["honest_servers"] = fresh["honest_servers"].clone();
        kept["rules"] = fresh["rules"].clone();
        std::fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&kept).unwrap())).unwrap();
    }
    assert_eq!(kept["honest_servers"], fresh["honest_servers"], "run with VETGATE_BLESS=1 and look at what changed");
    assert_eq!(kept["rules"], fresh["rules"], "run with VETGATE_BLESS=1 and look at what changed");

    let threshold = |name: &str| kept["threshold"][name].as_u64().unwrap();
    for meta in source::all().iter().map(|rule| rule.meta()) {
        let of = |name: &str| kept["rules"][meta.id][name].as_u64().unwrap();
        let real = |verdict: &str| kept["rules"][meta.id]["on_real_servers"][verdict].as_u64().unwrap();
        let judged = real("right") + real("arguable") + real("wrong");
        let reaches = of("pairs") >= threshold("pairs")
            && of("told_apart") * 100 >= of("pairs") * threshold("told_apart_percent")
            && of("false_findings") <= threshold("false_findings")
            && real("wrong") * 100 <= judged * threshold("wrong_on_real_servers_percent");
        let expected = if reaches { Lifecycle::Stable } else { Lifecycle::Experimental };
        assert_eq!(meta.lifecycle, expected, "{}: {}", meta.id, kept["rules"][meta.id]);
    }
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
