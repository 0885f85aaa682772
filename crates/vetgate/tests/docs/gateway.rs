//! The page on the gateway's configuration names every key with its default, and every client is on the page of `connect`.

use super::{blocks, cells, page};
use std::collections::BTreeSet;
use std::path::Path;
use vetgate_gateway::config::{Config, KEYS};

const PAGE: &str = "docs/gateway-configuration.md";

/// The rows of the page's tables by section: key, meaning, default.
fn rows() -> Vec<(String, String, String)> {
    let (mut section, mut rows) = (String::new(), vec![]);
    for line in page(PAGE).lines() {
        if line.starts_with('#') {
            section = line.split('`').nth(1).unwrap_or_default().to_owned();
        } else if line.starts_with("| `") {
            let cells = cells(line);
            rows.push((section.clone(), cells[0].trim_matches('`').to_owned(), cells[2].to_owned()));
        }
    }
    rows
}

#[test]
fn every_key_is_described_with_its_default() {
    let rows = rows();
    let described: BTreeSet<(&str, &str)> =
        rows.iter().map(|(section, key, _)| (section.as_str(), key.as_str())).collect();
    let known: BTreeSet<(&str, &str)> = KEYS.iter().map(|key| (key.section, key.name)).collect();
    assert_eq!(described, known);
    for (section, name, default) in &rows {
        let key = KEYS.iter().find(|key| key.section == section && key.name == name).expect("a known key");
        match key.default {
            // It is said in words.
            "" => assert!(!default.is_empty() && !default.starts_with('`'), "{section}.{name}: {default}"),
            literal => assert_eq!(*default, format!("`{literal}`"), "{section}.{name}"),
        }
    }
}

#[test]
fn every_example_is_a_configuration_without_mistakes() {
    let lookup = |_: &_| Ok("https://a.example.com".to_owned());
    let mut seen = 0;
    for (language, lines) in blocks(&page(PAGE)) {
        let name = match language.as_str() {
            "json" => "gateway.json",
            "toml" => "gateway.toml",
            _ => continue,
        };
        seen += 1;
        let text = lines.join("\n");
        let config =
            Config::parse(Path::new(name), &text, &lookup).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
        let wrong = config.servers.values().filter_map(|server| server.transport.as_ref().err()).next();
        assert!(wrong.is_none(), "{wrong:?}\n{text}");
    }
    assert!(seen >= 3, "{seen}");
}
