//! What one server declares, as it was last seen.

use super::ServerSettings;
use super::preface::Preface;
use super::served::sanitized;
use crate::argument_names::ArgumentNames;
use crate::curtain::BLOCKED;
use crate::gateway::intent;
use crate::mirror::Mirrored;
use std::collections::BTreeMap;
use std::sync::Arc;
use vetgate_capability::{Classification, OperationClass, ServerClassification, classify_server};
use vetgate_guard::Tool;
use vetgate_model::json::{Document, Kind};
use vetgate_model::{Definition, DefinitionKind, Transport};

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

    pub(crate) fn kind(self) -> DefinitionKind {
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
    /// The tool as the guard knows it; only tools have one.
    pub(crate) tool: Option<Arc<Tool>>,
    /// Whether it has a parameter `intent` of its own.
    pub(crate) takes_intent: bool,
    /// The names that its arguments may have.
    pub(crate) names: ArgumentNames,
    /// What it promises of its structured results: its output schema, as written.
    pub(crate) promise: Option<Arc<str>>,
    /// The definition with its texts cleaned, where there is something to clean.
    sanitized: Option<Definition>,
}

impl Item {
    fn plain(definition: Definition, key: String) -> Self {
        let (operation, mirrored) = (OperationClass::Read, Mirrored::default());
        let parse = |raw: String| Definition::parse(definition.server(), definition.kind(), &raw).ok();
        let sanitized = sanitized(definition.raw()).and_then(parse);
        Self {
            definition,
            key,
            operation,
            mirrored,
            tool: None,
            takes_intent: false,
            names: ArgumentNames::default(),
            promise: None,
            sanitized,
        }
    }

    /// The definition as agents get it.
    pub(crate) fn served(&self, sanitizes: bool) -> &Definition {
        self.sanitized.as_ref().filter(|_| sanitizes).unwrap_or(&self.definition)
    }
}

/// One list as the server sent it, what is hidden of it included.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) definitions: Arc<[Definition]>,
    /// What a client calls each by.
    keys: Vec<String>,
    /// What is no definition, or has no name.
    unfit: Vec<Omission>,
    raws: Vec<String>,
    /// Whether arguments are repeated in headers on the way to the server.
    has_headers: bool,
}

impl Declared {
    /// Reads `raws`, the entries as the server sent them.
    pub(crate) fn read(server: &str, list: List, raws: Vec<String>, has_headers: bool) -> Self {
        let (mut definitions, mut keys, mut unfit) = (Vec::new(), Vec::new(), Vec::new());
        for raw in &raws {
            let Ok(definition) = Definition::parse(server, list.kind(), raw) else {
                unfit.push(Omission { name: String::new(), reason: "it is not a definition".into() });
                continue;
            };
            let Some(key) = key_of(list, raw) else {
                unfit.push(Omission { name: definition.name().into(), reason: "it has no name or URI".into() });
                continue;
            };
            definitions.push(definition);
            keys.push(key);
        }
        Self { definitions: definitions.into(), keys, unfit, raws, has_headers }
    }

    /// Whether it is what these entries would be.
    pub(crate) fn is(&self, raws: &[String], has_headers: bool) -> bool {
        self.raws == raws && self.has_headers == has_headers
    }
}

/// What a server tells every client at the start.
#[derive(Debug, Clone)]
pub(crate) struct Instructions {
    pub(crate) preface: Arc<Preface>,
    /// What of it is reviewed: one definition or none.
    pub(crate) definitions: Arc<[Definition]>,
    hidden: Vec<Option<String>>,
}

impl Instructions {
    fn is_shown(&self) -> bool {
        self.hidden.len() == self.definitions.len() && self.hidden.iter().all(Option::is_none)
    }
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
    instructions: Option<Instructions>,
    /// Whether the server is inside or outside, by its tools; nothing if they were never read.
    side: Option<ServerClassification>,
}

/// One list, in the server's order, and where its entries are.
#[derive(Debug, Clone, Default)]
struct Rack {
    /// All of it, to be reviewed again; nothing if it was never read.
    declared: Option<Arc<Declared>>,
    /// What the last review hid of that.
    review: Vec<Option<String>>,
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

    /// How many entries are hidden until a person has looked at them.
    pub(crate) fn waiting(&self, list: List) -> usize {
        self.racks[list as usize].hidden.values().filter(|reason| *reason != BLOCKED).count()
    }

    /// A list as the server sent it; nothing if it was never read.
    pub(crate) fn declared(&self, list: List) -> Option<&Arc<Declared>> {
        self.racks[list as usize].declared.as_ref()
    }

    /// The instructions, seen or not; nothing if the server was never connected.
    pub(crate) fn all_instructions(&self) -> Option<&Instructions> {
        self.instructions.as_ref()
    }

    /// What clients may be told at the start; nothing if the server was never connected.
    pub(crate) fn preface(&self, sanitizes: bool) -> Option<Preface> {
        let said = self.instructions.as_ref()?;
        Some(match said.is_shown() {
            true if sanitizes => said.preface.sanitized(),
            true => (*said.preface).clone(),
            false => said.preface.plain(),
        })
    }

    /// Whether clients and the server are kept apart: something of it waits for a person and nothing was approved, or it
    /// was never reviewed. Resources are data that nobody approves, so they give a server no voice.
    pub(crate) fn is_hushed(&self) -> bool {
        let Some(said) = &self.instructions else { return true };
        let approvable = [List::Tools, List::Prompts].map(|list| &self.racks[list as usize]);
        let waits = !said.is_shown() || approvable.iter().any(|rack| !rack.hidden.is_empty());
        let shows_text = said.is_shown() && !said.definitions.is_empty();
        waits && !shows_text && approvable.iter().all(|rack| rack.items.is_empty())
    }

    /// Whether `declared` is there as `review` leaves it.
    pub(crate) fn is(&self, list: List, declared: &Arc<Declared>, review: &[Option<String>]) -> bool {
        let rack = &self.racks[list as usize];
        rack.declared.as_ref().is_some_and(|known| Arc::ptr_eq(known, declared)) && rack.review == review
    }

    /// The shelf with other instructions, and why they are hidden.
    pub(crate) fn instructed(
        &self,
        preface: Arc<Preface>,
        definitions: Arc<[Definition]>,
        hidden: Vec<Option<String>>,
    ) -> Self {
        Self { instructions: Some(Instructions { preface, definitions, hidden }), ..self.clone() }
    }

    /// A prompt or a resource as the guard knows it.
    pub(crate) fn reading(&self, server: &ServerSettings, name: &str) -> Tool {
        let side = self.side.clone().unwrap_or_else(|| side(server, &[]));
        said_of(Tool::reading(&server.name, name, side), server)
    }

    /// A message of the protocol itself as the guard knows it.
    pub(crate) fn protocol(&self, server: &ServerSettings, method: &str) -> Tool {
        let side = self.side.clone().unwrap_or_else(|| side(server, &[]));
        said_of(Tool::protocol(&server.name, method, side), server)
    }

    /// What the server asks its client for, as the guard knows it.
    pub(crate) fn asking(&self, server: &ServerSettings, method: &str) -> Tool {
        let side = self.side.clone().unwrap_or_else(|| side(server, &[]));
        said_of(Tool::asking(&server.name, method, side), server)
    }

    /// The shelf of `server` with one list replaced by what a review leaves of `declared`. What is no definition, is
    /// there twice or is hidden is left out and named.
    pub(crate) fn with(
        &self,
        server: &ServerSettings,
        list: List,
        declared: Arc<Declared>,
        review: Vec<Option<String>>,
    ) -> (Self, Vec<Omission>) {
        let mut omitted = declared.unfit.clone();
        let mut items: Vec<Item> = Vec::new();
        let mut places = BTreeMap::new();
        let mut hidden = BTreeMap::new();
        for (at, (definition, key)) in declared.definitions.iter().zip(&declared.keys).enumerate() {
            let (definition, key) = (definition.clone(), key.clone());
            let reason = review.get(at).cloned().unwrap_or_else(|| Some("it has not been reviewed".to_owned()));
            if let Some(reason) = reason {
                hidden.insert(key.clone(), reason.clone());
                omitted.push(Omission { name: key, reason });
                continue;
            }
            if places.contains_key(&key) {
                omitted.push(Omission { name: key, reason: "an earlier definition has the same name".into() });
                continue;
            }
            let schema = (list == List::Tools).then(|| member(definition.raw(), "inputSchema")).flatten();
            let takes_intent = intent::is_taken(schema.as_deref());
            let names = schema.as_deref().map(ArgumentNames::of_schema).unwrap_or_default();
            let promise = (list == List::Tools).then(|| member(definition.raw(), "outputSchema")).flatten();
            let promise = promise.map(Arc::from);
            let mirrored = schema.as_deref().map_or_else(|| Ok(Mirrored::default()), Mirrored::of_schema);
            match mirrored {
                Ok(mirrored) => {
                    places.insert(key.clone(), items.len());
                    items.push(Item { mirrored, takes_intent, names, promise, ..Item::plain(definition, key) });
                }
                // The protocol has such a tool left out where its arguments would have to be repeated in headers.
                Err(invalid) if declared.has_headers => {
                    omitted.push(Omission { name: key, reason: invalid.to_string() });
                }
                Err(_) => {
                    places.insert(key.clone(), items.len());
                    items.push(Item { takes_intent, names, promise, ..Item::plain(definition, key) });
                }
            }
        }
        let mut shelf = self.clone();
        if list == List::Tools {
            let tools: Vec<&Definition> = items.iter().map(|item| &item.definition).collect();
            let classes = classify_server(&server.name, &tools);
            let side = side(server, &classes);
            for (item, class) in items.iter_mut().zip(classes) {
                // An author who says that a tool destroys is believed; one who says that it does not is not.
                let claimed = item.definition.hints().destructive == Some(true);
                item.operation = if claimed { OperationClass::Destructive } else { class.operation.class };
                item.tool = Some(Arc::new(said_of(Tool::of(&item.definition, class, side.clone()), server)));
            }
            shelf.side = Some(side);
        }
        shelf.racks[list as usize] = Rack { declared: Some(declared), review, items, places, hidden };
        (shelf, omitted)
    }
}

/// A tool with what a person has said of its server.
fn said_of(tool: Tool, server: &ServerSettings) -> Tool {
    match server.content {
        Some(content) => tool.with_content(content),
        None => tool,
    }
}

/// Whether a server with such tools is inside or outside.
fn side(server: &ServerSettings, tools: &[Classification]) -> ServerClassification {
    let url = match &server.transport {
        Transport::Http { url, .. } => Some(url.as_str()),
        Transport::Stdio { .. } => None,
    };
    vetgate_capability::Server { name: &server.name, url, tools, configured: server.class }.classify()
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

    fn server() -> ServerSettings {
        let transport = Transport::Stdio { command: "c".into(), args: vec![], env: Default::default(), cwd: None };
        ServerSettings::new("s", transport)
    }

    /// A shelf of these tools, of which the one called `hidden` is hidden.
    fn shelf(raws: &[String], hidden: &str, has_headers: bool) -> (Shelf, Vec<Omission>) {
        let declared = Arc::new(Declared::read("s", List::Tools, raws.to_vec(), has_headers));
        let is_hidden = |tool: &Definition| (tool.name() == hidden).then(|| "not approved".to_owned());
        let review = declared.definitions.iter().map(is_hidden).collect();
        Shelf::default().with(&server(), List::Tools, declared, review)
    }

    #[test]
    fn a_tool_with_a_wrong_header_is_left_out_only_where_there_are_headers() {
        let raw =
            r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}}"#;
        for (has_headers, expected) in [(true, 0), (false, 1)] {
            let (shelf, _) = shelf(&[raw.to_owned()], "", has_headers);
            assert_eq!(shelf.list(List::Tools).len(), expected);
        }
    }

    fn tool(name: &str) -> String {
        format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#)
    }

    #[test]
    fn hidden_doubled_and_nameless_entries_are_left_out_and_named() {
        let raws = [tool("read_file"), tool("evil"), tool("read_file"), "[]".to_owned(), "{}".to_owned()];
        let (shelf, omitted) = shelf(&raws, "evil", true);
        assert_eq!(shelf.list(List::Tools).len(), 1);
        let reasons: Vec<&str> = omitted.iter().map(|omission| omission.reason.as_str()).collect();
        assert_eq!(
            reasons,
            [
                "it is not a definition",
                "it has no name or URI",
                "not approved",
                "an earlier definition has the same name"
            ]
        );
        assert!(shelf.find(List::Tools, "evil").is_none());
    }

    #[test]
    fn what_a_review_says_nothing_of_is_hidden() {
        let declared = Arc::new(Declared::read("s", List::Tools, vec![tool("a"), tool("b")], true));
        let (shelf, _) = Shelf::default().with(&server(), List::Tools, declared, vec![None]);
        assert!(shelf.find(List::Tools, "a").is_some() && shelf.find(List::Tools, "b").is_none());
        assert!(shelf.hidden(List::Tools, "b").is_some());
    }

    #[test]
    fn instructions_are_seen_only_if_a_review_lets_them() {
        let said: Arc<[Definition]> =
            [Definition::parse("s", DefinitionKind::Instructions, r#""Be brief.""#).unwrap()].into();
        let preface = Preface {
            info: "{}".into(),
            capabilities: "{}".into(),
            instructions: Some(r#""Be brief.""#.into()),
            whole: None,
        };
        for (hidden, expected) in
            [(vec![None], Some(r#""Be brief.""#)), (vec![Some(String::new())], None), (vec![], None)]
        {
            let shelf = Shelf::default().instructed(Arc::new(preface.clone()), said.clone(), hidden);
            assert_eq!(shelf.preface(false).unwrap().instructions.as_deref(), expected);
        }
    }

    #[test]
    fn a_tool_that_its_author_calls_destructive_is_destructive() {
        let raw = r#"{"name":"get_page","annotations":{"destructiveHint":true}}"#.to_owned();
        let (shelf, _) = shelf(&[raw, tool("get_page_2")], "", true);
        assert_eq!(shelf.list(List::Tools)[0].operation, OperationClass::Destructive);
        assert_eq!(shelf.list(List::Tools)[1].operation, OperationClass::Read);
    }
}
