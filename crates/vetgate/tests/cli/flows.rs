//! `flows`: sessions in which data moved, what moved in one, and the pictures of it.

use crate::ledgers::{Book, flowing};
use crate::run::{Run, command, finish, folder};
use std::path::Path;
use vetgate_ledger::{Ending, Entry, Kind, Verdict};

fn flows(data: &Path, args: &[&str]) -> Run {
    finish(command().arg("flows").args(args).arg("--data-dir").arg(data))
}

#[test]
fn sessions_with_flows_are_listed_the_gravest_first() {
    let data = flowing(&folder("flows-list")).close();
    let run = flows(&data, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let sessions: Vec<&str> = run.stdout.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(sessions[..2], ["5f0c1e", "77aa01"], "{}", run.stdout);
    assert!(run.stdout.contains("secret_to_external") && !run.stdout.contains("no-flows"), "{}", run.stdout);
    let rows: serde_json::Value = serde_json::from_str(&flows(&data, &["--format", "json"]).stdout).unwrap();
    assert_eq!(rows[0]["critical"], 1);
    assert_eq!(rows[1]["pattern"], "harmless");
    assert_eq!(rows.as_array().unwrap().len(), 2);
}

#[test]
fn one_session_is_a_line_for_each_flow() {
    let data = flowing(&folder("flows-one")).close();
    let run = flows(&data, &["5f0c1e"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("Session 5f0c1e by cursor: 4 calls, 3 flows\n"), "{}", run.stdout);
    let lines: Vec<&str> = run.stdout.lines().filter(|line| line.contains(" › ")).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("critical") && lines[0].contains("4 mail › send_email (denied)"), "{}", run.stdout);
    assert!(lines[0].contains("64 characters, base64"), "{}", run.stdout);
    assert!(lines[2].starts_with("safe"), "{}", run.stdout);
}

#[test]
fn a_session_goes_by_the_beginning_of_its_name() {
    let data = flowing(&folder("flows-short")).close();
    let run = flows(&data, &["5f0c", "--format", "terminal"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("Session 5f0c1e by cursor"), "{}", run.stdout);
    assert_eq!(flows(&data, &["5f0"]).code, 2, "three characters are too few");
    assert_eq!(flows(&data, &["5f0c1e", "--format", "text"]).code, 2);
    let book = flowing(&folder("flows-ambiguous"));
    book.flows("5f0c99", 1, "files", "list_files", &[]);
    let run = flows(&book.close(), &["5f0c"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("2 sessions start with 5f0c: 5f0c1e, 5f0c99"), "{}", run.stderr);
}

#[test]
fn the_trifecta_is_told_by_what_was_really_sent() {
    let legs = ["private_data", "untrusted_content", "external_channel"];
    for (name, sends, expected) in [
        (
            "sent",
            &[(Verdict::Allow, None, 3), (Verdict::Allow, Some("{}"), 2)][..],
            "and then sent data to an external destination.",
        ),
        ("denied", &[(Verdict::Allow, Some("{}"), 2), (Verdict::Deny, None, 3)], "The call was not sent."),
        ("blocked", &[(Verdict::Deny, Some("{}"), 3)], "and then sent data to an external destination."),
        ("inside", &[(Verdict::Allow, Some("{}"), 2)], ""),
    ] {
        let book = Book::at(&folder(&format!("flows-trifecta-{name}")));
        for (call, (verdict, response, count)) in sends.iter().enumerate() {
            let assessment = serde_json::json!({
                "tool": {"server": "mail", "name": "send", "side": "external"},
                "session": {"principal": "cursor", "key": "session", "call": call + 1, "legs": legs[..*count]},
                "operation": "write", "risk": {"score": 0, "band": "low"},
            });
            let note = serde_json::json!({"guard": {"assessment": assessment}}).to_string();
            let entry = Entry { session: "s".into(), request: call.to_string(), ..Entry::new(Kind::Call) };
            let ticket = book.ledger.begin(entry).wait().unwrap();
            let ending = Ending { verdict: Some(*verdict), note, response: *response, ..Ending::default() };
            book.ledger.finish(ticket, ending).wait().unwrap();
        }
        let run = flows(&book.close(), &["s"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let told =
            run.stdout.lines().find(|line| line.starts_with("This session read private data")).unwrap_or_default();
        assert!(told.ends_with(expected) && told.is_empty() == expected.is_empty(), "{name}: {}", run.stdout);
    }
}

#[test]
fn a_session_is_drawn_and_written_to_a_file() {
    let place = folder("flows-drawn");
    let data = flowing(&place).close();
    let json: serde_json::Value = serde_json::from_str(&flows(&data, &["5f0c1e", "--format", "json"]).stdout).unwrap();
    assert_eq!(json["calls"].as_array().unwrap().len(), 4);
    assert!(flows(&data, &["5f0c1e", "--format", "dot"]).stdout.starts_with("digraph flows {"));
    let file = place.join("session.svg");
    let run = flows(&data, &["5f0c1e", "--format", "svg", "--output", file.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("send_email") && svg.ends_with("</svg>\n"));
}

#[test]
fn a_session_that_begins_anew_is_counted_on() {
    let book = flowing(&folder("flows-anew"));
    book.flows("77aa01", 1, "files", "list_files", &[]);
    book.flows("77aa01", 2, "files", "write_file", &[(1, "files", "list_files", "harmless", "safe")]);
    let data = book.close();
    let json: serde_json::Value = serde_json::from_str(&flows(&data, &["77aa01", "--format", "json"]).stdout).unwrap();
    let calls: Vec<u64> = json["calls"].as_array().unwrap().iter().map(|call| call["call"].as_u64().unwrap()).collect();
    assert_eq!(calls, [1, 2, 3, 4]);
    assert_eq!((&json["edges"][1]["from"]["call"], &json["edges"][1]["to"]["call"]), (&3.into(), &4.into()));
}

#[test]
fn what_cannot_be_shown_is_said() {
    let data = flowing(&folder("flows-wrong")).close();
    let none = flows(&data, &["nobody"]);
    assert_eq!(none.code, 2);
    assert!(none.stderr.contains("the session nobody has no recorded calls"), "{}", none.stderr);
    let undecided = flows(&data, &["--format", "svg"]);
    assert_eq!(undecided.code, 2);
    assert!(undecided.stderr.contains("name the session to draw"), "{}", undecided.stderr);
    let quiet = flows(&data, &["no-flows"]);
    assert_eq!(quiet.code, 0, "{}", quiet.stderr);
    assert!(quiet.stdout.contains("No data flowed"), "{}", quiet.stdout);
    let empty = Book::at(&folder("flows-empty"));
    empty.call("notes", "search", "{}", Ok("{}"));
    assert_eq!(flows(&empty.close(), &[]).stdout, "No session has flows.\n");
}
