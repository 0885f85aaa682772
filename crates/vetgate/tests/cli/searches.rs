//! `search`: what is found, how it is shown, and what cannot be read.

use crate::run::{command, feed, file, finish, vetgate};

const TOOLS: &str = r#"{"server":"office","tools":[
 {"name":"delete_file","description":"Removes a file for good.","inputSchema":{"properties":{"path":{"description":"The file"}}}},
 {"name":"send_mail","description":"\n  Sends a message.\nSecond line."},
 {"name":"weather","description":"Says how the sky will be."}]}"#;

#[test]
fn the_best_tool_comes_first() {
    let run = feed(&["search", "get rid of a document", "--corpus", "-"], TOOLS.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("1  ") && lines[0].ends_with("  office/delete_file"), "{}", run.stdout);
    assert_eq!(lines[1].trim(), "Removes a file for good.");
}

#[test]
fn an_explanation_names_the_words_and_where_they_stand() {
    let run = feed(&["search", "erase a file", "--corpus", "-", "--explain"], TOOLS.as_bytes());
    let explained = run.stdout.lines().any(|line| line.trim().starts_with("erase = delete (synonym): name "));
    assert!(explained, "{}", run.stdout);
    assert!(run.stdout.lines().any(|line| line.trim().starts_with("file: name ")), "{}", run.stdout);
}

#[test]
fn programs_get_an_array() {
    let run = feed(&["search", "mail", "--corpus", "-", "--format", "json", "--explain"], TOOLS.as_bytes());
    let found = run.json();
    assert_eq!(found[0]["rank"], 1);
    assert_eq!((found[0]["server"].as_str(), found[0]["tool"].as_str()), (Some("office"), Some("send_mail")));
    assert_eq!(found[0]["description"], "Sends a message.");
    let reasons = found[0]["reasons"].as_array().unwrap();
    let sum: f64 = reasons.iter().map(|reason| reason["contribution"].as_f64().unwrap()).sum();
    assert!((sum - found[0]["score"].as_f64().unwrap()).abs() < 1e-3);
    assert_eq!((reasons[0]["field"].as_str(), reasons[0]["match"].as_str()), (Some("name"), Some("direct")));
    let plain = feed(&["search", "mail", "--corpus", "-", "--format", "json"], TOOLS.as_bytes());
    assert!(plain.json()[0].get("reasons").is_none());
}

#[test]
fn nothing_found_is_said_and_is_no_failure() {
    let run = feed(&["search", "xylophone", "--corpus", "-"], TOOLS.as_bytes());
    assert_eq!(run.code, 0);
    assert_eq!(run.stdout, "No match: no word of `xylophone`, and no synonym, is in any of 3 tools.\n");
    let run = feed(&["search", "xylophone", "--corpus", "-", "--format", "json"], TOOLS.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (0, "[]\n"));
    let run = feed(&["search", "file", "--corpus", "-"], b"{\"tools\":[]}");
    assert_eq!((run.code, run.stdout.as_str()), (0, "There are no tools to search.\n"));
}

#[test]
fn collections_of_rows_are_searched() {
    let corpus = br#"{"version":"1","generated_from":"us","tools":[
        {"tool_id":"bank:pay","server":"bank","tool":"pay","description":"Pays a bill.","schema":{"type":"object"}}]}"#;
    let path = file("corpus.json", corpus);
    let run = vetgate(&["search", "settle an invoice", "--corpus", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!((run.code, run.json()[0]["server"].as_str().map(str::to_owned)), (0, Some("bank".to_owned())));
    let lines = br#"{"tool_id":"a","server":"bank","name":"pay","description":"Pays a bill.","input_schema":{}}"#;
    let path = file("corpus.jsonl", lines);
    let run = vetgate(&["search", "pay", "--corpus", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!(run.json()[0]["tool"], "pay");
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    let run = vetgate(&["search", "x", "--corpus", "absent.json"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("vetgate: absent.json: no such file"), "{}", run.stderr);
    let run = feed(&["search", "x", "--corpus", "-"], b"{\"tools\": [}");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(run.stderr, "vetgate: -:1:12: expected JSON: expected a value, found '}'\n");
    let part = feed(&["search", "ping", "--corpus", "-"], b"{\"tools\":[{\"name\":\"ping\"},7]}");
    assert_eq!(part.code, 2);
    assert!(part.stdout.contains("stdin/ping") && part.stderr.contains("-:1:27: "), "{}{}", part.stdout, part.stderr);
}

#[test]
fn wrong_usage_is_told() {
    for arguments in [&["search", "x"][..], &["search", "x", "--corpus", "a", "--limit", "0"], &["search"]] {
        assert_eq!(vetgate(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn hostile_tools_cannot_act_on_the_terminal() {
    let tools = "{\"tools\":[{\"name\":\"ping\\u001b[2J\",\"description\":\"\\u202eping \\u0007 now\"}]}";
    let run = feed(&["search", "ping", "--corpus", "-", "--explain"], tools.as_bytes());
    assert!(run.stdout.contains("ping\\u{1B}[2J") && run.stdout.contains("\\u{202E}ping"), "{}", run.stdout);
    assert!(!run.stdout.contains(['\u{1b}', '\u{202e}', '\u{7}']));
}

#[test]
fn long_texts_are_cut_to_the_width() {
    let tools = format!("[{{\"name\":\"{}\",\"description\":\"{}\"}}]", "ping_".repeat(60), "天気 ping ".repeat(60));
    let run = feed(&["search", "ping", "--corpus", "-"], tools.as_bytes());
    for line in run.stdout.lines() {
        let columns: usize = line.chars().map(|c| if c > '\u{2E80}' { 2 } else { 1 }).sum();
        assert!(columns <= 80 && line.ends_with('…'), "{columns}: {line}");
    }
}

#[test]
fn colour_appears_only_where_it_is_wanted() {
    let path = file("colours.json", TOOLS.as_bytes());
    let args = ["search", "mail", "--corpus", path.to_str().unwrap()];
    let forced = finish(command().args(args).env("CLICOLOR_FORCE", "1"));
    assert!(forced.stdout.contains("\u{1b}[1m"));
    let without = finish(command().args(args).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"));
    assert!(!without.stdout.contains('\u{1b}'));
}

#[test]
fn a_limit_is_kept() {
    let run = feed(&["search", "message file sky", "--corpus", "-", "-n", "2", "--format", "json"], TOOLS.as_bytes());
    assert_eq!(run.json().as_array().unwrap().len(), 2);
}
