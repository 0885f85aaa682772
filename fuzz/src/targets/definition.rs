//! Any JSON of any kind becomes a definition or a clear error, and keeps its text.

use vetgate_model::{Definition, DefinitionKind};

pub(crate) fn run(raw: &str) {
    for kind in [
        DefinitionKind::Tool,
        DefinitionKind::Prompt,
        DefinitionKind::Resource,
        DefinitionKind::ResourceTemplate,
        DefinitionKind::Instructions,
    ] {
        if let Ok(definition) = Definition::parse("server", kind, raw) {
            assert_eq!(definition.raw(), raw);
            for facet in definition.facets() {
                facet.pointer.as_str();
            }
        }
    }
}
