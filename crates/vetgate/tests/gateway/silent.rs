//! Every kind of secret and personal data goes through the real gateway, and none is found in what it writes.

use crate::caller::Caller;
use crate::place::{Folder, Gateway, at_home, finish, python, script};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use vetgate_sensitive::{Detector, Grade, catalogue};

/// The values that the detector finds in `text`, and at least so sure that it masks them. Short ones could be anywhere.
fn values(detector: &Detector, text: &str) -> BTreeSet<String> {
    let found = detector.inspect(text.as_bytes());
    let sure = found.into_iter().filter(|found| found.grade() >= Grade::Medium);
    sure.map(|found| text[found.span].to_owned()).filter(|value| value.len() >= 8).collect()
}

/// Whether `word` stands in `text` by itself: the digits of one number may be part of another that is nobody's.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

fn files(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push((path.display().to_string(), std::fs::read(&path).unwrap()));
        }
    }
}

#[test]
fn nothing_that_would_be_masked_is_written_anywhere() {
    let detector = Detector::new();
    let folder = Folder::new();
    let server = json!({"echo": {"command": python("newest"), "args": [script("servers/echo.py")], "vetgate": {"trust": "auto"}}});
    // A call that waits for a person is written down too, and need not wait long.
    let config = json!({"mcpServers": server, "security": {"holds": {"timeout": "1s"}}});
    let gateway = Gateway::configured(&folder, &config, &["--log", "json"]);
    let mut client = Caller::open(&gateway.url).unwrap();
    let mut secrets = BTreeSet::new();
    for text in catalogue().flat_map(|listed| listed.found) {
        // A value may be one only because of the words beside it, so it is looked for where it is found everywhere.
        let arguments = json!({"text": text});
        let inside = values(&detector, &arguments.to_string());
        secrets.extend(values(&detector, text).intersection(&inside).cloned());
        client.call("echo__echo", &arguments).unwrap();
        client.call("echo__fail", &arguments).unwrap();
        for value in &inside {
            let uri = format!("note:///{value}");
            if values(&detector, value).contains(value) {
                client.call(value, &json!({})).unwrap();
                client.ask(value, &json!({})).unwrap();
            }
            if values(&detector, &uri).contains(value) {
                client.ask("resources/read", &json!({"uri": uri})).unwrap();
            }
        }
    }
    assert!(secrets.len() > 150, "only {} values were tried", secrets.len());
    let answers = gateway.ask("/api/v1/activity?limit=1000");
    let log = gateway.stop();
    let vetgate = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        finish(at_home(command.args(arguments), &folder)).0
    };
    let export = folder.path().join("export.jsonl").display().to_string();
    vetgate(&["audit", "export", "--plaintext", "--to", &export]);
    let mut written = vec![
        ("the log".to_owned(), log.into_bytes()),
        ("the API".to_owned(), answers.into_bytes()),
        ("activity".to_owned(), vetgate(&["activity", "--limit", "100000", "--format", "json"]).into_bytes()),
    ];
    files(folder.path(), &mut written);
    assert!(written.iter().any(|(name, bytes)| name.ends_with("ledger.db") && bytes.len() > 100_000));
    assert!(written.iter().any(|(name, bytes)| name.ends_with("export.jsonl") && bytes.len() > 100_000));
    let mut leaks = Vec::new();
    for (name, bytes) in &written {
        // What the test itself wrote.
        if name.ends_with("mcp.json") {
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        for secret in &secrets {
            let forms = [secret.clone(), serde_json::to_string(secret).unwrap().trim_matches('"').to_owned()];
            if forms.iter().any(|form| has_word(&text, form)) {
                leaks.push(format!("{secret} in {name}"));
            }
        }
    }
    assert!(leaks.is_empty(), "{} leaks: {leaks:#?}", leaks.len());
}
