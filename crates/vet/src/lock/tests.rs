//! Locks, written, read and compared.

use super::*;
use crate::{Explanation, HEADINGS};
use proptest::prelude::*;
use vetgate_model::{Severity, Tier};

fn tools(raws: &[&str]) -> Vec<Definition> {
    raws.iter().map(|raw| Definition::parse("s", DefinitionKind::Tool, raw).unwrap()).collect()
}

fn none() -> Identities {
    Identities::new()
}

fn seen() -> BTreeSet<String> {
    ["s".to_owned()].into()
}

fn checks_found(before: &[&str], after: &[&str]) -> Vec<(String, String)> {
    let lock = Lock::parse(&Lock::of(&tools(before)).to_text()).unwrap();
    let findings = lock.findings(&tools(after), &seen(), &none());
    findings.into_iter().flat_map(|f| f.signals).map(|s| (s.check, s.pointer.to_string())).collect()
}

const FULL: &str = r#"{"name":"a","title":"T","description":"d","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}},
    "outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"icons":[{"src":"i"}],"_meta":{"k":1},"x-odd":null}"#;

#[test]
fn a_change_in_any_field_is_found_and_named() {
    for (from, to, pointer) in [
        (r#""title":"T""#, r#""title":"U""#, "/title"),
        (r#""description":"d""#, r#""description":"e""#, "/description"),
        (r#""x":{"#, r#""y":{"#, "/inputSchema"),
        (r#""outputSchema":{"type":"object"}"#, r#""outputSchema":{"type":"array"}"#, "/outputSchema"),
        (r#""readOnlyHint":true"#, r#""readOnlyHint":false"#, "/annotations"),
        (r#""src":"i""#, r#""src":"j""#, "/icons"),
        (r#""k":1"#, r#""k":2"#, "/_meta"),
        (r#""x-odd":null"#, r#""x-odd":0"#, "/x-odd"),
        (r#""x-odd":null"#, r#""x-even":null"#, "/x-even"),
    ] {
        assert_ne!(FULL.replace(from, to), FULL);
        let found = checks_found(&[FULL], &[&FULL.replace(from, to)]);
        assert_eq!(found[0], ("lock.changed".to_owned(), pointer.to_owned()), "{to}");
    }
}

#[test]
fn a_renamed_tool_is_new_and_missing() {
    let found = checks_found(&[FULL], &[&FULL.replace(r#""name":"a""#, r#""name":"b""#)]);
    let checks: Vec<&str> = found.iter().map(|(check, _)| check.as_str()).collect();
    assert_eq!(checks, ["lock.new", "lock.missing"]);
}

#[test]
fn order_and_formatting_change_nothing() {
    assert!(checks_found(&[FULL], &[&FULL.replace("\":", "\" : ")]).is_empty());
}

#[test]
fn what_plain_json_would_lose_is_kept_and_compared() {
    let odd = [
        r#"{"name":"a","d":9007199254740993}"#,
        r#"{"name":"a","d":"\ud800"}"#,
        r#"{"name":"a","d":1,"d":2}"#,
        r#"{"name":"a","d":{"k":1,"k":2}}"#,
        r#"{"name":"a","d":1e999}"#,
    ];
    for one in odd {
        for other in odd {
            assert_eq!(checks_found(&[one], &[other]).is_empty(), one == other, "{one} {other}");
        }
    }
}

#[test]
fn a_change_is_dangerous_and_quarantined() {
    let lock = Lock::of(&tools(&[FULL]));
    let findings = lock.findings(&tools(&[&FULL.replace(r#""k":1"#, r#""k":2"#)]), &seen(), &none());
    assert_eq!((findings[0].tier, findings[0].severity), (Tier::Hard, Severity::High));
    assert_eq!(findings[0].signals[0].evidence, r#"- {"k":1} ⏎ + {"k":2}"#);
    assert_eq!(findings[0].signals[0].detail, "`_meta` changed after it was locked: /k changed.");
}

#[test]
fn a_server_that_was_not_seen_is_not_missing() {
    let lock = Lock::of(&tools(&[FULL]));
    assert!(lock.findings(&[], &BTreeSet::new(), &none()).is_empty());
    assert_eq!(lock.findings(&[], &seen(), &none()).len(), 1);
}

#[test]
fn many_tools_of_one_name_are_told_apart() {
    let (a, b, c) = (r#"{"name":"n","d":1}"#, r#"{"name":"n","d":2}"#, r#"{"name":"n","d":3}"#);
    assert!(checks_found(&[a, b], &[b, a, a]).is_empty());
    assert_eq!(checks_found(&[a, b], &[a, c]), [("lock.changed".to_owned(), "/d".to_owned())]);
    assert_eq!(checks_found(&[a], &[a, c]).len(), 1);
    let many: Vec<String> = (0..10_000).map(|n| format!(r#"{{"name":"n","d":{n}}}"#)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(Lock::of(&tools(&many)).findings(&tools(&many), &seen(), &none()).len(), 0);
}

#[test]
fn the_text_is_the_same_whatever_the_order() {
    let one = Lock::of(&tools(&[r#"{"name":"a","x":{"b":1,"a":2}}"#, r#"{"name":"b"}"#])).to_text();
    let other = Lock::of(&tools(&[r#"{"name":"b"}"#, r#"{"x":{"a":2,"b":1},"name":"a"}"#])).to_text();
    assert_eq!(one, other);
}

#[test]
fn a_lock_that_is_none_says_why() {
    let text = Lock::of(&tools(&[FULL])).to_text();
    for (bad, expected) in [
        ("{".to_owned(), "line 1 column 1"),
        ("[]".to_owned(), "expected a lock"),
        (
            text.replace("\"version\": 2", "\"version\": 3"),
            "the lock has version 3, this program reads versions 1 to 2",
        ),
        (text.replace("\"value\": \"d\"", "\"value\": \"e\""), "`description` of s/a does not fit its fingerprint"),
        (text.replace("\"value\": \"d\"", "\"value\": \"d\", \"odd\": 1"), "unknown field `odd`"),
    ] {
        let error = Lock::parse(&bad).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn instructions_are_locked_too() {
    let of = |text: &str| vec![Definition::parse("s", DefinitionKind::Instructions, text).unwrap()];
    let lock = Lock::parse(&Lock::of(&of(r#""Be kind.""#)).to_text()).unwrap();
    assert!(lock.findings(&of(r#""Be kind.""#), &seen(), &none()).is_empty());
    assert_eq!(lock.findings(&of(r#""Be cruel.""#), &seen(), &none())[0].signals[0].pointer.as_str(), "/instructions");
}

#[test]
fn one_tool_has_one_finding() {
    let lock = Lock::of(&[]);
    let found = lock.findings(&tools(&[FULL]), &seen(), &none());
    let (merged, caps) = merge(found.clone(), found.clone());
    assert!(caps.is_empty());
    assert_eq!(merged, found);
    assert_eq!(merge(vec![], found.clone()).0, found);
}

#[test]
fn every_change_between_locks_is_listed() {
    let (old, new) = (
        Lock::of(&tools(&[FULL, r#"{"name":"gone"}"#])),
        Lock::of(&tools(&[&FULL.replace("\"d\"", "\"e\""), r#"{"name":"z"}"#])),
    );
    let changes = old.changes(&new, &seen(), &none());
    let shown: Vec<String> = changes.iter().map(|(s, n, c, f)| format!("{s}/{n} {c:?} {f:?}")).collect();
    assert_eq!(shown, [r#"s/a Changed ["description"]"#, "s/z New []", "s/gone Missing []"]);
}

#[test]
fn what_other_servers_declared_is_kept() {
    let of = |server: &str, raw: &str| Definition::parse(server, DefinitionKind::Tool, raw).unwrap();
    let older = Lock::of(&[of("a", r#"{"name":"x"}"#), of("b", r#"{"name":"y"}"#), of("c", r#"{"name":"z"}"#)]);
    let mut newer = Lock::of(&[of("b", r#"{"name":"w"}"#)]);
    let kept = newer.keep(&older, &["b".to_owned(), "c".to_owned()].into(), &none());
    assert_eq!(kept, [("a".to_owned(), 1)].into());
    assert_eq!(newer, Lock::of(&[of("a", r#"{"name":"x"}"#), of("b", r#"{"name":"w"}"#)]));
}

/// Each check's own examples behave as it says.
#[test]
fn every_check_finds_its_attack_and_leaves_its_twin_alone() {
    let ids = |example: &str| -> Vec<String> {
        let example: serde_json::Value = serde_json::from_str(example).unwrap();
        let tools = |key: &str| -> Vec<Definition> {
            let raws: Vec<String> = example[key].as_array().unwrap().iter().map(ToString::to_string).collect();
            tools(&raws.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let findings = Lock::of(&tools("locked")).findings(&tools("now"), &seen(), &none());
        findings.into_iter().flat_map(|f| f.signals).map(|s| s.check).collect()
    };
    for meta in checks() {
        let explanation = Explanation::of(meta.source);
        let headings: Vec<&str> = explanation.sections.iter().map(|(heading, _)| heading.as_str()).collect();
        assert_eq!(headings, HEADINGS, "{}", meta.id);
        assert_eq!(ids(&explanation.example("Attack").unwrap()), [meta.id]);
        assert!(ids(&explanation.example("Harmless twin").unwrap()).is_empty(), "{}", meta.id);
    }
}

proptest! {
    #[test]
    fn a_lock_reads_back_and_agrees_with_itself(name in ".{0,8}", key in "[a-z]{1,3}", text in ".{0,24}", number in any::<f64>()) {
        let value = serde_json::json!({"name": name, key: text, "n": number});
        let tools = vec![Definition::parse("s", DefinitionKind::Tool, &value.to_string()).unwrap()];
        let lock = Lock::of(&tools);
        let read = Lock::parse(&lock.to_text()).unwrap();
        prop_assert_eq!(&read, &lock);
        prop_assert!(read.findings(&tools, &seen(), &none()).is_empty());
    }
}

#[test]
fn a_flood_of_changes_under_one_name_is_cheap_and_cut_with_a_line() {
    let tools = |word: &str| -> Vec<Definition> {
        let raw = |n| format!(r#"{{"name":"a","description":"{word} {n}"}}"#);
        (0..20_000).map(|n| Definition::parse("s", DefinitionKind::Tool, &raw(n)).unwrap()).collect()
    };
    let found = Lock::of(&tools("Adds")).findings(&tools("Takes"), &["s".to_owned()].into(), &none());
    let mut other = found[0].clone();
    other.signals[0].check = "zz.other".to_owned();
    other.signals[0].confidence = vetgate_model::Confidence::new(0.1);
    let (merged, caps) = merge(vec![other], found);
    assert_eq!((merged.len(), merged[0].signals.len()), (1, SIGNALS));
    assert!(merged[0].signals.iter().any(|signal| signal.check == "zz.other"));
    assert_eq!((caps[0].cap.as_str(), caps[0].place.as_str()), ("signals.count", "s/a"));
}

fn tool(server: &str, name: &str, description: &str) -> Definition {
    let raw = format!(r#"{{"name":"{name}","description":"{description}"}}"#);
    Definition::parse(server, DefinitionKind::Tool, &raw).unwrap()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn identities(pairs: &[(&str, &str)]) -> Identities {
    pairs.iter().map(|(name, identity)| ((*name).to_owned(), (*identity).to_owned())).collect()
}

#[test]
fn two_servers_of_one_name_are_told_apart_by_their_identities() {
    let (one, other) = (identities(&[("srv", "stdio:srv a")]), identities(&[("srv", "stdio:srv b")]));
    let (of_one, of_other) = ([tool("srv", "x", "One.")], [tool("srv", "x", "Other.")]);
    let first = Lock::of_servers(&of_one, &one);
    let mut both = Lock::of_servers(&of_other, &other);
    assert_eq!(both.keep(&first, &names(&["srv"]), &other), [("srv".to_owned(), 1)].into());
    let both = Lock::parse(&both.to_text()).unwrap();
    assert_eq!(both.len(), 2);
    assert!(both.findings(&of_one, &names(&["srv"]), &one).is_empty());
    assert!(both.findings(&of_other, &names(&["srv"]), &other).is_empty());
    let changed = both.findings(&of_other, &names(&["srv"]), &one);
    assert_eq!(changed[0].signals[0].check, "lock.changed");
}

#[test]
fn the_name_that_a_server_gets_from_the_order_of_targets_does_not_matter() {
    let lock = Lock::of_servers(
        &[tool("srv", "x", "One."), tool("srv (2)", "x", "Other.")],
        &identities(&[("srv", "stdio:srv a"), ("srv (2)", "stdio:srv b")]),
    );
    let now = [tool("srv", "x", "Other."), tool("srv (2)", "x", "One.")];
    let identities = identities(&[("srv", "stdio:srv b"), ("srv (2)", "stdio:srv a")]);
    assert!(lock.findings(&now, &names(&["srv", "srv (2)"]), &identities).is_empty());
}

#[test]
fn servers_of_one_identity_are_told_apart_by_what_they_declare() {
    let same = identities(&[("srv", "stdio:srv"), ("srv (2)", "stdio:srv")]);
    let both = names(&["srv", "srv (2)"]);
    let lock = Lock::of_servers(&[tool("srv", "x", "One."), tool("srv (2)", "x", "Other.")], &same);
    let swapped = [tool("srv", "x", "Other."), tool("srv (2)", "x", "One.")];
    assert!(lock.findings(&swapped, &both, &same).is_empty());
    let mut again = Lock::of_servers(&swapped, &same);
    assert!(again.keep(&lock, &both, &same).is_empty());
    assert_eq!(again.len(), 2);
}

#[test]
fn a_lock_of_version_1_is_read_by_names_and_upgraded() {
    let identities = identities(&[("srv", "stdio:srv")]);
    let now = [tool("srv", "x", "One."), tool("other", "y", "Two.")];
    let text = Lock::of(&now).to_text();
    let old: String =
        text.lines().filter(|line| !line.contains("\"identity\"")).map(|line| format!("{line}\n")).collect();
    let old = Lock::parse(&old.replace("\"version\": 2", "\"version\": 1")).unwrap();
    assert!(old.is_without_identities());
    assert!(old.findings(&now[..1], &names(&["srv"]), &identities).is_empty());
    assert_eq!(old.findings(&[tool("srv", "x", "Else.")], &names(&["srv"]), &identities).len(), 1);
    let mut newer = Lock::of_servers(&now[..1], &identities);
    assert_eq!(newer.keep(&old, &names(&["srv"]), &identities), [("other".to_owned(), 1)].into());
    let newer = Lock::parse(&newer.to_text()).unwrap();
    assert!(!newer.is_without_identities());
    assert!(newer.findings(&now, &names(&["srv", "other"]), &identities).is_empty());
}

#[test]
fn a_server_that_gains_a_tool_of_another_with_its_command_is_found() {
    let same = identities(&[("u", "stdio:srv"), ("v", "stdio:srv")]);
    let lock = Lock::of_servers(&[tool("u", "a", "A."), tool("v", "a", "A."), tool("v", "b", "B.")], &same);
    let now = [tool("u", "a", "A."), tool("u", "b", "B.")];
    let found = lock.findings(&now, &names(&["u"]), &identities(&[("u", "stdio:srv")]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].tool.as_str(), found[0].signals[0].check.as_str()), ("b", "lock.new"));
}

#[test]
fn one_command_in_two_folders_is_two_servers() {
    let at = |folder: &str| identities(&[("srv", &identity_in_folder("stdio:python3 s.py", folder))]);
    let (one, other) = ([tool("srv", "x", "One.")], [tool("srv", "x", "Other.")]);
    let mut both = Lock::of_servers(&other, &at("/b"));
    assert_eq!(both.keep(&Lock::of_servers(&one, &at("/a")), &names(&["srv"]), &at("/b")).len(), 1);
    assert!(both.findings(&one, &names(&["srv"]), &at("/a")).is_empty());
    assert_eq!(both.findings(&one, &names(&["srv"]), &at("/b"))[0].signals[0].check, "lock.changed");
    let older = Lock::of_servers(&one, &identities(&[("srv", "stdio:python3 s.py")]));
    assert!(older.findings(&one, &names(&["srv"]), &at("/a")).is_empty());
}

#[test]
fn files_of_an_older_lock_are_recognised_by_their_names() {
    let older = Lock::of(&[tool("tools", "x", "One.")]);
    let now = identities(&[("tools", &identity_of_file("x/tools.json"))]);
    assert!(older.findings(&[tool("tools", "x", "One.")], &names(&["tools"]), &now).is_empty());
    let paths = Lock::of(&[tool("x/tools.json", "x", "One.")]);
    assert!(paths.findings(&[tool("tools", "x", "One.")], &names(&["tools"]), &now).is_empty());
    assert_eq!(paths.findings(&[tool("tools", "x", "Two.")], &names(&["tools"]), &now).len(), 1);
}
