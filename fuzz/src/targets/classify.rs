//! Any definition is classified without a panic, and the reasons that are given stay short.
//!
//! Pieces: the name of the server, and the definition.

use super::pieces;
use vetgate_capability::{Classification, classify, classify_all};
use vetgate_model::{Definition, DefinitionKind};

fn reasons(found: &Classification) -> impl Iterator<Item = &Vec<String>> {
    let of_capabilities = found.capabilities.iter().map(|capability| &capability.evidence);
    let of_roles = found.parameter_roles.values().map(|role| &role.evidence);
    of_capabilities.chain(of_roles).chain([&found.operation.evidence])
}

pub(crate) fn run(input: &str) {
    let [server, text] = pieces(input);
    let said = serde_json::json!({
        "name": text, "description": text,
        "inputSchema": {"properties": {text: {"description": text, "enum": [text]}}},
    });
    let raws = [text.to_owned(), said.to_string()];
    let tools: Vec<Definition> =
        raws.iter().filter_map(|raw| Definition::parse(server, DefinitionKind::Tool, raw).ok()).collect();
    for (tool, _) in classify_all(&tools) {
        let found = classify(tool);
        for evidence in reasons(&found) {
            assert!(evidence.len() <= 8 && evidence.iter().all(|reason| reason.len() <= 120), "{evidence:?}");
        }
    }
}
