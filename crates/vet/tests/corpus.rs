//! What the checks are worth, as floors and ceilings that fail the build.
//!
//! The corpus in `tests/corpus` is the project's own. Where the shared datasets lie beside the project they
//! are measured too; without them that test says so and passes.

#[path = "corpus/rows.rs"]
mod rows;

use rows::Row;
use std::path::{Path, PathBuf};
use vetgate_model::Tier;

/// How many of `rows` are found, at any tier and at the hard one.
fn found<'r>(rows: impl Iterator<Item = &'r Row>) -> (usize, usize, usize) {
    let (mut total, mut any, mut hard) = (0, 0, 0);
    for row in rows {
        total += 1;
        if let Some(finding) = row.finding() {
            any += 1;
            hard += usize::from(finding.tier == Tier::Hard);
        }
    }
    (total, any, hard)
}

fn at_least(share: f64, (total, any, _): (usize, usize, usize), what: &str) {
    println!("{what}: {any} of {total} found");
    assert!(total > 0, "{what}: no rows");
    assert!(any as f64 >= share * total as f64, "{what}: {any} of {total} found, floor {share}");
}

fn at_most(any_share: f64, hard_share: f64, (total, any, hard): (usize, usize, usize), what: &str) {
    println!("{what}: {any} of {total} flagged, {hard} hard");
    assert!(total > 0, "{what}: no rows");
    assert!(any as f64 <= any_share * total as f64, "{what}: {any} of {total} flagged, ceiling {any_share}");
    assert!(hard as f64 <= hard_share * total as f64, "{what}: {hard} of {total} hard, ceiling {hard_share}");
}

fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name)
}

#[test]
fn poisoned_tools_of_the_own_corpus_are_found() {
    let rows = rows::read(&own("attacks.jsonl"));
    assert!(rows.iter().all(|row| row.malicious));
    at_least(0.80, found(rows.iter()), "own attacks");
}

#[test]
fn harmless_look_alikes_of_the_own_corpus_are_left_alone() {
    let rows = rows::read(&own("harmless.jsonl"));
    assert!(rows.iter().all(|row| !row.malicious));
    at_most(0.10, 0.01, found(rows.iter()), "own harmless look-alikes");
}

/// Written apart and never read to mend a check; its figure was looked at when the weights were last chosen. The figure
/// for what nobody has seen is that of `datasets/security_held_out_v1.json`, held by the tests of `eval`.
#[test]
fn the_held_out_corpus_is_held() {
    at_least(0.80, found(rows::read(&own("held_out_attacks.jsonl")).iter()), "held-out attacks");
    at_most(0.05, 0.0, found(rows::read(&own("held_out_harmless.jsonl")).iter()), "held-out harmless tools");
}

#[test]
fn the_shared_datasets_are_held_where_they_lie_beside_the_project() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets");
    if !folder.is_dir() {
        println!("skipped: no shared datasets beside the project");
        return;
    }
    let malicious = rows::read(&folder.join("malicious_tools.jsonl"));
    let injections = || malicious.iter().filter(|row| row.signal == "injection");
    at_least(0.85, found(injections()), "injection");
    for kind in ["unicode_smuggling", "decoded_payload"] {
        at_least(0.95, found(injections().filter(|row| row.attack_type == kind)), kind);
    }
    at_most(0.02, 0.003, found(rows::read(&folder.join("benign_tools.jsonl")).iter()), "real harmless tools");
    at_most(1.0, 0.05, found(rows::read(&folder.join("hard_negatives.jsonl")).iter()), "hard negatives");
}
