//! Operators.

use super::{Reader, field};
use crate::form::{Comparison, ExpressionId, ExpressionKind, Operator, Pattern};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// `left operator right`, but for sums.
    pub(super) fn binary(&mut self, node: Node<'_>, left: ExpressionId) -> ExpressionKind {
        let operator = field(node, "operator").map_or("", |operator| operator.kind());
        let right = match field(node, "right") {
            Some(right) => self.expression(right),
            None => self.nothing(node),
        };
        combined(operator, left, right)
    }

    /// `!a`, `-a`, `typeof a` and so on. What minifiers write for `true`, `false` and `undefined` is read as such.
    pub(super) fn unary(&mut self, node: Node<'_>, value: ExpressionId) -> ExpressionId {
        let operator = field(node, "operator").map_or("", |operator| operator.kind());
        let kind = match (operator, &self.to.module.expression(value).kind) {
            ("!", ExpressionKind::Number(number)) => ExpressionKind::Bool(*number == 0.0),
            ("!", _) => ExpressionKind::Not(value),
            ("-", ExpressionKind::Number(number)) => ExpressionKind::Number(-number),
            ("+", ExpressionKind::Number(number)) => ExpressionKind::Number(*number),
            ("void", ExpressionKind::Number(_)) => ExpressionKind::Nothing,
            _ => ExpressionKind::Other(vec![value]),
        };
        self.push(kind, node)
    }

    /// `a += b`, `a ??= b`, `a++`: the place that changes, and its new value.
    pub(super) fn change(&mut self, node: Node<'_>) -> (Pattern, ExpressionId) {
        let operator = field(node, "operator").map_or("", |operator| operator.kind());
        let place = match field(node, "left").or_else(|| field(node, "argument")) {
            Some(place) => self.expression(place),
            None => self.nothing(node),
        };
        let by = match field(node, "right") {
            Some(right) => self.expression(right),
            None => self.push(ExpressionKind::Number(1.0), node),
        };
        let pattern = self.place(place);
        let kind = match operator.strip_suffix('=') {
            Some(operator) => combined(operator, place, by),
            None => ExpressionKind::Binary(Operator::Arithmetic, place, by),
        };
        (pattern, self.push(kind, node))
    }
}

fn combined(operator: &str, left: ExpressionId, right: ExpressionId) -> ExpressionKind {
    let comparison = match operator {
        "+" => return ExpressionKind::Sum(vec![left, right]),
        "&&" => return ExpressionKind::And(left, right),
        "||" | "??" => return ExpressionKind::Or(left, right),
        "%" => return ExpressionKind::Binary(Operator::Modulo, left, right),
        "/" => return ExpressionKind::Binary(Operator::Divide, left, right),
        "|" => return ExpressionKind::Binary(Operator::Pipe, left, right),
        "==" | "===" => Comparison::Equal,
        "!=" | "!==" => Comparison::NotEqual,
        "in" => Comparison::In,
        "instanceof" => Comparison::InstanceOf,
        "<" | "<=" | ">" | ">=" => Comparison::Order,
        _ => return ExpressionKind::Binary(Operator::Arithmetic, left, right),
    };
    ExpressionKind::Compare(comparison, left, right)
}
