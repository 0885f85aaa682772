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
    let gateway = Gateway::at(&folder, &server, &["--log", "json"]);
    let mut client = Caller::open(&gateway.url).unwrap();
    let mut secrets = BTreeSet::new();
    for listed in catalogue() {
        for text in &listed.found {
            // What a text says alone and what it says inside of JSON is not always the same; both are looked for.
            let arguments = json!({"text": text});
            let inside = values(&detector, &arguments.to_string());
            let alone = values(&detector, text);
            for value in alone.intersection(&inside) {
                secrets.insert(value.clone());
            }
            client.call("echo__echo", &arguments).unwrap();
            client.call("echo__fail", &arguments).unwrap();
            for value in &alone {
                client.call(value, &json!({})).unwrap();
                client.ask("resources/read", &json!({"uri": format!("note://{value}")})).unwrap();
                client.ask(value, &json!({})).unwrap();
            }
        }
    }
    assert!(secrets.len() > 150, "only {} values were tried", secrets.len());
    let events = gateway.ask("/api/v1/activity?limit=1000");
    let log = gateway.stop();
    let vetgate = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vetgate"));
        finish(at_home(command.args(arguments), &folder)).0
    };
    let export = folder.path().join("export.jsonl").display().to_string();
    vetgate(&["audit", "export", "--plaintext", "--to", &export]);
    let mut written = vec![
        ("the log".to_owned(), log.into_bytes()),
        ("the API".to_owned(), events.into_bytes()),
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
            if forms.iter().any(|form| text.contains(form)) {
                leaks.push(format!("{secret} in {name}"));
            }
        }
    }
    assert!(leaks.is_empty(), "{} leaks: {leaks:#?}", leaks.len());
}
