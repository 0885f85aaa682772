//! The project's own texts. The held-out ones were written apart and are never tuned on.

use super::{Tally, lines, show, shown};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Row {
    id: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    json: Option<serde_json::Value>,
    found: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    kind: String,
    text: String,
}

/// Kinds that say the same of a value.
fn same(expected: &str, found: &str, category: &str) -> bool {
    expected == found || expected == "secret" && category == "secret" || found.starts_with(expected)
}

fn measure(name: &str) -> Tally {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let mut tally = Tally::default();
    for line in lines(&path) {
        let row: Row = serde_json::from_str(&line).expect("every line is a row");
        let text = row.json.as_ref().map_or(row.text.clone(), ToString::to_string);
        let mut found = shown(text.as_bytes());
        for expected in &row.found {
            // In JSON a value stands escaped; the sample and the pointer are what is told of it.
            let written = serde_json::to_string(&expected.text).expect("a string is JSON");
            let written = written.trim_matches('"');
            let is_it = |found: &vetgate_sensitive::Match| {
                let value = &text[found.span.clone()];
                let overlaps = value.contains(&expected.text)
                    || expected.text.contains(value)
                    || value.contains(written)
                    || written.contains(value);
                same(&expected.kind, &found.kind, found.category.name()) && overlaps
            };
            if found.iter().any(is_it) {
                tally.right += 1;
            } else {
                tally.missed += 1;
                show("missed", &format!("{} {} {:?} in {text}", row.id, expected.kind, expected.text));
            }
            found.retain(|found| !is_it(found));
        }
        tally.wrong += found.len();
        for found in found {
            show("wrong", &format!("{} {} {:?} in {text}", row.id, found.kind, &text[found.span]));
        }
    }
    println!("{name}: {tally}");
    tally
}

#[test]
fn the_own_texts() {
    assert!(measure("dev_personal.jsonl").f1() >= 0.95);
    assert!(measure("dev_secrets.jsonl").f1() >= 0.95);
    assert!(measure("dev_harmless.jsonl").wrong <= 2);
}

#[test]
fn the_held_out_texts() {
    assert!(measure("held_out_personal.jsonl").f1() >= 0.9);
    assert!(measure("held_out_secrets.jsonl").f1() >= 0.9);
    assert!(measure("held_out_harmless.jsonl").wrong <= 4);
}
