use super::*;
use proptest::prelude::*;

fn error(text: &str) -> String {
    Document::parse(text).expect_err("must be refused").to_string()
}

#[test]
fn both_members_of_a_duplicate_key_are_kept() {
    let document = Document::parse(r#"{"a": 1, "a": 2}"#).unwrap();
    let values: Vec<&str> = document.root().members().map(|(_, node)| node.raw()).collect();
    assert_eq!(values, ["1", "2"]);
}

#[test]
fn a_lone_surrogate_is_read_and_reported() {
    let document = Document::parse(r#"["\ud83d\ude00", "\ud800 x"]"#).unwrap();
    let strings: Vec<Unescaped> = document.root().elements().filter_map(|n| n.string()).collect();
    assert_eq!((strings[0].text.as_ref(), strings[0].lone_surrogate), ("😀", false));
    assert_eq!((strings[1].text.as_ref(), strings[1].lone_surrogate), ("\u{FFFD} x", true));
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, message) in [
        ("", "line 1, column 1: expected a value, found the end of the text"),
        ("{\n  \"a\" 1}", "line 2, column 7: expected `:` after the member name, found '1'"),
        ("[1 2]", "line 1, column 4: expected `,` or `]`, found '2'"),
        ("[1,]", "line 1, column 4: expected a value, found ']'"),
        ("{\"ä\": nul}", "line 1, column 7: expected `null`, found 'n'"),
        ("[\"a", "line 1, column 2: the string that starts here is never closed"),
        ("[\"a\u{0}\"]", "line 1, column 4: control character U+0000 in a string: write it as \\u0000"),
        ("[1] x", "line 1, column 5: expected the end of the document after its one value, found 'x'"),
        ("[01]", "line 1, column 3: a number must not start with 0"),
        ("{\"a\": {", "line 1, column 8: the object is never closed"),
    ] {
        assert_eq!(error(text), message, "for {text:?}");
    }
}

#[test]
fn comments_and_trailing_commas_are_read_where_configurations_have_them() {
    let text = "{ // clients\n \"a\": [1, 2,], /* end */ }";
    assert!(Document::parse(text).is_err());
    let document = Document::parse_as(text, Syntax::WithComments, Limits::default()).unwrap();
    assert_eq!(document.at(&Pointer::from("/a/1")).unwrap().raw(), "2");
}

#[test]
fn nesting_is_bounded_by_the_limit_not_by_the_stack() {
    let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
    assert!(Document::parse(&deep(10_000)).is_ok());
    assert_eq!(error(&deep(10_001)), "line 1, column 10001: nested deeper than 10000 levels");
}

#[test]
fn values_are_bounded() {
    let limits = Limits { values: 3, ..Limits::default() };
    let error = Document::parse_as("[1,2,3]", Syntax::Strict, limits).unwrap_err();
    assert_eq!(error.message, "more than 3 values in one document");
}

/// Writes the arena back as a `serde_json::Value`, to compare with the reference reader.
fn value(node: Node) -> serde_json::Value {
    match node.kind() {
        Kind::Null => serde_json::Value::Null,
        Kind::Bool(b) => b.into(),
        Kind::Number => serde_json::from_str(node.raw()).unwrap_or(serde_json::Value::Null),
        Kind::String => node.string().unwrap().text.into_owned().into(),
        Kind::Array => node.elements().map(value).collect(),
        Kind::Object => node.members().map(|(key, v)| (key.text.into_owned(), value(v))).collect(),
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn reads_what_the_reference_reader_reads(expected in json()) {
        let text = serde_json::to_string_pretty(&expected).unwrap();
        let document = Document::parse(&text).unwrap();
        prop_assert_eq!(value(document.root()), expected);
    }

    #[test]
    fn refuses_what_the_reference_reader_refuses(text in r#"[\[\]{},:"\\u0-9eE.\-+ a-f\n]{0,24}"#) {
        let reference = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
        let ours = Document::parse(&text);
        // The one difference by design: a lone surrogate is read, and reported as such.
        prop_assert_eq!(ours.is_ok(), reference, "{:?}", ours.err());
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in any::<String>()) {
        let _ = Document::parse_as(&text, Syntax::WithComments, Limits::default());
    }
}

#[test]
fn columns_in_a_long_line_count_characters() {
    let text = format!("{}\n{}x", "é".repeat(3000), "日".repeat(5000));
    let lines = Lines::of(&text);
    assert_eq!(lines.position(&text, 2000), (1, 1001));
    assert_eq!(lines.position(&text, text.len() - 1), (2, 5001));
    assert_eq!(lines.position(&text, text.len() + 5), (2, 5007));
}
