//! The arguments of a call, read once: every value with its place.
//!
//! Guarantees: total (what is no JSON is one text), linear in the size of the arguments, no recursion. JSON inside a
//! string is read too, one level deep: tools that call other tools take arguments in that form.

use std::borrow::Cow;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Kind, Limits, Node, Syntax};

/// How deep values are told apart. Deeper ones are one text: a place takes as long to name as it is deep.
const LIMITS: Limits = Limits { depth: 128, values: 1_000_000 };

/// The values of a call's arguments, in their order.
///
/// ```
/// use vetgate_guard::{Arguments, Value};
///
/// let arguments = Arguments::read(r#"{"options": {"force": true}, "ids": ["a", "b"]}"#);
/// let force = &arguments.leaves()[0];
/// assert_eq!((arguments.key(force), &force.value), ("force", &Value::Bool(true)));
/// let last = &arguments.leaves()[2];
/// assert_eq!(arguments.pointer(last).as_str(), "/ids/1");
/// assert_eq!(arguments.key(last), "ids", "an element goes by the name of its list");
/// ```
#[derive(Debug, Clone)]
pub struct Arguments<'a> {
    text: &'a str,
    steps: Vec<Step<'a>>,
    leaves: Vec<Leaf<'a>>,
}

/// One step down from a container.
#[derive(Debug, Clone)]
struct Step<'a> {
    /// The step before; the first is its own.
    parent: u32,
    name: Name<'a>,
}

#[derive(Debug, Clone)]
enum Name<'a> {
    Root,
    Member(Cow<'a, str>),
    Element(u32),
}

/// One value that holds no others.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf<'a> {
    step: u32,
    /// What it is.
    pub value: Value<'a>,
}

/// What a leaf is.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `null`, and containers without anything in them.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written.
    Number(Cow<'a, str>),
    /// A string, unescaped.
    Text(Cow<'a, str>),
}

impl Value<'_> {
    /// The string, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The string, or the number as it is written.
    pub fn written(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text),
            Self::Null | Self::Bool(_) => None,
        }
    }
}

impl<'a> Arguments<'a> {
    /// Reads `text`. What is no JSON is one text.
    pub fn read(text: &'a str) -> Self {
        let mut arguments = Self { text, steps: vec![Step { parent: 0, name: Name::Root }], leaves: vec![] };
        match Document::parse_as(text, Syntax::Strict, LIMITS) {
            Ok(document) => arguments.walk(document.root(), 0, |text| text),
            Err(_) => arguments.leaves.push(Leaf { step: 0, value: Value::Text(Cow::Borrowed(text)) }),
        }
        arguments.open_strings();
        arguments
    }

    /// The arguments as they came.
    pub fn raw(&self) -> &'a str {
        self.text
    }

    /// Every value, in document order; those of JSON inside strings behind the others.
    pub fn leaves(&self) -> &[Leaf<'a>] {
        &self.leaves
    }

    /// The name of the nearest member that the leaf is in; empty if there is none.
    pub fn key(&self, leaf: &Leaf) -> &str {
        self.names(leaf.step).next().unwrap_or_default()
    }

    /// The names of the members that the leaf is in, the nearest first.
    pub fn keys<'s>(&'s self, leaf: &Leaf) -> impl Iterator<Item = &'s str> {
        self.names(leaf.step)
    }

    /// Whether the leaf is the element of a list.
    pub fn is_element(&self, leaf: &Leaf) -> bool {
        matches!(self.steps[leaf.step as usize].name, Name::Element(_))
    }

    /// Where the leaf stands.
    pub fn pointer(&self, leaf: &Leaf) -> Pointer {
        let mut path: Vec<&Name> = vec![];
        let mut at = leaf.step;
        while at != 0 {
            let step = &self.steps[at as usize];
            path.push(&step.name);
            at = step.parent;
        }
        path.into_iter().rev().fold(Pointer::root(), |pointer, name| match name {
            Name::Root => pointer,
            Name::Member(key) => pointer.key(key),
            Name::Element(index) => pointer.index(*index as usize),
        })
    }

    fn names(&self, step: u32) -> impl Iterator<Item = &str> {
        let mut at = step;
        std::iter::from_fn(move || {
            while at != 0 {
                let step = &self.steps[at as usize];
                at = step.parent;
                if let Name::Member(key) = &step.name {
                    return Some(key.as_ref());
                }
            }
            None
        })
    }

    /// Adds the leaves below `node`, which stands at `step`; `keep` makes texts last as long as the arguments do.
    fn walk<'t>(&mut self, node: Node<'_, 't>, step: u32, keep: impl Fn(Cow<'t, str>) -> Cow<'a, str>) {
        let mut open = vec![(node, step)];
        while let Some((node, step)) = open.pop() {
            let value = match node.kind() {
                Kind::Null => Value::Null,
                Kind::Bool(value) => Value::Bool(value),
                Kind::Number => Value::Number(keep(Cow::Borrowed(node.raw()))),
                Kind::String => Value::Text(keep(node.string().map(|string| string.text).unwrap_or_default())),
                Kind::Array | Kind::Object => {
                    let first = open.len();
                    for (index, child) in node.children().enumerate() {
                        let name = child.key().map_or(Name::Element(index as u32), |key| Name::Member(keep(key.text)));
                        open.push((child, self.steps.len() as u32));
                        self.steps.push(Step { parent: step, name });
                    }
                    open[first..].reverse();
                    continue;
                }
            };
            self.leaves.push(Leaf { step, value });
        }
    }

    /// Reads the strings that are JSON, once.
    fn open_strings(&mut self) {
        for at in 0..self.leaves.len() {
            let Some(text) = self.leaves[at].value.text() else { continue };
            if !is_container(text) {
                continue;
            }
            let text = text.to_owned();
            let step = self.leaves[at].step;
            if let Ok(document) = Document::parse_as(&text, Syntax::Strict, LIMITS) {
                self.leaves[at].value = Value::Null;
                self.walk(document.root(), step, |text| Cow::Owned(text.into_owned()));
            }
        }
    }
}

/// Whether `text` is written as an object or a list.
fn is_container(text: &str) -> bool {
    let text = text.trim();
    (text.starts_with('{') && text.ends_with('}')) || (text.starts_with('[') && text.ends_with(']'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> Vec<(String, String)> {
        let arguments = Arguments::read(text);
        let pointer = |leaf: &Leaf| arguments.pointer(leaf).as_str().to_owned();
        arguments.leaves().iter().map(|leaf| (pointer(leaf), format!("{:?}", leaf.value))).collect()
    }

    #[test]
    fn every_value_has_its_place_in_document_order() {
        let leaves = shown(r#"{"a":{"b":[1,true]},"c/d":"x","e":null}"#);
        let expected =
            [("/a/b/0", r#"Number("1")"#), ("/a/b/1", "Bool(true)"), ("/c~1d", r#"Text("x")"#), ("/e", "Null")];
        assert_eq!(leaves, expected.map(|(pointer, value)| (pointer.to_owned(), value.to_owned())));
    }

    #[test]
    fn what_is_no_json_is_one_text() {
        assert_eq!(shown("{broken"), [(String::new(), r#"Text("{broken")"#.to_owned())]);
    }

    #[test]
    fn json_inside_a_string_is_read_once() {
        let leaves = shown(r#"{"arguments":"{\"force\": true, \"deeper\": \"{\\\"a\\\":1}\"}"}"#);
        assert!(leaves.contains(&("/arguments/force".to_owned(), "Bool(true)".to_owned())), "{leaves:?}");
        assert!(leaves.iter().all(|(pointer, _)| pointer != "/arguments/deeper/a"), "{leaves:?}");
    }

    #[test]
    fn any_nesting_is_read() {
        let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
        assert_eq!(Arguments::read(&deep).leaves().len(), 1);
        let deeper = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
        assert_eq!(Arguments::read(&deeper).leaves().len(), 1);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let arguments = Arguments::read(&text);
            for leaf in arguments.leaves() {
                let _ = (arguments.pointer(leaf), arguments.key(leaf), arguments.is_element(leaf));
            }
        }
    }
}
