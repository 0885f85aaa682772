//! Which properties of an input schema are mirrored, and whether they may be.

use super::Declared;
use std::collections::BTreeSet;
use vetgate_mcp::rpc::LIMITS;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Kind, Node, Syntax};

/// The keyword.
const ANNOTATION: &str = "x-mcp-header";

/// Keywords whose members are named by the author and are schemas themselves.
const MAPS: [&str; 5] = ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties"];

/// Keywords that hold data: what looks like an annotation there is none.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// Why the annotations of a schema cannot be followed. A tool that has such a schema must not be offered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InvalidMirror {
    /// Not JSON, or too deep.
    #[error("the input schema cannot be read: {0}")]
    Unreadable(String),
    /// Not on a property that is reached through `properties` alone.
    #[error("`{ANNOTATION}` at {0} is not on a property that is reached through `properties` alone")]
    Misplaced(Pointer),
    /// Not a name that a header can have.
    #[error("`{ANNOTATION}` at {0} is not a name that a header can have")]
    NotAName(Pointer),
    /// On something else than a string, an integer or a boolean.
    #[error("`{ANNOTATION}` at {0} is on a property whose type is not string, integer or boolean")]
    NotPrimitive(Pointer),
    /// The name of another annotation.
    #[error("`{ANNOTATION}` at {0} is also the name of another header (ignoring case)")]
    NotUnique(Pointer),
    /// A member on the way is there twice, and readers disagree on which one counts.
    #[error("the input schema repeats arguments in headers, but has two members at {0}")]
    Twice(Pointer),
}

/// Finds the annotations, in document order.
pub(super) fn read(raw: &str) -> Result<Vec<Declared>, InvalidMirror> {
    // Nearly no schema has annotations; only an escape could hide one from this.
    if !raw.contains(ANNOTATION) && !raw.contains("\\u") {
        return Ok(vec![]);
    }
    let document = Document::parse_as(raw, Syntax::Strict, LIMITS)
        .map_err(|error| InvalidMirror::Unreadable(error.to_string()))?;
    let mut reading = Reading { declared: vec![], taken: BTreeSet::new(), twice: None };
    reading.schema(document.root(), &Pointer::root(), Place::Root)?;
    match reading.twice {
        Some(place) if !reading.declared.is_empty() => Err(InvalidMirror::Twice(place)),
        _ => Ok(reading.declared),
    }
}

/// Where a schema stands.
#[derive(Clone, Copy)]
enum Place<'p> {
    /// The input schema itself.
    Root,
    /// A property that is reached through `properties` alone, by these names.
    Property(&'p [String]),
    /// Anywhere else.
    Elsewhere,
}

struct Reading {
    declared: Vec<Declared>,
    /// Names in lower case.
    taken: BTreeSet<String>,
    /// The first member on the way to a property that is there twice.
    twice: Option<Pointer>,
}

impl Reading {
    /// Recursion is bounded by the depth that the reader of the document allows.
    fn schema(&mut self, schema: Node, at: &Pointer, place: Place) -> Result<(), InvalidMirror> {
        let mut seen = BTreeSet::new();
        for (index, element) in schema.elements().enumerate() {
            self.schema(element, &at.index(index), Place::Elsewhere)?;
        }
        for (key, value) in schema.members() {
            let key = key.text.as_ref();
            let at = at.key(key);
            let decides = matches!(key, ANNOTATION | "properties" | "type");
            if decides && !matches!(place, Place::Elsewhere) && !seen.insert(key.to_owned()) {
                self.twice.get_or_insert(at.clone());
            }
            match key {
                ANNOTATION => self.annotation(schema, value, at, place)?,
                "properties" => self.properties(value, &at, place)?,
                _ if MAPS.contains(&key) => self.properties(value, &at, Place::Elsewhere)?,
                _ if DATA.contains(&key) => {}
                _ => self.schema(value, &at, Place::Elsewhere)?,
            }
        }
        Ok(())
    }

    /// The schemas of `properties`, or of another map, of a schema at `place`.
    fn properties(&mut self, map: Node, at: &Pointer, place: Place) -> Result<(), InvalidMirror> {
        let mut path = match place {
            Place::Root => vec![],
            Place::Property(path) => path.to_vec(),
            Place::Elsewhere => {
                return map
                    .members()
                    .try_for_each(|(name, schema)| self.schema(schema, &at.key(&name.text), Place::Elsewhere));
            }
        };
        let mut seen = BTreeSet::new();
        for (name, schema) in map.members() {
            let at = at.key(&name.text);
            if !seen.insert(name.text.clone()) {
                self.twice.get_or_insert(at.clone());
            }
            path.push(name.text.into_owned());
            self.schema(schema, &at, Place::Property(&path))?;
            path.pop();
        }
        Ok(())
    }

    fn annotation(&mut self, schema: Node, value: Node, at: Pointer, place: Place) -> Result<(), InvalidMirror> {
        let Place::Property(path) = place else { return Err(InvalidMirror::Misplaced(at)) };
        let Some(header) = value.string().map(|name| name.text.into_owned()).filter(|name| is_token(name)) else {
            return Err(InvalidMirror::NotAName(at));
        };
        if !schema.get("type").is_some_and(is_primitive) {
            return Err(InvalidMirror::NotPrimitive(at));
        }
        if !self.taken.insert(header.to_ascii_lowercase()) {
            return Err(InvalidMirror::NotUnique(at));
        }
        self.declared.push(Declared { header, path: path.to_vec() });
        Ok(())
    }
}

/// A token of HTTP (RFC 9110, section 5.6.2).
fn is_token(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// Whether a `type` is one of the three, or one of them or `null`, which is never mirrored.
fn is_primitive(kind: Node) -> bool {
    let names: Vec<_> = match kind.kind() {
        Kind::Array => kind.elements().collect(),
        _ => vec![kind],
    };
    let names: Option<Vec<_>> = names.into_iter().map(|name| Some(name.string()?.text)).collect();
    let mut names = names.unwrap_or_default();
    names.retain(|name| name != "null");
    matches!(&names[..], [name] if matches!(name.as_ref(), "string" | "integer" | "boolean"))
}
