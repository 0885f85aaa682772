//! The first place at which two JSON values differ.

use crate::decimal::Decimal;
use std::borrow::Cow;
use vetgate_model::Pointer;
use vetgate_model::json::{Kind, Node};

/// A place and what stands there on either side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) pointer: Pointer,
    pub(super) structured: Option<&'static str>,
    pub(super) text: Option<&'static str>,
}

/// The first difference, in the order of `structured`, with its pointer under `base`. A place that both have comes
/// before one that only one has.
pub(super) fn first(base: &Pointer, structured: Node, text: Node) -> Option<Difference> {
    let mut search = Search { path: vec![], lacking: None };
    search.values(structured, text).or(search.lacking).map(|Found { path, structured, text }| {
        let pointer = path.iter().fold(base.clone(), |pointer, step| match step {
            Step::Key(key) => pointer.key(key),
            Step::Index(index) => pointer.index(*index),
        });
        Difference { pointer, structured, text }
    })
}

/// Whether two objects have a member of the same name.
pub(super) fn share_a_name(one: Node, other: Node) -> bool {
    pairs(one, other).iter().any(|pair| pair.structured.is_some() && pair.text.is_some())
}

#[derive(Clone)]
enum Step<'t> {
    Key(Cow<'t, str>),
    Index(usize),
}

struct Found<'t> {
    path: Vec<Step<'t>>,
    structured: Option<&'static str>,
    text: Option<&'static str>,
}

struct Search<'t> {
    path: Vec<Step<'t>>,
    /// The first place that only one side has.
    lacking: Option<Found<'t>>,
}

impl<'t> Search<'t> {
    /// The first place that both sides have and that differs. Recursion is bounded by the depth that the reader of the
    /// documents allows.
    fn values(&mut self, structured: Node<'_, 't>, text: Node<'_, 't>) -> Option<Found<'t>> {
        let is_same = match (structured.kind(), text.kind()) {
            (Kind::Null, Kind::Null) => true,
            (Kind::Bool(one), Kind::Bool(other)) => one == other,
            (Kind::Number, Kind::Number) => is_same_number(structured.raw(), text.raw()),
            (Kind::String, Kind::String) => {
                structured.string().map(|string| string.text) == text.string().map(|string| string.text)
            }
            (Kind::Array, Kind::Array) => return self.elements(structured, text),
            (Kind::Object, Kind::Object) => return self.members(structured, text),
            _ => false,
        };
        (!is_same).then(|| self.found(Some(structured), Some(text)))
    }

    fn elements(&mut self, structured: Node<'_, 't>, text: Node<'_, 't>) -> Option<Found<'t>> {
        let (mut ones, mut others) = (structured.elements(), text.elements());
        for index in 0.. {
            let pair = (ones.next(), others.next());
            if let (None, None) = pair {
                break;
            }
            self.path.push(Step::Index(index));
            let found = self.pair(pair.0, pair.1);
            self.path.pop();
            if found.is_some() {
                return found;
            }
            if pair.0.is_none() || pair.1.is_none() {
                break;
            }
        }
        None
    }

    fn members(&mut self, structured: Node<'_, 't>, text: Node<'_, 't>) -> Option<Found<'t>> {
        for Pair { name, structured, text } in pairs(structured, text) {
            self.path.push(Step::Key(name));
            let found = self.pair(structured, text);
            self.path.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn pair(&mut self, structured: Option<Node<'_, 't>>, text: Option<Node<'_, 't>>) -> Option<Found<'t>> {
        if let (Some(structured), Some(text)) = (structured, text) {
            return self.values(structured, text);
        }
        if self.lacking.is_none() {
            self.lacking = Some(self.found(structured, text));
        }
        None
    }

    fn found(&self, structured: Option<Node>, text: Option<Node>) -> Found<'t> {
        let name = |node: Node| node.kind().name();
        Found { path: self.path.clone(), structured: structured.map(name), text: text.map(name) }
    }
}

/// A member of either object, with its namesake in the other.
struct Pair<'d, 't> {
    name: Cow<'t, str>,
    structured: Option<Node<'d, 't>>,
    text: Option<Node<'d, 't>>,
}

/// The members of two objects by name, in the order of the first; of members with one name, the first with the first.
fn pairs<'d, 't>(structured: Node<'d, 't>, text: Node<'d, 't>) -> Vec<Pair<'d, 't>> {
    let sorted = |node: Node<'d, 't>| {
        let mut members: Vec<_> = node.members().map(|(name, value)| (name.text, value)).collect();
        members.sort_by(|a, b| a.0.cmp(&b.0));
        members
    };
    let (ones, others) = (sorted(structured), sorted(text));
    let (mut ones, mut others) = (ones.into_iter().peekable(), others.into_iter().peekable());
    let mut pairs = vec![];
    loop {
        let order = match (ones.peek(), others.peek()) {
            (None, None) => break,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(one), Some(other)) => one.0.cmp(&other.0),
        };
        let one = if order.is_le() { ones.next() } else { None };
        let other = if order.is_ge() { others.next() } else { None };
        let value = |member: &Option<(Cow<'t, str>, Node<'d, 't>)>| member.as_ref().map(|(_, value)| *value);
        let (structured, text) = (value(&one), value(&other));
        if let Some((name, _)) = one.or(other) {
            pairs.push(Pair { name, structured, text });
        }
    }
    pairs.sort_by_key(|pair| pair.structured.map_or(usize::MAX, |value| value.span().start));
    pairs
}

/// Whether two numbers are worth the same. Whole numbers are compared to the last digit; those with a fraction or an
/// exponent as programs keep them, which write the last digits of one number differently.
fn is_same_number(one: &str, other: &str) -> bool {
    if one == other || Decimal::read(one).is_some_and(|number| Decimal::read(other) == Some(number)) {
        return true;
    }
    let is_float = [one, other].iter().any(|text| text.contains(['.', 'e', 'E']));
    let value = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    is_float && value(one).is_some_and(|number| value(other) == Some(number))
}
