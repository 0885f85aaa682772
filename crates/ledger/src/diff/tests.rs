use super::*;
use vetgate_model::{Definition, DefinitionKind, Fingerprint};

fn version_of(kind: DefinitionKind, raw: &str) -> Version {
    let definition = Definition::parse("s", kind, raw).unwrap();
    Version { fingerprint: Fingerprint::of(&definition), definition: raw.into(), finding: None, is_covered: true }
}

fn changes(before: &str, after: &str) -> Vec<FieldChange> {
    let version = |raw| version_of(DefinitionKind::Tool, raw);
    diff(Some(&version(before)), &version(after)).fields
}

fn only(before: &str, after: &str) -> FieldChange {
    let mut all = changes(before, after);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

fn pointers(change: &FieldChange) -> Vec<&str> {
    change.pointers.iter().map(Pointer::as_str).collect()
}

#[test]
fn formatting_and_the_order_of_members_are_no_change() {
    assert_eq!(
        changes(r#"{"name":"a","x":{"a":1,"b":2}}"#, "{ \"x\": {\"b\": 2, \"a\": 1},\n\"name\":\"\\u0061\"}"),
        []
    );
}

#[test]
fn every_field_says_what_became_of_it() {
    let all = changes(r#"{"name":"a","title":"T","x":1}"#, r#"{"name":"a","x":2,"y":[]}"#);
    let told: Vec<_> = all.iter().map(|one| (one.field.as_str(), one.change.name())).collect();
    assert_eq!(told, [("title", "removed"), ("x", "changed"), ("y", "added")]);
    assert_eq!((all[0].before.as_deref(), all[0].after.as_deref()), (Some("T"), None));
    assert_eq!((all[1].before.as_deref(), all[1].after.as_deref()), (Some("1"), Some("2")));
    assert_eq!((all[2].before.as_deref(), all[2].after.as_deref()), (None, Some("[]")));
}

#[test]
fn the_places_within_a_schema_are_named() {
    let before = r#"{"inputSchema":{"properties":{"a/b":{"type":"string"},"gone":{},"list":[1,2]}}}"#;
    let after = r#"{"inputSchema":{"properties":{"list":[1,3,4],"a/b":{"type":"number"},"new":{}}}}"#;
    let base = "/inputSchema/properties";
    let expected = ["/a~1b/type", "/gone", "/list/1", "/list/2", "/new"].map(|place| format!("{base}{place}"));
    let change = only(before, after);
    assert_eq!(pointers(&change), expected);
    let shorter = only(r#"{"x":{"l":[1,2,3]}}"#, r#"{"x":{"l":[1]}}"#);
    assert_eq!(pointers(&shorter), ["/x/l/1", "/x/l/2"]);
}

#[test]
fn what_cannot_be_seen_is_spelled_out() {
    for (after, shown) in [
        ("Adds\\u202e", r"Adds\u{202E}"),
        ("Adds\\u001b[2K", r"Adds\u{1B}[2K"),
        ("Adds\\r\\nmore", "Adds\\r\nmore"),
        ("Ad\u{a0}ds", r"Ad\u{A0}ds"),
        ("Adds\\udb40\\udc41", r"Adds\u{E0041}"),
    ] {
        let change = only(r#"{"d":"Adds"}"#, &format!(r#"{{"d":"{after}"}}"#));
        assert_eq!(change.after.as_deref(), Some(shown));
        let nested = only(r#"{"d":{"x":"Adds"}}"#, &format!(r#"{{"d":{{"x":"{after}"}}}}"#));
        let text = nested.after.unwrap();
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
    }
}

#[test]
fn a_letter_that_only_looks_the_same_is_spelled_out() {
    let change = only(r#"{"d":"pay"}"#, "{\"d\":\"p\u{430}y\"}");
    assert_eq!(change.after.as_deref(), Some(r"p\u{430}y"));
    assert_eq!(only(r#"{"d":"pay"}"#, "{\"d\":\"für\"}").after.as_deref(), Some("für"));
}

#[test]
fn texts_that_are_equal_after_masking_say_so() {
    let mut before = version_of(DefinitionKind::Tool, r#"{"d":"ask a@b.io","n":"x"}"#);
    let mut after = version_of(DefinitionKind::Tool, r#"{"d":"ask c@d.io","n":"x"}"#);
    before.definition = r#"{"d":"ask [EMAIL]","n":"x"}"#.into();
    after.definition = before.definition.clone();
    let change = diff(Some(&before), &after).fields.remove(0);
    assert!(change.is_alike && change.pointers.is_empty(), "{change:?}");
    assert_eq!(change.before.as_deref(), Some("ask [EMAIL]"));
    assert!(!only(r#"{"d":1}"#, r#"{"d":2}"#).is_alike);
}

#[test]
fn a_duplicate_member_is_shown_and_named() {
    let change = only(r#"{"x":{"a":1}}"#, r#"{"x":{"a":2,"a":1}}"#);
    assert_eq!(pointers(&change), ["/x/a", "/x/a"]);
    assert_eq!(change.after.as_deref(), Some("{\n  \"a\": 2,\n  \"a\": 1\n}"));
    let twice = only(r#"{"d":"one"}"#, r#"{"d":"one","d":"two"}"#);
    assert_eq!(twice.after.as_deref(), Some("one\ntwo"));
}

#[test]
fn numbers_that_a_double_cannot_tell_apart_are_told_apart() {
    let change = only(r#"{"d":9007199254740993}"#, r#"{"d":9007199254740992}"#);
    assert_eq!(change.before.as_deref(), Some("9007199254740993"));
    assert_eq!(pointers(&change), ["/d"]);
}

#[test]
fn instructions_and_lists_with_two_of_a_name_have_fields_too() {
    let version = |raw| version_of(DefinitionKind::Instructions, raw);
    let change = diff(Some(&version(r#""Be kind.""#)), &version(r#""Be\nquick.""#)).fields.remove(0);
    assert_eq!((change.field.as_str(), change.after.as_deref()), ("instructions", Some("Be\nquick.")));

    let before = version_of(DefinitionKind::Tool, r#"{"d":"one"}"#);
    let mut after = version_of(DefinitionKind::Tool, r#"{"d":"two"}"#);
    after.definition = r#"[{"d":"one"},{"d":"two"}]"#.into();
    let change = diff(Some(&before), &after).fields.remove(0);
    assert_eq!((change.after.as_deref(), pointers(&change)), (Some("one\ntwo"), vec!["/1/d"]));
}

#[test]
fn what_was_never_approved_is_all_new() {
    let all = diff(None, &version_of(DefinitionKind::Tool, r#"{"name":"a","x":{}}"#)).fields;
    assert!(all.iter().all(|one| one.change == Change::Added && one.before.is_none()));
    assert_eq!(all.len(), 2);
}

#[test]
fn what_is_no_json_any_more_is_shown_as_it_is() {
    let before = version_of(DefinitionKind::Tool, r#"{"d":1}"#);
    let mut after = version_of(DefinitionKind::Tool, r#"{"d":2}"#);
    after.definition = "{\"d\":[CARD]\u{1b}}".into();
    let change = diff(Some(&before), &after).fields.remove(0);
    assert_eq!(change.after.as_deref(), Some(r#"{"d":[CARD]\u{1B}}"#));
}
