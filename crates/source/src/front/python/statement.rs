//! Statements and blocks.

use super::Reader;
use super::definition::Definition;
use super::expression::operator;
use super::parts::{Parts, is_blank};
use crate::form::{Block, Case, ExpressionId, ExpressionKind, Statement, StatementKind};
use crate::front::lowering::span;
use tree_sitter::Node;

/// An `elif` ladder with more rungs is a choice among many instead of one `if` in another.
const LADDER: usize = 50;

/// `a = b = c`, taken apart.
pub(super) struct Assignment<'n> {
    pub(super) targets: Vec<Node<'n>>,
    pub(super) annotation: Option<Node<'n>>,
    pub(super) value: Option<Node<'n>>,
}

/// A rung of an `elif` ladder.
struct Rung<'n> {
    node: Node<'n>,
    test: Option<Node<'n>>,
    body: Option<Node<'n>>,
}

/// Adds a statement.
pub(super) fn add(block: &mut Block, kind: StatementKind, node: Node<'_>) {
    block.push(Statement { kind, span: span(node) });
}

impl Reader<'_> {
    /// Reads the statements inside a node, be it a block or a broken part.
    pub(super) fn block(&mut self, node: Node<'_>, block: &mut Block) {
        for child in self.children(node) {
            self.statement(child, block);
        }
    }

    /// The children of a node that may hold statements, broken ones too.
    pub(super) fn children<'n>(&self, node: Node<'n>) -> Vec<Node<'n>> {
        node.named_children(&mut node.walk()).filter(|child| !is_blank(*child)).collect()
    }

    fn block_of(&mut self, node: Option<Node<'_>>) -> Block {
        let mut block = Block::new();
        if let Some(node) = node {
            self.block(node, &mut block);
        }
        block
    }

    /// Reads one statement, or what stands in its place, and then what was found in broken parts of it.
    pub(super) fn statement(&mut self, node: Node<'_>, block: &mut Block) {
        if self.lowering.enter(node, 1) {
            self.statement_of_kind(node, block);
            self.lowering.leave(1);
        }
        block.append(&mut self.strays);
    }

    /// Puts aside what can be read inside a broken part, for the block in which it stands.
    pub(super) fn stray(&mut self, node: Node<'_>) {
        let mut block = Block::new();
        self.statement(node, &mut block);
        self.strays.append(&mut block);
    }

    fn statement_of_kind(&mut self, node: Node<'_>, block: &mut Block) {
        match node.kind() {
            "expression_statement" => self.expression_statement(node, block),
            "return_statement" => {
                let value = self.value_of(node);
                add(block, StatementKind::Return(value), node);
            }
            "raise_statement" => self.raise(node, block),
            "assert_statement" => self.assert(node, block),
            "delete_statement" => {
                let parts = self.all_parts(node);
                let deleted = self.push(ExpressionKind::Other(parts), node);
                add(block, StatementKind::Expression(deleted), node);
            }
            "break_statement" => add(block, StatementKind::Break, node),
            "continue_statement" => add(block, StatementKind::Continue, node),
            "pass_statement" | "type_alias_statement" => {}
            "global_statement" | "nonlocal_statement" => {
                let parts = self.parts(node);
                let names = parts.named().map(|part| self.name(part)).collect::<Vec<_>>();
                self.outer.extend(names);
            }
            "import_statement" => self.import(node, block),
            "import_from_statement" | "future_import_statement" => self.import_from(node, block),
            "print_statement" => self.old_call("print", node, block),
            "exec_statement" => self.old_call("exec", node, block),
            "if_statement" => self.choose(node, block),
            "for_statement" => self.go_through(node, block),
            "while_statement" => self.repeat(node, block),
            "try_statement" => self.catch(node, block),
            "with_statement" => self.with(node, block),
            "match_statement" => self.choose_among(node, block),
            "function_definition" | "class_definition" | "decorated_definition" => self.define(node, block),
            kind if node.is_error() || is_statement(kind) => self.block(node, block),
            _ => {
                let value = self.expression(node);
                add(block, StatementKind::Expression(value), node);
            }
        }
    }

    fn define(&mut self, node: Node<'_>, block: &mut Block) {
        match self.definition(node) {
            Some(Definition::Function(id)) => add(block, StatementKind::Function(id), node),
            Some(Definition::Class(id)) => add(block, StatementKind::Class(id), node),
            None => {}
        }
    }

    fn expression_statement(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let named: Vec<Node<'_>> = parts.named().collect();
        match named[..] {
            [only] if only.kind() == "assignment" => self.assign(only, block),
            [only] if only.kind() == "augmented_assignment" => self.assign_operated(only, block),
            [only] if !parts.all().any(|part| part.kind() == ",") => {
                let value = self.expression(only);
                add(block, StatementKind::Expression(value), node);
            }
            _ => {
                let items = named.iter().map(|part| self.expression(*part)).collect();
                let value = self.push(ExpressionKind::List(items), node);
                add(block, StatementKind::Expression(value), node);
            }
        }
    }

    fn assign(&mut self, node: Node<'_>, block: &mut Block) {
        let assignment = self.assignment(node);
        let Some(value) = assignment.value else { return };
        let annotation = assignment.annotation.map(|part| self.expression(part));
        let value = self.expression(value);
        for target in assignment.targets {
            let pattern = self.pattern(target);
            add(block, StatementKind::Assign { pattern, value, annotation }, node);
        }
    }

    /// Takes `a = b = c` apart without going deeper for each name.
    pub(super) fn assignment<'n>(&mut self, node: Node<'n>) -> Assignment<'n> {
        let mut assignment = Assignment { targets: Vec::new(), annotation: None, value: None };
        let mut at = node;
        loop {
            let parts = self.parts(at);
            assignment.targets.extend(parts.field("left"));
            assignment.annotation = assignment.annotation.or(parts.field("type"));
            match parts.field("right") {
                Some(right) if right.kind() == "assignment" => at = right,
                right => {
                    assignment.value = right;
                    return assignment;
                }
            }
        }
    }

    /// `x += y` is `x = x + y`.
    fn assign_operated(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let (Some(left), Some(sign), Some(right)) =
            (parts.field("left"), parts.field("operator"), parts.field("right"))
        else {
            return;
        };
        let before = self.expression(left);
        let by = self.expression(right);
        let kind = match sign.kind() {
            "+=" => ExpressionKind::Sum(vec![before, by]),
            sign => ExpressionKind::Binary(operator(sign.trim_end_matches('=')), before, by),
        };
        let value = self.push(kind, node);
        let pattern = self.pattern(left);
        add(block, StatementKind::Assign { pattern, value, annotation: None }, node);
    }

    /// The value of `return x` and its like, if there is one.
    fn value_of(&mut self, node: Node<'_>) -> Option<ExpressionId> {
        let parts = self.parts(node);
        parts.named().next().map(|part| self.expression(part))
    }

    fn raise(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let cause = parts.field("cause");
        if let Some(part) = cause {
            let value = self.expression(part);
            if !self.is_quiet(value) {
                add(block, StatementKind::Expression(value), part);
            }
        }
        let raised = parts.named().find(|part| Some(*part) != cause);
        let raised = raised.map(|part| self.expression(part));
        add(block, StatementKind::Raise(raised), node);
    }

    fn assert(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.all_parts(node);
        let Some(&test) = parts.first() else { return };
        let test = self.push(ExpressionKind::Not(test), node);
        let then = vec![Statement { kind: StatementKind::Raise(parts.get(1).copied()), span: span(node) }];
        add(block, StatementKind::If { test, then, otherwise: Block::new() }, node);
    }

    /// `print x` and `exec x` of Python 2, which the grammar still knows.
    fn old_call(&mut self, name: &str, node: Node<'_>, block: &mut Block) {
        let callee = self.push(ExpressionKind::Name(name.into()), node);
        let parts = self.parts(node);
        let arguments = parts.named().map(|part| self.argument(part)).collect();
        let call = self.push(ExpressionKind::Call { callee, arguments, is_new: false }, node);
        add(block, StatementKind::Expression(call), node);
    }

    fn choose(&mut self, node: Node<'_>, block: &mut Block) {
        let mut parts = self.parts(node);
        let mut rungs = vec![rung(node, &parts)];
        let mut last = None;
        for alternative in parts.fields("alternative").collect::<Vec<_>>() {
            parts = self.parts(alternative);
            match alternative.kind() {
                "elif_clause" => rungs.push(rung(alternative, &parts)),
                _ => last = parts.field("body"),
            }
        }
        if rungs.len() > LADDER { self.long_ladder(&rungs, last, block) } else { self.ladder(&rungs, last, block) }
    }

    fn ladder(&mut self, rungs: &[Rung<'_>], last: Option<Node<'_>>, block: &mut Block) {
        let Some((first, rest)) = rungs.split_first() else {
            block.append(&mut self.block_of(last));
            return;
        };
        let test = self.test(first.test, first.node);
        let then = self.block_of(first.body);
        let mut otherwise = Block::new();
        if self.lowering.enter(first.node, 1) {
            self.ladder(rest, last, &mut otherwise);
            self.lowering.leave(1);
        }
        add(block, StatementKind::If { test, then, otherwise }, first.node);
    }

    /// `match True` with a guard for each test is the same, and flat.
    fn long_ladder(&mut self, rungs: &[Rung<'_>], last: Option<Node<'_>>, block: &mut Block) {
        let node = rungs[0].node;
        let subject = self.push(ExpressionKind::Bool(true), node);
        let mut cases = Vec::new();
        for rung in rungs {
            let guard = Some(self.test(rung.test, rung.node));
            let body = self.block_of(rung.body);
            cases.push(Case { values: Vec::new(), binding: None, guard, body, span: span(rung.node) });
        }
        if let Some(last) = last {
            let body = self.block_of(Some(last));
            cases.push(Case { values: Vec::new(), binding: None, guard: None, body, span: span(last) });
        }
        add(block, StatementKind::Switch { subject, cases }, node);
    }

    fn test(&mut self, test: Option<Node<'_>>, node: Node<'_>) -> ExpressionId {
        match test {
            Some(test) => self.expression(test),
            None => self.push(ExpressionKind::Other(Vec::new()), node),
        }
    }

    fn go_through(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let items = parts.field("right").map(|part| self.expression(part));
        let pattern = parts.field("left").map(|part| self.pattern(part));
        let body = self.block_of(parts.field("body"));
        let otherwise = self.otherwise(parts.field("alternative"));
        add(block, StatementKind::Loop { pattern, items, test: None, body, otherwise }, node);
    }

    fn repeat(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let test = Some(self.test(parts.field("condition"), node));
        let body = self.block_of(parts.field("body"));
        let otherwise = self.otherwise(parts.field("alternative"));
        add(block, StatementKind::Loop { pattern: None, items: None, test, body, otherwise }, node);
    }

    fn otherwise(&mut self, clause: Option<Node<'_>>) -> Block {
        let Some(clause) = clause else { return Block::new() };
        let parts = self.parts(clause);
        self.block_of(parts.of_kind("block"))
    }

    fn catch(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let body = self.block_of(parts.field("body"));
        let mut handlers = Vec::new();
        let mut otherwise = Block::new();
        let mut finally = Block::new();
        for clause in parts.named() {
            match clause.kind() {
                "except_clause" => {
                    let inner = self.parts(clause);
                    let bound = inner.field("alias").or_else(|| {
                        let value = inner.field("value").filter(|value| value.kind() == "as_pattern")?;
                        value.child_by_field_name("alias")
                    });
                    let name = bound.map(|part| self.name(part));
                    handlers.push((name, self.block_of(inner.of_kind("block"))));
                }
                "else_clause" => otherwise = self.otherwise(Some(clause)),
                "finally_clause" => finally = self.otherwise(Some(clause)),
                _ => {}
            }
        }
        add(block, StatementKind::Try { body, handlers, otherwise, finally }, node);
    }

    fn with(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        if let Some(clause) = parts.of_kind("with_clause") {
            let items = self.parts(clause);
            for item in items.named() {
                let inner = self.parts(item);
                if let Some(value) = inner.field("value") {
                    self.with_item(value, block);
                }
            }
        }
        if let Some(body) = parts.field("body") {
            self.block(body, block);
        }
    }

    fn with_item(&mut self, node: Node<'_>, block: &mut Block) {
        // `with (a as b, c as d)` may be read as a tuple.
        let is_group = matches!(node.kind(), "tuple" | "parenthesized_expression");
        if is_group && node.named_children(&mut node.walk()).any(|part| part.kind() == "as_pattern") {
            let parts = self.parts(node);
            for part in parts.named() {
                self.with_single(part, block);
            }
        } else {
            self.with_single(node, block);
        }
    }

    fn with_single(&mut self, node: Node<'_>, block: &mut Block) {
        if node.kind() != "as_pattern" {
            let value = self.expression(node);
            return add(block, StatementKind::Expression(value), node);
        }
        let parts = self.parts(node);
        let Some(value) = parts.named().next() else { return };
        let value = self.expression(value);
        if let Some(alias) = parts.field("alias") {
            let pattern = self.pattern(alias);
            add(block, StatementKind::Assign { pattern, value, annotation: None }, node);
        }
    }
}

fn rung<'n>(node: Node<'n>, parts: &Parts<'n>) -> Rung<'n> {
    Rung { node, test: parts.field("condition"), body: parts.field("consequence") }
}

/// Whether a node of that kind holds statements, in a place where the grammar expects them or not.
pub(super) fn is_statement(kind: &str) -> bool {
    let endings = ["_statement", "_definition", "_clause", "decorator", "with_item"];
    matches!(kind, "block" | "module" | "ERROR") || endings.iter().any(|ending| kind.ends_with(ending))
}
