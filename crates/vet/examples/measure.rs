//! Measures the checks on labelled JSON Lines.
//!
//! `cargo run --release -p vetgate-vet --example measure -- [--show N] FILE...`
//!
//! Each row is scanned on its own, beside its `peers` if it has any. `--show N` prints the first N rows that
//! were missed or falsely found.

#[path = "../tests/corpus/rows.rs"]
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use vetgate_model::Tier;

fn main() {
    let mut show = 0;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--show" => show = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(20),
            _ => files.push(argument),
        }
    }
    for file in files {
        measure(&file, show);
    }
}

fn measure(file: &str, show: usize) {
    let rows = rows::read(Path::new(file));
    let (mut any, mut hard, mut shown) = (0, 0, 0);
    let mut by_check: BTreeMap<String, usize> = BTreeMap::new();
    for row in &rows {
        let finding = row.finding();
        if let Some(finding) = &finding {
            any += 1;
            hard += usize::from(finding.tier == Tier::Hard);
            for check in finding.signals.iter().map(|s| s.check.clone()).collect::<BTreeSet<_>>() {
                *by_check.entry(check).or_default() += 1;
            }
        }
        if row.malicious != finding.is_some() && shown < show {
            shown += 1;
            println!("--- {} ({} {})", row.id, row.signal, row.attack_type);
            match &finding {
                None => println!("{}", vetgate_text::render::safe(&row.description, 700)),
                Some(finding) => {
                    for signal in &finding.signals {
                        println!(
                            "  {} {} {} {} | {}",
                            signal.check, signal.tier, signal.confidence, signal.detail, signal.evidence
                        );
                    }
                }
            }
        }
    }
    let share = |count: usize| count as f64 / rows.len().max(1) as f64;
    println!(
        "{file}: {} rows, any {any} ({:.4}), hard {hard} ({:.4}) {by_check:?}",
        rows.len(),
        share(any),
        share(hard)
    );
}
