//! One test over the registry: every rule's own examples behave, and every file is registered.

use super::{all, inspect};
use crate::explanation::{Explanation, HEADINGS};
use std::collections::BTreeSet;
use vetgate_model::SourceFinding;
use vetgate_source::{Tree, TreeFile, analyze};

/// The tree that an example is: one file, by the language of its block.
fn tree(example: &str) -> Tree {
    let (fence, rest) = example.split_once('\n').expect("a block");
    let path = match fence {
        "```python" => "server.py",
        "```javascript" => "server.mjs",
        "```typescript" => "server.ts",
        "```json" => "package.json",
        other => panic!("no language `{other}`"),
    };
    let text = rest.trim_end().strip_suffix("```").expect("a block ends");
    Tree::of(vec![TreeFile { path: path.into(), text: Ok(text.into()) }])
}

fn found(example: &str) -> Vec<SourceFinding> {
    let tree = tree(example);
    let inspected = inspect("example", &tree, &analyze(&tree));
    assert_eq!(inspected.failed, Vec::<&str>::new());
    inspected.findings
}

fn example(rule: &dyn super::Rule, heading: &str) -> String {
    Explanation::of(rule.meta().source).section(heading).expect("a section").to_owned()
}

#[test]
fn every_rule_is_documented_in_the_fixed_form() {
    for rule in all() {
        let meta = rule.meta();
        let opening = format!("//! `{} {}`: ", meta.id, meta.name);
        assert!(meta.source.starts_with(&opening), "{} does not open with its id and name", meta.id);
        let explanation = Explanation::of(meta.source);
        let headings: Vec<&str> = explanation.sections.iter().map(|(heading, _)| heading.as_str()).collect();
        assert_eq!(headings, HEADINGS, "{}", meta.id);
        assert!(explanation.sections.iter().all(|(_, text)| !text.is_empty()), "{}", meta.id);
        assert!(meta.advice.ends_with('.'), "{}", meta.id);
    }
}

#[test]
fn every_rule_fires_on_its_attack_and_is_silent_on_its_harmless_twin() {
    let mut wrong = vec![];
    for rule in all() {
        let id = rule.meta().id;
        if !found(&example(*rule, "Attack")).iter().any(|finding| finding.rule == id) {
            wrong.push(format!("{id} misses its own attack"));
        }
        let twin = found(&example(*rule, "Harmless twin"));
        wrong.extend(twin.iter().filter(|f| f.rule == id).map(|f| format!("{id} fires on its twin: {}", f.message)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn harmless_twins_are_silent_for_every_other_rule_too() {
    for rule in all() {
        let loud: Vec<SourceFinding> = found(&example(*rule, "Harmless twin"));
        let said: Vec<String> = loud.iter().map(|f| format!("{}: {}", f.rule, f.message)).collect();
        assert!(said.is_empty(), "the twin of {}: {said:?}", rule.meta().id);
    }
}

#[test]
fn ids_are_unique_and_in_order_and_every_file_is_registered() {
    let ids: Vec<&str> = all().iter().map(|rule| rule.meta().id).collect();
    let expected: Vec<String> = (1..=ids.len()).map(|number| format!("VG-S-{number:03}")).collect();
    assert_eq!(ids, expected);
    let names: BTreeSet<&str> = all().iter().map(|rule| rule.meta().name).collect();
    assert_eq!(names.len(), ids.len());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/source");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let stem = name.trim_end_matches(".rs");
        let is_shared = matches!(stem, "findings" | "flows" | "rule" | "said" | "subject" | "tests");
        assert!(is_shared || names.contains(stem.replace('_', "-").as_str()), "{name} is not registered");
    }
}
