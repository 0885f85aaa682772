//! Takes out of a text what was found in it.

use super::link::{self, Carrier};
use super::part::each_string;
use super::passage;
use std::ops::Range;
use vetgate_model::Pointer;
use vetgate_model::json::{Document, Kind, Node};
use vetgate_sensitive::Links;
use vetgate_text::ansi::{Escape, EscapeKind};
use vetgate_text::clean;
use vetgate_vet::Told;

/// What stands for what was taken out.
const REMOVED: &str = "[removed by vetgate: an instruction to the agent]";
const REMOVED_LINK: &str = "[removed by vetgate: a link that carries data out]";

/// What is to be taken out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'w> {
    /// The orders.
    pub(super) told: &'w [Told],
    /// Whether hidden characters and the sequences of terminals go.
    pub(super) hidden: bool,
    /// Whether links that carry data out go, and how links are found.
    pub(super) links: Option<&'w Links>,
}

/// Whether a terminal sequence is one to act on: colours and control characters alone are ordinary in what programs print.
pub(super) fn is_taken_out(escape: &Escape) -> bool {
    escape.hides && !matches!(escape.kind, EscapeKind::C0 | EscapeKind::C1)
}

/// `text` without what is `wanted` out of it. A document stays one: each of its strings is cleaned by itself.
pub(super) fn text(text: &str, wanted: &Wanted) -> String {
    let is_document = text.trim_start().starts_with(['{', '[']);
    match Document::parse(text) {
        Ok(document) if is_document => json(&document, wanted),
        _ => plain(text, wanted),
    }
}

/// The JSON of `document` without what is `wanted` out of its strings.
pub(super) fn json(document: &Document, wanted: &Wanted) -> String {
    let mut out = String::with_capacity(document.text().len());
    let mut at = 0;
    // The orders of each string, by where it stands: pointers are followed once each.
    let mut told: Vec<(usize, &Told)> =
        wanted.told.iter().filter_map(|order| Some((node_of(document, order)?.span().start, order))).collect();
    told.sort_by_key(|(start, _)| *start);
    each_string(document.root(), &mut |node: Node| {
        let span = node.span();
        let Some(string) = node.string() else { return };
        let first = told.partition_point(|(start, _)| *start < span.start);
        let own = told[first..].iter().take_while(|(start, _)| *start == span.start).map(|(_, order)| *order);
        if let Some(clean) = cleaned(&string.text, own, wanted) {
            out.push_str(&document.text()[at..span.start]);
            out.push_str(&serde_json::Value::from(clean).to_string());
            at = span.end;
        }
    });
    out.push_str(&document.text()[at..]);
    out
}

/// The string that holds an order: the one at its pointer, or, of members with one name, the one that says it.
fn node_of<'d, 't>(document: &'d Document<'t>, order: &Told) -> Option<Node<'d, 't>> {
    let is_it = |node: &Node| node.string().is_some_and(|string| string.text == order.leaf);
    let mut nodes = vec![document.root()];
    for token in order.pointer.tokens() {
        let inner = nodes.iter().flat_map(|node| match node.kind() {
            Kind::Object => node.members().filter(|(name, _)| name.text == token).map(|(_, node)| node).collect(),
            Kind::Array => token.parse().ok().and_then(|at| node.elements().nth(at)).into_iter().collect(),
            _ => Vec::new(),
        });
        nodes = inner.collect();
    }
    nodes.into_iter().find(is_it)
}

/// A text that is no document. Orders are looked for by their words, since the text may have been read as a record.
fn plain(text: &str, wanted: &Wanted) -> String {
    let mut found = Vec::new();
    for order in wanted.told {
        let words = order.leaf.get(order.span.clone()).unwrap_or_default();
        let is_text = order.pointer == Pointer::root() && order.leaf == text;
        let at = if is_text { Some(order.span.start) } else { text.find(words).filter(|_| !words.is_empty()) };
        match at {
            Some(at) => found.push(at..at + words.len()),
            // What cannot be found again cannot be cut out: all of it goes.
            None => return REMOVED.to_owned(),
        }
    }
    let cuts = cuts(text, found.into_iter(), wanted);
    apply(text, cuts).unwrap_or_else(|| text.to_owned())
}

/// One string without what is wanted out of it; `None` if that is nothing.
fn cleaned<'o>(text: &str, told: impl Iterator<Item = &'o Told>, wanted: &Wanted) -> Option<String> {
    apply(text, cuts(text, told.map(|order| order.span.clone()), wanted))
}

/// What is cut out of `text`, and what stands there instead.
fn cuts(text: &str, told: impl Iterator<Item = Range<usize>>, wanted: &Wanted) -> Vec<(Range<usize>, &'static str)> {
    let mut cuts: Vec<(Range<usize>, &'static str)> =
        passage::taken_out(text, told).into_iter().map(|span| (span, REMOVED)).collect();
    if let Some(links) = wanted.links {
        cuts.extend(link::carriers(links, text).map(|Carrier { span, .. }| (span, REMOVED_LINK)));
    }
    if wanted.hidden {
        // Sequences go that hide nothing themselves, too: what closes a sequence that is gone has nothing to close.
        cuts.extend(clean::unseen(text).map(|span| (span, "")));
    }
    cuts
}

/// `text` with every cut made; where two overlap, the one that begins first takes in the other.
fn apply(text: &str, mut cuts: Vec<(Range<usize>, &'static str)>) -> Option<String> {
    if cuts.is_empty() {
        return None;
    }
    cuts.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, instead) in cuts {
        if span.start >= at {
            out.push_str(&text[at..span.start]);
            out.push_str(instead);
        }
        at = at.max(span.end);
    }
    out.push_str(&text[at..]);
    Some(out)
}
