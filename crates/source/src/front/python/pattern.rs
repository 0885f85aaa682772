//! What values are bound to by `=`, `for`, `with` and `:=`.

use super::Reader;
use super::statement::add;
use crate::form::{Block, Pattern, StatementKind};
use crate::front::lowering::span;
use tree_sitter::Node;

impl Reader<'_> {
    /// The pattern that a node stands for, whether the grammar calls it a pattern or an expression.
    pub(super) fn pattern(&mut self, node: Node<'_>) -> Pattern {
        if !self.lowering.enter(node, 1) {
            return Pattern::Ignored;
        }
        let pattern = self.pattern_of_kind(node);
        self.lowering.leave(1);
        pattern
    }

    fn pattern_of_kind(&mut self, node: Node<'_>) -> Pattern {
        match node.kind() {
            "identifier" => Pattern::Name(self.name(node), span(node)),
            "attribute" => {
                let parts = self.parts(node);
                let (Some(object), Some(member)) = (parts.field("object"), parts.field("attribute")) else {
                    return Pattern::Ignored;
                };
                Pattern::Member(self.expression(object), self.name(member))
            }
            "subscript" => {
                let parts = self.parts(node);
                let Some(value) = parts.field("value") else { return Pattern::Ignored };
                let container = self.expression(value);
                let keys: Vec<_> = parts.fields("subscript").collect();
                Pattern::Index(container, self.key(&keys, node))
            }
            "tuple_pattern" | "list_pattern" | "pattern_list" | "tuple" | "list" | "expression_list" => {
                let parts = self.parts(node);
                Pattern::List(parts.named().map(|part| self.pattern(part)).collect())
            }
            "list_splat_pattern" | "list_splat" => Pattern::Rest(Box::new(self.inner_pattern(node))),
            "parenthesized_expression" | "as_pattern_target" => self.inner_pattern(node),
            _ => {
                // Nothing can be bound to it; what it computes is still kept.
                let mut block = Block::new();
                let value = self.expression(node);
                add(&mut block, StatementKind::Expression(value), node);
                self.strays.append(&mut block);
                Pattern::Ignored
            }
        }
    }

    fn inner_pattern(&mut self, node: Node<'_>) -> Pattern {
        let parts = self.parts(node);
        parts.named().next().map_or(Pattern::Ignored, |part| self.pattern(part))
    }
}
