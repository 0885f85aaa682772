//! `replay`: what another policy would have done.

use crate::ledgers::Book;
use crate::run::{Run, command, finish, folder};
use std::fs;
use std::path::Path;
use vetgate_guard::{Note, Policy, Settings};
use vetgate_ledger::{Body, Ending, Entry, Kind, Verdict};

/// What is known of a call of that class.
fn note(call: u64, operation: &str) -> Note {
    let assessment = format!(
        r#"{{"tool":{{"server":"notes","name":"{operation}_note","side":"internal"}},
            "session":{{"principal":"cursor","key":"session","call":{call}}},
            "operation":"{operation}","risk":{{"score":0,"band":"low"}}}}"#
    );
    let mut note = Note { assessment: Some(serde_json::from_str(&assessment).unwrap()), ..Note::default() };
    let policy = Policy::compile(&Settings::default()).unwrap();
    note.decision = note.assessment.as_ref().map(|assessment| policy.decide(assessment, "{}"));
    note
}

fn record(book: &Book, note: String, arguments: &str) {
    let entry = Entry {
        session: "5f0c1e".to_owned(),
        principal: "cursor".to_owned(),
        server: "notes".to_owned(),
        method: "tools/call".to_owned(),
        name: "write_note".to_owned(),
        arguments: Some(Body::whole(arguments)),
        ..Entry::new(Kind::Call)
    };
    let ticket = book.ledger.begin(entry).wait().unwrap();
    let ending = Ending { verdict: Some(Verdict::Allow), note, ..Ending::default() };
    book.ledger.finish(ticket, ending).wait().unwrap();
}

/// Four calls: one that reads, one that writes, one that destroys, and one from before there was a judgement.
fn recorded(name: &str) -> Book {
    let book = Book::at(&folder(name));
    record(&book, note(1, "read").write(), r#"{"id":1}"#);
    record(&book, note(2, "write").write(), r#"{"id":7}"#);
    record(&book, note(3, "destructive").write(), r#"{"id":7}"#);
    record(&book, String::new(), "{}");
    book
}

fn replay(data: &Path, policy: &str, args: &[&str]) -> Run {
    let file = data.join("policy.json");
    fs::write(&file, policy).unwrap();
    finish(command().arg("replay").args(args).arg("--policy").arg(&file).arg("--data-dir").arg(data))
}

#[test]
fn what_would_be_decided_otherwise_is_shown() {
    let data = recorded("replay-otherwise").close();
    let policy = r#"{"security":{"tool_policy":{"write":"hold","destructive":"allow"}}}"#;
    let run = replay(&data, policy, &["5f0c1e"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("2 of 3 calls would be decided differently: 1 more strictly, 1 more leniently"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("was:      2 allowed, 0 held, 1 denied"), "{}", run.stdout);
    assert!(run.stdout.contains("would be: 2 allowed, 1 held, 0 denied"), "{}", run.stdout);
    assert!(run.stdout.contains("tool_policy.write") && !run.stdout.contains("read_note"), "{}", run.stdout);
    assert!(run.stdout.contains("1 call recorded without a judgement; not included"), "{}", run.stdout);
    let all = replay(&data, policy, &["5f0c1e", "--all"]);
    assert!(all.stdout.contains("notes › read_note"), "{}", all.stdout);
}

#[test]
fn a_call_that_nothing_spoke_against_is_judged_again() {
    let book = Book::at(&folder("replay-allowed"));
    for (call, operation) in [(1, "read"), (2, "write"), (3, "write")] {
        // As the gateway records what is allowed: without a decision.
        let note = Note { decision: None, ..note(call, operation) };
        record(&book, note.write(), "{}");
    }
    let data = book.close();
    let run = replay(&data, r#"{"security":{"tool_policy":{"write":"hold"}}}"#, &["5f0c"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("2 of 3 calls would be decided differently: 2 more strictly"), "{}", run.stdout);
    assert!(run.stdout.contains("was:      3 allowed, 0 held, 0 denied"), "{}", run.stdout);
    assert!(!run.stdout.contains("without a judgement"), "{}", run.stdout);
}

#[test]
fn rules_see_the_arguments_of_the_record() {
    let data = recorded("replay-rules").close();
    let policy = r#"{"security":{"rules":[{"when":"tool.operation == 'write' && args.id == 7","action":"deny","reason":"not seven"}]}}"#;
    let run = replay(&data, policy, &["5f0c1e", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["summary"]["changed"], &report["unjudged"]), (&1.into(), &1.into()), "{report}");
    let call = &report["calls"][0];
    assert_eq!((&call["call"], &call["would"]["by"]), (&2.into(), &"rule.1".into()), "{report}");
    assert_eq!(call["would"]["reason"], "not seven.");
}

#[test]
fn a_policy_that_cannot_be_used_and_a_session_that_is_not_there_are_told() {
    let data = recorded("replay-wrong").close();
    let policy = r#"{"security":{"rules":[{"when":"tol.name == 'a'","action":"deny","reason":"x"}]}}"#;
    let run = replay(&data, policy, &["5f0c1e"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("did you mean `tool`"), "{}", run.stderr);
    let run = replay(&data, "{}", &["nobody"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the session nobody has no recorded calls"), "{}", run.stderr);
}
