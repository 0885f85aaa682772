//! A JSON reader that keeps what other readers throw away.
//!
//! Vetgate must point at the line a string stands on, must see *both* members of a duplicate key (parsers
//! disagree on which one counts, and an attack can hide in the other), must survive any nesting without
//! recursion, and must read a lone surrogate as something odd instead of refusing the whole file. So a
//! document is read once, without recursion, into a flat arena of [`Node`]s in document order, each with its
//! byte span. Strings are unescaped only when asked for.
//!
//! Guarantees: no panic on any input, time linear in the input, memory bounded by [`Limits`].
//!
//! ```
//! use vetgate_model::json::Document;
//! let document = Document::parse(r#"{"tools": [{"name": "add"}]}"#).unwrap();
//! let name = document.root().get("tools").unwrap().elements().next().unwrap().get("name").unwrap();
//! assert_eq!(name.string().unwrap().text, "add");
//! assert_eq!(name.span(), 20..25);
//! ```

mod literal;
mod node;
mod reader;
mod unescape;

pub use node::{Kind, Node};
pub use reader::{Limits, ReadError, Syntax};
pub use unescape::Unescaped;

use crate::Pointer;
use node::Slot;

/// A JSON document and every value in it.
#[derive(Debug, Clone)]
pub struct Document<'t> {
    text: &'t str,
    slots: Vec<Slot>,
}

impl<'t> Document<'t> {
    /// Reads strict JSON (RFC 8259) within the default limits.
    pub fn parse(text: &'t str) -> Result<Self, ReadError> {
        Self::parse_as(text, Syntax::Strict, Limits::default())
    }

    /// Reads JSON in the given syntax within the given limits.
    pub fn parse_as(text: &'t str, syntax: Syntax, limits: Limits) -> Result<Self, ReadError> {
        let slots = reader::read(text, syntax, limits)?;
        Ok(Self { text, slots })
    }

    /// The outermost value.
    pub fn root(&self) -> Node<'_, 't> {
        Node::new(self, 0)
    }

    /// Every value, in the order in which they stand: containers before what they hold.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_, 't>> {
        self.slots.iter().enumerate().map(|(slot, data)| Node::of(self, slot, data))
    }

    /// The text the document was read from.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The value at `pointer`; of duplicate members, the first.
    pub fn at(&self, pointer: &Pointer) -> Option<Node<'_, 't>> {
        let mut node = self.root();
        for token in pointer.tokens() {
            node = match node.kind() {
                Kind::Object => node.get(&token)?,
                Kind::Array => node.elements().nth(token.parse().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }
}

/// Turns byte offsets into lines and columns; built once per text.
///
/// ```
/// use vetgate_model::json::Lines;
/// let lines = Lines::of("a\nbc");
/// assert_eq!(lines.position("a\nbc", 3), (2, 2));
/// ```
#[derive(Debug, Clone)]
pub struct Lines {
    starts: Vec<usize>,
    /// Characters before every block of [`BLOCK`] bytes, so that a position in a very long line is found as fast
    /// as in a short one.
    characters: Vec<usize>,
}

const BLOCK: usize = 1024;

impl Lines {
    /// Finds the line starts of `text`.
    pub fn of(text: &str) -> Self {
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let mut total = 0;
        let blocks = text.as_bytes().chunks(BLOCK).map(|block| {
            total += count(block);
            total
        });
        Self {
            characters: std::iter::once(0).chain(blocks).collect(),
            starts: std::iter::once(0).chain(starts).collect(),
        }
    }

    /// Line and column (in characters) of a byte offset, both from 1.
    pub fn position(&self, text: &str, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        (line, self.before(text, offset).saturating_sub(self.before(text, start)) + 1)
    }

    /// Characters before `offset`; what lies beyond the text counts in bytes.
    fn before(&self, text: &str, offset: usize) -> usize {
        let within = offset.min(text.len());
        let block = (within / BLOCK).min(self.characters.len() - 1);
        let rest = text.as_bytes().get(block * BLOCK..within).unwrap_or_default();
        self.characters[block] + count(rest) + (offset - within)
    }
}

/// Characters that start in `bytes`.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| (**b as i8) >= -0x40).count()
}

#[cfg(test)]
mod tests;
