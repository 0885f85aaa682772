//! One shape for JSON, TOML and YAML: values with their lines.
//!
//! Built without recursion deeper than [`DEPTH`], so that no file can exhaust the stack. Duplicate members are
//! kept; [`Value::get`] gives the last, as the clients' own parsers do.

use super::ConfigError;
use vetgate_model::json::{Document, Kind, Limits, Node, Syntax};

/// Deeper than any configuration.
pub(super) const DEPTH: usize = 64;

/// A value and the line it starts on.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// From 1.
    pub line: usize,
    /// What stands there.
    pub data: Data,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number or a date, as written.
    Number(String),
    /// A string.
    Text(String),
    /// Values in their order.
    List(Vec<Value>),
    /// Members in their order, duplicates included.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// The last member named `key`.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.members().iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The members, if it is a map.
    pub fn members(&self) -> &[(String, Value)] {
        match &self.data {
            Data::Map(members) => members,
            _ => &[],
        }
    }

    /// The elements, if it is a list.
    pub fn elements(&self) -> &[Value] {
        match &self.data {
            Data::List(elements) => elements,
            _ => &[],
        }
    }

    /// The string or number.
    pub fn text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) | Data::Number(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is a map.
    pub fn is_map(&self) -> bool {
        matches!(self.data, Data::Map(_))
    }

    /// Whether it is this boolean.
    pub fn is_bool(&self, expected: bool) -> bool {
        self.data == Data::Bool(expected)
    }

    /// What it is, for error messages.
    pub fn kind(&self) -> &'static str {
        match self.data {
            Data::Null => "null",
            Data::Bool(_) => "a boolean",
            Data::Number(_) => "a number",
            Data::Text(_) => "a string",
            Data::List(_) => "a list",
            Data::Map(_) => "a map",
        }
    }
}

/// The lines of a text. Unlike columns they cost the same however long a line is.
pub(super) struct LineStarts(Vec<usize>);

impl LineStarts {
    pub(super) fn of(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1).collect())
    }

    /// The line of a byte offset, from 1.
    pub(super) fn line(&self, offset: usize) -> usize {
        1 + self.0.partition_point(|start| *start <= offset)
    }
}

/// Reads JSON with comments.
pub(super) fn from_json(file: &str, text: &str) -> Result<Value, ConfigError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        // Editors create empty settings files; clients take them as no settings.
        return Ok(Value { line: 1, data: Data::Map(vec![]) });
    }
    let limits = Limits { depth: DEPTH, ..Limits::default() };
    let document = Document::parse_as(text, Syntax::WithComments, limits).map_err(|error| ConfigError::Syntax {
        file: file.to_owned(),
        line: error.line,
        format: "JSON",
        reason: error.message,
    })?;
    Ok(convert(document.root(), &LineStarts::of(text)))
}

/// The depth is bounded by the reader.
fn convert(node: Node, lines: &LineStarts) -> Value {
    let line = lines.line(node.span().start);
    let data = match node.kind() {
        Kind::Null => Data::Null,
        Kind::Bool(value) => Data::Bool(value),
        Kind::Number => Data::Number(node.raw().to_owned()),
        Kind::String => Data::Text(node.string().map(|s| s.text.into_owned()).unwrap_or_default()),
        Kind::Array => Data::List(node.elements().map(|child| convert(child, lines)).collect()),
        Kind::Object => {
            let members = node.members();
            Data::Map(members.map(|(key, child)| (key.text.into_owned(), convert(child, lines))).collect())
        }
    };
    Value { line, data }
}
