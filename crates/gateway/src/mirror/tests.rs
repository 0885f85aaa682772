use super::*;
use proptest::prelude::*;

const SCHEMA: &str = r#"{"type":"object","properties":{
    "region":{"type":"string","x-mcp-header":"Region"},
    "dry":{"type":["boolean","null"],"x-mcp-header":"Dry-Run"},
    "page":{"type":"object","properties":{"limit":{"x-mcp-header":"Limit","type":"integer"}}},
    "query":{"type":"string"}}}"#;

type Sent<'t> = &'t [(&'t str, &'t str)];

fn mirrored() -> Mirrored {
    Mirrored::of_schema(SCHEMA).unwrap()
}

fn pairs(headers: Sent) -> Vec<(String, String)> {
    headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn annotations_are_found_along_properties() {
    let paths: Vec<_> = mirrored().declared.iter().map(|one| format!("{}={}", one.header, one.pointer())).collect();
    assert_eq!(paths, ["Region=/region", "Dry-Run=/dry", "Limit=/page/limit"]);
    for none in ["{}", "true", r#"{"properties":{"a":{"type":"string"}}}"#, r#"{"properties":{"\u0061":{}}}"#] {
        assert!(Mirrored::of_schema(none).unwrap().declared.is_empty(), "{none}");
    }
}

#[test]
fn what_only_looks_like_an_annotation_is_none() {
    let cases = [
        r#"{"properties":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"$defs":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"properties":{"a":{"type":"object","default":{"x-mcp-header":"A"}}}}"#,
        r#"{"properties":{"a":{"enum":[{"x-mcp-header":"A"}]}}}"#,
        r#"{"properties":{"a":{"description":"say x-mcp-header"}}}"#,
    ];
    for raw in cases {
        assert!(Mirrored::of_schema(raw).unwrap().declared.is_empty(), "{raw}");
    }
}

#[test]
fn an_annotation_that_cannot_be_followed_makes_the_schema_invalid() {
    let good = r#"{"type":"string","x-mcp-header":"A"}"#;
    let property = |schema: &str| format!(r#"{{"properties":{{"a":{schema}}}}}"#);
    let named = |name: &str| property(&format!(r#"{{"type":"string","x-mcp-header":{name}}}"#));
    let typed = |kind: &str| property(&format!(r#"{{"type":{kind},"x-mcp-header":"A"}}"#));
    let cases = [
        (good.to_owned(), "at /x-mcp-header is not on a property"),
        (property(&format!(r#"{{"items":{good}}}"#)), "at /properties/a/items/x-mcp-header is not on"),
        (format!(r#"{{"oneOf":[{}]}}"#, property(good)), "at /oneOf/0/properties/a/x-mcp-header is not on"),
        (format!(r#"{{"$defs":{{"d":{good}}}}}"#), "at /$defs/d/x-mcp-header is not on"),
        (format!(r#"{{"patternProperties":{{"d":{good}}}}}"#), "is not on"),
        (format!(r#"{{"then":{}}}"#, property(good)), "is not on"),
        (format!(r#"{{"additionalProperties":{good}}}"#), "is not on"),
        (format!(r#"{{"unheard-of":{good}}}"#), "is not on"),
        (named(r#""""#), "not a name"),
        (named(r#""A B""#), "not a name"),
        (named(r#""A\r\nX: y""#), "not a name"),
        (named(r#""Größe""#), "not a name"),
        (named("7"), "not a name"),
        (typed(r#""number""#), "whose type"),
        (typed(r#""object""#), "whose type"),
        (typed(r#"["string","integer"]"#), "whose type"),
        (typed(r#"["null"]"#), "whose type"),
        (property(r#"{"x-mcp-header":"A","$ref":"\u0023/$defs/d"}"#), "whose type"),
        (
            r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}"#
                .to_owned(),
            "at /properties/b/x-mcp-header is also the name of another",
        ),
        (
            r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"\u0061":{"type":"string"}}}"#.to_owned(),
            "two members at /properties/a",
        ),
        (typed(r#""string","type":"integer""#), "two members at /properties/a/type"),
        (r#"{"x-mcp-header""#.to_owned(), "cannot be read"),
    ];
    for (raw, why) in cases {
        let error = Mirrored::of_schema(&raw).unwrap_err().to_string();
        assert!(error.contains(why), "{raw}: {error}");
    }
}

#[test]
fn headers_repeat_what_the_arguments_say() {
    let cases: [(&str, Sent); 9] = [
        (r#"{"region":"us-west1","query":"q"}"#, &[("Region", "us-west1")]),
        (
            r#"{"region":"a","dry":false,"page":{"limit":-7}}"#,
            &[("Region", "a"), ("Dry-Run", "false"), ("Limit", "-7")],
        ),
        (r#"{"page":{"limit":4.2e1}}"#, &[("Limit", "42")]),
        (r#"{"region":null,"page":null}"#, &[]),
        (r#"{"region":["a"],"page":"x"}"#, &[]),
        (r#"{"region":"a","region":"b"}"#, &[]),
        ("[]", &[]),
        ("nonsense", &[]),
        (r#"{"region":"space inside"}"#, &[("Region", "space inside")]),
    ];
    for (arguments, expected) in cases {
        assert_eq!(mirrored().headers(arguments), pairs(expected), "{arguments}");
    }
}

#[test]
fn values_that_no_header_can_carry_are_encoded() {
    let cases = [
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("tab\tinside", "=?base64?dGFiCWluc2lkZQ==?="),
        ("", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(encode(text), expected);
        assert_eq!(decode(expected).unwrap(), text);
    }
}

#[test]
fn each_contradiction_has_its_own_message_and_none_tells_a_value() {
    let arguments = r#"{"region":"s3cret","page":{"limit":42}}"#;
    let limit = ("Limit", "42");
    let cases: [(Sent, &str, &str); 12] = [
        (&[limit], arguments, "Mcp-Param-Region is missing: it must repeat the argument at /region"),
        (&[("Region", "s3cret")], arguments, "Mcp-Param-Limit is missing: it must repeat the argument at /page/limit"),
        (&[("Region", "S3cret"), limit], arguments, "Mcp-Param-Region differs from the argument at /region"),
        (&[("Region", "s3cret"), ("Limit", "43")], arguments, "Mcp-Param-Limit differs from"),
        (&[("Region", "s3cret"), ("Limit", "042")], arguments, "Mcp-Param-Limit differs from"),
        (&[("Region", "s3cret"), ("region", "s3cret"), limit], arguments, "Region occurs more than once"),
        (&[("Region", "=?base64?s3cret?="), limit], arguments, "is marked as Base64"),
        (&[("Region", "=?base64?/w==?="), limit], arguments, "is marked as Base64"),
        (&[("Region", "s3cret\n"), limit], arguments, "has characters"),
        (&[("Region", "s3crét"), limit], arguments, "has characters"),
        (&[("Region", "s3cret")], r#"{"region":null}"#, "no argument at /region"),
        (&[("Region", "s3cret")], r#"{"region":"x","region":"s3cret"}"#, "the argument at /region occurs twice"),
    ];
    for (headers, arguments, why) in cases {
        let error = mirrored().check(&pairs(headers), arguments).unwrap_err().to_string();
        assert!(error.contains(why), "{headers:?}: {error}");
        assert!(!error.to_lowercase().contains("s3cr") && !error.contains("42"), "{error}");
    }
    let headers = pairs(&[("Region", "a"), ("Tenant", "t")]);
    let error = mirrored().check(&headers, r#"{"region":"a"}"#).unwrap_err();
    assert_eq!(error, Mismatch::Undeclared { header: "Tenant".to_owned() });
}

#[test]
fn names_ignore_case_and_integers_how_they_are_written() {
    assert_eq!(mirrored().check(&pairs(&[("Region", "a\tb")]), r#"{"region":"a\tb"}"#), Ok(()));
    let headers = pairs(&[("REGION", "=?base64?YQ==?="), ("limit", "4.20e1"), ("Dry-run", "true")]);
    assert_eq!(mirrored().check(&headers, r#"{"region":"a","dry":true,"page":{"limit":42.0}}"#), Ok(()));
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        any::<f64>().prop_map(serde_json::Value::from),
        ".{0,12}".prop_map(serde_json::Value::from),
        "[ \t]?(=\\?base64\\?)?[a-z]{0,4}(\\?=)?[ \t]?".prop_map(serde_json::Value::from),
    ];
    let names = prop::sample::select(vec!["region", "dry", "page", "limit", "query"]);
    leaf.prop_recursive(3, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(serde_json::Value::from),
            prop::collection::btree_map(names.clone().prop_map(str::to_owned), inner, 0..5)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_the_gateway_sends_agrees_with_the_body(arguments in json()) {
        let arguments = arguments.to_string();
        let headers = mirrored().headers(&arguments);
        prop_assert_eq!(mirrored().check(&headers, &arguments), Ok(()));
        for (_, value) in &headers {
            prop_assert!(value.bytes().all(|b| b == b'\t' || (b' '..=b'~').contains(&b)));
            prop_assert_eq!(value.trim(), value);
        }
    }

    #[test]
    fn another_value_never_passes(one in ".{0,8}", other in ".{0,8}") {
        let arguments = serde_json::json!({ "region": one }).to_string();
        let headers = vec![("Region".to_owned(), encode(&other))];
        prop_assert_eq!(mirrored().check(&headers, &arguments).is_ok(), one == other);
    }

    #[test]
    fn no_schema_makes_it_panic(schema in json(), name in ".{0,6}") {
        let raw = schema.to_string().replace("region", "x-mcp-header").replace("page", "properties");
        let raw = raw.replace("dry", &name);
        let _ = Mirrored::of_schema(&raw);
    }
}
