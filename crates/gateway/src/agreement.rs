//! Results that say one thing in `content` and another in `structuredContent`.
//!
//! # What it finds
//! A tool may answer twice: in text for models and people, and as a value for programs. Where the text is JSON, both are
//! meant to be the same value. A server that gives one account to the eye that checks and another to the hand that acts
//! has something to hide, so a difference at a place that both have is reported: its JSON pointer and what stands there
//! on either side, never the values.
//!
//! # Harmless twins
//! Text that is not a JSON object or array is a summary. Software kits wrap what is no object into an object with one
//! member (`{"result": ...}`), send one text for each element of a list, and repeat a string that happens to be JSON as
//! it is; all of that agrees. Order of members and spelling of numbers do not matter. Text and value that have nothing
//! in common, such as a file's content and its description, are about different things and contradict nothing.
//!
//! # Cannot see
//! A contradiction between prose and a value, or between members with different names.
//!
//! Linear in the size of the result but for the sorting of members; never deeper than a message may be.

mod difference;

use difference::Difference;
use std::borrow::Cow;
use std::fmt;
use vetgate_mcp::rpc::LIMITS;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Kind, Node, Syntax};

/// The most texts that are held against the whole value: each costs as much as the value is large.
const TEXTS: usize = 32;

/// A place where the two accounts of one result differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disagreement {
    /// Where in `structuredContent`. Written by the server: to be shown as a stranger's text.
    pub(crate) pointer: Pointer,
    /// What stands there, such as `a number`; `None` if nothing does.
    pub(crate) structured: Option<&'static str>,
    /// What the text has in that place.
    pub(crate) text: Option<&'static str>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (structured, text) = (self.structured.unwrap_or("nothing"), self.text.unwrap_or("nothing"));
        let place: String = self.pointer.to_string().chars().flat_map(char::escape_default).take(200).collect();
        if structured == text {
            return write!(f, "at `{place}`: {structured} in structuredContent, a different one in the text");
        }
        write!(f, "at `{place}`: {structured} in structuredContent, {text} in the text")
    }
}

impl Disagreement {
    /// Compares the two accounts of a `tools/call` result.
    pub(crate) fn of(result: &str) -> Option<Self> {
        let document = read(result)?;
        let structured = document.root().get("structuredContent").filter(|value| value.kind() != Kind::Null)?;
        let texts: Vec<Cow<'_, str>> =
            document.root().get("content")?.elements().filter(is_text).filter_map(text_of).collect();
        let views = views(structured);
        let mut first = None;
        for text in texts.iter().filter(|text| may_be_json(text)).take(TEXTS) {
            let Some(document) = read(text) else { continue };
            match against_any(&views, text, document.root()) {
                Account::Same => return None,
                Account::Different(difference) => first = first.or(Some(difference)),
                Account::Unrelated => {}
            }
        }
        match piecewise(&views, &texts) {
            Account::Same => None,
            Account::Different(difference) => Some(difference),
            Account::Unrelated => first,
        }
        .map(|Difference { pointer, structured, text }| Self { pointer, structured, text })
    }
}

/// How a text and a value stand to each other.
enum Account {
    Same,
    Different(Difference),
    Unrelated,
}

/// The value, and what it wraps if it has one member only.
fn views<'d, 't>(structured: Node<'d, 't>) -> Vec<(Pointer, Node<'d, 't>)> {
    let mut views = vec![(Pointer::root(), structured)];
    let mut members = structured.members();
    if let (Some((name, inner)), None) = (members.next(), members.next()) {
        views.push((Pointer::root().key(&name.text), inner));
    }
    views
}

fn against_any(views: &[(Pointer, Node)], text: &str, value: Node) -> Account {
    let mut first = None;
    for (pointer, view) in views {
        match against(pointer, *view, text, value) {
            Account::Same => return Account::Same,
            Account::Different(difference) => first = first.or(Some(difference)),
            Account::Unrelated => {}
        }
    }
    let mut members = value.members();
    if let (Some((_, inner)), None, [(_, whole), ..]) = (members.next(), members.next(), views)
        && whole.kind() == inner.kind()
        && difference::first(&Pointer::root(), *whole, inner).is_none()
    {
        return Account::Same;
    }
    first.map_or(Account::Unrelated, Account::Different)
}

/// Compares what is at `pointer` of the value with a text and with the JSON that the text is.
fn against(pointer: &Pointer, structured: Node, text: &str, value: Node) -> Account {
    if let Some(string) = structured.string() {
        if string.text == text {
            return Account::Same;
        }
        // A tool that returns JSON as a string: what the string holds is compared, but has no pointer of its own.
        let Some(document) = read(&string.text) else { return Account::Unrelated };
        return match compare(&Pointer::root(), document.root(), value) {
            Account::Different(_) => Account::Different(Difference {
                pointer: pointer.clone(),
                structured: Some(Kind::String.name()),
                text: Some(value.kind().name()),
            }),
            other => other,
        };
    }
    compare(pointer, structured, value)
}

fn compare(pointer: &Pointer, structured: Node, value: Node) -> Account {
    let is_related = match (structured.kind(), value.kind()) {
        (Kind::Array, Kind::Array) => true,
        (Kind::Object, Kind::Object) => difference::share_a_name(structured, value),
        _ => false,
    };
    match difference::first(pointer, structured, value) {
        None => Account::Same,
        Some(difference) if is_related => Account::Different(difference),
        Some(_) => Account::Unrelated,
    }
}

/// Compares a list with texts of which each is meant to be one of its elements. Lists in lists may have been laid flat.
fn piecewise(views: &[(Pointer, Node)], texts: &[Cow<'_, str>]) -> Account {
    let Some((pointer, list)) = views.iter().find(|(_, view)| view.kind() == Kind::Array) else {
        return Account::Unrelated;
    };
    let direct = list.elements().enumerate().map(|(index, element)| (pointer.index(index), element)).collect();
    let mut flat = vec![];
    flatten(pointer, *list, &mut flat);
    let candidates: [Vec<(Pointer, Node)>; 2] = [direct, flat];
    let Some(elements) = candidates.into_iter().find(|elements| elements.len() == texts.len()) else {
        return Account::Unrelated;
    };
    let mut has_agreed = false;
    for ((pointer, element), text) in elements.iter().zip(texts) {
        if !may_be_json(text) {
            continue;
        }
        let Some(document) = read(text) else { continue };
        match against(pointer, *element, text, document.root()) {
            Account::Same => has_agreed = true,
            Account::Different(difference) => return Account::Different(difference),
            Account::Unrelated => return Account::Unrelated,
        }
    }
    if has_agreed { Account::Same } else { Account::Unrelated }
}

/// Recursion is bounded by the depth that the reader of the document allows.
fn flatten<'d, 't>(pointer: &Pointer, node: Node<'d, 't>, flat: &mut Vec<(Pointer, Node<'d, 't>)>) {
    if node.kind() != Kind::Array {
        flat.push((pointer.clone(), node));
    }
    for (index, element) in node.elements().enumerate() {
        flatten(&pointer.index(index), element, flat);
    }
}

fn is_text(block: &Node) -> bool {
    block.get("type").and_then(|kind| kind.string()).is_some_and(|kind| kind.text == "text")
}

fn text_of<'t>(block: Node<'_, 't>) -> Option<Cow<'t, str>> {
    Some(block.get("text")?.string()?.text)
}

fn may_be_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

fn read(text: &str) -> Option<Document<'_>> {
    Document::parse_as(text, Syntax::Strict, LIMITS).ok()
}

#[cfg(test)]
mod tests;
