//! Locks, written, read and compared.

use super::*;
use crate::{Explanation, HEADINGS};
use proptest::prelude::*;
use vetgate_model::{Severity, Tier};

fn tools(raws: &[&str]) -> Vec<Definition> {
    raws.iter().map(|raw| Definition::parse("s", DefinitionKind::Tool, raw).unwrap()).collect()
}

fn seen() -> BTreeSet<String> {
    ["s".to_owned()].into()
}

fn checks_found(before: &[&str], after: &[&str]) -> Vec<(String, String)> {
    let lock = Lock::parse(&Lock::of(&tools(before)).to_text()).unwrap();
    let findings = lock.findings(&tools(after), &seen());
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
    let findings = lock.findings(&tools(&[&FULL.replace(r#""k":1"#, r#""k":2"#)]), &seen());
    assert_eq!((findings[0].tier, findings[0].severity), (Tier::Hard, Severity::High));
    assert_eq!(findings[0].signals[0].evidence, r#"- {"k":1} ⏎ + {"k":2}"#);
    assert_eq!(findings[0].signals[0].detail, "`_meta` changed after it was locked: /k changed.");
}

#[test]
fn a_server_that_was_not_seen_is_not_missing() {
    let lock = Lock::of(&tools(&[FULL]));
    assert!(lock.findings(&[], &BTreeSet::new()).is_empty());
    assert_eq!(lock.findings(&[], &seen()).len(), 1);
}

#[test]
fn many_tools_of_one_name_are_told_apart() {
    let (a, b, c) = (r#"{"name":"n","d":1}"#, r#"{"name":"n","d":2}"#, r#"{"name":"n","d":3}"#);
    assert!(checks_found(&[a, b], &[b, a, a]).is_empty());
    assert_eq!(checks_found(&[a, b], &[a, c]), [("lock.changed".to_owned(), "/d".to_owned())]);
    assert_eq!(checks_found(&[a], &[a, c]).len(), 1);
    let many: Vec<String> = (0..10_000).map(|n| format!(r#"{{"name":"n","d":{n}}}"#)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(Lock::of(&tools(&many)).findings(&tools(&many), &seen()).len(), 0);
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
        (text.replace("\"version\": 1", "\"version\": 2"), "the lock has version 2, this program reads version 1"),
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
    assert!(lock.findings(&of(r#""Be kind.""#), &seen()).is_empty());
    assert_eq!(lock.findings(&of(r#""Be cruel.""#), &seen())[0].signals[0].pointer.as_str(), "/instructions");
}

#[test]
fn one_tool_has_one_finding() {
    let lock = Lock::of(&[]);
    let found = lock.findings(&tools(&[FULL]), &seen());
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
    let changes = old.changes(&new);
    let shown: Vec<String> = changes.iter().map(|(s, n, c, f)| format!("{s}/{n} {c:?} {f:?}")).collect();
    assert_eq!(shown, [r#"s/a Changed ["description"]"#, "s/z New []", "s/gone Missing []"]);
}

#[test]
fn what_other_servers_declared_is_kept() {
    let of = |server: &str, raw: &str| Definition::parse(server, DefinitionKind::Tool, raw).unwrap();
    let older = Lock::of(&[of("a", r#"{"name":"x"}"#), of("b", r#"{"name":"y"}"#), of("c", r#"{"name":"z"}"#)]);
    let mut newer = Lock::of(&[of("b", r#"{"name":"w"}"#)]);
    let kept = newer.keep(&older, &["b".to_owned(), "c".to_owned()].into());
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
        let findings = Lock::of(&tools("locked")).findings(&tools("now"), &seen());
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
        prop_assert!(read.findings(&tools, &seen()).is_empty());
    }
}

#[test]
fn a_flood_of_changes_under_one_name_is_cheap_and_cut_with_a_line() {
    let tools = |word: &str| -> Vec<Definition> {
        let raw = |n| format!(r#"{{"name":"a","description":"{word} {n}"}}"#);
        (0..20_000).map(|n| Definition::parse("s", DefinitionKind::Tool, &raw(n)).unwrap()).collect()
    };
    let found = Lock::of(&tools("Adds")).findings(&tools("Takes"), &["s".to_owned()].into());
    let mut other = found[0].clone();
    other.signals[0].check = "zz.other".to_owned();
    other.signals[0].confidence = vetgate_model::Confidence::new(0.1);
    let (merged, caps) = merge(vec![other], found);
    assert_eq!((merged.len(), merged[0].signals.len()), (1, SIGNALS));
    assert!(merged[0].signals.iter().any(|signal| signal.check == "zz.other"));
    assert_eq!((caps[0].cap.as_str(), caps[0].place.as_str()), ("signals.count", "s/a"));
}
