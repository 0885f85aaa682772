//! Blunt attacks, in the forms in which they reach a model: each is found in every carrier, in a response and, where the
//! row says so, in a description, and its harmless near-twins are not reported.
//!
//! A row of `blunt/cases.jsonl` is `{label, kind, in, text}`. A harmless row with `at_most` is one that asks for review in
//! some places and must not get further.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests unwrap, and read the test's own data")]

use std::collections::BTreeMap;
use std::path::Path;
use vetgate_model::{Definition, DefinitionKind, Finding, Tier};
use vetgate_vet::{Catalog, Response, checks, inspect_one, inspect_response, read_response_in_full};

/// One labelled case.
struct Case {
    is_attack: bool,
    kind: String,
    places: Vec<String>,
    text: String,
    may_be_soft: bool,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blunt/cases.jsonl");
    let case = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |member: &str| row[member].as_str().unwrap().to_owned();
        Case {
            is_attack: text("label") == "attack",
            kind: text("kind"),
            places: row["in"].as_array().unwrap().iter().map(|place| place.as_str().unwrap().to_owned()).collect(),
            text: text("text"),
            may_be_soft: row.get("at_most").is_some(),
        }
    };
    std::fs::read_to_string(path).unwrap().lines().map(case).collect()
}

/// The names of the carriers; see [`carried`].
const CARRIERS: &[&str] = &["alone", "glued", "json", "table", "folded", "bullet", "heading", "comment", "prompt"];

/// The number of words of a folded line.
const WORDS_OF_A_LINE: usize = 4;

/// `text` in a carrier.
fn carried(text: &str, carrier: &str) -> String {
    match carrier {
        "glued" => format!("The weekly forecast for the coast is mild with light wind from the west {text}"),
        "json" => serde_json::json!({"title": "Weekly notes", "summary": text, "views": 12}).to_string(),
        "table" => {
            let cell = text.replace('|', "\\|").replace('\n', " ");
            format!("| Item | Notes |\n| --- | --- |\n| Garden lamp | {cell} |\n| Desk lamp | in stock |")
        }
        "bullet" => format!("Notes of the week:\n- The path was swept.\n- {}\n- The gate was painted.", one_line(text)),
        "heading" => format!("Notes of the week\n\n## {}\n\nThe path was swept.", one_line(text)),
        "comment" => format!("The path was swept\n// {}\n// end of notes", one_line(text)),
        "prompt" => format!("$ {}", one_line(text)),
        "folded" => {
            let mut lines: Vec<Vec<&str>> = vec![vec![]];
            for word in text.split(' ') {
                // A line that begins with a bar is a row of a table.
                if lines.last().is_some_and(|line| line.len() >= WORDS_OF_A_LINE) && word != "|" {
                    lines.push(vec![]);
                }
                lines.last_mut().unwrap().push(word);
            }
            lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
        }
        _ => text.to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn in_response(text: &str) -> Option<Finding> {
    inspect_response(&Response { server: "s", tool: "t", text })
}

/// The finding of the checks on texts for a description that ends in `text`. Other checks compare a definition with its
/// name, which this one does not have.
fn in_description(text: &str) -> Option<Finding> {
    let description = format!("Returns the forecast for a place. {text}");
    let raw = serde_json::json!({"name": "get_forecast", "description": description}).to_string();
    let tool = Definition::parse("weather", DefinitionKind::Tool, &raw).unwrap();
    let finding = inspect_one(&Catalog::of(&[tool]), 0, checks::all())?;
    finding.signals.iter().any(|signal| signal.check.starts_with("directive.")).then_some(finding)
}

/// Every case in every carrier and place, with what is said of it.
fn judged() -> Vec<(Case, String, Option<Finding>)> {
    let mut all = vec![];
    for case in cases() {
        for (place, carrier) in
            case.places.iter().flat_map(|place| CARRIERS.iter().map(move |carrier| (place.as_str(), *carrier)))
        {
            let text = carried(&case.text, carrier);
            let finding = match place {
                "response" => in_response(&text),
                _ if carrier == "json" => continue,
                _ => in_description(&text),
            };
            let copy = Case { places: vec![], kind: case.kind.clone(), text: case.text.clone(), ..case };
            all.push((copy, format!("{place}, {carrier}"), finding));
        }
    }
    all
}

#[test]
fn a_blunt_attack_is_found_in_every_carrier() {
    let all = judged();
    let attacks = all.iter().filter(|(case, ..)| case.is_attack);
    let missed: Vec<String> = attacks
        .clone()
        .filter(|(.., finding)| finding.is_none())
        .map(|(case, place, _)| format!("{} ({place}): {}", case.kind, case.text))
        .collect();
    assert!(attacks.count() > 590);
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
}

#[test]
fn harmless_near_twins_of_blunt_attacks_are_not_reported() {
    for (case, place, finding) in judged().into_iter().filter(|(case, ..)| !case.is_attack) {
        let Some(finding) = finding else { continue };
        let is_allowed = case.may_be_soft && finding.tier == Tier::Soft;
        assert!(is_allowed, "{} ({place}): {} {:#?}", case.kind, case.text, finding.signals);
    }
}

#[test]
fn every_kind_has_attacks_and_harmless_near_twins() {
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for case in cases() {
        let count = kinds.entry(case.kind).or_default();
        if case.is_attack { count.0 += 1 } else { count.1 += 1 }
    }
    assert_eq!(kinds.len(), 8);
    assert!(kinds.values().map(|(attacks, _)| attacks).sum::<usize>() >= 60);
    assert!(kinds.values().all(|(attacks, harmless)| *attacks >= 5 && *harmless >= 4), "{kinds:?}");
}

#[test]
fn the_prefilter_judges_blunt_cases_as_the_readers_do() {
    for case in cases() {
        for carrier in CARRIERS {
            let text = carried(&case.text, carrier);
            let response = Response { server: "s", tool: "t", text: &text };
            let full = read_response_in_full(&response).outcome.findings.pop();
            assert_eq!(inspect_response(&response), full, "{carrier}: {}", case.text);
        }
    }
}
