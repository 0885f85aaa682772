//! Values of a document, as cheap handles into its arena.

use super::{Document, Unescaped, unescape::unescape};
use std::ops::Range;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, kept as written.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// What it is called in a message, with its article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// One value in the arena. A container's children follow it directly; `after` is the slot behind the last.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) after: u32,
    /// The member name's span, quotes included; empty for what is not a member.
    pub(super) key_start: u32,
    pub(super) key_end: u32,
    /// Whether the string, and the member name, have escapes.
    pub(super) is_escaped: bool,
    pub(super) is_key_escaped: bool,
}

/// A handle on one value.
#[derive(Debug, Clone, Copy)]
pub struct Node<'d, 't> {
    document: &'d Document<'t>,
    data: &'d Slot,
    slot: usize,
}

impl<'d, 't> Node<'d, 't> {
    #[inline]
    pub(super) fn new(document: &'d Document<'t>, slot: usize) -> Self {
        Self { document, data: &document.slots[slot], slot }
    }

    #[inline]
    pub(super) fn of(document: &'d Document<'t>, slot: usize, data: &'d Slot) -> Self {
        Self { document, data, slot }
    }

    #[inline]
    fn data(&self) -> &'d Slot {
        self.data
    }

    /// What the value is.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.data().kind
    }

    /// Where it stands in the text, in bytes, quotes and brackets included.
    #[inline]
    pub fn span(&self) -> Range<usize> {
        self.data().start as usize..self.data().end as usize
    }

    /// Where its member name stands, quotes included, if it is a member of an object.
    #[inline]
    pub fn key_span(&self) -> Option<Range<usize>> {
        let slot = self.data();
        (slot.key_end > slot.key_start).then_some(slot.key_start as usize..slot.key_end as usize)
    }

    /// The value as it is written.
    #[inline]
    pub fn raw(&self) -> &'t str {
        &self.document.text[self.span()]
    }

    /// The string, unescaped, if it is one.
    pub fn string(&self) -> Option<Unescaped<'t>> {
        (self.kind() == Kind::String).then(|| unescape(self.raw(), self.data().is_escaped))
    }

    /// What stands between the quotes of a string, if it says just that: it has no escapes.
    #[inline]
    pub fn plain_string(&self) -> Option<&'t str> {
        let slot = self.data();
        let is_plain = slot.kind == Kind::String && !slot.is_escaped;
        if is_plain { self.document.text.get(slot.start as usize + 1..slot.end as usize - 1) } else { None }
    }

    /// Whether it is a string with escapes.
    #[inline]
    pub fn is_escaped(&self) -> bool {
        self.data().is_escaped
    }

    /// Whether the member name has escapes.
    #[inline]
    pub fn is_key_escaped(&self) -> bool {
        self.data().is_key_escaped
    }

    /// Its number among the values of the document, in document order.
    #[inline]
    pub fn index(&self) -> usize {
        self.slot
    }

    /// The number of the first value behind it that is not below it.
    #[inline]
    pub fn after(&self) -> usize {
        self.data().after as usize
    }

    /// Whether it is `true`.
    pub fn is_true(&self) -> bool {
        self.kind() == Kind::Bool(true)
    }

    /// The member name, unescaped, if it is a member of an object.
    pub fn key(&self) -> Option<Unescaped<'t>> {
        self.key_span().map(|span| unescape(&self.document.text[span], self.data().is_key_escaped))
    }

    /// The elements of an array, or the member values of an object; nothing for other values.
    pub fn children(&self) -> impl Iterator<Item = Node<'d, 't>> + use<'d, 't> {
        let document = self.document;
        let end = self.data().after as usize;
        let mut next = self.slot + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let node = Node::new(document, next);
                next = node.data().after as usize;
                node
            })
        })
    }

    /// The elements, if it is an array; else nothing.
    pub fn elements(&self) -> impl Iterator<Item = Node<'d, 't>> + use<'d, 't> {
        let is_array = self.kind() == Kind::Array;
        self.children().filter(move |_| is_array)
    }

    /// The members with their names, duplicates included, if it is an object; else nothing.
    pub fn members(&self) -> impl Iterator<Item = (Unescaped<'t>, Node<'d, 't>)> + use<'d, 't> {
        self.children().filter_map(|node| Some((node.key()?, node)))
    }

    /// The first member named `key`.
    pub fn get(&self, key: &str) -> Option<Node<'d, 't>> {
        self.members().find(|(name, _)| name.text == key).map(|(_, node)| node)
    }
}
