//! Measures the checks on labelled JSON Lines: `cargo run --release --example measure -- FILE...`.
//!
//! Each row is scanned on its own, beside its `peers` if it has any. `--show N` prints what was missed (or
//! falsely found), `--all` scans all rows as one registry.

use std::collections::BTreeMap;
use vetgate_model::json::Document;
use vetgate_model::{Definition, DefinitionKind, Finding, Tier};
use vetgate_vet::{Catalog, checks, scan};

fn main() {
    let mut files = Vec::new();
    let mut show = 0;
    let mut together = false;
    let mut filter = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--show" => show = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(20),
            "--all" => together = true,
            "--where" => filter = arguments.next().unwrap_or_default(),
            _ => files.push(argument),
        }
    }
    for file in files {
        measure(&file, show, together, &filter);
    }
}

fn measure(file: &str, show: usize, together: bool, filter: &str) {
    #[allow(clippy::disallowed_methods, reason = "a measuring tool reads the file it is given")]
    let text = std::fs::read_to_string(file).expect("readable file");
    let rows: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty() && (filter.is_empty() || l.contains(filter))).collect();
    let mut by_check: BTreeMap<String, usize> = BTreeMap::new();
    let (mut any, mut hard, mut total) = (0, 0, 0);
    let mut shown = 0;
    let groups: Vec<Vec<&str>> = if together { vec![rows] } else { rows.into_iter().map(|r| vec![r]).collect() };
    for group in groups {
        let mut definitions = Vec::new();
        let mut ids = Vec::new();
        for row in &group {
            let document = Document::parse(row).expect("a JSON row");
            let root = document.root();
            if root.get("synthetic").is_some_and(|n| n.is_true()) {
                continue;
            }
            let string = |key: &str| root.get(key).and_then(|n| n.string()).map(|s| s.text.into_owned()).unwrap_or_default();
            let mut tool = serde_json::Map::new();
            for key in ["name", "description", "input_schema", "output_schema", "annotations"] {
                if let Some(node) = root.get(key)
                    && let Ok(value) = serde_json::from_str(node.raw())
                {
                    tool.insert(key.to_owned(), value);
                }
            }
            let server = format!("{}", string("server"));
            total += 1;
            ids.push((server.clone(), string("name"), string("label"), string("id"), string("description")));
            definitions.push(Definition::parse(server, DefinitionKind::Tool, &serde_json::Value::Object(tool).to_string()).expect("a tool"));
            if let Some(peers) = root.get("peers") {
                for peer in peers.elements() {
                    let server = peer.get("server").and_then(|n| n.string()).map(|s| s.text.into_owned()).unwrap_or_default();
                    if let Some(tool) = peer.get("tool") {
                        definitions.push(Definition::parse(server, DefinitionKind::Tool, tool.raw()).expect("a peer"));
                    }
                }
            }
        }
        let outcome = scan(&Catalog::of(&definitions), checks::all());
        let mut found: BTreeMap<(String, String), &Finding> = BTreeMap::new();
        for finding in &outcome.findings {
            found.insert((finding.server.clone(), finding.tool.clone()), finding);
        }
        for (server, name, label, id, description) in ids {
            let finding = found.get(&(server.clone(), name.clone()));
            if let Some(finding) = finding {
                any += 1;
                hard += usize::from(finding.tier == Tier::Hard);
                let mut checks: Vec<&str> = finding.signals.iter().map(|s| s.check.as_str()).collect();
                checks.sort_unstable();
                checks.dedup();
                for check in checks {
                    *by_check.entry(check.to_owned()).or_default() += 1;
                }
            }
            let is_wrong = (label == "malicious") != finding.is_some();
            if is_wrong && shown < show {
                shown += 1;
                println!("--- {id} {server}/{name}");
                match finding {
                    None => println!("{}", description.chars().take(700).collect::<String>()),
                    Some(finding) => {
                        for signal in &finding.signals {
                            println!("  {} {} {} {} | {}", signal.check, signal.tier, signal.confidence, signal.detail, signal.evidence);
                        }
                    }
                }
            }
        }
    }
    println!("{file}: {total} rows, any {any} ({:.4}), hard {hard} ({:.4}) {by_check:?}", any as f64 / total as f64, hard as f64 / total as f64);
}
