//! Responses in which no check can find anything, told without taking them apart.
//!
//! Every string is only glanced at ([`glance`]). If one of them may hold something, or if the structure is one that must
//! first be understood, the response is read.

use crate::reading::glance;
use vetgate_model::json::{Document, Kind, Node};

/// A name of so many parts reads like text.
const PARTS_OF_A_TEXT: usize = 4;

/// How many strings the response holds, if it is harmless.
pub(super) fn strings(text: &str) -> Option<usize> {
    let start = text.trim_start();
    if start.starts_with(['{', '[', '"'])
        && let Ok(document) = Document::parse(text)
    {
        return in_document(&document);
    }
    // Printed literals and records have escapes of their own, which take words apart until they are read.
    let is_plain = !text.contains('\\') && !text.contains("''");
    (is_plain && glance::at(text).is_clean()).then_some(1)
}

fn in_document(document: &Document) -> Option<usize> {
    let mut count = 0;
    for node in document.nodes() {
        if !is_clean_name(node, document.text()) {
            return None;
        }
        if node.kind() == Kind::String {
            let raw = &document.text()[node.span()];
            let inner = &raw[1..raw.len() - 1];
            let is_clean = match inner.as_bytes().contains(&b'\\') {
                false => glance::at(inner).is_clean(),
                true => node.string().is_some_and(|string| glance::at(&string.text).is_clean()),
            };
            if !is_clean {
                return None;
            }
            count += usize::from(!inner.is_empty());
        }
    }
    Some(count)
}

/// Whether the name of a member is a name, and none that speaks to a machine.
fn is_clean_name(node: Node, text: &str) -> bool {
    let Some(span) = node.key_span() else { return true };
    let name = &text[span.start + 1..span.end - 1];
    let (mut joints, mut is_plain) = (0, true);
    for byte in name.bytes() {
        joints += usize::from(matches!(byte, b'_' | b'-' | b'.'));
        is_plain &= byte.is_ascii_graphic() && byte != b'\\';
    }
    is_plain && joints + 1 < PARTS_OF_A_TEXT && (joints == 0 || !glance::is_for_a_machine(name))
}
