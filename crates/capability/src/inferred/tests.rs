//! When a model is asked, and how little its answer can do.

use super::*;
use crate::fixture::{taking, tool, tool_at};
use crate::{Role, Tag};
use proptest::prelude::*;

fn said(tags: &[Tag], roles: &[(&str, Role)]) -> Answer {
    Answer {
        capabilities: tags.iter().map(|tag| InferredTag { tag: *tag, reason: "so".to_owned() }).collect(),
        parameter_roles: roles
            .iter()
            .map(|(name, role)| InferredRole { parameter: (*name).to_owned(), role: *role, reason: "so".to_owned() })
            .collect(),
    }
}

#[test]
fn only_what_the_other_layers_left_open_is_asked() {
    let mut blank = taking(tool("x", &[]), &[]);
    blank.warnings.push("no_description".to_owned());
    let takes = [("data", Role::Text, Level::Low)];
    let low = tool_at("x", &[(Tag::Exec, Level::Low)]);
    for (case, tool, asked) in [
        ("nothing found", tool("x", &[]), true),
        ("nothing but a name", blank.clone(), false),
        ("a name and parameters", taking(blank.clone(), &takes), true),
        ("a low tag", low.clone(), true),
        ("a tag at medium", tool_at("x", &[(Tag::Exec, Level::Medium)]), false),
        ("a low tag beside a high one", tool_at("x", &[(Tag::Exec, Level::Low), (Tag::DbQuery, Level::High)]), false),
        ("what a model said", tool_at("x", &[(Tag::Exec, Level::Inferred)]), false),
        ("source that demotes", tool("x", &[Tag::Exec]).confirmed_by(&[]), true),
        ("source that leaves it low", low.confirmed_by(&[]), true),
        ("source that agrees on nothing", tool("x", &[]).confirmed_by(&[]), false),
    ] {
        assert_eq!(wants_model(&tool), asked, "{case}");
    }
}

#[test]
fn a_low_tag_that_the_model_confirms_becomes_inferred() {
    let before = tool_at("x", &[(Tag::FsRead, Level::Low), (Tag::DbQuery, Level::Low)]);
    let after = before.inferred_from(&said(&[Tag::FsRead, Tag::Exec], &[]));
    assert_eq!(after.level(Tag::FsRead), Some(Level::Inferred));
    assert_eq!(after.level(Tag::DbQuery), Some(Level::Low), "what it does not confirm stays");
    assert_eq!(after.capabilities.iter().map(|c| c.tag).collect::<Vec<_>>(), [Tag::Exec, Tag::FsRead, Tag::DbQuery]);
    assert_eq!(after.capabilities[1].evidence, ["name_token:x", "llm:so"]);
}

#[test]
fn what_is_inferred_to_change_something_writes() {
    let mut before = tool("x", &[]);
    before.operation = Operation { class: OperationClass::Unknown, confidence: Level::Low, evidence: vec![] };
    before.warnings = vec!["no_description".to_owned(), "nothing_understood".to_owned()];
    for tag in Tag::ALL {
        let after = before.clone().inferred_from(&said(&[tag], &[]));
        let class = if CHANGES.contains(&tag) { OperationClass::Write } else { OperationClass::Unknown };
        assert_eq!((after.operation.class, after.operation.confidence), (class, Level::Low), "{tag}");
        assert_eq!(after.warnings, ["no_description"], "{tag}");
    }
    let after = before.clone().inferred_from(&said(&[Tag::FsWrite, Tag::Exec], &[]));
    assert_eq!(after.operation.evidence, ["capability:exec"]);
    assert_eq!(before.clone().inferred_from(&said(&[], &[])), before, "silence explains nothing");
    before.operation.class = OperationClass::Read;
    let after = before.clone().inferred_from(&said(&[Tag::Exec], &[]));
    assert_eq!(after.operation, before.operation, "what the definition said stays");
}

#[test]
fn a_role_is_inferred_only_for_a_parameter_of_the_tool() {
    let before = taking(tool("x", &[]), &[("a", Role::Text, Level::Low), ("b", Role::Path, Level::Medium)]);
    let after = before.inferred_from(&said(&[], &[("a", Role::Url), ("b", Role::Command), ("c", Role::Path)]));
    assert_eq!((after.parameter_roles["a"].role, after.parameter_roles["a"].confidence), (Role::Url, Level::Inferred));
    assert_eq!(after.parameter_roles["a"].evidence, ["param_name:a", "llm:so"]);
    assert_eq!(after.parameter_roles["b"].role, Role::Path);
    assert_eq!(after.parameter_roles.len(), 2);
    assert_eq!(after.warnings, ["llm_unknown_parameters:1"]);
}

#[test]
fn a_reason_is_cut_and_what_cannot_be_seen_is_spelled_out() {
    assert_eq!(evidence("it's \"open\"\n\u{1b}[31m"), "llm:it's \"open\"\\n\\u{1b}[31m");
    for hidden in ['\u{200b}', '\u{202e}', '\u{e0041}', '\u{e000}', '\u{fe0f}', '\u{85}', '\u{2028}'] {
        assert_eq!(evidence(&hidden.to_string()), format!("llm:\\u{{{:x}}}", u32::from(hidden)));
    }
    let exact = "a".repeat(120);
    assert_eq!(evidence(&exact), format!("llm:{exact}"));
    assert_eq!(evidence(&"a".repeat(121)), format!("llm:{}…", "a".repeat(119)));
    assert_eq!(shown("ab\u{202e}", 5), "ab…", "an escape is never split");
}

proptest! {
    #[test]
    fn no_answer_changes_what_was_medium_or_above(
        before in prop::collection::btree_map(
            prop::sample::select(&Tag::ALL), prop::sample::select(&Level::ALL), 0..8),
        tags in prop::collection::btree_set(prop::sample::select(&Tag::ALL), 0..8),
    ) {
        let before = tool_at("x", &before.into_iter().collect::<Vec<_>>());
        let tags: Vec<Tag> = tags.into_iter().collect();
        let after = before.clone().inferred_from(&said(&tags, &[]));
        for tag in Tag::ALL {
            let (was, is) = (before.level(tag), after.level(tag));
            match was {
                Some(level) if level.reaches(Level::Medium) => {
                    let find = |tool: &Classification| tool.capabilities.iter().find(|c| c.tag == tag).cloned();
                    prop_assert_eq!(find(&before), find(&after));
                }
                _ if tags.contains(&tag) => prop_assert_eq!(is, Some(Level::Inferred)),
                _ => prop_assert_eq!(is, was),
            }
        }
        prop_assert!(after.capabilities.is_sorted_by_key(|capability| capability.tag));
    }

    #[test]
    fn evidence_is_bounded_and_plain(reason in any::<String>()) {
        let evidence = evidence(&reason);
        prop_assert!(evidence.chars().count() <= 124);
        prop_assert!(!evidence.chars().any(char::is_control));
    }
}
