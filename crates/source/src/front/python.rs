//! Python 3.8 to 3.14.
//!
//! The syntax tree is lowered to the form in one walk. What stands in the form before something is never deeper nested
//! than [`DEPTH`](super::DEPTH): sums and `elif` ladders are flat, long chains of calls rest on names of their own (see
//! `chain`), and what is left is cut and noted. An expression's parts always come before it in the arena.
//!
//! Around a syntax error everything that can be recognized is read: the statements and expressions inside the broken
//! part stand in the block in which it was found.
//!
//! Not kept: type parameters, type aliases, the types of `except`, `return` annotations, which arithmetic operator it
//! is. A `\N{NAME}` escape stays as it is written.

mod chain;
mod choice;
mod definition;
mod expression;
mod import;
mod literal;
mod parameter;
mod parts;
mod pattern;
mod statement;

use super::FrontEnd;
use super::lowering::{Lowering, parse, span};
use crate::form::{Block, ClassId, ExpressionId, ExpressionKind, Language, Module, Name, Problem, Span};
use std::borrow::Cow;
use tree_sitter::{Node, Tree};
use unicode_normalization::UnicodeNormalization;

/// Reads Python 3.
pub(super) struct Python;

impl FrontEnd for Python {
    fn read(&self, path: &str, text: &str) -> Module {
        let text = with_line_feeds(text);
        let mut reader = Reader::new(path, &text);
        match parse(&text, tree_sitter_python::LANGUAGE) {
            Some(tree) => reader.module(&tree),
            None => {
                let whole = Span { start: 0, end: text.len() as u32 };
                reader.lowering.module.problems.push(Problem { span: whole, what: "parsing takes too long" });
            }
        }
        reader.lowering.module
    }
}

/// A carriage return alone ends a line in Python but not in the grammar, where it could hide code behind a comment.
/// Places stay as they are.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let mut rest = text.chars().peekable();
    let mut lines = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        lines.push(if c == '\r' && rest.peek() != Some(&'\n') { '\n' } else { c });
    }
    Cow::Owned(lines)
}

/// A file under way.
struct Reader<'t> {
    lowering: Lowering<'t>,
    /// What `global` and `nonlocal` named so far in the function that is read.
    outer: Vec<Name>,
    /// The class in whose body we are, outside of any method.
    class: Option<ClassId>,
    /// What was recognized inside broken parts and still waits for its place in a block.
    strays: Block,
}

impl<'t> Reader<'t> {
    fn new(path: &str, text: &'t str) -> Self {
        let lowering = Lowering::new(path, text, Language::Python);
        Self { lowering, outer: Vec::new(), class: None, strays: Block::new() }
    }

    fn module(&mut self, tree: &Tree) {
        self.note_errors(tree);
        let mut body = Block::new();
        self.block(tree.root_node(), &mut body);
        let doc = self.documentation(&body);
        let function = &mut self.lowering.module.functions[0];
        function.body = body;
        function.doc = doc;
    }

    /// Notes the outermost parts that the grammar does not know.
    fn note_errors(&mut self, tree: &Tree) {
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                self.lowering.problem(node, "syntax error");
            } else if node.has_error() && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    fn push(&mut self, kind: ExpressionKind, node: Node<'_>) -> ExpressionId {
        self.lowering.push(kind, span(node))
    }

    /// An identifier, as Python compares them: `ｅval` is `eval`.
    fn name(&self, node: Node<'_>) -> Name {
        let text = self.lowering.text_of(node);
        if text.is_ascii() { text.into() } else { text.nfkc().collect::<String>().into() }
    }
}

#[cfg(test)]
mod tests;
