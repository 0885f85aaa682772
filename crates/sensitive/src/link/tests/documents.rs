//! Links in JSON: every string value, decoded, and where it stands.

use super::super::Links;
use proptest::prelude::*;

/// The pointers and the host of each link.
fn places(document: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    Links::default().find_in_document(document, &mut |spot, link| {
        let pointers: Vec<String> = spot.pointers().iter().map(ToString::to_string).collect();
        found.push((pointers.join(" "), link.host.into_owned()));
    });
    found
}

#[test]
fn every_string_value_is_read_with_its_pointer() {
    for (document, expected) in [
        (r#"{"a": {"b/c": ["no", "https://evil.com"]}}"#, &[("/a/b~1c/1", "evil.com")][..]),
        (r#"{"a": "http://one.com and http://two.com"}"#, &[("/a", "one.com"), ("/a", "two.com")]),
        (r#"{"a": "https:\/\/\u0065vil.com\/x"}"#, &[("/a", "evil.com")]),
        (r#"{"https://evil.com": 1, "b": 1.5}"#, &[]),
        (r#"["{\"a\": [\"[\\\"evil.com\\\"]\"]}"]"#, &[("/0 /a/0 /0", "evil.com")]),
        (r#"["{\"a\": \"evil.com\""]"#, &[("/0", "evil.com")]),
        ("\u{feff}[\"evil.com\"]", &[("/0", "evil.com")]),
        ("{\"a\": \"one.com\"}\n{\"a\": \"two.com\"}\n", &[("/a", "one.com"), ("/a", "two.com")]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(at, host)| ((*at).to_owned(), (*host).to_owned())).collect();
        assert_eq!(places(document), expected, "{document}");
    }
}

#[test]
fn what_is_no_json_is_read_as_text() {
    let document = "see one.com\n{\"a\": \"https:\\/\\/two.com\"}\n{\"b\": \"three.com\n";
    let mut found = Vec::new();
    Links::default().find_in_document(document, &mut |spot, link| {
        if spot.pointers().is_empty() {
            assert_eq!(spot.text(), document);
        }
        found.push((link.host.into_owned(), spot.pointers().len(), link.span));
    });
    let at = |host: &str| document.find(host).expect("it is there");
    assert_eq!(found[0], ("one.com".to_owned(), 0, at("one.com")..at("one.com") + 7));
    assert_eq!(found[1], ("two.com".to_owned(), 1, 0.."https://two.com".len()));
    assert_eq!(found[2], ("three.com".to_owned(), 0, at("three.com")..at("three.com") + 9));
    assert_eq!(found.len(), 3);
    assert_eq!(places(r#"{"a": "one.com", "b": two.com"#).len(), 2);
}

#[test]
fn strings_are_opened_only_so_deep() {
    let mut document = "[\"evil.com\"]".to_owned();
    for depth in 1..8 {
        assert_eq!(places(&document).len(), 1, "{document}");
        assert_eq!(places(&document)[0].0, vec!["/0"; depth.min(5)].join(" "));
        document = serde_json::json!([document]).to_string();
    }
}

/// Names are long and links are many: whoever does not ask for pointers does not pay for them.
#[test]
fn long_names_around_many_links_are_linear() {
    let links = vec!["\"evil.com\""; 20_000].join(",");
    let document = format!("{{\"{}\": [{links}]}}", "n".repeat(1 << 20));
    let mut count = 0;
    Links::default().find_in_document(&document, &mut |_, _| count += 1);
    assert_eq!(count, 20_000);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn a_string_has_the_links_that_its_text_has(text in "[a-z:/.@%\\[\\]\"\\\\é ]{0,12}(https://evil\\.com)?[ -~]{0,12}") {
        let mut expected = Vec::new();
        Links::default().find(&text, &mut |link| expected.push((link.host.into_owned(), link.span)));
        let document = serde_json::json!({ "a": [text] }).to_string();
        let mut found = Vec::new();
        Links::default().find_in_document(&document, &mut |spot, link| {
            assert_eq!(spot.pointers()[0].as_str(), "/a/0");
            assert!(spot.text().get(link.span.clone()).is_some(), "the span lies in the string");
            found.push((link.host.into_owned(), link.span));
        });
        // A string may be a document of its own, whose strings are read apart.
        prop_assume!(!crate::document::is_document(text.as_bytes()));
        prop_assert_eq!(found, expected);
    }
}
