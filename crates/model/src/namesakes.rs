//! Definitions of one name in one list.

use crate::{Cap, Definition, DefinitionKind, FieldHash, Fingerprint};
use std::collections::BTreeMap;

/// The tools and prompts of lists, by server and name. Of two with one name that differ readers take one, and not all the
/// same one, so each is marked that differs from the first. Resources are told apart by their addresses.
///
/// ```
/// use vetgate_model::{Definition, DefinitionKind, Namesakes};
/// let mut namesakes = Namesakes::default();
/// let mut caps = |raw| {
///     let tool = Definition::parse("s", DefinitionKind::Tool, raw).unwrap();
///     namesakes.marked(tool).caps().len()
/// };
/// assert_eq!(caps(r#"{"name":"a","description":"Adds."}"#), 0);
/// assert_eq!(caps(r#"{"description":"Adds.","name":"a"}"#), 0);
/// assert_eq!(caps(r#"{"name":"a","description":"Deletes."}"#), 1);
/// ```
#[derive(Debug, Default)]
pub struct Namesakes(BTreeMap<(String, DefinitionKind, String), FieldHash>);

impl Namesakes {
    /// `definition`, with an entry for the coverage record if another of its name was there before and differs from it.
    #[must_use]
    pub fn marked(&mut self, definition: Definition) -> Definition {
        let kind = definition.kind();
        if !matches!(kind, DefinitionKind::Tool | DefinitionKind::Prompt) || definition.name().is_empty() {
            return definition;
        }
        let fingerprint = Fingerprint::of(&definition).combined;
        let key = (definition.server().to_owned(), kind, definition.name().to_owned());
        let first = self.0.entry(key).or_insert_with(|| fingerprint.clone());
        if *first == fingerprint {
            return definition;
        }
        let place = format!("{}/{}", definition.server(), definition.name());
        let detail = "another of this name is in the same list and differs from it; clients take one of them";
        definition.with_cap(Cap::new("mcp.definition", place, detail))
    }
}
