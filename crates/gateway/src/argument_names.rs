//! Names of arguments that some servers take for others.
//!
//! Go's `encoding/json`, .NET and others ignore case where they read an object into fields: a call with `Amount` is carried
//! out as one with `amount`, and rules, signals and detection have seen another name. So in the arguments of a tool
//! - a name that equals one of the schema's properties when case is ignored, without being it, is refused;
//! - of two names in one object that are equal when case is ignored, or that are the same, it depends on the reader which
//!   one counts: they are refused, unless the schema declares both.
//!
//! Followed are `properties`, `items`, `prefixItems`, `additionalProperties`, `$ref` within the schema and `allOf`, `anyOf`,
//! `oneOf`, `then` and `else`, whose properties count together. Of an object whose schema is not known only the second rule
//! holds.
//!
//! Hot path: a tool's schema is read when it is listed, its arguments with every call. A declared name costs one look-up and
//! allocates nothing but its place among its siblings. Linear in the arguments but for that.

use std::collections::{BTreeMap, BTreeSet};
use vetgate_mcp::rpc::{LIMITS, folded_name, shown_name};
use vetgate_model::json::{Document, Kind, Node, Syntax, Unescaped};

/// Objects of a schema that are followed, and levels of it.
const OBJECTS: usize = 4096;
const DEPTH: usize = 32;

/// Keywords whose schemas are about the same value as their own.
const TOGETHER: [&str; 3] = ["allOf", "anyOf", "oneOf"];
const BRANCHES: [&str; 3] = ["if", "then", "else"];

/// What a schema says of the names in its values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ArgumentNames {
    shapes: Vec<Shape>,
}

/// What is known of a value: its properties, and what its elements and its other members are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Shape {
    properties: BTreeMap<String, usize>,
    /// The properties by what is left of them without case; of several the first.
    folded: BTreeMap<String, String>,
    elements: Option<usize>,
    others: Option<usize>,
}

/// Names that are taken for one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MistakenName {
    found: String,
    like: String,
}

impl std::fmt::Display for MistakenName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (found, like) = (shown_name(&self.found), shown_name(&self.like));
        if self.found == self.like {
            return write!(
                f,
                "Vetgate refused this call: the argument `{found}` occurs twice in one object, and servers \
                disagree on which one counts"
            );
        }
        write!(
            f,
            "Vetgate refused this call: the argument `{found}` is read as `{like}` by servers that ignore case, and \
            not by others"
        )
    }
}

impl ArgumentNames {
    /// Reads an input schema; one that cannot be read says nothing.
    pub(crate) fn of_schema(schema: &str) -> Self {
        let mut names = Self { shapes: vec![Shape::default()] };
        if let Ok(document) = Document::parse_as(schema, Syntax::Strict, LIMITS) {
            let mut reading = Reading { root: document.root(), shapes: &mut names.shapes, known: BTreeMap::new() };
            reading.add(0, document.root(), DEPTH);
        }
        for shape in &mut names.shapes {
            for name in shape.properties.keys() {
                shape.folded.entry(folded_name(name)).or_insert_with(|| name.clone());
            }
        }
        names
    }

    /// Returns an error if names in these arguments, which are JSON, can be taken for others.
    pub(crate) fn check(&self, arguments: &str) -> Result<(), MistakenName> {
        // What is no JSON is for others to refuse.
        let Ok(document) = Document::parse_as(arguments, Syntax::Strict, LIMITS) else { return Ok(()) };
        self.check_value(document.root(), Some(0))
    }

    /// Recursion is bounded by the depth that the reader of the document allows.
    fn check_value(&self, value: Node, shape: Option<usize>) -> Result<(), MistakenName> {
        let shape = shape.and_then(|shape| self.shapes.get(shape));
        match value.kind() {
            Kind::Array => {
                let elements = shape.and_then(|shape| shape.elements);
                value.elements().try_for_each(|element| self.check_value(element, elements))
            }
            Kind::Object => self.check_object(value, shape),
            _ => Ok(()),
        }
    }

    fn check_object(&self, object: Node, shape: Option<&Shape>) -> Result<(), MistakenName> {
        let mut declared = BTreeSet::new();
        let mut others: BTreeMap<String, String> = BTreeMap::new();
        for member in object.children() {
            let Some(name) = member.key() else { continue };
            let name = name.text.as_ref();
            let mistaken = |like: &str| Err(MistakenName { found: name.to_owned(), like: like.to_owned() });
            if let Some((name, inner)) = shape.and_then(|shape| shape.properties.get_key_value(name)) {
                if !declared.insert(name) {
                    return mistaken(name);
                }
                self.check_value(member, Some(*inner))?;
                continue;
            }
            let folded = folded_name(name);
            if let Some(known) = shape.and_then(|shape| shape.folded.get(&folded)) {
                return mistaken(known);
            }
            if let Some(other) = others.insert(folded, name.to_owned()) {
                return mistaken(&other);
            }
            self.check_value(member, shape.and_then(|shape| shape.others))?;
        }
        Ok(())
    }
}

/// A schema that is being read.
struct Reading<'s, 'd, 't> {
    root: Node<'d, 't>,
    shapes: &'s mut Vec<Shape>,
    /// Schemas that have a shape of their own, by where they stand: a schema may refer to itself.
    known: BTreeMap<usize, usize>,
}

impl<'d, 't> Reading<'_, 'd, 't> {
    /// Adds what a schema says to a shape.
    fn add(&mut self, shape: usize, schema: Node<'d, 't>, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        if let Some(target) = schema.get("$ref").and_then(|reference| self.target(reference)) {
            self.add(shape, target, depth);
        }
        for (name, property) in members(schema.get("properties")) {
            match self.shapes[shape].properties.get(name.text.as_ref()) {
                Some(&inner) => self.add(inner, property, depth),
                None => {
                    let Some(inner) = self.shape_of(property, depth) else { return };
                    self.shapes[shape].properties.insert(name.text.into_owned(), inner);
                }
            }
        }
        let listed =
            schema.get("prefixItems").into_iter().chain(schema.get("items")).flat_map(|items| match items.kind() {
                Kind::Array => items.elements().collect(),
                _ => vec![items],
            });
        for items in listed {
            match self.shapes[shape].elements {
                Some(inner) => self.add(inner, items, depth),
                None => self.shapes[shape].elements = self.shape_of(items, depth),
            }
        }
        if let Some(others) = schema.get("additionalProperties").filter(|others| others.kind() == Kind::Object) {
            match self.shapes[shape].others {
                Some(inner) => self.add(inner, others, depth),
                None => self.shapes[shape].others = self.shape_of(others, depth),
            }
        }
        for keyword in TOGETHER {
            for part in schema.get(keyword).map(|parts| parts.elements().collect::<Vec<_>>()).unwrap_or_default() {
                self.add(shape, part, depth);
            }
        }
        for keyword in BRANCHES {
            if let Some(part) = schema.get(keyword) {
                self.add(shape, part, depth);
            }
        }
    }

    /// The shape of a schema's own; nothing if there are too many.
    fn shape_of(&mut self, schema: Node<'d, 't>, depth: usize) -> Option<usize> {
        let schema = schema.get("$ref").and_then(|reference| self.target(reference)).unwrap_or(schema);
        let place = schema.span().start;
        if let Some(known) = self.known.get(&place) {
            return Some(*known);
        }
        if self.shapes.len() == OBJECTS {
            return None;
        }
        let shape = self.shapes.len();
        self.shapes.push(Shape::default());
        self.known.insert(place, shape);
        self.add(shape, schema, depth);
        Some(shape)
    }

    /// What a reference within the schema leads to.
    fn target(&self, reference: Node<'d, 't>) -> Option<Node<'d, 't>> {
        let reference = reference.string()?;
        let path = reference.text.strip_prefix('#')?.to_owned();
        let mut at = self.root;
        for step in path.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            at = match at.kind() {
                Kind::Array => at.elements().nth(step.parse().ok()?)?,
                _ => at.get(&step)?,
            };
        }
        Some(at)
    }
}

fn members<'d, 't>(properties: Option<Node<'d, 't>>) -> Vec<(Unescaped<'t>, Node<'d, 't>)> {
    properties.map(|properties| properties.members().collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
