//! Words in a structured result where the tool's own output schema leaves no room for any.
//!
//! # What it finds
//! A tool may declare what its structured results look like, and programs put such results into a prompt without a second
//! look: a number is a number. A sentence in the place of that number is read by the model all the same. So it is looked for
//! prose that stands where the schema promises something else: under a `type` without `string`, outside of `enum` or
//! `const`, or in a member that `additionalProperties: false` rules out.
//!
//! # Harmless twins
//! Servers are careless about their schemas: a number that comes as a string, a new word in an enumeration, `null`, a value
//! out of its range, a member too many or too few. None of that carries an order, and none of it is reported; the client's own
//! software checks for that. Text where the schema allows text is what the guard reads.
//!
//! # Cannot see
//! Fewer than four words. Prose behind `patternProperties`, `prefixItems`, `if`, `not`, formats, and references that leave
//! the schema: what is not understood is allowed.
//!
//! Bounded: at most [`STEPS`] values are held against a schema, never deeper than a message may be.

use std::fmt;
use vetgate_mcp::rpc::LIMITS;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Kind, Node, Syntax};

/// So many words are prose.
const WORDS: usize = 4;

/// The most values that are held against a schema, the same value under another branch counted again.
const STEPS: usize = 50_000;

/// How many references may lead to each other, and branches stand within each other.
const DEEPEST: usize = 24;

/// Prose where none was promised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Breach {
    /// Where in `structuredContent`. Written by the server: to be shown as a stranger's text.
    pointer: Pointer,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place: String = self.pointer.to_string().chars().flat_map(char::escape_default).take(200).collect();
        write!(f, "the structured result has text at `{place}`, where the tool's output schema allows none")
    }
}

impl Breach {
    /// What an agent is told: the place in the result has names that the server chose.
    pub(crate) const REASON: &str = "its structured content has text where the tool's output schema allows none";

    /// Holds the result of a `tools/call` against the output schema of the tool, both as they were sent.
    pub(crate) fn of(schema: &str, result: &str) -> Option<Self> {
        let read = |text| Document::parse_as(text, Syntax::Strict, LIMITS).ok();
        let (schema, result) = (read(schema)?, read(result)?);
        let structured = result.root().get("structuredContent")?;
        let mut looking = Looking { schema: schema.root(), steps: 0 };
        looking.look(schema.root(), structured, &Pointer::root(), 0).map(|pointer| Self { pointer })
    }
}

struct Looking<'s, 't> {
    schema: Node<'s, 't>,
    steps: usize,
}

impl<'s, 't> Looking<'s, 't> {
    /// Where prose stands that `schema` has no room for.
    fn look(&mut self, schema: Node<'s, 't>, value: Node, at: &Pointer, depth: usize) -> Option<Pointer> {
        self.steps += 1;
        if self.steps > STEPS || depth > DEEPEST || schema.kind() != Kind::Object {
            return None;
        }
        if let Some(reference) = schema.get("$ref") {
            return self.look(self.referred(reference)?, value, at, depth + 1);
        }
        let all =
            schema.get("allOf").and_then(|all| all.elements().find_map(|one| self.look(one, value, at, depth + 1)));
        all.or_else(|| self.look_in_branches(schema, value, at, depth)).or_else(|| match value.kind() {
            _ if !allows(schema, value.kind()) => prose_in(value, at),
            Kind::String => is_ruled_out(schema, value).then(|| at.clone()).filter(|_| is_prose_value(value)),
            Kind::Object => self.look_in_members(schema, value, at, depth),
            Kind::Array => {
                let items = schema.get("items").filter(|_| schema.get("prefixItems").is_none())?;
                value
                    .elements()
                    .enumerate()
                    .find_map(|(index, element)| self.look(items, element, &at.index(index), depth))
            }
            _ => None,
        })
    }

    /// One branch that has room is enough.
    fn look_in_branches(&mut self, schema: Node<'s, 't>, value: Node, at: &Pointer, depth: usize) -> Option<Pointer> {
        for keyword in ["anyOf", "oneOf"] {
            let mut first = None;
            let mut has_room = true;
            for branch in schema.get(keyword).into_iter().flat_map(|branches| branches.elements()) {
                match self.look(branch, value, at, depth + 1) {
                    None => {
                        has_room = true;
                        break;
                    }
                    found => {
                        has_room = false;
                        first = first.or(found);
                    }
                }
            }
            if !has_room {
                return first;
            }
        }
        None
    }

    fn look_in_members(&mut self, schema: Node<'s, 't>, value: Node, at: &Pointer, depth: usize) -> Option<Pointer> {
        let properties = schema.get("properties");
        let others = schema.get("additionalProperties").filter(|_| schema.get("patternProperties").is_none());
        for (name, member) in value.members() {
            let at = at.key(&name.text);
            let declared = properties.and_then(|properties| properties.get(&name.text));
            let found = match (declared, others) {
                (Some(declared), _) => self.look(declared, member, &at, depth),
                (None, Some(others)) if is_false(others) => match is_prose(&name.text) {
                    true => Some(at),
                    false => prose_in(member, &at),
                },
                (None, Some(others)) => self.look(others, member, &at, depth),
                (None, None) => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// What a reference within the schema leads to.
    fn referred(&self, reference: Node<'s, 't>) -> Option<Node<'s, 't>> {
        let reference = reference.string()?;
        let path = reference.text.strip_prefix('#')?;
        if path.is_empty() {
            return Some(self.schema);
        }
        path.strip_prefix('/')?
            .split('/')
            .try_fold(self.schema, |node, token| node.get(&token.replace("~1", "/").replace("~0", "~")))
    }
}

/// Whether a schema allows values of a kind. One that names no type allows all.
fn allows(schema: Node, kind: Kind) -> bool {
    let Some(types) = schema.get("type") else { return true };
    let is_it = |name: Node| match name.string() {
        Some(name) => match kind {
            Kind::String => name.text == "string",
            Kind::Object => name.text == "object",
            Kind::Array => name.text == "array",
            // Nothing that stands in these is prose.
            _ => true,
        },
        None => true,
    };
    match types.kind() {
        Kind::Array => types.elements().any(is_it),
        _ => is_it(types),
    }
}

/// Whether a string is none of those that a schema lists.
fn is_ruled_out(schema: Node, value: Node) -> bool {
    let text = value.string().map(|value| value.text);
    let is_it = |listed: Node| listed.string().map(|listed| listed.text) == text;
    schema.get("const").is_some_and(|one| !is_it(one))
        || schema.get("enum").is_some_and(|listed| listed.kind() == Kind::Array && !listed.elements().any(is_it))
}

/// Where prose first stands in a value. Recursion is bounded by the depth that the reader of the document allows.
fn prose_in(value: Node, at: &Pointer) -> Option<Pointer> {
    match value.kind() {
        Kind::String => is_prose_value(value).then(|| at.clone()),
        Kind::Array => value.elements().enumerate().find_map(|(index, element)| prose_in(element, &at.index(index))),
        Kind::Object => value.members().find_map(|(name, member)| match is_prose(&name.text) {
            true => Some(at.key(&name.text)),
            false => prose_in(member, &at.key(&name.text)),
        }),
        _ => None,
    }
}

fn is_prose_value(value: Node) -> bool {
    value.string().is_some_and(|value| is_prose(&value.text))
}

/// Whether a text has enough words to say something. Scripts that write no spaces have a word in every few characters.
fn is_prose(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().nth(1).is_some());
    words.map(|word| if word.is_ascii() { 1 } else { word.chars().count().div_ceil(4) }).sum::<usize>() >= WORDS
}

fn is_false(value: Node) -> bool {
    value.raw() == "false"
}

#[cfg(test)]
mod tests;
