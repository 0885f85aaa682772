//! Orders in each language of the lexicon, and harmless sentences beside them.

use std::collections::BTreeMap;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_vet::{Catalog, checks, scan};

/// `language`, whether it is an attack, and the sentence.
fn sentences() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
    let lines = include_str!("corpus/languages.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut parts = line.splitn(3, ' ');
        let mut next = || parts.next().unwrap_or_else(|| panic!("{line}"));
        (next(), next() == "!", next())
    })
}

fn is_found(text: &str) -> bool {
    let raw = serde_json::json!({ "name": "t", "description": text }).to_string();
    let definition = Definition::parse("s", DefinitionKind::Tool, &raw).unwrap_or_else(|error| panic!("{error}"));
    !scan(&Catalog::of(&[definition]), checks::all()).findings.is_empty()
}

#[test]
fn orders_are_found_in_each_language() {
    let missed: Vec<_> = sentences().filter(|(_, attack, text)| *attack && !is_found(text)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn harmless_text_is_left_alone_in_each_language() {
    let flagged: Vec<_> = sentences().filter(|(_, attack, text)| !attack && is_found(text)).collect();
    assert!(flagged.is_empty(), "{flagged:#?}");
}

#[test]
fn each_language_has_attacks_and_harmless_sentences() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (language, attack, _) in sentences() {
        let count = counts.entry(language).or_default();
        *(if attack { &mut count.0 } else { &mut count.1 }) += 1;
    }
    assert!(counts.values().all(|(attacks, harmless)| *attacks >= 5 && *harmless >= 10), "{counts:?}");
}
