//! The features of labelled tools, for `scripts/fit-capability`.
//!
//! `features FILE...`: each FILE is JSON Lines of tools with `server`, `name`, `description`, `input_schema` and their
//! labels; out come JSON Lines of the labels with the features of each tag.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use vetgate_capability::features_by_tag;
use vetgate_model::{Definition, DefinitionKind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let mut rows: Vec<Value> = vec![];
        let mut tools: Vec<Definition> = vec![];
        for line in BufReader::new(std::fs::File::open(path)?).lines() {
            let row: Value = serde_json::from_str(&line?)?;
            let server = row["server"].as_str().unwrap_or_default().to_owned();
            let mut tool = row.clone();
            if let Some(tool) = tool.as_object_mut() {
                const KEPT: &[&str] = &["name", "title", "description", "input_schema", "annotations"];
                tool.retain(|key, _| KEPT.contains(&key.as_str()));
            }
            tools.push(Definition::parse(server.as_str(), DefinitionKind::Tool, &tool.to_string())?);
            rows.push(row);
        }
        for (row, features) in rows.iter().zip(features_by_tag(&tools)) {
            let labels = json!({"id": row["id"], "server": row["server"], "has_schema": row["input_schema"].is_object(), "capabilities": row["capabilities"], "maybe": row["maybe"], "features": features});
            println!("{labels}");
        }
    }
    Ok(())
}
