//! Every check against its own examples, and what all of them promise.

use super::*;
use crate::{Explanation, HEADINGS};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::{Setting, Transport};

/// An entry as a configuration's reader would make it.
fn entry(json: &str) -> ServerEntry {
    let value: Value = serde_json::from_str(json).unwrap();
    let map = |key: &str| -> BTreeMap<String, String> {
        let members = value[key].as_object().into_iter().flatten();
        members.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect()
    };
    let transport = match value["url"].as_str() {
        Some(url) => Transport::Http { url: url.to_owned(), headers: map("headers"), sse: false },
        None => {
            let args = value["args"].as_array().into_iter().flatten();
            Transport::Stdio {
                command: value["command"].as_str().unwrap().to_owned(),
                args: args.map(|arg| arg.as_str().unwrap().to_owned()).collect(),
                env: map("env"),
                cwd: None,
            }
        }
    };
    let pointer = Pointer::from("/mcpServers/s");
    let mut settings = vec![];
    collect(&value, &pointer, &mut settings);
    ServerEntry { name: "s".into(), transport, disabled: false, file: "mcp.json".into(), pointer, settings }
}

fn collect(value: &Value, at: &Pointer, settings: &mut Vec<Setting>) {
    match value {
        Value::String(text) => {
            settings.push(Setting { pointer: at.clone(), value: text.clone(), line: Some(settings.len() + 1) });
        }
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(index, element)| collect(element, &at.index(index), settings));
        }
        Value::Object(members) => members.iter().for_each(|(key, member)| collect(member, &at.key(key), settings)),
        _ => {}
    }
}

fn signals(json: &str) -> Vec<(String, String, String)> {
    let findings = inspect(&[("s".to_owned(), entry(json))]).findings;
    let signals = findings.into_iter().flat_map(|finding| finding.signals);
    signals.map(|s| (s.check, s.pointer.to_string(), s.evidence)).collect()
}

#[test]
fn every_check_finds_its_attack_and_leaves_its_twin_alone() {
    for check in all() {
        let meta = check.meta();
        let explanation = Explanation::of(meta.source);
        let headings: Vec<&str> = explanation.sections.iter().map(|(heading, _)| heading.as_str()).collect();
        assert_eq!(headings, HEADINGS, "{}", meta.id);
        assert!(meta.source.starts_with(&format!("//! `{}`: ", meta.id)), "{}", meta.id);
        let found =
            |heading: &str| signals(&explanation.example(heading).unwrap()).iter().any(|(id, ..)| id == meta.id);
        assert!(found("Attack"), "{}", meta.id);
        assert!(!found("Harmless twin"), "{}", meta.id);
    }
}

#[test]
fn every_file_is_registered() {
    let ids: BTreeSet<&str> = all().iter().map(|check| check.meta().id).collect();
    assert_eq!(ids.len(), all().len());
    assert!(ids.iter().all(|id| id.starts_with("config.")));
}

#[test]
fn a_secret_is_found_wherever_it_stands_and_never_shown() {
    const SECRET: &str = "q7Jr92kdPw0sLmX4";
    for (json, pointer) in [
        (r#"{"command":"x","env":{"API_KEY":"S"}}"#, "/mcpServers/s/env/API_KEY"),
        (r#"{"command":"x","args":["--api-key","S"]}"#, "/mcpServers/s/args/1"),
        (r#"{"command":"x","args":["--token=S"]}"#, "/mcpServers/s/args/0"),
        (r#"{"command":"x","args":["-e","API_KEY=S"]}"#, "/mcpServers/s/args/1"),
        (r#"{"command":"x","args":["postgres://u:S@h/d"]}"#, "/mcpServers/s/args/0"),
        (r#"{"command":"x","env":{"DATABA":"postgres://u:S@h/d"}}"#, "/mcpServers/s/env/DATABA"),
        (r#"{"url":"https://h/mcp?api_key=S"}"#, "/mcpServers/s/url"),
        (r#"{"url":"https://h/mcp","headers":{"Authorization":"Bearer S"}}"#, "/mcpServers/s/headers/Authorization"),
        (r#"{"command":"bash","args":["-c","x","--token","S"]}"#, "/mcpServers/s/args/3"),
    ] {
        let found = signals(&json.replace('S', SECRET));
        let secret = found.iter().find(|(check, ..)| check == "config.secret").unwrap_or_else(|| panic!("{json}"));
        assert_eq!(secret.1, pointer);
        for (_, _, evidence) in &found {
            assert!(!evidence.contains(SECRET), "{evidence}");
        }
    }
}

#[test]
fn a_known_token_is_found_in_any_word_and_never_shown() {
    const REST: &str = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    for (json, pointer) in [
        (r#"{"command":"npx","args":["srv@1.0.0","ghp_S"]}"#, "/mcpServers/s/args/1"),
        (r#"{"command":"npx srv --token ghp_S"}"#, "/mcpServers/s/command"),
        (r#"{"command":"bash","args":["-c","exec srv --token ghp_S"]}"#, "/mcpServers/s/args/1"),
        (r#"{"command":"sh","args":["-c","curl -H 'Authorization: Bearer S' https://h/"]}"#, "/mcpServers/s/args/1"),
        (r#"{"command":"srv","args":["--config","{\"apiKey\":\"S\"}"]}"#, "/mcpServers/s/args/1"),
        (r#"{"url":"https://x/ghp_S/mcp"}"#, "/mcpServers/s/url"),
        (r#"{"url":"https://x/mcp?k=ghp_S"}"#, "/mcpServers/s/url"),
        (r#"{"url":"https://x/mcp","headers":{"X-Thing":"ghp_S"}}"#, "/mcpServers/s/headers/X-Thing"),
        (r#"{"command":"x","env":{"THING":"ghp_S"}}"#, "/mcpServers/s/env/THING"),
    ] {
        let json = json.replace('S', REST);
        let found = signals(&json);
        let secret = found.iter().find(|(check, ..)| check == "config.secret").unwrap_or_else(|| panic!("{json}"));
        assert_eq!(secret.1, pointer);
        let shown = shown(&entry(&json).transport);
        for text in found.iter().map(|(_, _, evidence)| evidence).chain([&shown]) {
            assert!(!text.contains("C3d4"), "{text}");
        }
    }
}

#[test]
fn a_signal_points_at_its_line() {
    let found = inspect(&[("s".to_owned(), entry(r#"{"args":["-y","pkg"],"command":"npx"}"#))]).findings;
    let signal = &found[0].signals[0];
    assert_eq!(signal.pointer.as_str(), "/mcpServers/s/args/1");
    assert_eq!(signal.location, Some(Location { file: "mcp.json".into(), line: 2, column: None }));
    assert_eq!((found[0].subject, found[0].tool.as_str()), (Subject::Config, "s"));
}

#[test]
fn an_entry_without_fault_has_no_finding() {
    assert!(signals(r#"{"command":"npx","args":["-y","p@1.2.3"],"env":{"LOG":"debug"}}"#).is_empty());
    assert!(signals(r#"{"url":"https://h/mcp"}"#).is_empty());
}

#[test]
fn equal_words_are_told_apart_by_their_place() {
    let json = r#"{"args":["run","-e","A=1","-e","-e","TOKEN=q7Jr92kd","img:1"],"command":"docker"}"#;
    assert_eq!(signals(json)[0].1, "/mcpServers/s/args/5");
    let entry = entry(json);
    let places: Vec<&str> = command::settings(&entry).iter().map(|setting| setting.pointer.as_str()).collect();
    let unique: BTreeSet<&&str> = places.iter().collect();
    assert_eq!((places.len(), unique.len()), (8, 8));
}

struct Panics;

impl ConfigCheck for Panics {
    fn meta(&self) -> Meta {
        let (tier, threat) = (vetgate_model::Tier::Soft, vetgate_model::ThreatType::Uncategorized);
        Meta { id: "test.panics", tier, threat, source: "" }
    }

    fn inspect(&self, _: &ServerEntry, _: &mut Signals) {
        panic!("on purpose");
    }
}

#[test]
fn a_check_that_panics_is_named_and_the_others_go_on() {
    let entries = [("s".to_owned(), entry(r#"{"command":"npx","args":["pkg"]}"#))];
    let mut checks: Vec<&dyn ConfigCheck> = vec![&Panics];
    checks.extend(all());
    let inspected = inspect_with(&entries, &checks);
    assert_eq!(inspected.failed.into_iter().collect::<Vec<_>>(), ["test.panics"]);
    assert_eq!(inspected.findings.len(), 1);
}

#[test]
fn many_settings_are_cheap() {
    let args: Vec<String> = (0..20_000).map(|n| format!("\"--token=q7Jr92kd{n}\"")).collect();
    let json = format!(r#"{{"command":"x","args":[{}]}}"#, args.join(","));
    assert_eq!(signals(&json).len(), 20_000);
}
