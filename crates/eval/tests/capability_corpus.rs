//! The shape of `datasets/capability_corpus_v1.json`: what a figure made from it may rely on.

#[allow(dead_code, reason = "the labels are counted here, not scored")]
mod figures;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use vetgate_capability::{OperationClass, Role, Tag};
use vetgate_eval::File;
use vetgate_eval::capability::{Capability, Tool};

/// Reading it checks the vocabulary and the ids: an unknown tag, role or class is an error.
static CORPUS: LazyLock<Capability> = LazyLock::new(|| {
    let text = figures::read(&figures::project().join("datasets/capability_corpus_v1.json"));
    let file = File { name: "capability_corpus_v1.json", text: &text };
    Capability::read(&[file]).expect("every tool of the corpus can be read")
});

fn split(name: &str) -> impl Iterator<Item = &'static Tool> {
    CORPUS.tools.iter().filter(move |tool| tool.labels.split == name)
}

fn servers(tools: impl Iterator<Item = &'static Tool>) -> BTreeSet<&'static str> {
    tools.map(|tool| tool.definition.server()).collect()
}

#[test]
fn there_are_enough_tools_of_enough_servers() {
    assert!(CORPUS.tools.len() >= 150, "{}", CORPUS.tools.len());
    assert!(servers(CORPUS.tools.iter()).len() >= 30);
}

#[test]
fn no_server_is_in_both_splits() {
    let (tuned, held_out) = (servers(split("tuned")), servers(split("held_out")));
    assert!(!tuned.is_empty() && !held_out.is_empty());
    assert_eq!(tuned.intersection(&held_out).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert_eq!(split("tuned").count() + split("held_out").count(), CORPUS.tools.len(), "a tool is in no split");
}

#[test]
fn every_tag_role_and_class_occurs_in_both_splits() {
    for name in ["tuned", "held_out"] {
        for tag in Tag::ALL {
            assert!(split(name).any(|tool| tool.labels.has(tag) == Some(true)), "{name} has no {tag}");
        }
        for role in Role::ALL {
            let has = |tool: &Tool| tool.labels.parameter_roles.values().any(|own| *own == role);
            assert!(split(name).any(has), "{name} has no {role}");
        }
        for class in [OperationClass::Read, OperationClass::Write, OperationClass::Destructive] {
            assert!(split(name).any(|tool| tool.labels.operation == Some(class)), "{name} has no {class}");
        }
    }
}

#[test]
fn a_third_has_no_capability() {
    let harmless = CORPUS.tools.iter().filter(|tool| tool.labels.is_harmless()).count();
    assert!(harmless * 3 >= CORPUS.tools.len(), "{harmless} of {}", CORPUS.tools.len());
}

#[test]
fn every_tool_is_labelled_whole() {
    for tool in CORPUS.tools.iter() {
        let labels = &tool.labels;
        assert!(labels.operation.is_some(), "{} has no operation", tool.id);
        let capabilities = labels.capabilities.as_deref().unwrap_or_else(|| panic!("{} has no capabilities", tool.id));
        let mut counts: BTreeMap<Tag, usize> = BTreeMap::new();
        capabilities.iter().chain(&labels.maybe).for_each(|tag| *counts.entry(*tag).or_default() += 1);
        assert!(counts.values().all(|count| *count == 1), "{} has a tag twice", tool.id);
        let own: BTreeSet<&str> =
            tool.definition.parameters().iter().filter(|own| !own.nested).map(|own| own.name.as_str()).collect();
        let labelled: BTreeSet<&str> = labels.parameter_roles.keys().map(String::as_str).collect();
        assert_eq!(own, labelled, "{}", tool.id);
    }
}
