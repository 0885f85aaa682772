use super::*;

const PAY: &str = r##"{
    "type": "object",
    "properties": {
        "amount": {"type": "number"},
        "to": {"type": "object", "properties": {"iban": {"type": "string"}}},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "byName": {"additionalProperties": {"$ref": "#/$defs/line"}},
        "choice": {"anyOf": [{"properties": {"one": {}}}, {"properties": {"two": {}}}]},
        "tree": {"$ref": "#/$defs/tree"},
        "data": {},
        "id": {}, "ID": {}
    },
    "$defs": {
        "line": {"properties": {"sku": {"type": "string"}}},
        "tree": {"properties": {"children": {"items": {"$ref": "#/$defs/tree"}}}}
    },
    "allOf": [{"properties": {"currency": {}}}]
}"##;

#[track_caller]
fn refused(schema: &str, arguments: &str, found: &str, like: &str) {
    let mistaken = ArgumentNames::of_schema(schema).check(arguments).expect_err(arguments);
    assert_eq!((mistaken.found.as_str(), mistaken.like.as_str()), (found, like), "{arguments}");
    assert!(mistaken.to_string().starts_with("Vetgate refused this call: "));
}

#[track_caller]
fn passes(schema: &str, arguments: &str) {
    assert_eq!(ArgumentNames::of_schema(schema).check(arguments), Ok(()), "{arguments}");
}

#[test]
fn a_name_that_is_a_property_but_for_its_case_is_refused_at_every_level() {
    for (arguments, found, like) in [
        (r#"{"Amount":1}"#, "Amount", "amount"),
        (r#"{"\u0041mount":1}"#, "Amount", "amount"),
        (r#"{"amount":1,"AMOUNT":2}"#, "AMOUNT", "amount"),
        ("{\"line\u{17F}\":[]}", "line\u{17F}", "lines"),
        (r#"{"amount\u0000x":1}"#, "amount\0x", "amount"),
        (r#"{"to":{"IBAN":""}}"#, "IBAN", "iban"),
        (r#"{"lines":[{"sku":""},{"Sku":""}]}"#, "Sku", "sku"),
        (r#"{"byName":{"x":{"SKU":""}}}"#, "SKU", "sku"),
        (r#"{"choice":{"Two":1}}"#, "Two", "two"),
        (r#"{"Currency":"EUR"}"#, "Currency", "currency"),
        (r#"{"tree":{"children":[{"children":[{"Children":[]}]}]}}"#, "Children", "children"),
        (r#"{"Id":1}"#, "Id", "ID"),
    ] {
        refused(PAY, arguments, found, like);
    }
}

#[test]
fn names_of_one_object_that_differ_in_case_alone_are_refused_unless_the_schema_declares_both() {
    for (arguments, found, like) in [
        (r#"{"x":1,"X":2}"#, "X", "x"),
        (r#"{"data":{"a":[{"path":"","Path":""}]}}"#, "Path", "path"),
        (r#"{"labels":{"a":"","A":""}}"#, "A", "a"),
        (r#"{"amount":1,"amount":2}"#, "amount", "amount"),
        (r#"{"x":1,"x":2}"#, "x", "x"),
    ] {
        refused(PAY, arguments, found, like);
    }
    passes(PAY, r#"{"id":1,"ID":2}"#);
}

#[test]
fn what_nobody_takes_for_another_passes() {
    for arguments in [
        r#"{"amount":1,"to":{"iban":""},"lines":[{"sku":""}],"labels":{"Sku":"","IBAN":""}}"#,
        r#"{"data":{"Amount":1},"amounts":2,"a_mount":3}"#,
        r#"{"data":[{"path":""},{"Path":""}]}"#,
        "[]",
        "no JSON",
    ] {
        passes(PAY, arguments);
    }
    for schema in ["", "[]", "{}", r##"{"$ref":"#"}"##, r#"{"properties":[1]}"#, r##"{"allOf":[{"$ref":"#"}]}"##] {
        passes(schema, r#"{"Amount":1,"x":{"y":2}}"#);
    }
}

#[test]
fn a_schema_of_any_size_costs_no_more_than_its_limit() {
    let properties: Vec<String> = (0..20_000).map(|number| format!(r#""p{number}":{{}}"#)).collect();
    let wide = format!(r#"{{"properties":{{{}}}}}"#, properties.join(","));
    assert!(ArgumentNames::of_schema(&wide).shapes.len() <= OBJECTS);
    let deep = format!("{}{}", r#"{"items":"#.repeat(400), "{}".to_owned() + &"}".repeat(400));
    assert!(ArgumentNames::of_schema(&deep).shapes.len() <= DEPTH + 1);
}
