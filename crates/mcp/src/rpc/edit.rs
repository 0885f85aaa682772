//! Changes to a message, spliced into its text.

use super::{Message, parse, quote};
use vetgate_model::json::{Kind, Node};

/// Members to set and to remove; everything else stays as it was written, byte by byte.
#[derive(Debug)]
pub struct Edit<'m> {
    text: &'m str,
    changes: Vec<(Vec<&'m str>, Option<String>)>,
}

impl<'m> Edit<'m> {
    /// Starts from a message.
    pub fn of(message: &'m Message) -> Self {
        Self::of_json(message.text())
    }

    /// Starts from any JSON text.
    pub fn of_json(text: &'m str) -> Self {
        Self { text, changes: Vec::new() }
    }

    /// Sets the member at `path` to `value`, which is JSON. Objects on the way are made if they are missing.
    #[must_use]
    pub fn set(mut self, path: &[&'m str], value: impl Into<String>) -> Self {
        self.changes.push((path.to_vec(), Some(value.into())));
        self
    }

    /// Removes the member at `path`, if it is there.
    #[must_use]
    pub fn remove(mut self, path: &[&'m str]) -> Self {
        self.changes.push((path.to_vec(), None));
        self
    }

    /// The changed text. What is no object on a path is left alone, and so is a text that is no JSON.
    pub fn finish(self) -> String {
        let mut text = self.text.to_owned();
        for (path, value) in self.changes {
            if let Some(changed) = apply(&text, &path, value.as_deref()) {
                text = changed;
            }
        }
        text
    }
}

fn apply(text: &str, path: &[&str], value: Option<&str>) -> Option<String> {
    let document = parse(text).ok()?;
    let mut node = document.root();
    for (depth, name) in path.iter().enumerate() {
        if node.kind() != Kind::Object {
            return None;
        }
        match node.get(name) {
            Some(child) => node = child,
            None => return value.map(|value| insert(text, node, &path[depth..], value)),
        }
    }
    let place = node.span();
    Some(match value {
        Some(value) => splice(text, place.start, place.end, value),
        None => cut(text, node.key_span()?.start, place.end),
    })
}

/// Puts a member, and the objects around it that are missing, at the end of an object.
fn insert(text: &str, object: Node, names: &[&str], value: &str) -> String {
    let at = object.span().end - 1;
    let mut member = String::new();
    if object.children().next().is_some() {
        member.push(',');
    }
    for name in &names[..names.len() - 1] {
        member.push_str(&quote(name));
        member.push_str(":{");
    }
    if let Some(name) = names.last() {
        member.push_str(&quote(name));
        member.push(':');
    }
    member.push_str(value);
    member.extend(std::iter::repeat_n('}', names.len() - 1));
    splice(text, at, at, &member)
}

/// Takes a member out, with the comma that belonged to it.
fn cut(text: &str, start: usize, end: usize) -> String {
    let after = text[end..].trim_start();
    if let Some(rest) = after.strip_prefix(',') {
        let next = text.len() - rest.trim_start().len();
        return splice(text, start, next, "");
    }
    let before = text[..start].trim_end();
    splice(text, before.strip_suffix(',').map_or(start, str::len), end, "")
}

fn splice(text: &str, start: usize, end: usize, new: &str) -> String {
    let mut spliced = String::with_capacity(text.len() + new.len());
    spliced.push_str(&text[..start]);
    spliced.push_str(new);
    spliced.push_str(&text[end..]);
    spliced
}
