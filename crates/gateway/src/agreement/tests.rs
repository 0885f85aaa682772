use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn result(structured: &Value, texts: &[String]) -> String {
    let blocks: Vec<Value> = texts.iter().map(|text| json!({ "type": "text", "text": text })).collect();
    json!({ "content": blocks, "structuredContent": structured }).to_string()
}

fn of(structured: Value, texts: &[&str]) -> Option<Disagreement> {
    Disagreement::of(&result(&structured, &texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()))
}

fn told(disagreement: Option<Disagreement>) -> String {
    let Some(Disagreement { pointer, structured, text }) = disagreement else { return "agree".to_owned() };
    format!("{pointer}: {} / {}", structured.unwrap_or("nothing"), text.unwrap_or("nothing"))
}

#[test]
fn differences_are_told_by_place_and_kind() {
    let cases: Vec<(Value, &[&str], &str)> = vec![
        (json!({"a": 1}), &[r#"{"a":2}"#], "/a: a number / a number"),
        (json!({"a": 1}), &[r#"{"a":"1"}"#], "/a: a number / a string"),
        (json!({"a": true}), &[r#"{"a":false}"#], "/a: a boolean / a boolean"),
        (json!({"a": null, "b": 1}), &[r#"{"a":0,"b":1}"#], "/a: null / a number"),
        (
            json!({"a": {"b/c": [1, {"d": "x"}]}, "e": 1}),
            &[r#"{"e":1,"a":{"b/c":[1,{"d":"y"}]}}"#],
            "/a/b~1c/1/d: a string / a string",
        ),
        (json!({"a": 1, "b": 2}), &[r#"{"a":1}"#], "/b: a number / nothing"),
        (json!({"a": 1}), &[r#"{"a":1,"b":[]}"#], "/b: nothing / an array"),
        (json!({"a": 1}), &[r#"{"a":1,"a":1}"#], "/a: nothing / a number"),
        (json!({"a": [1, 2]}), &[r#"{"a":[1,2,3]}"#], "/a/2: nothing / a number"),
        (json!({"only": 1, "a": 1}), &[r#"{"extra":1,"a":2}"#], "/a: a number / a number"),
        (
            json!({"id": 9_007_199_254_740_993_u64, "b": 0}),
            &[r#"{"id":9007199254740992,"b":0}"#],
            "/id: a number / a number",
        ),
        (json!([1, 2]), &["[2, 1]"], "/0: a number / a number"),
        (json!({"result": [1, 2]}), &["[1, 3]"], "/result/1: a number / a number"),
        (json!({"result": [{"a": 1}, {"a": 2}]}), &[r#"{"a":1}"#, r#"{"a":3}"#], "/result/1/a: a number / a number"),
        (json!({"result": "{\"a\":1}"}), &[r#"{"a":2}"#], "/result: a string / an object"),
        (json!({"a": 1, "b": 1}), &["Here it is:", r#"{"a":2,"b":1}"#, r#"{"a":3,"b":1}"#], "/a: a number / a number"),
    ];
    for (structured, texts, expected) in cases {
        assert_eq!(told(of(structured.clone(), texts)), expected, "{structured} {texts:?}");
    }
}

#[test]
fn what_says_the_same_agrees_however_it_is_written() {
    let cases: Vec<(Value, &[&str])> = vec![
        (json!({"a": 1, "b": [2.5, "x\n"]}), &[" {\n \"b\": [2.50, \"\\u0078\\n\"],\n \"a\": 1.0e0 }\n"]),
        (json!({"a": 0.1}), &[r#"{"a":0.10000000000000001}"#]),
        (json!({"a": -0.0}), &[r#"{"a":0}"#]),
        (json!({"a": 1}), &["Done: a is two.", r#"{"a":1}"#]),
        (json!({"a": 1}), &[r#"{"a":2}"#, r#"{"a":1}"#]),
        (json!({"result": [1, 2]}), &["[1,2]"]),
        (json!({"items": [1, 2]}), &["[1,2]"]),
        (json!([1, 2]), &[r#"{"result":[1,2]}"#]),
        (json!({"result": [{"a": 1}, {"a": 2}]}), &[r#"{"a":1}"#, r#"{"a":2}"#]),
        (json!([{"a": 1}, "plain"]), &[r#"{"a":1}"#, "plain"]),
        (json!({"result": [[{"a": 1}], [{"a": 2}, 3]]}), &[r#"{"a":1}"#, r#"{"a":2}"#, "3"]),
        (json!({"result": "{\"a\": 1}"}), &[r#"{"a": 1}"#]),
        (json!({"result": "{\"a\": 1}"}), &[r#"{"a":1}"#]),
        (json!({"result": ["[1]", "[2]"]}), &["[1]", "[2]"]),
        (json!("[1]"), &["[1]"]),
    ];
    for (structured, texts) in cases {
        assert_eq!(told(of(structured.clone(), texts)), "agree", "{structured} {texts:?}");
    }
}

#[test]
fn what_is_about_something_else_contradicts_nothing() {
    let cases: Vec<(Value, &[&str])> = vec![
        (json!({"a": 1}), &["a is 2"]),
        (json!({"a": 1}), &["2"]),
        (json!({"a": 1}), &[r#"{"a":2"#]),
        (json!({"a": 1}), &["[see below] a is 2"]),
        (json!({"a": 1}), &[]),
        (json!({"fileName": "p.json", "bytes": 9}), &[r#"{"name":"p","version":"1"}"#]),
        (json!({"fileName": "p.json", "bytes": 9}), &["[1,2,3]"]),
        (json!({"a": 1}), &["{}"]),
        (json!({"result": "done"}), &[r#"{"a":1}"#]),
        (json!(null), &[r#"{"a":1}"#]),
        (json!({"result": ["one"]}), &[r#"{"a":1}"#]),
    ];
    for (structured, texts) in cases {
        assert_eq!(told(of(structured.clone(), texts)), "agree", "{structured} {texts:?}");
    }
    for raw in [
        r#"{"content":[{"type":"text","text":"{\"a\":1}"}]}"#,
        r#"{"structuredContent":{"a":2}}"#,
        r#"{"structuredContent":{"a":2},"content":[{"type":"resource","text":"{\"a\":1}"}]}"#,
        r#"{"structuredContent":{"a":2},"content":"x"}"#,
        "[]",
        "no JSON",
    ] {
        assert_eq!(Disagreement::of(raw), None, "{raw}");
    }
}

#[test]
fn no_value_is_told() {
    let found = of(json!({"a": "s3cret"}), &[r#"{"a":"hidd3n"}"#]).unwrap();
    let told = format!("{found:?}");
    assert!(!told.contains("s3cret") && !told.contains("hidd3n"), "{told}");
}

#[test]
fn large_and_deep_results_are_read_in_bounded_time() {
    let many: Vec<String> = (0..20_000).map(|n| format!(r#"{{"k{n}":{n}}}"#)).collect();
    let members = (0..20_000).map(|n| (format!("k{n}"), Value::from(n))).collect();
    assert!(Disagreement::of(&result(&Value::Object(members), &many)).is_some());
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    assert_eq!(of(json!({"a": 1}), &[&deep]), None);
    let deeper = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(of(json!({"a": 1}), &[&deeper]), None);
    let raw = format!(r#"{{"structuredContent":{deep},"content":[{{"type":"text","text":"{deep}"}}]}}"#);
    assert_eq!(Disagreement::of(&raw), None);
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..3).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-c{}\\[\\]\"]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c]", inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn a_value_agrees_with_itself_in_any_layout(value in value()) {
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(of(value, &[&pretty]), None);
    }

    #[test]
    fn a_list_agrees_with_its_elements(values in prop::collection::vec(value(), 0..5)) {
        let texts: Vec<String> = values.iter().map(Value::to_string).collect();
        prop_assert_eq!(Disagreement::of(&result(&json!({ "result": values }), &texts)), None);
    }

    #[test]
    fn a_changed_leaf_is_found_where_it_is(value in value(), one in 0i64..9, other in 0i64..9) {
        let (left, right) = (json!({ "x": value, "y": [one] }), json!({ "y": [other], "x": value }));
        let expected = if one == other { "agree" } else { "/y/0: a number / a number" };
        prop_assert_eq!(told(of(left, &[&right.to_string()])), expected);
    }

    #[test]
    fn nothing_makes_it_panic(
        structured in value(),
        texts in prop::collection::vec(prop_oneof![value().prop_map(|value| value.to_string()), ".{0,9}"], 0..4),
    ) {
        let _ = Disagreement::of(&result(&structured, &texts));
    }
}
