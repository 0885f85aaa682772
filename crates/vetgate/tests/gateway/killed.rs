//! kill -9 under load: what was answered is on record, and the record holds.

use crate::caller::Caller;
use crate::place::{Folder, Gateway, at_home, finish, python, script};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const ROUNDS: u64 = 20;
const CALLERS: u64 = 4;

#[test]
fn what_was_answered_is_on_record_after_any_kill() {
    let folder = Folder::new();
    let server = json!({"echo": {"command": python("newest"), "args": [script("servers/echo.py")], "vetgate": {"trust": "auto"}}});
    let mut answered = BTreeSet::new();
    for round in 0..ROUNDS {
        let gateway = Gateway::at(&folder, &server, &[]);
        let (sender, receiver) = mpsc::channel();
        for caller in 0..CALLERS {
            let (url, sender) = (gateway.url.clone(), sender.clone());
            thread::spawn(move || {
                let Ok(mut client) = Caller::open(&url) else { return };
                for call in 0.. {
                    let mark = format!("mark-{round}-{caller}-{call}-end");
                    match client.call("echo__echo", &json!({"text": mark})) {
                        Ok(answer) if answer["result"]["content"][0]["text"] == mark.as_str() => {
                            let _ = sender.send(mark);
                        }
                        Ok(answer) => panic!("the gateway answered something else: {answer}"),
                        Err(_) => return,
                    }
                }
            });
        }
        drop(sender);
        // The load is on once the first answer is there; when it ends within it is different each time.
        answered.extend(receiver.recv_timeout(crate::place::LONG));
        thread::sleep(Duration::from_millis(round * 37 % 200));
        drop(gateway);
        answered.extend(receiver);
    }
    assert!(answered.len() as u64 > ROUNDS * CALLERS, "only {} calls were answered", answered.len());

    let vetgate = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        finish(at_home(command.args(arguments), &folder))
    };
    // The last gateway was killed too; opening the ledger gives what it left behind its record.
    drop(Gateway::at(&folder, &server, &[]));
    let (said, complaint) = vetgate(&["audit", "verify"]);
    assert!(said.contains("records"), "{said}{complaint}");
    let (records, complaint) =
        vetgate(&["activity", "--kind", "call", "--oldest", "--limit", "1000000", "--format", "json"]);
    assert!(!records.is_empty(), "{complaint}");
    // A call that was interrupted has the mark in its arguments, and neither a verdict nor a response.
    let recorded: BTreeSet<String> = records.lines().filter_map(marked).collect();
    for mark in &answered {
        assert!(recorded.contains(mark), "{mark} was answered and its answer is not on record");
    }
}

/// The mark in the answer that a record holds, if the record says what became of the call.
fn marked(line: &str) -> Option<String> {
    let record: Value = serde_json::from_str(line).unwrap();
    record["verdict"].as_str()?;
    let response = record["response"].to_string();
    let (start, end) = (response.find("mark-")?, response.find("-end")?);
    Some(response[start..end + "-end".len()].to_owned())
}
