//! Prints the facts that each sentence of labelled definitions states, as JSON Lines for `scripts/fit-authority`.
//!
//! `cargo run --release -p vetgate-vet --example facts -- FILE...`

use std::io::Write;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_vet::{Catalog, sentence_facts};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for file in std::env::args().skip(1) {
        #[allow(clippy::disallowed_methods, reason = "a calibration tool reads the files it is given")]
        let text = std::fs::read_to_string(&file)?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let row: serde_json::Value = serde_json::from_str(line)?;
            let label = row["label"].clone();
            let server = row["server"].as_str().unwrap_or_default().to_owned();
            let mut tool = serde_json::Map::new();
            for key in ["name", "description", "input_schema", "output_schema", "annotations"] {
                if let Some(value) = row.get(key) {
                    tool.insert(key.to_owned(), value.clone());
                }
            }
            let raw = serde_json::Value::Object(tool).to_string();
            let Ok(definition) = Definition::parse(server, DefinitionKind::Tool, &raw) else { continue };
            let definitions = [definition];
            let catalog = Catalog::of(&definitions);
            let facts = sentence_facts(&catalog.views()[0], &catalog);
            writeln!(out, "{}", serde_json::json!({ "label": label, "facts": facts }))?;
        }
    }
    Ok(())
}
