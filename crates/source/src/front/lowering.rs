//! What every front end needs to build a module: its arenas, the depth so far, and the parse itself.

use super::DEPTH;
use crate::form::{
    Block, Class, ClassId, Expression, ExpressionId, ExpressionKind, Function, FunctionId, FunctionKind, Language,
    Module, Problem, Span,
};
use std::cell::Cell;
use std::ops::ControlFlow;
use tree_sitter::{Language as Grammar, Node, ParseOptions, ParseState, Parser, Tree};

/// A module under construction.
pub(super) struct Lowering<'t> {
    pub(super) text: &'t str,
    pub(super) module: Module,
    depth: usize,
}

impl<'t> Lowering<'t> {
    /// Nothing yet but the file's own body, which is function 0.
    pub(super) fn new(path: &str, text: &'t str, language: Language) -> Self {
        let body = Function {
            name: "".into(),
            kind: FunctionKind::Plain,
            class: None,
            parameters: Vec::new(),
            body: Block::new(),
            decorators: Vec::new(),
            doc: None,
            outer: Vec::new(),
            span: Span { start: 0, end: text.len() as u32 },
        };
        let module = Module {
            path: path.into(),
            language,
            functions: vec![body],
            classes: Vec::new(),
            expressions: Vec::new(),
            problems: Vec::new(),
        };
        Self { text, module, depth: 0 }
    }

    /// The text of a node.
    pub(super) fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Adds an expression.
    pub(super) fn push(&mut self, kind: ExpressionKind, span: Span) -> ExpressionId {
        self.module.expressions.push(Expression { kind, span });
        ExpressionId(self.module.expressions.len() as u32 - 1)
    }

    /// Adds a function.
    pub(super) fn push_function(&mut self, function: Function) -> FunctionId {
        self.module.functions.push(function);
        FunctionId(self.module.functions.len() as u32 - 1)
    }

    /// Adds a class.
    pub(super) fn push_class(&mut self, class: Class) -> ClassId {
        self.module.classes.push(class);
        ClassId(self.module.classes.len() as u32 - 1)
    }

    /// Does `work` one level deeper; `None`, and a note, where that is too deep.
    pub(super) fn deeper<T>(&mut self, node: Node<'_>, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.enter(node, 1) {
            return None;
        }
        let done = work(self);
        self.leave(1);
        Some(done)
    }

    /// Goes so many levels deeper, to be undone by [`Self::leave`]; false, and a note, where that is too deep.
    pub(super) fn enter(&mut self, node: Node<'_>, levels: usize) -> bool {
        if self.depth + levels > DEPTH {
            self.problem(node, "nested deeper than 200 levels");
            return false;
        }
        self.depth += levels;
        true
    }

    /// Comes back from [`Self::enter`].
    pub(super) fn leave(&mut self, levels: usize) {
        self.depth -= levels;
    }

    /// Notes a part that could not be read. The first hundred are enough for anybody.
    pub(super) fn problem(&mut self, node: Node<'_>, what: &'static str) {
        if self.module.problems.len() < 100 {
            self.module.problems.push(Problem { span: span(node), what });
        }
    }
}

/// Where a node is.
pub(super) fn span(node: Node<'_>) -> Span {
    Span { start: node.start_byte() as u32, end: node.end_byte() as u32 }
}

/// How many bytes the parser is given at a time.
const CHUNK: usize = 4_096;

/// Parses `text`, for a number of steps that grows with its length: a file that takes more is made to take more.
///
/// A step is a hundred operations of the parser. Ordinary and minified files take 0.02 steps a byte, the densest good
/// ones (`[1,1,1`, `;;;`) 0.07, and the worst of the hostile ones that were tried 0.09. A single operation may look far
/// ahead, over thousands of lines of comments for one, so what it reads is counted too.
pub(super) fn parse(text: &str, grammar: impl Into<Grammar>) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).ok()?;
    let left = Cell::new(1_000 + text.len() / 8);
    let reads = Cell::new(20_000 + text.len() / 16);
    let mut step = |_: &ParseState| {
        left.set(left.get().saturating_sub(1));
        if left.get() == 0 || reads.get() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    let mut chunk = |at: usize, _| {
        reads.set(reads.get().saturating_sub(1));
        let end = if reads.get() == 0 { at } else { bytes.len().min(at + CHUNK) };
        bytes.get(at..end).unwrap_or_default()
    };
    let tree = parser.parse_with_options(&mut chunk, None, Some(ParseOptions::new().progress_callback(&mut step)))?;
    (reads.get() > 0).then_some(tree)
}
