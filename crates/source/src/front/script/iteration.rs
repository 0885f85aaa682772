//! Loops, and the labels that name them.

use super::super::lowering::span;
use super::scope::Binding;
use super::{Reader, field, part};
use crate::form::{Block, ExpressionId, ExpressionKind, Pattern, Statement, StatementKind};
use tree_sitter::Node;

/// A loop in parts.
struct Round {
    pattern: Option<Pattern>,
    items: Option<ExpressionId>,
    test: Option<ExpressionId>,
    body: Block,
}

impl Round {
    fn push(self, node: Node<'_>, out: &mut Block) {
        let Self { pattern, items, test, body } = self;
        let kind = StatementKind::Loop { pattern, items, test, body, otherwise: Block::new() };
        out.push(Statement { kind, span: span(node) });
    }
}

impl Reader<'_, '_> {
    /// `for (first; test; step)`.
    pub(super) fn counted_loop(&mut self, node: Node<'_>, out: &mut Block) {
        if let Some(first) = field(node, "initializer") {
            self.statement(first, None, out);
        }
        let test = field(node, "condition").filter(|test| test.kind() != "empty_statement" && test.is_named());
        let test = test.and_then(|test| if test.kind() == "expression_statement" { part(test) } else { Some(test) });
        let test = test.map(|test| self.expression(test));
        let mut body = self.block(field(node, "body"));
        if let Some(step) = field(node, "increment") {
            self.statement(step, None, &mut body);
        }
        Round { pattern: None, items: None, test, body }.push(node, out);
    }

    /// `for (x of items)`, `for (key in object)`.
    pub(super) fn item_loop(&mut self, node: Node<'_>, out: &mut Block) {
        let binding = if field(node, "kind").is_some() { Binding::Declared } else { Binding::Assigned };
        let is_in = field(node, "operator").is_some_and(|operator| operator.kind() == "in");
        let items = field(node, "right").map(|right| {
            let items = self.expression(right);
            if is_in { self.push(ExpressionKind::Keys(items), right) } else { items }
        });
        let pattern = field(node, "left").map(|left| self.pattern(left, binding));
        let body = self.block(field(node, "body"));
        Round { pattern, items, test: None, body }.push(node, out);
    }

    /// `while`.
    pub(super) fn while_loop(&mut self, node: Node<'_>, out: &mut Block) {
        let test = Some(self.test(node));
        let body = self.block(field(node, "body"));
        Round { pattern: None, items: None, test, body }.push(node, out);
    }

    /// `do … while`: a loop for ever that ends with its test.
    pub(super) fn do_loop(&mut self, node: Node<'_>, out: &mut Block) {
        let mut body = self.block(field(node, "body"));
        let test = self.test(node);
        let at = field(node, "condition").map_or(span(node), span);
        let leave = Statement { kind: StatementKind::Break, span: at };
        let kind = StatementKind::If { test, then: Block::new(), otherwise: vec![leave] };
        body.push(Statement { kind, span: at });
        Round { pattern: None, items: None, test: None, body }.push(node, out);
    }

    /// `label: …`. What is not a loop becomes one that runs once, so that `break label` has something to leave.
    pub(super) fn labeled(&mut self, node: Node<'_>, out: &mut Block) {
        let Some(body) = field(node, "body") else { return };
        if body.kind() != "statement_block" {
            return self.statement(body, None, out);
        }
        let mut body = self.block(Some(body));
        body.push(Statement { kind: StatementKind::Break, span: span(node) });
        Round { pattern: None, items: None, test: None, body }.push(node, out);
    }
}
