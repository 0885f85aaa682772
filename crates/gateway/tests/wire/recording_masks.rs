//! Nothing that would be masked is found in the record or in events, whichever way it came.

use crate::client::Client;
use crate::recording_house::Recorded;
use crate::upstream::{Speaks, Upstream};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use vetgate_gateway::Event;
use vetgate_sensitive::{Detector, Grade, catalogue};

/// The values that the detector finds in `text` and is sure enough of. Short ones could be anywhere.
fn values(detector: &Detector, text: &str) -> BTreeSet<String> {
    let found = detector.inspect(text.as_bytes());
    let sure = found.into_iter().filter(|found| found.grade() >= Grade::Medium);
    sure.map(|found| text[found.span].to_owned()).filter(|value| value.len() >= 8).collect()
}

/// The bytes of all files in a folder.
fn written(folder: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        all.extend(if path.is_dir() { written(&path) } else { std::fs::read(path).unwrap() });
    }
    all
}

/// Where `value` stands in a text by itself: what is part of a longer word may be something else there.
fn stands(place: &str, text: &str, value: &str) -> Option<String> {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (at, _) = text.match_indices(value).find(|(at, _)| {
        !is_part(text[..*at].chars().next_back()) && !is_part(text[at + value.len()..].chars().next())
    })?;
    let around = text.floor_char_boundary(at.saturating_sub(80))..text.ceil_char_boundary(at + value.len() + 20);
    Some(format!("{place}: {:?}", &text[around]))
}

fn told(events: &mut tokio::sync::broadcast::Receiver<Event>, all: &mut String) {
    while let Ok(event) = events.try_recv() {
        all.push_str(&serde_json::to_string(&event).unwrap());
        all.push('\n');
    }
}

#[tokio::test]
async fn no_value_of_any_kind_is_written_or_told() {
    let detector = Detector::new();
    let server = Upstream::stdio("s", Speaks::Handshake);
    let house = Recorded::before(&[&server]).await;
    let client = Client::new(&house.gateway, Speaks::Stateless, server.scope()).await;
    let (mut events, mut all_told) = (house.gateway.events().listen(), String::new());
    let (mut secrets, mut calls) = (BTreeSet::new(), 0);
    for text in catalogue().flat_map(|listed| listed.found) {
        let inside = values(&detector, &json!({"text": text}).to_string());
        secrets.extend(values(&detector, text).intersection(&inside).cloned());
        let result = json!({"content": [{"type": "text", "text": text}]}).to_string();
        let failure = json!({"code": 1, "message": text}).to_string();
        for (method, params) in [
            ("tools/call", json!({"name": "do", "arguments": {"text": text}})),
            ("tools/call", json!({"name": "do", "arguments": {"steps": [{"do": "result", "text": result}]}})),
            ("tools/call", json!({"name": "do", "arguments": {"steps": [{"do": "error", "text": failure}]}})),
            ("tools/call", json!({"name": text})),
            ("resources/read", json!({"uri": text})),
            (text, json!({})),
        ] {
            let request = json!({"jsonrpc": "2.0", "id": text, "method": method, "params": params});
            client.begin_as(&request.to_string()).reply().await;
            calls += 1;
        }
        told(&mut events, &mut all_told);
    }
    assert!(secrets.len() > 150, "only {} values were tried", secrets.len());
    assert_eq!(
        house.ledger.read(|rows| rows.size()).unwrap().records - 1,
        calls,
        "the first one is the server's start"
    );
    let folder = house.close().await;
    told(&mut events, &mut all_told);
    let written = String::from_utf8_lossy(&written(folder.path())).into_owned();
    assert!(all_told.lines().count() > secrets.len() && written.len() > 100_000);
    let places = [("written", &written), ("told", &all_told)];
    let leak = |secret: &String| {
        let escaped = serde_json::to_string(secret).unwrap();
        let forms = [secret.as_str(), escaped.trim_matches('"')];
        forms.into_iter().find_map(|form| places.into_iter().find_map(|(place, text)| stands(place, text, form)))
    };
    let leaks: Vec<String> = secrets.iter().filter_map(leak).collect();
    assert!(leaks.is_empty(), "{} of {}: {leaks:#?}", leaks.len(), secrets.len());
}
