//! The children of a node, by field and in order.

use super::Reader;
use tree_sitter::Node;

/// The children of a node without comments, gone through once: asking a node for its children one by one takes time that
/// grows with the square of their number.
pub(super) struct Parts<'n>(Vec<(Option<&'n str>, Node<'n>)>);

/// A node, and whether a minus sign stands before it.
pub(super) type Signed<'n> = (Node<'n>, bool);

impl<'n> Parts<'n> {
    /// The first child of that field.
    pub(super) fn field(&self, name: &str) -> Option<Node<'n>> {
        self.fields(name).next()
    }

    /// The children of that field.
    pub(super) fn fields<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Node<'n>> + 'a {
        self.0.iter().filter(move |(field, _)| *field == Some(name)).map(|(_, node)| *node)
    }

    /// The first child of that kind.
    pub(super) fn of_kind(&self, kind: &str) -> Option<Node<'n>> {
        self.all().find(|node| node.kind() == kind)
    }

    /// The children that are not mere tokens.
    pub(super) fn named(&self) -> impl Iterator<Item = Node<'n>> + '_ {
        self.all().filter(Node::is_named)
    }

    /// The children that are not mere tokens, each with whether a minus sign stands right before it.
    pub(super) fn signed(&self) -> Vec<Signed<'n>> {
        let mut is_negative = false;
        let mut signed = Vec::new();
        for part in self.all() {
            if part.is_named() {
                signed.push((part, is_negative));
            }
            is_negative = part.kind() == "-";
        }
        signed
    }

    /// All children, tokens too.
    pub(super) fn all(&self) -> impl Iterator<Item = Node<'n>> + '_ {
        self.0.iter().map(|(_, node)| *node)
    }
}

impl Reader<'_> {
    /// The parts of a node. What stands in a broken part among them is read and put aside for the block.
    pub(super) fn parts<'n>(&mut self, node: Node<'n>) -> Parts<'n> {
        let mut parts = Vec::new();
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            if child.is_error() {
                self.stray(child);
            } else if !is_blank(child) {
                parts.push((cursor.field_name(), child));
            }
            more = cursor.goto_next_sibling();
        }
        Parts(parts)
    }
}

/// Whether a node says nothing.
pub(super) fn is_blank(node: Node<'_>) -> bool {
    node.is_extra() && matches!(node.kind(), "comment" | "line_continuation")
}
