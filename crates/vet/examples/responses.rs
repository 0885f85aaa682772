//! Measures the text checks on labelled tool outputs.
//!
//! `cargo run --release -p vetgate-vet --example responses -- [--show N] [--misses|--alarms] FILE...`

use std::collections::BTreeMap;
use vetgate_model::Tier;
use vetgate_model::json::Document;
use vetgate_vet::{Response, inspect_response};

fn main() {
    let mut show = 0;
    let mut only = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--show" => show = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(20),
            "--only" => only = arguments.next().unwrap_or_default(),
            file => measure(file, show, &only),
        }
    }
}

fn measure(file: &str, show: usize, only: &str) {
    let text = std::fs::read_to_string(file).expect("a file");
    let mut groups: BTreeMap<String, (usize, usize, usize, BTreeMap<String, usize>)> = BTreeMap::new();
    let mut shown = 0;
    let rows: Vec<(String, String, String)> = if file.ends_with(".jsonl") {
        text.lines().filter(|l| !l.trim().is_empty()).map(row).collect()
    } else {
        vec![("files".to_owned(), "benign".to_owned(), text)]
    };
    for (source, label, text) in rows {
        let finding = inspect_response(&Response { server: "s", tool: "t", text: &text });
        let group = groups.entry(format!("{source} {label}")).or_default();
        group.0 += 1;
        if let Some(finding) = &finding {
            group.1 += 1;
            group.2 += usize::from(finding.tier == Tier::Hard);
            let mut ids: Vec<_> = finding.signals.iter().map(|s| s.check.clone()).collect();
            ids.sort();
            ids.dedup();
            ids.into_iter().for_each(|id| *group.3.entry(id).or_default() += 1);
        }
        let is_attack = label != "benign" && label != "clean" && label != "harmless";
        if is_attack != finding.is_some() && shown < show && (only.is_empty() || source.contains(only)) {
            shown += 1;
            println!("--- {file} {source} {label}");
            match &finding {
                None => println!("{}", vetgate_text::render::safe(&text, 900)),
                Some(finding) => finding.signals.iter().take(3).for_each(|s| {
                    println!("  {} {} {} {} {} | {}", s.check, s.tier, s.confidence, s.pointer, s.detail, s.evidence)
                }),
            }
        }
    }
    for (group, (rows, any, hard, checks)) in groups {
        if rows > 1 || any > 0 {
            println!(
                "{group}: {rows} rows, any {any} ({:.3}), hard {hard} ({:.3}) {checks:?}",
                any as f64 / rows as f64,
                hard as f64 / rows as f64
            );
        }
    }
}

fn row(line: &str) -> (String, String, String) {
    let document = Document::parse(line).expect("JSON");
    let get = |key: &str| document.root().get(key).and_then(|n| n.string()).map(|s| s.text.into_owned());
    let text = get("text").or_else(|| get("description")).unwrap_or_default();
    (get("source").or_else(|| get("group")).unwrap_or_default(), get("label").unwrap_or("benign".into()), text)
}
