//! What a target may be, and what its server is called.

use crate::run::{scan_stdin, vetgate};

#[test]
fn a_row_is_a_tool_beside_notes() {
    let run = vetgate(&["scan", "rows.jsonl", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert_eq!(run.json()["coverage"]["tools"], 3, "two rows and a peer");
    assert!(run.checks().is_empty(), "neither the notes nor the server's name are text to scan");
    assert_eq!(run.caps(), ["rows.notes"]);
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
    assert_eq!(report["coverage"]["tools"], 5);
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
    for part in
        ["Examples:", "vetgate scan -- npx", "Exit codes:", "[[ignore]]", "--no-exec", "2 takes precedence over 1"]
    {
        assert!(help.stdout.contains(part), "{part}");
    }
    for args in [&["--help"] as &[&str], &["scan", "-h"], &["scan", "--help"], &["lock", "-h"], &["lock", "--help"]] {
        let help = vetgate(args).stdout;
        assert!(help.contains("Exit codes:") && help.contains("\n  130  interrupted\n"), "{args:?}: {help}");
    }
}

#[test]
fn a_file_that_declares_nothing_is_said_to_declare_nothing() {
    for text in ["[]", r#"{"tools": []}"#] {
        let path = crate::run::file("nothing.json", text.as_bytes());
        let run = vetgate(&["scan", path.to_str().unwrap()]);
        assert_eq!((run.code, run.stdout.as_str()), (0, "! 0 tools: nothing to scan.\n"));
    }
}

#[test]
fn peers_take_part_in_the_registry() {
    let run = vetgate(&["scan", "peers.jsonl", "--format", "json"]);
    assert_eq!(run.json()["coverage"]["tools"], 3);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.checks().iter().any(|check| check == "shadowing.cross_server"), "{:?}", run.checks());
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
