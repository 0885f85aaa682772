//! The strings of a structured content that are wrapped where they stand.
//!
//! A structured content has to stay what its schema says, so it cannot be wrapped as a whole. But an agent reads it as it reads
//! a text. So the strings in which something was found are wrapped one by one, and with them those that repeat what is wrapped
//! elsewhere in the result: many a server says the same in both.

use crate::response::notice::{self, Warning};
use crate::response::{Found, hidden_in, link};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_model::json::{Document, Node};
use vetgate_sensitive::Links;

/// Strings that are untrusted, each with what is warned of in it.
pub(super) type Untrusted<'t> = BTreeMap<&'t str, Warning>;

/// The strings of a document that are wrapped, each by its number among all values, and what is warned of in it. Numbers hold when
/// strings are cut or masked meanwhile; places would not.
pub(super) type Places = BTreeMap<usize, Warning>;

/// What of a structured content is wrapped.
#[derive(Debug, Default)]
pub(super) struct Marked<'t> {
    pub(super) places: Places,
    /// The untrusted strings that stand in it.
    met: BTreeSet<&'t str>,
}

impl Marked<'_> {
    /// What is `wanted` marked, of what was `found`, and is in no string that is: it may stand in a name.
    pub(super) fn left(&self, wanted: Warning, found: &Found) -> Warning {
        let marked = self.places.values().fold(Warning::default(), |all, warning| all.and(*warning));
        Warning {
            orders: wanted.orders && !found.told.iter().all(|order| self.met.contains(order.leaf.as_str())),
            hidden: wanted.hidden && !marked.hidden,
            links: wanted.links && !marked.links,
            // A value is worth nothing to whoever asked for it when words stand around it.
            sensitive: wanted.sensitive,
        }
    }
}

/// What is wrapped of the structured content `raw`: strings that are `untrusted`, and those with what is `wanted` marked.
pub(super) fn marked<'t>(raw: &str, untrusted: &Untrusted<'t>, wanted: Warning, links: &Links) -> Marked<'t> {
    let mut marked = Marked::default();
    let Ok(document) = Document::parse(raw) else { return marked };
    each_value(&document, &mut |nth, node| {
        let Some(string) = node.string() else { return };
        let mut warning = Warning {
            hidden: wanted.hidden && hidden_in(&string.text) > 0,
            links: wanted.links && link::carriers(links, &string.text).next().is_some(),
            ..Warning::default()
        };
        if let Some((text, known)) = untrusted.get_key_value(&*string.text) {
            marked.met.insert(text);
            warning = warning.and(*known);
        }
        if !warning.is_nothing() {
            marked.places.insert(nth, warning);
        }
    });
    marked
}

/// The JSON of `document` with those strings wrapped.
pub(super) fn wrapped(document: &Document, places: &Places) -> String {
    let mut out = String::with_capacity(document.text().len() + 512 * places.len());
    let mut at = 0;
    each_value(document, &mut |nth, node| {
        if let Some(warning) = places.get(&nth)
            && let Some(string) = node.string()
        {
            let span = node.span();
            out.push_str(&document.text()[at..span.start]);
            out.push_str(&super::quoted(&notice::wrapped(&string.text, *warning)));
            at = span.end;
        }
    });
    out.push_str(&document.text()[at..]);
    out
}

/// Calls `found` for every value with its number, in the order of the text.
fn each_value<'d, 't>(document: &'d Document<'t>, found: &mut impl FnMut(usize, Node<'d, 't>)) {
    // No recursion: documents may nest as deep as the reader allows.
    let (mut open, mut nth) = (vec![document.root()], 0);
    while let Some(node) = open.pop() {
        found(nth, node);
        nth += 1;
        let first = open.len();
        open.extend(node.children());
        open[first..].reverse();
    }
}
