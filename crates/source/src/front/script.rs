//! JavaScript and TypeScript: all of ES2025 and TypeScript 5, with JSX.
//!
//! Types are dropped, `a["b"]` is the member `a.b`, `a += b` is an assignment of a sum, and the names that a function
//! assigns but does not declare are its [`Function::outer`](crate::form::Function::outer). What stands inside a syntax
//! error is read as far as it can be: as statements of the block around it.
//!
//! Scopes are those of functions: a `let` of an inner block counts as declared in its whole function.

mod branch;
mod class;
mod container;
mod declaration;
mod exchange;
mod expression;
mod fault;
mod function;
mod iteration;
mod literal;
mod markup;
mod operator;
mod pattern;
mod scope;
mod statement;
#[cfg(test)]
mod tests;

use super::FrontEnd;
use super::lowering::{Lowering, parse, span};
use crate::form::{Block, ExpressionId, ExpressionKind, Language, Module, Name, Problem, Span};
use scope::Scope;
use tree_sitter::Node;

/// Reads JavaScript or TypeScript.
pub(super) struct Script(pub(super) Language);

impl FrontEnd for Script {
    fn read(&self, path: &str, text: &str) -> Module {
        let mut lowering = Lowering::new(path, text, self.0);
        let grammar = match self.0 {
            Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
            Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
            Language::Python | Language::JavaScript => tree_sitter_javascript::LANGUAGE,
        };
        let Some(tree) = parse(text, grammar) else {
            let span = Span { start: 0, end: text.len() as u32 };
            lowering.module.problems.push(Problem { span, what: "takes too many steps to parse" });
            return lowering.module;
        };
        let root = tree.root_node();
        let mut reader = Reader { to: &mut lowering, state: &mut State::default() };
        reader.note_faults(root);
        let mut body = Block::new();
        reader.statements(root, &mut body);
        lowering.module.functions[0].body = body;
        lowering.module
    }
}

/// Goes through a syntax tree and fills a module.
struct Reader<'r, 't> {
    to: &'r mut Lowering<'t>,
    state: &'r mut State,
}

/// What is remembered on the way.
struct State {
    /// The functions around, innermost last; the first is the file.
    scopes: Vec<Scope>,
    /// What was found in syntax errors inside the current statement.
    strays: Block,
}

impl Default for State {
    fn default() -> Self {
        Self { scopes: vec![Scope::default()], strays: Block::new() }
    }
}

impl<'t> Reader<'_, 't> {
    fn deeper<T>(&mut self, node: Node<'_>, work: impl FnOnce(&mut Reader<'_, 't>) -> T) -> Option<T> {
        let state = &mut *self.state;
        self.to.deeper(node, |to| work(&mut Reader { to, state }))
    }

    fn push(&mut self, kind: ExpressionKind, node: Node<'_>) -> ExpressionId {
        self.to.push(kind, span(node))
    }

    /// The name that a node spells.
    fn name(&self, node: Node<'_>) -> Name {
        literal::identifier(self.to.text_of(node)).into()
    }

    fn scope(&mut self) -> &mut Scope {
        self.state.scopes.last_mut().expect("the file's own scope is never left")
    }
}

/// The children of a node but for comments.
fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.children(&mut node.walk()).filter(|child| !is_comment(*child)).collect()
}

/// The children of a node that have a name in the grammar, but for comments and errors.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).filter(|child| !child.is_extra() && !child.is_error()).collect()
}

/// The first of [`parts`].
fn part(node: Node<'_>) -> Option<Node<'_>> {
    node.named_children(&mut node.walk()).find(|child| !child.is_extra() && !child.is_error())
}

/// The child in that role.
fn field<'n>(node: Node<'n>, name: &str) -> Option<Node<'n>> {
    let child = node.child_by_field_name(name)?;
    if !child.is_extra() {
        return Some(child);
    }
    node.children_by_field_name(name, &mut node.walk()).find(|child| !child.is_extra())
}

/// Whether that keyword or sign is a child of the node.
fn has_token(node: Node<'_>, token: &str) -> bool {
    node.children(&mut node.walk()).any(|child| !child.is_named() && child.kind() == token)
}

/// The parser marks what it skips as extra too, and that is code.
fn is_comment(node: Node<'_>) -> bool {
    node.is_extra() && !node.is_error()
}

/// What stands in parentheses.
fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression" && !node.has_error() {
        let Some(inner) = part(node) else { break };
        node = inner;
    }
    node
}
