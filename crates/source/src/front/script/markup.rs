//! JSX: what is computed in it.

use super::{Reader, children};
use crate::form::{ExpressionId, ExpressionKind};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// An element: its component, the values of its attributes, and its children. Plain text and tags such as `div` are
    /// left out.
    pub(super) fn markup(&mut self, node: Node<'_>) -> ExpressionId {
        let mut values = Vec::new();
        self.collect(node, &mut values);
        self.push(ExpressionKind::Other(values), node)
    }

    fn collect(&mut self, node: Node<'_>, values: &mut Vec<ExpressionId>) {
        for child in children(node) {
            match child.kind() {
                // None of these holds another of them without an expression between.
                "jsx_opening_element" | "jsx_attribute" => self.collect(child, values),
                "jsx_expression" => {
                    self.salvage(child);
                    for inner in super::parts(child) {
                        values.push(self.expression(inner));
                    }
                }
                "jsx_element" | "jsx_self_closing_element" | "string" | "member_expression" => {
                    values.push(self.expression(child));
                }
                "identifier" if self.to.text_of(child).starts_with(|first: char| first.is_uppercase()) => {
                    values.push(self.expression(child));
                }
                _ => {}
            }
        }
    }
}
