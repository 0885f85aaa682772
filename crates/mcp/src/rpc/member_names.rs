//! Member names that some readers take for others, and members that occur twice.
//!
//! Readers of JSON disagree on names. Go's `encoding/json`, .NET and many C libraries ignore case, the Python SDK of MCP
//! takes `request_state` for `requestState`, C strings end at the first U+0000. What one of them acts on must be what the
//! gateway has judged, so a message in which a member can be taken for another one is refused as a whole.
//!
//! Only objects that the protocol defines are looked at. Arguments, structured content, schemas, forms, capabilities of
//! extensions and definitions in lists have names of their own, which may differ in nothing but case.
//!
//! Hot path: every message passes. A known name costs a binary search and allocates nothing; an unknown one is folded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use vetgate_model::fold_case;
use vetgate_model::json::{Kind, Node};

/// Characters of a name that a message to people repeats.
const SHOWN: usize = 40;

/// An object of the protocol, by the names that it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Object {
    /// The message itself.
    Envelope,
    /// Parameters, results, errors and what is in them.
    Body,
    /// `_meta`, most of whose names belong to others.
    Meta,
    /// An object with arbitrary names, whose values are objects of the protocol.
    Map,
}

/// What the value of a known member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// An object of the protocol, or an array of them.
    Object(Object),
    /// Something that has no names, or names of its own.
    Other,
}

use Object::{Body, Envelope, Map, Meta};
use Value::Other;

/// The members of JSON-RPC 2.0 messages. Their values are checked by whoever knows what the message is.
const ENVELOPE: [(&str, Value); 6] =
    [("error", Other), ("id", Other), ("jsonrpc", Other), ("method", Other), ("params", Other), ("result", Other)];

// The members of the objects below `params`, `result` and `error`, sorted: `BODY`.
include!(concat!(env!("OUT_DIR"), "/members.rs"));

// The members of `_meta`, sorted: `META`.
include!(concat!(env!("OUT_DIR"), "/meta_members.rs"));

/// The members of an answer that decide what a client is asked, or that a schema promises: they are known with any separators, as in parameters.
/// Of other members of answers only case counts. Servers do write `is_error` and `mime_type`, and no decision depends on
/// them.
const STEERING: [&str; 4] = ["inputRequests", "requestState", "resultType", "structuredContent"];

/// The longest name of a member, in bytes, that is not one of the protocol's.
const MAX_NAME_BYTES: usize = 128;

/// Known names by what is left of them without case and separators.
type Alike = BTreeMap<String, &'static str>;

static ALIKE: LazyLock<[Alike; 4]> = LazyLock::new(|| {
    [Envelope, Body, Meta, Map].map(|object| {
        object.names().iter().map(|(name, _)| (without_separators(&folded_name(name)).into_owned(), *name)).collect()
    })
});

impl Object {
    fn names(self) -> &'static [(&'static str, Value)] {
        match self {
            Envelope => &ENVELOPE,
            Body => BODY,
            Meta => META,
            Map => &[],
        }
    }

    fn position(self, name: &str) -> Option<usize> {
        self.names().binary_search_by(|(known, _)| (*known).cmp(name)).ok()
    }
}

/// How far names are taken for one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// In parameters: whatever the case, and with or without separators.
    Loose,
    /// In answers: whatever the case.
    ByCase,
}

/// A member that can be taken for another one, or that occurs twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clash {
    place: &'static str,
    found: String,
    like: String,
}

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { place, found, like } = self;
        if found == like {
            return write!(
                f,
                "the member `{}` of {place} occurs twice, and JSON parsers differ in which one they use",
                shown_name(found)
            );
        }
        let (found, like) = (shown_name(found), shown_name(like));
        if like.is_empty() {
            return write!(f, "the member `{found}` of {place} has spaces in its name, or its name is too long");
        }
        write!(f, "the member `{found}` of {place} is read as `{like}` by some parsers and not by others")
    }
}

/// Checks the members of `node` and of the objects of the protocol in it; for arrays, of their elements.
pub(super) fn check(node: Node, object: Object, reading: Reading, place: &'static str) -> Result<(), Clash> {
    match node.kind() {
        Kind::Object => {}
        Kind::Array => return node.elements().try_for_each(|element| check_element(element, object, reading, place)),
        _ => return Ok(()),
    }
    let mut names = Names::new(object, reading, place);
    for child in node.children() {
        let Some(name) = child.key() else { continue };
        let known = names.take(&name.text)?;
        let inner = match known {
            Some((_, Value::Object(inner))) => inner,
            None if object == Map => Body,
            _ => continue,
        };
        let place = known.map_or(place, |(name, _)| name);
        // The content of an accepted form has the names of the form.
        let is_form = place == "content" && child.kind() == Kind::Object && node.get("action").is_some();
        if !is_form {
            check(child, inner, reading, place)?;
        }
    }
    Ok(())
}

/// An array in an array is nothing of the protocol's.
fn check_element(element: Node, object: Object, reading: Reading, place: &'static str) -> Result<(), Clash> {
    if element.kind() == Kind::Object { check(element, object, reading, place) } else { Ok(()) }
}

/// The names of one object, as they come.
pub(super) struct Names {
    object: Object,
    reading: Reading,
    place: &'static str,
    /// The known names that have come, a bit each.
    known: u128,
    /// The others, folded.
    others: BTreeMap<String, String>,
}

impl Names {
    pub(super) fn new(object: Object, reading: Reading, place: &'static str) -> Self {
        Self { object, reading, place, known: 0, others: BTreeMap::new() }
    }

    /// Takes the next name; returns it with what its value is if it is a known one.
    pub(super) fn take(&mut self, name: &str) -> Result<Option<(&'static str, Value)>, Clash> {
        if let Some(position) = self.object.position(name) {
            let bit = 1 << position;
            if self.known & bit != 0 {
                return Err(self.clash(name, name));
            }
            self.known |= bit;
            return Ok(Some(self.object.names()[position]));
        }
        // A sentence as a name of the protocol's own objects is read by a model and by nothing else.
        let has_names = matches!(self.object, Envelope | Body);
        if has_names && (name.len() > MAX_NAME_BYTES || name.contains(char::is_whitespace)) {
            return Err(self.clash(name, ""));
        }
        let folded = folded_name(name);
        if let Some(known) = self.taken_for(&folded) {
            return Err(self.clash(name, known));
        }
        match self.others.insert(folded, name.to_owned()) {
            Some(other) => Err(self.clash(name, &other)),
            None => Ok(None),
        }
    }

    /// The known name that some readers take `folded`, an unknown one, for.
    fn taken_for(&self, folded: &str) -> Option<&'static str> {
        let known = *ALIKE[self.object as usize].get(&*without_separators(folded))?;
        let counts = self.reading == Reading::Loose || STEERING.contains(&known) || folded_name(known) == folded;
        counts.then_some(known)
    }

    fn clash(&self, found: &str, like: &str) -> Clash {
        Clash { place: self.place, found: found.to_owned(), like: like.to_owned() }
    }
}

/// A name without case, up to where C strings end, and without what stands for half a surrogate.
pub fn folded_name(name: &str) -> String {
    let name = name.split('\0').next().unwrap_or_default();
    let mut folded = fold_case(name);
    folded.retain(|c| c != char::REPLACEMENT_CHARACTER);
    folded
}

fn without_separators(folded: &str) -> Cow<'_, str> {
    if folded.contains(['_', '-']) { Cow::Owned(folded.replace(['_', '-'], "")) } else { Cow::Borrowed(folded) }
}

/// A name that can be shown whatever is in it.
pub fn shown_name(name: &str) -> String {
    let mut shown: String = name.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if name.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests;
