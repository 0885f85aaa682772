//! The SARIF format: valid by the standard's schema, and fit for GitHub's code scanning.
#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

mod sample;

use serde_json::Value;
use vetgate_report::{Format, Options};

fn render(report: &vetgate_model::Report) -> String {
    Format::Sarif.render(report, &Options { version: "0.1.0", checks: &sample::checks(), ..Options::default() })
}

#[test]
fn every_sample_is_valid_by_the_standards_schema() {
    let validator = sample::sarif_validator();
    for (name, report) in sample::all().into_iter().chain([("many", sample::many())]) {
        let log: Value = serde_json::from_str(&render(&report)).unwrap();
        let errors: Vec<String> = validator.iter_errors(&log).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

#[test]
fn the_validator_does_refuse_what_is_wrong() {
    let mut log: Value = serde_json::from_str(&render(&sample::mixed())).unwrap();
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0.into();
    assert!(!sample::sarif_validator().is_valid(&log));
}

#[test]
fn every_result_has_what_code_scanning_asks_for() {
    for (name, report) in sample::all() {
        let log: Value = serde_json::from_str(&render(&report)).unwrap();
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let mut fingerprints = Vec::new();
        for result in run["results"].as_array().unwrap() {
            let index = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(rules[index]["id"], result["ruleId"], "{name}");
            assert!(!result["message"]["text"].as_str().unwrap().trim().is_empty());
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            assert!(!uri.is_empty() && !uri.contains(['\\', ' ', ':']), "{uri}");
            assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
            fingerprints.push(result["partialFingerprints"]["vetgate/v1"].as_str().unwrap().to_owned());
        }
        let count = fingerprints.len();
        fingerprints.sort();
        fingerprints.dedup();
        assert_eq!(fingerprints.len(), count, "{name}: fingerprints must tell results apart");
    }
}

#[test]
fn what_was_not_scanned_is_a_notification() {
    let log: Value = serde_json::from_str(&render(&sample::mixed())).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolExecutionNotifications"].as_array().unwrap().len(), 3);
}

#[test]
fn every_sample_looks_as_before() {
    for (name, report) in sample::all() {
        insta::assert_snapshot!(format!("sarif_{name}"), render(&report));
    }
}
