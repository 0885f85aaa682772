//! What values are bound to: names, members, and the shapes that take a value apart.

use super::super::lowering::span;
use super::scope::Binding;
use super::{Reader, children, field, part, parts};
use crate::form::{ExpressionId, ExpressionKind, Pattern};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// The left side of an assignment, a declared variable, a parameter.
    pub(super) fn pattern(&mut self, node: Node<'_>, binding: Binding) -> Pattern {
        self.deeper(node, |reader| {
            reader.salvage(node);
            reader.plain_pattern(node, binding)
        })
        .unwrap_or(Pattern::Ignored)
    }

    fn plain_pattern(&mut self, node: Node<'_>, binding: Binding) -> Pattern {
        match node.kind() {
            "identifier" | "type_identifier" | "shorthand_property_identifier_pattern" => self.bound(node, binding),
            "array_pattern" | "array" => self.list_pattern(node, binding),
            "object_pattern" | "object" => self.object_pattern(node, binding),
            "rest_pattern" | "spread_element" => match part(node) {
                Some(inner) => Pattern::Rest(Box::new(self.pattern(inner, binding))),
                None => Pattern::Ignored,
            },
            "assignment_pattern" | "object_assignment_pattern" | "assignment_expression" => self.default(node, binding),
            "parenthesized_expression" | "non_null_expression" | "as_expression" | "satisfies_expression" => {
                part(node).map_or(Pattern::Ignored, |inner| self.pattern(inner, binding))
            }
            "type_assertion" => parts(node).pop().map_or(Pattern::Ignored, |inner| self.pattern(inner, binding)),
            "undefined" | "this" => Pattern::Ignored,
            "member_expression" | "subscript_expression" => {
                let place = self.expression(node);
                self.place(place)
            }
            _ => {
                self.stray(node);
                Pattern::Ignored
            }
        }
    }

    /// The place that an expression names, to be assigned to.
    pub(super) fn place(&mut self, id: ExpressionId) -> Pattern {
        let expression = self.to.module.expression(id);
        let at = expression.span;
        match expression.kind.clone() {
            ExpressionKind::Name(name) => {
                self.bind(&name, Binding::Assigned);
                Pattern::Name(name, at)
            }
            ExpressionKind::Member(object, name) => Pattern::Member(object, name),
            ExpressionKind::Index(object, index) => Pattern::Index(object, index),
            _ => Pattern::Ignored,
        }
    }

    fn bound(&mut self, node: Node<'_>, binding: Binding) -> Pattern {
        let name = self.name(node);
        self.bind(&name, binding);
        Pattern::Name(name, span(node))
    }

    fn default(&mut self, node: Node<'_>, binding: Binding) -> Pattern {
        let Some(left) = field(node, "left") else { return Pattern::Ignored };
        let pattern = self.pattern(left, binding);
        match field(node, "right") {
            Some(value) => Pattern::Default(Box::new(pattern), self.expression(value)),
            None => pattern,
        }
    }

    fn list_pattern(&mut self, node: Node<'_>, binding: Binding) -> Pattern {
        let mut items = Vec::new();
        let mut is_hole = true;
        for child in children(node) {
            if child.kind() == "," {
                if is_hole {
                    items.push(Pattern::Ignored);
                }
                is_hole = true;
            } else if child.is_named() && !child.is_error() {
                items.push(self.pattern(child, binding));
                is_hole = false;
            }
        }
        Pattern::List(items)
    }

    fn object_pattern(&mut self, node: Node<'_>, binding: Binding) -> Pattern {
        let (mut members, mut rest) = (Vec::new(), None);
        for child in parts(node) {
            match child.kind() {
                "pair_pattern" | "pair" => {
                    let (Some(key), Some(value)) = (field(child, "key"), field(child, "value")) else { continue };
                    let name = self.member_name(key);
                    members.push((name, self.pattern(value, binding)));
                }
                "object_assignment_pattern" | "assignment_expression" => {
                    let Some(left) = field(child, "left") else { continue };
                    let name = self.name(left);
                    members.push((name, self.pattern(child, binding)));
                }
                "rest_pattern" | "spread_element" => match part(child).map(|inner| self.pattern(inner, binding)) {
                    Some(Pattern::Name(name, _)) => rest = Some(name),
                    _ => rest = None,
                },
                "shorthand_property_identifier_pattern" | "shorthand_property_identifier" => {
                    let name = self.name(child);
                    members.push((name, self.bound(child, binding)));
                }
                _ => self.stray(child),
            }
        }
        Pattern::Object(members, rest)
    }
}
