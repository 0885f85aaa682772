//! Any text is a client's configuration in each format, or something else, or a mistake with its line, without a panic;
//! lines lie within the text; every check on its servers runs to its end; and what comes out of the environment is not
//! searched again.

use std::path::Path;
use vetgate_mcp::configs::{ConfigError, Data, Value, expand, parse, tree};
use vetgate_vet::config::inspect;

/// As deep as the readers say that they go.
const DEPTH: usize = 64;

fn check(value: &Value, lines: usize, depth: usize) {
    assert!((1..=lines).contains(&value.line) && depth <= DEPTH + 1, "line {} of {lines}, depth {depth}", value.line);
    match &value.data {
        Data::List(elements) => elements.iter().for_each(|element| check(element, lines, depth + 1)),
        Data::Map(members) => members.iter().for_each(|(_, member)| check(member, lines, depth + 1)),
        _ => {}
    }
}

pub(crate) fn run(text: &str) {
    // In YAML a carriage return alone ends a line too.
    let lines = text.split(['\n', '\r']).count();
    for name in ["mcp.json", "config.toml", "config.yaml"] {
        let path = Path::new(name);
        match tree(path, text) {
            Ok(value) => check(&value, lines, 0),
            Err(ConfigError::Syntax { line, .. } | ConfigError::Shape { line, .. }) => {
                assert!((1..=lines).contains(&line), "{name}: line {line} of {lines}");
            }
            Err(_) => {}
        }
        let Some(file) = parse(path, text) else { continue };
        let Ok(entries) = file.entries else { continue };
        for entry in &entries {
            let expanded = expand(&entry.transport, |_| Some("${NAME}".to_owned()));
            assert!(expanded.missing.is_empty(), "all that is referred to was known: {:?}", expanded.missing);
        }
        let named: Vec<_> = entries.iter().map(|entry| (entry.name.clone(), entry.clone())).collect();
        let inspected = inspect(&named);
        assert!(inspected.failed.is_empty(), "{:?}", inspected.failed);
    }
}
