//! Statements.

use super::super::lowering::span;
use super::fault::is_type;
use super::function::About;
use super::{Reader, field, is_comment, part, parts, unwrapped};
use crate::form::{Block, ExpressionId, ExpressionKind, FunctionKind, Statement, StatementKind};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// Everything in a file, block or case, each with the `/** … */` before it.
    pub(super) fn statements(&mut self, parent: Node<'_>, out: &mut Block) {
        let mut doc = None;
        for child in parent.named_children(&mut parent.walk()) {
            if is_comment(child) {
                doc = self.doc_comment(child).or(doc);
                continue;
            }
            self.statement(child, doc, out);
            // The signatures of an overloaded function stand between it and its documentation.
            if !child.kind().ends_with("_signature") {
                doc = None;
            }
        }
    }

    /// One statement, and whatever stands in syntax errors inside it.
    pub(super) fn statement(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        let (mark, place) = (self.mark(), out.len());
        self.deeper(node, |reader| {
            reader.salvage(node);
            reader.plain_statement(node, doc, out);
        });
        self.settle(mark, place, out);
    }

    /// A statement as a block: the body of a loop, the arm of a choice.
    pub(super) fn block(&mut self, node: Option<Node<'_>>) -> Block {
        let mut out = Block::new();
        if let Some(node) = node {
            self.statement(node, None, &mut out);
        }
        out
    }

    fn plain_statement(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        match node.kind() {
            "variable_declaration" | "lexical_declaration" | "using_declaration" => self.declaration(node, doc, out),
            "function_declaration" | "generator_function_declaration" => self.function_declaration(node, doc, out),
            "class_declaration" | "abstract_class_declaration" => self.class_declaration(node, doc, out),
            "export_statement" => self.export(node, doc, out),
            "import_statement" => self.import(node, out),
            "import_alias" => self.import_alias(node, out),
            "enum_declaration" => self.enumeration(node, out),
            "internal_module" | "module" => self.namespace(node, out),
            "statement_block" | "ERROR" => self.statements(node, out),
            "if_statement" => self.choice(node, out),
            "switch_statement" => self.switch(node, out),
            "try_statement" => self.attempt(node, out),
            "for_statement" => self.counted_loop(node, out),
            "for_in_statement" => self.item_loop(node, out),
            "while_statement" => self.while_loop(node, out),
            "do_statement" => self.do_loop(node, out),
            "labeled_statement" => self.labeled(node, out),
            "with_statement" => self.with(node, out),
            "break_statement" => out.push(Statement { kind: StatementKind::Break, span: span(node) }),
            "continue_statement" => out.push(Statement { kind: StatementKind::Continue, span: span(node) }),
            "return_statement" => {
                let value = self.last_value(node, out);
                out.push(Statement { kind: StatementKind::Return(value), span: span(node) });
            }
            "throw_statement" => {
                let value = self.last_value(node, out);
                out.push(Statement { kind: StatementKind::Raise(value), span: span(node) });
            }
            "expression_statement" => {
                if let Some(value) = part(node) {
                    self.effect(value, doc, out);
                }
            }
            "empty_statement" | "debugger_statement" | "hash_bang_line" => {}
            kind if is_type(kind) => {}
            _ => self.effect(node, doc, out),
        }
    }

    /// An expression that stands for itself. The parts of `a, b` are statements each.
    pub(super) fn effect(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        let node = unwrapped(node);
        match node.kind() {
            "sequence_expression" => {
                for each in parts(node) {
                    self.statement(each, None, out);
                }
            }
            "assignment_expression" => self.assignment(node, doc, out),
            "augmented_assignment_expression" | "update_expression" => {
                let (pattern, value) = self.change(node);
                let kind = StatementKind::Assign { pattern, value, annotation: None };
                out.push(Statement { kind, span: span(node) });
            }
            "internal_module" => self.namespace(node, out),
            _ => {
                let value = self.expression(node);
                out.push(Statement { kind: StatementKind::Expression(value), span: span(node) });
            }
        }
    }

    /// The value that a statement such as `return` has; of `a, b` the last, and the others are statements before it.
    fn last_value(&mut self, node: Node<'_>, out: &mut Block) -> Option<ExpressionId> {
        let value = unwrapped(part(node)?);
        if value.kind() != "sequence_expression" {
            return Some(self.expression(value));
        }
        let all = parts(value);
        let (last, before) = all.split_last()?;
        for each in before {
            self.statement(*each, None, out);
        }
        Some(self.expression(*last))
    }

    fn function_declaration(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        let name = field(node, "name").map(|name| self.name(name)).unwrap_or_default();
        self.bind(&name, super::scope::Binding::Declared);
        let function = self.function(node, About { name, doc, ..About::of(FunctionKind::Plain) });
        out.push(Statement { kind: StatementKind::Function(function), span: span(node) });
    }

    fn with(&mut self, node: Node<'_>, out: &mut Block) {
        if let Some(object) = field(node, "object") {
            self.effect(object, None, out);
        }
        if let Some(body) = field(node, "body") {
            self.statement(body, None, out);
        }
    }

    /// A value where the syntax tree has none.
    pub(super) fn nothing(&mut self, node: Node<'_>) -> ExpressionId {
        self.push(ExpressionKind::Nothing, node)
    }
}
