//! What one server declares, as it was last seen.

use crate::curtain::Curtain;
use crate::mirror::Mirrored;
use std::collections::BTreeMap;
use vetgate_capability::{OperationClass, classify_server};
use vetgate_model::json::{Document, Kind};
use vetgate_model::{Definition, DefinitionKind};

/// The four lists of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl List {
    pub(crate) const ALL: [Self; 4] = [Self::Tools, Self::Prompts, Self::Resources, Self::Templates];

    /// The list that `method` asks for.
    pub(crate) fn asked_by(method: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.method() == method)
    }

    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Prompts => "prompts/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
        }
    }

    /// The member of the result that holds it.
    pub(crate) fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
        }
    }

    /// The capability a server has if it has the list.
    pub(crate) fn capability(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources | Self::Templates => "resources",
        }
    }

    /// The notification that says it has changed.
    pub(crate) fn changed(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources | Self::Templates => "notifications/resources/list_changed",
        }
    }

    fn kind(self) -> DefinitionKind {
        match self {
            Self::Tools => DefinitionKind::Tool,
            Self::Prompts => DefinitionKind::Prompt,
            Self::Resources => DefinitionKind::Resource,
            Self::Templates => DefinitionKind::ResourceTemplate,
        }
    }
}

/// One definition and what the gateway knows about it.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) definition: Definition,
    /// What a client calls it by: a name, a URI or a URI template.
    pub(crate) key: String,
    /// What calling it does; reading, for all but tools.
    pub(crate) operation: OperationClass,
    /// The arguments that are repeated in headers.
    pub(crate) mirrored: Mirrored,
}

impl Item {
    fn plain(definition: Definition, key: String) -> Self {
        Self { definition, key, operation: OperationClass::Read, mirrored: Mirrored::default() }
    }
}

/// Where a list comes from.
pub(crate) struct Source<'s> {
    pub(crate) server: &'s str,
    pub(crate) curtain: &'s dyn Curtain,
    /// Whether arguments are repeated in headers on the way to the server.
    pub(crate) has_headers: bool,
}

/// What was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Omission {
    pub(crate) name: String,
    pub(crate) reason: String,
}

/// The lists of one server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shelf {
    racks: [Rack; 4],
}

/// One list, in the server's order, and where its entries are.
#[derive(Debug, Clone, Default)]
struct Rack {
    items: Vec<Item>,
    places: BTreeMap<String, usize>,
    /// What the curtain hides, and why.
    hidden: BTreeMap<String, String>,
}

impl Shelf {
    pub(crate) fn list(&self, list: List) -> &[Item] {
        &self.racks[list as usize].items
    }

    pub(crate) fn find(&self, list: List, key: &str) -> Option<&Item> {
        let rack = &self.racks[list as usize];
        rack.items.get(*rack.places.get(key)?)
    }

    /// Why an entry is hidden, if it is.
    pub(crate) fn hidden(&self, list: List, key: &str) -> Option<&str> {
        self.racks[list as usize].hidden.get(key).map(String::as_str)
    }

    /// The shelf with one list replaced by `raws`, the entries as the server sent them. What is no definition, is there
    /// twice or is hidden by the curtain is left out and named.
    pub(crate) fn with(&self, source: &Source, list: List, raws: &[String]) -> (Self, Vec<Omission>) {
        let Source { server, curtain, has_headers } = *source;
        let mut omitted = Vec::new();
        let mut items: Vec<Item> = Vec::new();
        let mut places = BTreeMap::new();
        let mut hidden = BTreeMap::new();
        for raw in raws {
            let Ok(definition) = Definition::parse(server, list.kind(), raw) else {
                omitted.push(Omission { name: String::new(), reason: "it is no definition".into() });
                continue;
            };
            let Some(key) = key_of(list, raw) else {
                omitted.push(Omission { name: definition.name().into(), reason: "it has no name or URI".into() });
                continue;
            };
            if let Some(reason) = curtain.hides(&definition) {
                hidden.insert(key.clone(), reason.clone());
                omitted.push(Omission { name: key, reason });
                continue;
            }
            if places.contains_key(&key) {
                omitted.push(Omission { name: key, reason: "another of the same name comes first".into() });
                continue;
            }
            let mirrored = match (list, member(raw, "inputSchema")) {
                (List::Tools, Some(schema)) => Mirrored::of_schema(&schema),
                _ => Ok(Mirrored::default()),
            };
            match mirrored {
                Ok(mirrored) => {
                    places.insert(key.clone(), items.len());
                    items.push(Item { mirrored, ..Item::plain(definition, key) });
                }
                // The protocol has such a tool left out where its arguments would have to be repeated in headers.
                Err(invalid) if has_headers => omitted.push(Omission { name: key, reason: invalid.to_string() }),
                Err(_) => {
                    places.insert(key.clone(), items.len());
                    items.push(Item::plain(definition, key));
                }
            }
        }
        if list == List::Tools {
            let tools: Vec<&Definition> = items.iter().map(|item| &item.definition).collect();
            let classes = classify_server(server, &tools);
            for (item, class) in items.iter_mut().zip(classes) {
                // An author who says that a tool destroys is believed; one who says that it does not is not.
                let claimed = item.definition.hints().destructive == Some(true);
                item.operation = if claimed { OperationClass::Destructive } else { class.operation.class };
            }
        }
        let mut shelf = self.clone();
        shelf.racks[list as usize] = Rack { items, places, hidden };
        (shelf, omitted)
    }
}

/// What a client calls an entry by.
fn key_of(list: List, raw: &str) -> Option<String> {
    let name = match list {
        List::Tools | List::Prompts => "name",
        List::Resources => "uri",
        List::Templates => "uriTemplate",
    };
    let document = Document::parse(raw).ok()?;
    Some(document.root().get(name)?.string()?.text.into_owned())
}

/// A member of an object, as written, if it is not null.
pub(crate) fn member(raw: &str, name: &str) -> Option<String> {
    let document = Document::parse(raw).ok()?;
    let value = document.root().get(name).filter(|value| value.kind() != Kind::Null)?;
    Some(value.raw().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curtain::Drawn;

    struct Hides(&'static str);

    impl Curtain for Hides {
        fn hides(&self, definition: &Definition) -> Option<String> {
            (definition.name() == self.0).then(|| "not approved".to_owned())
        }
    }

    fn source(curtain: &dyn Curtain) -> Source<'_> {
        Source { server: "s", curtain, has_headers: true }
    }

    #[test]
    fn a_tool_with_a_wrong_header_is_left_out_only_where_there_are_headers() {
        let raw =
            r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}}"#;
        for (has_headers, expected) in [(true, 0), (false, 1)] {
            let source = Source { has_headers, ..source(&Drawn) };
            let (shelf, _) = Shelf::default().with(&source, List::Tools, &[raw.to_owned()]);
            assert_eq!(shelf.list(List::Tools).len(), expected);
        }
    }

    fn tool(name: &str) -> String {
        format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#)
    }

    #[test]
    fn hidden_doubled_and_nameless_entries_are_left_out_and_named() {
        let raws = [tool("read_file"), tool("evil"), tool("read_file"), "[]".to_owned(), "{}".to_owned()];
        let (shelf, omitted) = Shelf::default().with(&source(&Hides("evil")), List::Tools, &raws);
        assert_eq!(shelf.list(List::Tools).len(), 1);
        let reasons: Vec<&str> = omitted.iter().map(|omission| omission.reason.as_str()).collect();
        assert_eq!(
            reasons,
            ["not approved", "another of the same name comes first", "it is no definition", "it has no name or URI"]
        );
        assert!(shelf.find(List::Tools, "evil").is_none());
    }

    #[test]
    fn a_tool_that_its_author_calls_destructive_is_destructive() {
        let raw = r#"{"name":"get_page","annotations":{"destructiveHint":true}}"#.to_owned();
        let (shelf, _) = Shelf::default().with(&source(&Drawn), List::Tools, &[raw, tool("get_page_2")]);
        assert_eq!(shelf.list(List::Tools)[0].operation, OperationClass::Destructive);
        assert_eq!(shelf.list(List::Tools)[1].operation, OperationClass::Read);
    }
}
