//! What a server declared, exactly as it arrived, and the view that detection reads.

use crate::facet::{self, Facet, Parameter};
use crate::hints::Hints;
use crate::json::{Document, Kind, Lines, Node, ReadError};
use crate::{Cap, Location, Pointer, shape};
use std::sync::Arc;

/// The kinds of declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DefinitionKind {
    /// An entry of `tools/list`.
    Tool,
    /// An entry of `prompts/list`.
    Prompt,
    /// An entry of `resources/list`.
    Resource,
    /// An entry of `resources/templates/list`.
    ResourceTemplate,
    /// The server's instructions: a JSON string.
    Instructions,
    /// What a tool returned, as any JSON value; it goes by the tool's name (see [`Definition::named`]).
    Response,
}

/// Why a value cannot be a definition.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// Not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] ReadError),
    /// JSON of the wrong shape.
    #[error("expected {expected}, found {found}")]
    Shape {
        /// What was expected.
        expected: &'static str,
        /// What was there.
        found: &'static str,
    },
}

/// The file a definition was read from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The path as the user gave it.
    pub file: Arc<str>,
    /// The file's text.
    pub text: Arc<str>,
    /// Its line starts.
    pub lines: Arc<Lines>,
    /// The byte at which the definition's JSON starts.
    pub offset: usize,
}

/// A tool, prompt, resource, template or instruction text of one server.
#[derive(Debug, Clone)]
pub struct Definition {
    server: Arc<str>,
    kind: DefinitionKind,
    name: String,
    raw: Box<str>,
    facets: Vec<Facet>,
    parameters: Vec<Parameter>,
    hints: Hints,
    caps: Vec<Cap>,
    duplicate_keys: Vec<Pointer>,
    lone_surrogates: Vec<Pointer>,
    origin: Option<Origin>,
}

impl Definition {
    /// Reads one definition from its JSON, which is kept as it is.
    pub fn parse(server: impl Into<Arc<str>>, kind: DefinitionKind, raw: &str) -> Result<Self, DefinitionError> {
        let document = Document::parse(raw)?;
        let root = document.root();
        let (expected, fits) = match kind {
            DefinitionKind::Instructions => ("a string", root.kind() == Kind::String),
            DefinitionKind::Response => ("any value", true),
            _ => ("an object", root.kind() == Kind::Object),
        };
        if !fits {
            return Err(DefinitionError::Shape { expected, found: root.kind().name() });
        }
        let server = server.into();
        let name = name_of(kind, root);
        let place = format!("{server}/{name}");
        let mut read = facet::read(kind, root, &place);
        let misfits = shape::misfits(kind, root).into_iter();
        read.caps.extend(misfits.map(|misfit| Cap::new("mcp.definition", &place, misfit)));
        Ok(Self::read(server, kind, name, raw, read))
    }

    /// A response that has been parsed already, of which only some values are of interest: those with these numbers, in
    /// document order. It has the facets of these and of no other.
    pub fn of_response(server: impl Into<Arc<str>>, document: &Document, wanted: &[usize]) -> Self {
        let server = server.into();
        let name = name_of(DefinitionKind::Response, document.root());
        let read = facet::read_some(document.root(), wanted, &format!("{server}/{name}"));
        Self::read(server, DefinitionKind::Response, name, document.text(), read)
    }

    fn read(server: Arc<str>, kind: DefinitionKind, name: String, raw: &str, read: facet::Read) -> Self {
        Self {
            server,
            kind,
            name,
            raw: raw.into(),
            facets: read.facets,
            parameters: read.parameters,
            hints: read.hints,
            caps: read.caps,
            duplicate_keys: read.duplicate_keys,
            lone_surrogates: read.lone_surrogates,
            origin: None,
        }
    }

    /// The same definition, knowing which file it came from.
    #[must_use]
    pub fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    /// The same definition with one more entry for the coverage record.
    pub(crate) fn with_cap(mut self, cap: Cap) -> Self {
        self.caps.push(cap);
        self
    }

    /// The same definition, declared by a server of this name.
    #[must_use]
    pub fn of_server(mut self, server: &str) -> Self {
        for cap in &mut self.caps {
            let rest = cap.place.strip_prefix(&*self.server).filter(|rest| rest.starts_with('/'));
            if let Some(rest) = rest {
                cap.place = format!("{server}{rest}");
            }
        }
        self.server = server.into();
        self
    }

    /// The same definition under another name: a response goes by the tool that gave it.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The server that declares it.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// What it is.
    pub fn kind(&self) -> DefinitionKind {
        self.kind
    }

    /// Its name; a resource without one goes by its URI, and the instructions by `instructions`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The exact JSON that arrived.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// Every string in it, with its place and kind, in document order.
    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    /// The parameters of the input schema, or a prompt's arguments, nested ones included.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// What its author claims about its behaviour.
    pub fn hints(&self) -> Hints {
        self.hints
    }

    /// What could not be read in full.
    pub fn caps(&self) -> &[Cap] {
        &self.caps
    }

    /// Members that stand twice in one object: parsers disagree on which one counts.
    pub fn duplicate_keys(&self) -> &[Pointer] {
        &self.duplicate_keys
    }

    /// Strings with half of a surrogate pair: parsers disagree on what they say.
    pub fn lone_surrogates(&self) -> &[Pointer] {
        &self.lone_surrogates
    }

    /// Finds the places of values in the file that the definition came from; `None` if it came from none.
    pub fn locator(&self) -> Option<Locator<'_>> {
        Some(Locator { origin: self.origin.as_ref()?, document: Document::parse(&self.raw).ok()? })
    }
}

/// Turns pointers into a definition into places of its file; the definition is read once for all of them.
#[derive(Debug)]
pub struct Locator<'d> {
    origin: &'d Origin,
    document: Document<'d>,
}

impl Locator<'_> {
    /// The file, line and column of the value at `pointer`; of the definition itself if there is no such value.
    pub fn locate(&self, pointer: &Pointer) -> Location {
        let Origin { file, text, lines, offset } = self.origin;
        let within = self.document.at(pointer).map_or(0, |node| node.span().start);
        let (line, column) = lines.position(text, offset + within);
        Location { file: file.to_string(), line, column: Some(column) }
    }
}

fn name_of(kind: DefinitionKind, root: Node) -> String {
    let member = |key: &str| Some(root.get(key)?.string()?.text.into_owned());
    match kind {
        DefinitionKind::Instructions => Some("instructions".to_owned()),
        DefinitionKind::Response => Some("response".to_owned()),
        DefinitionKind::Resource => member("name").or_else(|| member("uri")),
        DefinitionKind::ResourceTemplate => member("name").or_else(|| member("uriTemplate")),
        DefinitionKind::Tool | DefinitionKind::Prompt => member("name"),
    }
    .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_of_the_wrong_shape_says_what_was_found() {
        let error = Definition::parse("s", DefinitionKind::Tool, "[1]").unwrap_err();
        assert_eq!(error.to_string(), "expected an object, found an array");
    }

    #[test]
    fn a_response_is_any_value_and_goes_by_its_tool() {
        for raw in ["7", "\"text\"", "[\"text\"]", "{\"a\":\"text\"}"] {
            let response = Definition::parse("s", DefinitionKind::Response, raw).unwrap().named("get");
            assert_eq!(response.name(), "get");
            assert_eq!(response.facets().len(), usize::from(raw != "7"), "{raw}");
        }
    }

    #[test]
    fn the_raw_text_is_kept_byte_for_byte() {
        let raw = "{ \"name\" : \"a\",\n \"x-odd\": 1e400, \"name\": \"b\" }";
        let tool = Definition::parse("s", DefinitionKind::Tool, raw).unwrap();
        assert_eq!(tool.raw(), raw);
        assert_eq!(tool.duplicate_keys(), [Pointer::from("/name")]);
    }

    #[test]
    fn members_that_differ_only_in_case_are_duplicates_but_parameters_are_not() {
        let raw =
            r#"{"name":"a","description":"d","De\u017fcription":"x","inputSchema":{"properties":{"a":{},"A":{}}}}"#;
        let tool = Definition::parse("s", DefinitionKind::Tool, raw).unwrap();
        assert_eq!(tool.duplicate_keys().len(), 1);
        assert!(tool.duplicate_keys()[0].as_str().starts_with("/De"), "{:?}", tool.duplicate_keys());
    }

    #[test]
    fn a_pointer_resolves_to_the_line_in_the_file() {
        let text: Arc<str> = "[\n  {\"name\": \"a\",\n   \"description\": \"d\"}\n]".into();
        let offset = text.find('{').unwrap();
        let raw = &text[offset..text.rfind('}').unwrap() + 1];
        let origin = Origin { file: "f.json".into(), lines: Lines::of(&text).into(), text: text.clone(), offset };
        let tool = Definition::parse("s", DefinitionKind::Tool, raw).unwrap().with_origin(origin);
        let location = tool.locator().unwrap().locate(&Pointer::from("/description"));
        assert_eq!((location.line, location.column), (3, Some(19)));
    }
}
