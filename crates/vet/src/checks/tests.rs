//! One test over the registry: every check's own examples behave, and every file is registered.

use super::all;
use crate::explanation::{Explanation, HEADINGS};
use crate::{Catalog, Check, Response, Scope, inspect_response, scan};
use std::collections::BTreeSet;
use vetgate_model::json::{Document, Kind};
use vetgate_model::{Definition, DefinitionKind};

/// The definitions of an example: one object, or several with their servers.
fn definitions(example: &str) -> Vec<Definition> {
    let document = Document::parse(example).unwrap_or_else(|error| panic!("{error} in {example}"));
    let root = document.root();
    let nodes: Vec<_> = if root.kind() == Kind::Array { root.elements().collect() } else { vec![root] };
    nodes
        .iter()
        .map(|node| {
            let server =
                node.get("server").and_then(|n| n.string()).map_or("example".to_owned(), |s| s.text.into_owned());
            Definition::parse(server, DefinitionKind::Tool, node.raw()).unwrap()
        })
        .collect()
}

/// Whether `check` speaks on the first definition of the example, or on the response that the example is.
fn speaks(check: &dyn Check, example: &str, scope: Scope) -> bool {
    if scope == Scope::Responses {
        let finding = inspect_response(&Response { server: "example", tool: "example", text: example });
        return finding.is_some_and(|f| f.signals.iter().any(|signal| signal.check == check.meta().id));
    }
    let definitions = definitions(example);
    let outcome = scan(&Catalog::of(&definitions), &[check]);
    assert!(outcome.coverage.failed.is_empty(), "{} panicked", check.meta().id);
    outcome
        .findings
        .iter()
        .any(|finding| finding.tool == definitions[0].name() && finding.server == definitions[0].server())
}

#[test]
fn every_check_is_documented_in_the_fixed_form() {
    for check in all() {
        let meta = check.meta();
        assert!(meta.source.starts_with(&format!("//! `{}`: ", meta.id)), "{} does not open with its id", meta.id);
        let explanation = Explanation::of(meta.source);
        let headings: Vec<&str> = explanation.sections.iter().map(|(heading, _)| heading.as_str()).collect();
        assert_eq!(headings, HEADINGS, "{}", meta.id);
        assert!(explanation.sections.iter().all(|(_, text)| !text.is_empty()), "{}", meta.id);
    }
}

#[test]
fn every_check_fires_on_its_attack_and_is_silent_on_its_harmless_twin() {
    for check in all() {
        let explanation = Explanation::of(check.meta().source);
        let (id, scope) = (check.meta().id, check.scope());
        assert!(speaks(*check, &explanation.example("Attack").unwrap(), scope), "{id} misses its own attack");
        assert!(
            !speaks(*check, &explanation.example("Harmless twin").unwrap(), scope),
            "{id} fires on its harmless twin"
        );
    }
}

#[test]
fn harmless_twins_are_silent_for_every_other_check_too() {
    for check in all() {
        let twin = Explanation::of(check.meta().source).example("Harmless twin").unwrap();
        for other in all() {
            assert!(
                !speaks(*other, &twin, check.scope()),
                "{} fires on the twin of {}",
                other.meta().id,
                check.meta().id
            );
        }
    }
}

#[test]
fn ids_are_unique_and_every_file_is_registered() {
    let ids: BTreeSet<&str> = all().iter().map(|check| check.meta().id).collect();
    assert_eq!(ids.len(), all().len());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/checks");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let stem = name.trim_end_matches(".rs");
        let id = stem.replacen('_', ".", 1);
        assert!(matches!(stem, "prelude" | "tests") || ids.contains(id.as_str()), "{name} is not registered");
    }
}
