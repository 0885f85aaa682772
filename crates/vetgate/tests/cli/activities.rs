//! `activity`: what happened, by every field, as it happens, and all of one record.

use crate::ledgers::{Book, usual};
use crate::run::{Run, command, finish, folder};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use vetgate_ledger::Trust;

fn activity(data: &Path, args: &[&str]) -> Run {
    finish(command().arg("activity").args(args).arg("--data-dir").arg(data))
}

/// The ids of what was shown as JSON, a record a line.
fn ids(run: &Run) -> Vec<u64> {
    assert_eq!(run.code, 0, "{}", run.stderr);
    let id = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_u64().unwrap();
    run.stdout.lines().map(id).collect()
}

#[test]
fn records_are_lines_the_newest_first() {
    let data = usual(&folder("activity-lines")).close();
    let run = activity(&data, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let newest = run.stdout.lines().next().unwrap();
    assert!(
        newest.contains("quarantine") && newest.contains("files › read_file  new, pending approval"),
        "{}",
        run.stdout
    );
    let failed = run.stdout.lines().find(|line| line.contains("deny")).unwrap();
    assert!(
        failed.contains("2026-11-16 14:30:05  call           deny   notes › search  by cursor · 12 ms · 2 B → 0 B")
            && failed.ends_with("`search` is held back"),
        "{failed}"
    );
    assert!(run.stdout.contains("notes › delete_note  blocked · by cli:ada"), "{}", run.stdout);
}

#[test]
fn every_filter_takes_what_fits_and_nothing_else() {
    let book = usual(&folder("activity-filters"));
    let all = ids(&activity(&book.folder, &["--format", "json"]));
    let calls = ids(&activity(&book.folder, &["--format", "json", "--kind", "call"]));
    assert_eq!(calls.len(), 2);
    for (args, expected) in [
        (&["--kind", "call", "--kind", "decision", "--oldest"][..], None),
        (&["--verdict", "deny"], Some(&calls[..1])),
        (&["--verdict", "allow", "--verdict", "deny"], Some(&calls[..])),
        (&["--session", "5f0c1e"], Some(&calls[..])),
        (&["--principal", "cursor"], Some(&calls[..])),
        (&["--principal", "somebody"], Some(&[])),
        (&["--server", "notes", "--kind", "call"], Some(&calls[..])),
        (&["--server", "files", "--kind", "call"], Some(&[])),
        (&["--method", "tools/call"], Some(&calls[..])),
        (&["--name", "search", "--kind", "call"], Some(&calls[..])),
        (&["--request", "7"], Some(&calls[..])),
        (&["--trace", "abc"], Some(&[])),
        (&["--failed"], Some(&calls[..1])),
        (&["--succeeded", "--kind", "call"], Some(&calls[1..])),
        (&["--risk-from", "100"], Some(&[])),
        (&["--duration-from", "12ms"], Some(&calls[..])),
        (&["--duration-from", "13ms"], Some(&[])),
        (&["--bytes-from", "10"], Some(&calls[1..])),
        (&["--since", "2026-11-16"], Some(&all[..])),
        (&["--since", "2026-11-16T14:30:06Z"], Some(&[])),
        (&["--until", "2026-11-16T14:30:05Z"], Some(&[])),
        (&["--until", "2026-11-17"], Some(&all[..])),
    ] {
        let args: Vec<&str> = args.iter().copied().chain(["--format", "json"]).collect();
        let found = ids(&activity(&book.folder, &args));
        match expected {
            Some(expected) => assert_eq!(found, expected, "{args:?}"),
            None => assert!(found.len() > 2 && found.is_sorted(), "{args:?}: {found:?}"),
        }
    }
    let none = activity(&book.folder, &["--trace", "abc"]);
    assert_eq!((none.code, none.stdout.as_str(), none.stderr.as_str()), (0, "", "No records match.\n"));
}

#[test]
fn pages_follow_one_another_without_gaps() {
    let book = Book::at(&folder("activity-pages"));
    for number in 0..250 {
        book.call("notes", "search", &number.to_string(), Ok("{}"));
    }
    let data = book.close();
    let all = ids(&activity(&data, &["--limit", "1000000", "--format", "json"]));
    assert_eq!(all, (1..=250).rev().collect::<Vec<u64>>());
    for order in [&[][..], &["--oldest"]] {
        let (mut seen, mut cursor) = (vec![], None::<String>);
        loop {
            let mut args = vec!["--limit", "99", "--format", "json"];
            args.extend(order);
            if let Some(cursor) = &cursor {
                args.extend(["--cursor", cursor]);
            }
            let run = activity(&data, &args);
            seen.extend(ids(&run));
            match run.stderr.trim().strip_prefix("More records match: continue with --cursor ") {
                Some(next) => cursor = Some(next.to_owned()),
                None => break,
            }
        }
        if !order.is_empty() {
            seen.reverse();
        }
        assert_eq!(seen, all);
    }
}

#[test]
fn one_record_is_shown_with_its_bodies_and_hashes() {
    let book = Book::at(&folder("activity-one"));
    let id = book.call("notes", "search", r#"{"to":"jo.miller@acme.io","a":1,"a":2}"#, Ok(r#"{"x":[]}"#));
    let data = book.close();
    let run = activity(&data, &["--id", &id.to_string()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for part in [
        "record     1\n",
        "time       2026-11-16T14:30:05.250Z\n",
        "session    5f0c1e\n",
        "request    7\n",
        "hash       ",
        "previous   0000000",
        "\narguments  38 B\n",
        "  │   \"to\": \"[EMAIL]\",\n  │   \"a\": 1,\n  │   \"a\": 2\n",
        "\nresponse  8 B\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("jo.miller"), "{}", run.stdout);
    let json = activity(&data, &["--id", &id.to_string(), "--format", "json"]).json();
    assert_eq!(json["hash"].as_str().unwrap().len(), 64);
    assert!(json["arguments"]["text"].as_str().unwrap().contains("[EMAIL]"));
    for missing in ["0", "2", "18446744073709551615"] {
        let run = activity(&data, &["--id", missing]);
        assert_eq!(run.code, 2, "{missing}");
        assert!(run.stderr.contains(&format!("there is no record {missing}")), "{}", run.stderr);
    }
}

#[test]
fn wrong_filters_are_refused_with_what_is_expected() {
    let data = usual(&folder("activity-wrong")).close();
    for (args, said) in [
        (&["--kind", "calls"][..], "expected one of call, decision"),
        (&["--verdict", "yes"], "expected one of allow, mask, hold, deny"),
        (&["--since", "yesterday"], "expected a time ago"),
        (&["--duration-from", "5"], "expected a number and us, ms, s or m"),
        (&["--risk-from", "101"], "101"),
        (&["--failed", "--succeeded"], "cannot be used with"),
        (&["--follow", "--oldest"], "cannot be used with"),
        (&["--id", "1", "--follow"], "cannot be used with"),
    ] {
        let run = activity(&data, args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}

/// The program following, and what it writes.
struct Following {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Following {
    fn start(data: &Path, args: &[&str]) -> Self {
        let mut command = command();
        command.args(["activity", "--follow"]).args(args).arg("--data-dir").arg(data);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn new_records_are_shown_as_they_come_and_only_those_that_fit() {
    let book = usual(&folder("activity-follow"));
    let mut following = Following::start(&book.folder, &["--kind", "call", "--limit", "1", "--format", "json"]);
    let id = |line: String| serde_json::from_str::<serde_json::Value>(&line).unwrap()["id"].as_u64().unwrap();
    let before = id(following.line());
    let mut expected = vec![];
    for round in 0..3 {
        book.declares("more", Trust::Manual, &[&format!(r#"{{"name":"t{round}"}}"#)]);
        expected.push(book.call("notes", "search", "{}", Ok("{}")));
        // Each is waited for, so that several looks at the store are needed.
        assert_eq!(Some(&id(following.line())), expected.last());
    }
    assert!(before < expected[0]);
}

#[cfg(unix)]
#[test]
fn following_ends_well_on_ctrl_c() {
    let book = usual(&folder("activity-ctrl-c"));
    let mut following = Following::start(&book.folder, &["--limit", "1"]);
    following.line();
    // The handler is there once a look has found something that came later.
    book.call("notes", "search", "{}", Ok("{}"));
    following.line();
    book.call("notes", "search", "{}", Ok("{}"));
    following.line();
    let pid = following.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(following.child.wait().unwrap().code(), Some(0));
}
