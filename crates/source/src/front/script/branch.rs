//! Choices: `if`, `switch`, `try`.

use super::super::lowering::span;
use super::scope::Binding;
use super::{Reader, children, field, part};
use crate::form::{Block, Case, ExpressionId, ExpressionKind, Name, Statement, StatementKind};
use tree_sitter::Node;

/// How many `else if` are nested in each other. Those that follow stand after each other: what is lost is that only one
/// of them is taken, and what is won is that a generated chain of thousands is read to its end.
const NESTED: usize = 32;

/// The thing that `catch ({ message })` takes apart.
const CAUGHT: &str = "*caught*";

impl Reader<'_, '_> {
    /// `if`, with all the `else if` that follow.
    pub(super) fn choice(&mut self, node: Node<'_>, out: &mut Block) {
        let mut arms = vec![node];
        let mut last = None;
        while let Some(clause) = arms.last().and_then(|arm| field(*arm, "alternative")) {
            self.salvage(clause);
            match part(clause) {
                Some(next) if next.kind() == "if_statement" => arms.push(next),
                other => {
                    last = other;
                    break;
                }
            }
        }
        self.arms(&arms, last, NESTED, out);
    }

    fn arms(&mut self, arms: &[Node<'_>], last: Option<Node<'_>>, nested: usize, out: &mut Block) {
        let mut rest = arms;
        while let Some((arm, after)) = rest.split_first() {
            let test = self.test(*arm);
            let then = self.block(field(*arm, "consequence"));
            let mut otherwise = Block::new();
            if after.is_empty() {
                otherwise = self.block(last);
            } else if nested > 0 {
                self.deeper(*arm, |reader| reader.arms(after, last, nested - 1, &mut otherwise));
            }
            out.push(Statement { kind: StatementKind::If { test, then, otherwise }, span: span(*arm) });
            rest = if nested > 0 { &[] } else { after };
        }
    }

    /// What a statement depends on: its `condition`.
    pub(super) fn test(&mut self, node: Node<'_>) -> ExpressionId {
        match field(node, "condition") {
            Some(test) => self.expression(test),
            None => self.nothing(node),
        }
    }

    /// `switch`.
    pub(super) fn switch(&mut self, node: Node<'_>, out: &mut Block) {
        let subject = match field(node, "value") {
            Some(value) => self.expression(value),
            None => self.nothing(node),
        };
        let mut cases = Vec::new();
        if let Some(body) = field(node, "body") {
            self.salvage(body);
            for case in children(body) {
                if matches!(case.kind(), "switch_case" | "switch_default") {
                    cases.push(self.case(case));
                }
            }
        }
        out.push(Statement { kind: StatementKind::Switch { subject, cases }, span: span(node) });
    }

    fn case(&mut self, node: Node<'_>) -> Case {
        let (mark, mut body) = (self.mark(), Block::new());
        let chosen = field(node, "value");
        let values = chosen.map(|value| self.expression(value)).into_iter().collect();
        for child in node.named_children(&mut node.walk()) {
            if !super::is_comment(child) && Some(child) != chosen {
                self.statement(child, None, &mut body);
            }
        }
        self.settle(mark, 0, &mut body);
        Case { values, binding: None, guard: None, body, span: span(node) }
    }

    /// `try`.
    pub(super) fn attempt(&mut self, node: Node<'_>, out: &mut Block) {
        let body = self.block(field(node, "body"));
        let handlers = field(node, "handler").map(|handler| self.handler(handler)).into_iter().collect();
        let finally = field(node, "finalizer").and_then(|finalizer| field(finalizer, "body"));
        let finally = self.block(finally);
        let kind = StatementKind::Try { body, handlers, otherwise: Block::new(), finally };
        out.push(Statement { kind, span: span(node) });
    }

    fn handler(&mut self, node: Node<'_>) -> (Option<Name>, Block) {
        self.salvage(node);
        let mut body = Block::new();
        let name = field(node, "parameter").map(|parameter| self.caught(parameter, &mut body));
        if let Some(block) = field(node, "body") {
            self.statement(block, None, &mut body);
        }
        (name, body)
    }

    fn caught(&mut self, parameter: Node<'_>, body: &mut Block) -> Name {
        if parameter.kind() == "identifier" {
            let name = self.name(parameter);
            self.bind(&name, Binding::Declared);
            return name;
        }
        let value = self.push(ExpressionKind::Name(CAUGHT.into()), parameter);
        let pattern = self.pattern(parameter, Binding::Declared);
        let kind = StatementKind::Assign { pattern, value, annotation: None };
        body.push(Statement { kind, span: span(parameter) });
        CAUGHT.into()
    }
}
