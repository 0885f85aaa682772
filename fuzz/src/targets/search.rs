//! Any query over any tools is answered without a panic, in order, with contributions that sum to the score, and
//! removing a tool leaves the answer of an index that never had it.
//!
//! Pieces: the query, the name of a tool, and what it says.

use super::pieces;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_search::Index;

pub(crate) fn run(input: &str) {
    let [query, name, text] = pieces(input);
    let tool = |server: &str, name: &str, text: &str| {
        let raw = serde_json::json!({"name": name, "description": text, "inputSchema": {"properties": {text: {}}}});
        Definition::parse(server, DefinitionKind::Tool, &raw.to_string()).expect("an object")
    };
    let mut index = Index::new();
    index.insert(&tool("one", name, text));
    let before = index.search(query, 5);
    index.insert(&tool("two", text, name));
    let found = index.search(query, 5);
    assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    for hit in &found {
        let sum: f64 = hit.reasons.iter().map(|reason| reason.contribution).sum();
        assert!(hit.score > 0.0 && (sum - hit.score).abs() <= 1e-9 * hit.score, "{sum} is not {}", hit.score);
    }
    assert!(index.remove("two", text));
    assert_eq!(index.search(query, 5), before);
}
