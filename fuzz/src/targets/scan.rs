//! A scan of any definition ends without a panic in any check.

use vetgate_model::{Definition, DefinitionKind};
use vetgate_vet::{Catalog, checks, scan};

pub(crate) fn run(text: &str) {
    let raw = serde_json::json!({ "name": "t", "description": text }).to_string();
    let Ok(tool) = Definition::parse("s", DefinitionKind::Tool, &raw) else { return };
    let definitions = [tool];
    let outcome = scan(&Catalog::of(&definitions), checks::all());
    assert!(outcome.coverage.failed.is_empty(), "{:?}", outcome.coverage.failed);
}
