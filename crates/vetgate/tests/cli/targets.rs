//! What a target may be, and what its server is called.

use crate::run::{scan_stdin, vetgate};

#[test]
fn a_row_is_a_tool_beside_notes() {
    let run = vetgate(&["scan", "rows.jsonl", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert_eq!(run.json()["coverage"]["tools"], 2);
    assert!(run.checks().is_empty(), "neither the notes nor the server's name are text to scan");
}

#[test]
fn standard_input_is_a_target() {
    let run = scan_stdin(br#"[{"name": "a"}, {"type": "function", "function": {"name": "b", "parameters": {}}}]"#);
    assert_eq!((run.code, run.json()["targets"][0]["server"].as_str()), (0, Some("stdin")));
    assert_eq!(run.json()["coverage"]["tools"], 2);
    assert_eq!(vetgate(&["scan", "-", "-"]).code, 2);
}

#[test]
fn many_targets_are_one_registry() {
    let report = vetgate(&["scan", "calculator.json", "hidden.json", "rows.jsonl", "--format", "json"]).json();
    assert_eq!(report["coverage"]["tools"], 4);
    assert_eq!(report["targets"].as_array().unwrap().len(), 3);
}

#[test]
fn a_target_that_cannot_be_read_does_not_stop_the_others() {
    let run = vetgate(&["scan", "missing.json", "calculator.json", "--format", "json"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.json()["targets"][0]["status"], "failed");
    assert_eq!(run.json()["targets"][1]["status"], "scanned");
    assert_eq!(run.caps(), ["input.unreadable"]);
}

#[test]
fn wrong_usage_is_2() {
    for args in [
        &["scan", "ftp://example.com/x"] as &[&str],
        &["scan", "--format", "pdf", "calculator.json"],
        &["scan", "--fail-on", "some", "calculator.json"],
        &["scan", "--timeout", "0", "calculator.json"],
        &["scan", "--header", "none", "calculator.json"],
        &["scan", "--yes", "--no-exec"],
        &["scan", "--lockfile", "x.lock", "calculator.json"],
        &["frobnicate"],
        &[],
    ] {
        let run = vetgate(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn the_help_teaches() {
    let help = vetgate(&["scan", "--help"]);
    assert_eq!(help.code, 0);
    for part in ["Examples:", "vetgate scan -- npx", "Exit codes:", "[[ignore]]", "--no-exec", "2 wins over 1"] {
        assert!(help.stdout.contains(part), "{part}");
    }
}

#[test]
fn a_url_that_nobody_answers_is_incomplete_and_keeps_its_secrets() {
    let url = "http://user:q7Jr92kdPw0s@127.0.0.1:9/mcp?api_key=q7Jr92kdPw0s";
    let run =
        vetgate(&["scan", url, "--timeout", "2", "--header", "Authorization: Bearer q7Jr92kdPw0s", "--format", "json"]);
    assert_eq!(run.code, 3);
    assert_eq!(run.json()["targets"][0]["server"], "127.0.0.1:9");
    assert!(!run.stdout.contains("q7Jr92kdPw0s") && !run.stderr.contains("q7Jr92kdPw0s"), "{}", run.stdout);
}
