//! From the text of a file to the definitions in it.
//!
//! People keep tool definitions in many shapes, and every one of these is read: the result of `tools/list` with or
//! without its JSON-RPC envelope, an array of tools, an object with `tools`, `prompts`, `resources`,
//! `resourceTemplates` or `instructions` and the server's name, an array of such objects, functions as OpenAI
//! writes them, and JSON Lines of all of these. A line or array element with its own `server` is a [`row`], and the
//! tools of other servers in its `peers` are read with it.
//!
//! Guarantees: what is not a definition is a [`Problem`] at its line and column and costs only itself; both of two
//! duplicate lists are read, and so is what stands beside a result; a list that goes on elsewhere and members that are
//! taken for notes are lines in the coverage record; each definition knows its place in the file.

mod row;

use crate::input::{self, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use vetgate_model::json::{Document, Kind, Lines, Node};
use vetgate_model::{Cap, Definition, DefinitionKind, Fingerprint, Namesakes, Origin};

/// The members that hold lists of definitions.
const LISTS: &[(&str, DefinitionKind)] = &[
    ("tools", DefinitionKind::Tool),
    ("prompts", DefinitionKind::Prompt),
    ("resources", DefinitionKind::Resource),
    ("resourceTemplates", DefinitionKind::ResourceTemplate),
    ("resource_templates", DefinitionKind::ResourceTemplate),
];

/// The members that only a tool has.
const SCHEMAS: &[&str] = &["inputSchema", "input_schema", "parameters"];

/// Members that are definitions even where they are beside a result.
// table: the members of the formats that this file reads
const BESIDE: &[&str] = &[
    "tools", "prompts", "resources", "resourceTemplates", "resource_templates", "instructions", "description",
    "function",
];

/// Problems of one file that are kept; the rest are counted.
const PROBLEMS: usize = 50;

/// What a file declares.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) definitions: Vec<Definition>,
    pub(crate) problems: Vec<Problem>,
    /// Every server that is named, those without definitions included.
    pub(crate) servers: BTreeSet<String>,
    /// True if definitions name no server, so that theirs goes by the name of the file.
    pub(crate) is_named_by_file: bool,
    /// What is known to be missing, and what was not read on purpose.
    pub(crate) caps: Vec<Cap>,
}

/// Whether a document that is a client configuration holds definitions too.
pub(crate) fn is_beside(root: Node) -> bool {
    let has = |node: Node| {
        let is_list = |list: &Node| list.elements().any(|element| element.kind() == Kind::Object);
        let is_named = |key: &str| LISTS.iter().any(|(name, _)| *name == key);
        node.members().any(|(key, list)| is_named(&key.text) && list.kind() == Kind::Array && is_list(&list))
    };
    has(root) || root.members().any(|(key, value)| key.text == "result" && value.kind() == Kind::Object && has(value))
}

/// Whether the document is about definitions, so that it is no client configuration.
pub(crate) fn is_declaration(root: Node) -> bool {
    let is_list = |(key, _): &(&str, _)| root.get(key).is_some_and(|list| list.kind() == Kind::Array);
    match root.kind() {
        Kind::Array => true,
        Kind::Object => {
            LISTS.iter().any(is_list)
                || ["result", "function", "name", "instructions"].iter().any(|k| root.get(k).is_some())
        }
        _ => false,
    }
}

/// Reads `text`, which came from `file`; definitions that name no server belong to `server`.
pub(crate) fn read(file: &str, server: &str, text: &str) -> Declarations {
    let shared: Arc<str> = text.into();
    let mut reader = Reader {
        file: file.into(),
        server: server.into(),
        lines: Lines::of(text).into(),
        text: shared.clone(),
        more_problems: 0,
        peers: Peers::default(),
        namesakes: Namesakes::default(),
        open: BTreeMap::new(),
        notes: BTreeSet::new(),
        found: Declarations::default(),
    };
    match Document::parse(&shared) {
        Ok(document) => reader.document(document.root(), 0),
        Err(error) => {
            let first = shared.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
            if input::has_lines_extension(Path::new(file))
                || (first.len() < shared.trim().len() && input::is_document(first))
            {
                reader.lines(&shared);
            } else {
                reader.problem(error.offset, format!("expected JSON: {}", error.message));
            }
        }
    }
    reader.finish()
}

struct Reader {
    file: Arc<str>,
    server: Arc<str>,
    text: Arc<str>,
    lines: Arc<Lines>,
    more_problems: usize,
    peers: Peers,
    /// What lists hold; rows are samples, of which several may be of one name.
    namesakes: Namesakes,
    /// Lists that go on, by server and name, with the place that says so.
    open: BTreeMap<(String, String), usize>,
    /// Members of rows that are not the server's words.
    notes: BTreeSet<&'static str>,
    found: Declarations,
}

/// The tools that rows name as peers, each once however many rows name it.
#[derive(Default)]
struct Peers {
    seen: BTreeSet<(Arc<str>, String)>,
    definitions: Vec<Definition>,
}

/// Where an object stands, which decides what it may be.
#[derive(Clone, Copy, PartialEq)]
enum Stand {
    /// The whole document, or the result in an envelope.
    Root,
    /// An element of the outermost array, or a line.
    Element,
}

impl Reader {
    fn lines(&mut self, text: &str) {
        let mut base = 0;
        for line in text.split_inclusive('\n') {
            let start = base + (line.len() - line.trim_start().len());
            base += line.len();
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if line.len() > input::DOCUMENT {
                self.problem(start, format!("the line is longer than {} MiB", input::DOCUMENT >> 20));
                continue;
            }
            match Document::parse(line) {
                Ok(document) if document.root().kind() == Kind::Object => {
                    self.object(document.root(), start, Stand::Element);
                }
                Ok(document) => self.document(document.root(), start),
                Err(error) => self.problem(start + error.offset, format!("expected JSON: {}", error.message)),
            }
        }
    }

    fn document(&mut self, root: Node, base: usize) {
        match root.kind() {
            Kind::Object => self.object(root, base, Stand::Root),
            Kind::Array => {
                self.found.is_named_by_file |= root.elements().next().is_none();
                self.found.servers.insert(self.server.to_string());
                for element in root.elements() {
                    match element.kind() {
                        Kind::Object => self.object(element, base, Stand::Element),
                        _ => self.misfit(element, base, "a tool definition"),
                    }
                }
            }
            _ => self.misfit(root, base, "tools: an array, or an object with `tools`"),
        }
    }

    fn object(&mut self, node: Node, base: usize, stand: Stand) {
        let is_envelope = |node: &Node| node.get("jsonrpc").is_some() || node.get("name").is_none();
        let result = node.members().filter(|(key, value)| key.text == "result" && value.kind() == Kind::Object);
        let results: Vec<Node> = if is_envelope(&node) { result.map(|(_, value)| value).collect() } else { vec![] };
        for result in &results {
            self.content(*result, node, base, Stand::Root);
        }
        let is_envelope = !results.is_empty() || node.get("jsonrpc").is_some();
        // What stands beside the result is read as well.
        if is_envelope && BESIDE.iter().chain(SCHEMAS).any(|key| node.get(key).is_some()) {
            return self.content(node, node, base, Stand::Root);
        }
        if !results.is_empty() {
            return;
        }
        if node.get("jsonrpc").is_some() {
            if node.get("method").is_none() {
                self.problem(base + node.span().start, "the answer has no `result`: the server refused".to_owned());
            }
            return;
        }
        self.content(node, node, base, stand);
    }

    /// `node` with the definitions; `around` is it or its envelope, either of which may name the server.
    fn content(&mut self, node: Node, around: Node, base: usize, stand: Stand) {
        let has_schema = SCHEMAS.iter().any(|key| node.get(key).is_some());
        let lists: Vec<(DefinitionKind, Node)> = node
            .members()
            .filter_map(|(key, value)| LISTS.iter().find(|(name, _)| key.text == *name).map(|(_, kind)| (*kind, value)))
            .filter(|(_, value)| value.kind() == Kind::Array || stand == Stand::Root)
            .collect();
        let instructions: Vec<Node> = node
            .members()
            .filter(|(key, value)| key.text == "instructions" && value.kind() == Kind::String)
            .map(|(_, value)| value)
            .collect();
        if has_schema || (lists.is_empty() && (instructions.is_empty() || text(node, "description").is_some())) {
            return self.single(node, base, stand);
        }
        let instructed = node.members().filter(|(key, _)| stand == Stand::Root && key.text == "instructions");
        for (_, value) in instructed.filter(|(_, value)| !matches!(value.kind(), Kind::String | Kind::Null)) {
            self.misfit(value, base, "instructions: a string");
        }
        let own = named(node).or_else(|| named(around));
        self.found.is_named_by_file |= own.is_none();
        let server = own.map_or_else(|| self.server.clone(), Arc::from);
        self.found.servers.insert(server.to_string());
        self.pages(&server, node, base);
        for (kind, list) in lists {
            if list.kind() != Kind::Array {
                self.misfit(list, base, "a list of definitions");
            }
            for element in list.elements() {
                match (element.kind(), function(element)) {
                    (_, Some(inner)) => self.add(&server, kind, inner, inner.raw(), base),
                    (Kind::Object, None) => self.add(&server, kind, element, element.raw(), base),
                    _ => self.misfit(element, base, "a definition"),
                }
            }
        }
        for value in instructions {
            self.add(&server, DefinitionKind::Instructions, value, value.raw(), base);
        }
        // In a dump of tools, a stray `tools` member must not hide the tool it stands in.
        if stand == Stand::Element && text(node, "name").is_some() && text(node, "description").is_some() {
            let (raw, notes) = row::definition(node);
            self.notes.extend(notes);
            self.add_row(&server, DefinitionKind::Tool, node, &raw, base);
            self.peers(node, base);
        }
    }

    /// Remembers which lists go on; a later page of the same list may end it.
    fn pages(&mut self, server: &str, node: Node, base: usize) {
        let is_open = |cursor: &Node| !matches!(cursor.kind(), Kind::Null) && cursor.raw() != "\"\"";
        let cursor = node.get("nextCursor").filter(is_open);
        for (key, _) in node.members().filter(|(key, _)| LISTS.iter().any(|(name, _)| key.text == *name)) {
            let list = (server.to_owned(), key.text.into_owned());
            match cursor {
                Some(cursor) => self.open.insert(list, base + cursor.span().start),
                None => self.open.remove(&list),
            };
        }
    }

    /// An object that is one definition itself.
    fn single(&mut self, node: Node, base: usize, stand: Stand) {
        let own = text(node, "server").filter(|_| stand == Stand::Element || node.get("name").is_some());
        self.found.is_named_by_file |= own.is_none();
        let server: Arc<str> = own.as_deref().map_or_else(|| self.server.clone(), Arc::from);
        if let Some(inner) = function(node) {
            return self.add(&server, DefinitionKind::Tool, inner, inner.raw(), base);
        }
        let known = ["name", "description", "title", "uri", "uriTemplate"];
        if !known.iter().chain(SCHEMAS).any(|key| node.get(key).is_some()) {
            let message = "expected a tool definition or an object with `tools`, found an object with neither a name nor a schema";
            return self.problem(base + node.span().start, message.to_owned());
        }
        let (raw, notes) = if own.is_some() { row::definition(node) } else { (node.raw().into(), vec![]) };
        self.notes.extend(notes);
        if own.is_none() {
            return self.add(&server, kind_of(node), node, &raw, base);
        }
        self.add_row(&server, kind_of(node), node, &raw, base);
        self.peers(node, base);
    }

    /// The tools of other servers that a row names.
    fn peers(&mut self, row: Node, base: usize) {
        let lists = row.members().filter(|(key, list)| key.text == "peers" && list.kind() == Kind::Array);
        for peer in lists.flat_map(|(_, list)| list.elements()) {
            self.peer(peer, base);
        }
    }

    /// A tool of another server that stands beside the row's own.
    fn peer(&mut self, peer: Node, base: usize) {
        let tool = peer.get("tool").filter(|tool| tool.kind() == Kind::Object);
        let (Some(server), Some(tool)) = (text(peer, "server"), tool) else {
            return self.misfit(peer, base, "a peer with `server` and `tool`");
        };
        let server: Arc<str> = server.into();
        if !self.peers.seen.insert((server.clone(), tool.raw().to_owned())) {
            return;
        }
        if let Some(definition) = self.define(&server, DefinitionKind::Tool, tool, tool.raw(), base) {
            self.peers.definitions.push(definition);
        }
    }

    fn add(&mut self, server: &Arc<str>, kind: DefinitionKind, node: Node, raw: &str, base: usize) {
        let definition = self.define(server, kind, node, raw, base);
        self.found.definitions.extend(definition.map(|definition| self.namesakes.marked(definition)));
    }

    /// Adds a row, which is one sample of many.
    fn add_row(&mut self, server: &Arc<str>, kind: DefinitionKind, node: Node, raw: &str, base: usize) {
        let definition = self.define(server, kind, node, raw, base);
        self.found.definitions.extend(definition);
    }

    fn define(
        &mut self,
        server: &Arc<str>,
        kind: DefinitionKind,
        node: Node,
        raw: &str,
        base: usize,
    ) -> Option<Definition> {
        let offset = base + node.span().start;
        match Definition::parse(server.clone(), kind, raw) {
            Ok(definition) => {
                if !self.found.servers.contains(server.as_ref()) {
                    self.found.servers.insert(server.to_string());
                }
                let (file, text, lines) = (self.file.clone(), self.text.clone(), self.lines.clone());
                Some(definition.with_origin(Origin { file, text, lines, offset }))
            }
            Err(error) => {
                self.problem(offset, error.to_string());
                None
            }
        }
    }

    fn misfit(&mut self, node: Node, base: usize, expected: &str) {
        let found = node.kind().name();
        self.problem(base + node.span().start, format!("expected {expected}, found {found}"));
    }

    fn problem(&mut self, offset: usize, message: String) {
        if self.found.problems.len() >= PROBLEMS {
            self.more_problems += 1;
            return;
        }
        let (line, column) = self.lines.position(&self.text, offset);
        self.found.problems.push(Problem::new(format!("{}:{line}:{column}", self.file), message));
    }

    fn finish(mut self) -> Declarations {
        if self.more_problems > 0 {
            let message = format!("{} more places cannot be read", self.more_problems);
            self.found.problems.push(Problem::new(self.file.as_ref(), message));
        }
        for ((_, list), offset) in &self.open {
            let (line, column) = self.lines.position(&self.text, *offset);
            let detail = format!("`{list}` is incomplete: it has a `nextCursor`, but the next page is missing");
            self.found.caps.push(Cap::new("list.incomplete", format!("{}:{line}:{column}", self.file), detail));
        }
        if !self.notes.is_empty() {
            let names: Vec<String> = self.notes.iter().map(|name| format!("`{name}`")).collect();
            let detail = format!("treated as notes about the tools and not scanned: {}", names.join(", "));
            self.found.caps.push(Cap::new("rows.notes", self.file.as_ref(), detail));
        }
        if !self.peers.definitions.is_empty() {
            // A peer that has a row of its own is the same tool.
            let key = |definition: &Definition| (definition.server().to_owned(), Fingerprint::of(definition).combined);
            let own: BTreeSet<_> = self.found.definitions.iter().map(key).collect();
            self.found.definitions.extend(self.peers.definitions.into_iter().filter(|peer| !own.contains(&key(peer))));
        }
        self.found
    }
}

/// The server's name, as dumps, rows and the protocol itself write it.
fn named(node: Node) -> Option<String> {
    let inner = |key: &str| text(node.get(key)?, "name");
    let name =
        text(node, "server").or_else(|| inner("server")).or_else(|| inner("serverInfo")).or_else(|| text(node, "name"));
    name.filter(|name| !name.trim().is_empty())
}

/// The function inside, if it is written as OpenAI does.
fn function<'d, 't>(node: Node<'d, 't>) -> Option<Node<'d, 't>> {
    let inner = node.get("function").filter(|inner| inner.kind() == Kind::Object)?;
    (node.get("name").is_none() && text(node, "type").is_none_or(|kind| kind == "function")).then_some(inner)
}

fn kind_of(node: Node) -> DefinitionKind {
    let has = |key: &str| node.get(key).is_some();
    if SCHEMAS.iter().any(|key| has(key)) {
        DefinitionKind::Tool
    } else if has("uriTemplate") {
        DefinitionKind::ResourceTemplate
    } else if has("uri") {
        DefinitionKind::Resource
    } else if node.get("arguments").is_some_and(|list| list.kind() == Kind::Array) {
        DefinitionKind::Prompt
    } else {
        DefinitionKind::Tool
    }
}

fn text(node: Node, key: &str) -> Option<String> {
    Some(node.get(key)?.string()?.text.into_owned())
}

#[cfg(test)]
mod tests;
