//! Values as people see them: nothing hidden, nothing that a terminal would obey.

use std::borrow::Cow;
use std::fmt::Write as _;
use vetgate_model::json::{Kind, Node};
use vetgate_text::render;

/// What is spelled out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// What cannot be seen.
    Hidden,
    /// Everything beyond ASCII, for texts that would look the same.
    Foreign,
}

/// Deeper than this, a value is shown as it was sent.
const DEPTH: usize = 100;

/// A text in lines.
pub(super) fn lines(text: &str, spelling: Spelling) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| visible(line, spelling)).collect();
    lines.join("\n")
}

/// A value: a text as it reads, anything else as JSON in lines.
pub(super) fn value(node: Node<'_, '_>, spelling: Spelling) -> String {
    match node.string() {
        Some(string) if !string.lone_surrogate => lines(&string.text, spelling),
        Some(_) => visible(node.raw(), spelling),
        None => {
            let mut out = String::new();
            json(node, spelling, 0, &mut out);
            out
        }
    }
}

/// The members of an object by name; those of one name in the order in which they were sent.
pub(super) fn sorted<'d, 't>(object: Node<'d, 't>) -> Vec<(Cow<'t, str>, Node<'d, 't>)> {
    let mut members: Vec<_> = object.members().map(|(key, node)| (key.text, node)).collect();
    members.sort_by(|(one, _), (other, _)| one.cmp(other));
    members
}

fn json(node: Node<'_, '_>, spelling: Spelling, depth: usize, out: &mut String) {
    let margin = "  ".repeat(depth + 1);
    match node.kind() {
        Kind::Object if depth < DEPTH => {
            let members = sorted(node);
            list(out, depth, ['{', '}'], members.into_iter(), |(key, value), out| {
                let _ = write!(out, "{margin}\"{}\": ", visible(&key, spelling));
                json(value, spelling, depth + 1, out);
            });
        }
        Kind::Array if depth < DEPTH => list(out, depth, ['[', ']'], node.elements(), |value, out| {
            out.push_str(&margin);
            json(value, spelling, depth + 1, out);
        }),
        Kind::String => match node.string().filter(|string| !string.lone_surrogate) {
            Some(string) => {
                let _ = write!(out, "\"{}\"", visible(&string.text, spelling));
            }
            None => out.push_str(&visible(node.raw(), spelling)),
        },
        _ => out.push_str(&visible(node.raw(), spelling)),
    }
}

fn list<T>(
    out: &mut String,
    depth: usize,
    [open, close]: [char; 2],
    items: impl Iterator<Item = T>,
    mut each: impl FnMut(T, &mut String),
) {
    out.push(open);
    let mut is_empty = true;
    for item in items {
        out.push_str(if is_empty { "\n" } else { ",\n" });
        is_empty = false;
        each(item, out);
    }
    if !is_empty {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    }
    out.push(close);
}

/// One line, with everything spelled out that could be mistaken for something else.
fn visible(text: &str, spelling: Spelling) -> String {
    let mut spelled = String::with_capacity(text.len());
    for c in text.chars() {
        // The usual rendering takes all spaces for one, and a carriage return before a line break for nothing.
        let is_odd = (c.is_whitespace() && !c.is_ascii()) || (spelling == Spelling::Foreign && !c.is_ascii());
        match c {
            '\r' => spelled.push_str("\\r"),
            c if is_odd => {
                let _ = write!(spelled, "\\u{{{:X}}}", u32::from(c));
            }
            c => spelled.push(c),
        }
    }
    render::safe(&spelled, usize::MAX)
}
