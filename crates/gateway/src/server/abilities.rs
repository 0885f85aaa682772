//! What a server says it can do.

use super::shelf::List;
use std::collections::BTreeSet;
use vetgate_model::json::{Document, Kind};

/// A server's capabilities, as far as the gateway acts on them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Abilities {
    names: BTreeSet<String>,
    announces: BTreeSet<String>,
    pub(crate) subscribes: bool,
}

impl Abilities {
    /// Reads the `capabilities` object of a greeting.
    pub(crate) fn read(raw: &str) -> Self {
        let mut abilities = Self::default();
        let Ok(document) = Document::parse(raw) else { return abilities };
        for (key, value) in document.root().members().filter(|(_, value)| value.kind() != Kind::Null) {
            if value.get("listChanged").is_some_and(|flag| flag.is_true()) {
                abilities.announces.insert(key.text.to_string());
            }
            if key.text == "resources" {
                abilities.subscribes = value.get("subscribe").is_some_and(|flag| flag.is_true());
            }
            abilities.names.insert(key.text.into_owned());
        }
        abilities
    }

    pub(crate) fn has(&self, capability: &str) -> bool {
        self.names.contains(capability)
    }

    /// Whether the server says when `list` changes.
    pub(crate) fn announces(&self, list: List) -> bool {
        self.announces.contains(list.capability())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_are_read_by_name_and_flag() {
        let read = Abilities::read(r#"{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":null}"#);
        assert!(read.has("tools") && read.announces(List::Tools) && read.subscribes);
        assert!(!read.has("prompts") && !read.announces(List::Resources));
        assert_eq!(Abilities::read("nonsense"), Abilities::default());
    }
}
