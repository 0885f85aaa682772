//! What the project's datasets promise.

mod project;

use project::dataset;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use vetgate_eval::security::Category;
use vetgate_eval::{Baseline, validate};

fn items(name: &str, member: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(&dataset(name).text).expect("a dataset is JSON");
    document[member].as_array().unwrap_or_else(|| panic!("{name} has no list `{member}`")).clone()
}

fn text<'v>(item: &'v Value, member: &str) -> &'v str {
    item[member].as_str().unwrap_or_default()
}

#[test]
fn every_dataset_holds_every_rule() {
    let tools = dataset("corpus_v2.json");
    for name in [
        "corpus_v2.json",
        "retrieval_golden_v2.json",
        "security_corpus_v1.json",
        "security_held_out_v1.json",
        "responses_corpus_v1.json",
        "sensitive_corpus_v1.json",
        "capability_corpus_v1.json",
        "flow_corpus_v1.json",
        "contradiction_corpus_v1.json",
        "baseline_v1.json",
        "calibration_servers_v1.json",
        "calibration_labels_v1.json",
        "calibration_findings_v1.json",
        "static_rules_v1.json",
    ] {
        if let Err(flaws) = validate(dataset(name).file(), &[tools.file()]) {
            panic!("{}", flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
        }
    }
}

/// Labels and verdicts are about servers and tools that are there.
#[test]
fn labels_and_verdicts_of_the_calibration_are_about_its_servers() {
    let servers = items("calibration_servers_v1.json", "servers");
    let ids: BTreeSet<&str> = servers.iter().map(|server| text(server, "id")).collect();
    assert_eq!(ids.len(), servers.len(), "every server has an id of its own");
    let labels: Value = serde_json::from_str(&dataset("calibration_labels_v1.json").text).expect("labels are JSON");
    let labelled: BTreeSet<&str> = labels["servers"].as_object().expect("servers").keys().map(String::as_str).collect();
    assert_eq!(ids, labelled);
    for finding in items("calibration_findings_v1.json", "findings") {
        assert!(ids.contains(text(&finding, "server")), "{finding}");
    }
    let of_mix = |mix: &str| servers.iter().filter(|server| text(server, "mix") == mix).count();
    assert!(of_mix("popular") >= 15 && of_mix("reference") >= 10 && of_mix("vulnerable") >= 5);
}

/// A dataset is never changed, only followed by a new one: figures of different days must be about the same data. The
/// hashes stand in the baseline, beside the figures.
#[test]
fn datasets_are_those_that_the_baseline_was_taken_on() {
    let baseline = Baseline::own();
    let recorded = baseline
        .detectors
        .values()
        .map(|detector| &detector.corpora)
        .chain(baseline.retrieval.iter().map(|search| &search.corpora));
    let mut seen = 0;
    for (name, hash) in recorded.flatten() {
        use sha2::{Digest, Sha256};
        let now: String =
            Sha256::digest(dataset(name).text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(*hash, now, "{name} is not what it was: write a new version beside it");
        seen += 1;
    }
    assert_eq!(seen, 8, "every dataset has its figures in the baseline");
}

#[test]
fn there_are_many_tools_of_many_servers_and_many_queries() {
    let tools = items("corpus_v2.json", "tools");
    let servers: BTreeSet<&str> = tools.iter().map(|tool| text(tool, "server")).collect();
    assert!(tools.len() >= 150 && servers.len() >= 20, "{} tools of {} servers", tools.len(), servers.len());
    let queries = items("retrieval_golden_v2.json", "queries");
    assert!(queries.len() >= 120, "{} queries", queries.len());
    let hard = queries.iter().filter(|query| text(query, "notes").starts_with("hard-negative: near-dup of ")).count();
    assert!(hard >= 20, "{hard} queries with a hard negative");
}

#[test]
fn the_security_corpus_has_every_category_facet_and_twin_it_promises() {
    let entries = items("security_corpus_v1.json", "entries");
    assert!(entries.len() >= 300, "{} entries", entries.len());
    let attacks: Vec<&Value> = entries.iter().filter(|entry| text(entry, "label") == "malicious").collect();
    let mut by_facet: BTreeMap<&str, usize> = BTreeMap::new();
    attacks.iter().for_each(|entry| *by_facet.entry(text(entry, "facet")).or_default() += 1);
    for facet in [
        "name", "title", "description", "parameter_name", "parameter_description", "enum", "default", "example",
        "output", "annotation", "meta",
    ] {
        assert!(by_facet.get(facet).is_some_and(|count| *count >= 5), "{facet}: {by_facet:?}");
    }
    for category in Category::ALL.iter().filter(|category| category.is_attack()) {
        let of = |member: &str| entries.iter().filter(|entry| text(entry, member) == category.name()).count();
        assert!(of("category") >= 8, "{}: {} attacks", category.name(), of("category"));
        assert!(of("resembles") >= 5, "{}: {} look-alikes", category.name(), of("resembles"));
    }
    let languages: BTreeSet<&str> = attacks.iter().map(|entry| text(entry, "language")).collect();
    assert!(languages.len() >= 10, "{languages:?}");
    let pairs: BTreeSet<&str> =
        entries.iter().map(|entry| text(entry, "pair")).filter(|pair| !pair.is_empty()).collect();
    assert!(pairs.len() >= 100, "{} pairs", pairs.len());
}

#[test]
fn sessions_come_with_twins_and_steps_that_exist() {
    let sessions = items("flow_corpus_v1.json", "sessions");
    assert!(sessions.len() >= 120, "{}", sessions.len());
    let mut pairs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for session in &sessions {
        let steps = session["steps"].as_array().map_or(0, Vec::len) as u64;
        for place in ["attack_step", "injected_from"] {
            assert!(session[place].as_u64().is_none_or(|step| (1..=steps).contains(&step)), "{}", session["id"]);
        }
        assert!(matches!(text(session, "split"), "dev" | "held_out"), "{}", session["id"]);
        if let Some(pair) = session["pair"].as_str() {
            pairs.entry(pair).or_default().insert(text(session, "label"));
        }
        if text(session, "label") == "malicious" {
            assert!(session["pair"].is_string() && session["attack_step"].is_u64(), "{}", session["id"]);
        }
    }
    assert!(pairs.len() >= 60 && pairs.values().all(|labels| labels.len() == 2), "every pair has both sides");
}
