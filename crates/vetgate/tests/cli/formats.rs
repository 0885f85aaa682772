//! Every output format, over a configuration whose findings are this crate's own.

use crate::run::{folder, vetgate};

/// The output without what changes with every release.
fn output(format: &str) -> String {
    let run = vetgate(&["scan", "clients.json", "--no-exec", "--format", format]);
    assert_eq!((run.code, run.stderr.as_str()), (3, ""));
    run.stdout.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

#[test]
fn terminal() {
    insta::assert_snapshot!(output("terminal"));
}

#[test]
fn json() {
    insta::assert_snapshot!(output("json"));
}

#[test]
fn sarif() {
    let mut log: serde_json::Value = serde_json::from_str(&output("sarif")).unwrap();
    let run = &mut log["runs"][0];
    // Which checks there are, and what they say about themselves, is theirs to change.
    let rules = run["tool"]["driver"]["rules"].take();
    for result in run["results"].as_array_mut().unwrap() {
        let index = result["ruleIndex"].take().as_u64().unwrap() as usize;
        assert_eq!(result["ruleId"], rules[index]["id"]);
    }
    insta::assert_json_snapshot!(log);
}

#[test]
fn markdown() {
    insta::assert_snapshot!(output("markdown"));
}

#[test]
fn html() {
    let page = output("html");
    let (head, rest) = page.split_once("<style>").unwrap();
    let (_, body) = rest.split_once("</style>").unwrap();
    let body = body.split("<script>").next().unwrap();
    insta::assert_snapshot!(format!("{head}{body}"));
}

#[test]
fn a_file_gets_what_the_screen_would() {
    let path = folder("output").join("report.json");
    let run = vetgate(&["scan", "clients.json", "--no-exec", "--format", "json", "--output", path.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.contains("report.json: ") && run.stderr.contains(" findings: "), "{}", run.stderr);
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written.replace(env!("CARGO_PKG_VERSION"), "VERSION"), output("json"));
    let nowhere = vetgate(&["scan", "clients.json", "--no-exec", "--output", "no/such/folder/report.json"]);
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.stderr.contains("no/such/folder/report.json: cannot be written"), "{}", nowhere.stderr);
}

#[test]
fn the_threshold_decides_the_exit_code() {
    for (fail_on, code) in [("critical", 0), ("high", 1), ("medium", 1), ("low", 1), ("never", 0)] {
        let run = vetgate(&["scan", "threshold.json", "--no-exec", "--fail-on", fail_on, "--format", "json"]);
        assert_eq!(run.json()["findings"][0]["severity"], "high", "the fixture is to be of high severity");
        assert_eq!(run.code, code, "{fail_on}");
    }
    assert_eq!(vetgate(&["scan", "hidden.json"]).code, 1);
    assert_eq!(vetgate(&["scan", "calculator.json", "--fail-on", "low"]).code, 0);
}

#[test]
fn a_finding_points_at_its_line() {
    let report = vetgate(&["scan", "hidden.json", "--format", "json"]).json();
    let location = &report["findings"][0]["signals"][0]["location"];
    assert_eq!((location["file"].as_str(), location["line"].as_u64()), (Some("hidden.json"), Some(6)));
    assert_eq!(report["findings"][0]["server"], "weather");
}
