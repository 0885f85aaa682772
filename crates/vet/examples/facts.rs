//! Prints the facts that each sentence of labelled definitions states, as JSON Lines for `scripts/fit-authority`.
//!
//! `cargo run --release -p vetgate-vet --example facts -- FILE...`

#[path = "../tests/corpus/rows.rs"]
mod rows;

use std::io::Write;
use std::path::Path;
use vetgate_vet::{Catalog, sentence_facts};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for file in std::env::args().skip(1) {
        for row in rows::read(Path::new(&file)) {
            let catalog = Catalog::of(&row.definitions);
            let facts = sentence_facts(&catalog.views()[0], &catalog);
            let label = if row.malicious { "malicious" } else { "benign" };
            let name = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy();
            writeln!(out, "{}", serde_json::json!({ "file": name, "label": label, "facts": facts }))?;
        }
    }
    Ok(())
}
