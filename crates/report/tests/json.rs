//! The JSON format: what `docs/report.schema.json` promises.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use serde_json::Value;
use std::collections::BTreeSet;
use vetgate_model::Report;
use vetgate_report::{Format, Options};

fn render(report: &Report) -> String {
    Format::Json.render(report, &Options::default())
}

#[test]
fn every_sample_is_valid_by_the_documented_schema() {
    let validator = sample::report_validator();
    for (name, report) in sample::all().into_iter().chain([("many", sample::many())]) {
        let value: Value = serde_json::from_str(&render(&report)).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&value).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

/// The schema lets unknown members pass, so that readers do too; this test keeps it from falling behind the model.
#[test]
fn the_schema_describes_every_member_that_is_written() {
    fn walk(value: &Value, schema: &Value, root: &Value, path: &str, missing: &mut BTreeSet<String>) {
        let schema = match schema["$ref"].as_str() {
            Some(reference) => root.pointer(reference.trim_start_matches('#')).unwrap(),
            None => schema,
        };
        match value {
            Value::Object(members) => members.iter().for_each(|(key, value)| match schema["properties"].get(key) {
                Some(schema) => walk(value, schema, root, &format!("{path}/{key}"), missing),
                None => _ = missing.insert(format!("{path}/{key}")),
            }),
            Value::Array(items) => items.iter().for_each(|item| walk(item, &schema["items"], root, path, missing)),
            _ => {}
        }
    }
    let schema: Value = serde_json::from_str(include_str!("../../../docs/report.schema.json")).unwrap();
    let mut missing = BTreeSet::new();
    let profiles = sample::profiles();
    for (_, report) in sample::all() {
        let text = Format::Json.render(&report, &Options { profiles: &profiles, ..Options::default() });
        walk(&serde_json::from_str(&text).unwrap(), &schema, &schema, "", &mut missing);
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_sample_looks_as_before() {
    for (name, report) in sample::all() {
        insta::assert_snapshot!(format!("json_{name}"), render(&report));
    }
}
