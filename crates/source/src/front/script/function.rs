//! Functions of every sort, their parameters, and the comment that documents them.

use super::super::lowering::span;
use super::scope::{Binding, Scope};
use super::{Reader, children, field, has_token, literal, part, unwrapped};
use crate::form::{
    Block, ClassId, ExpressionId, ExpressionKind, Function, FunctionId, FunctionKind, Name, Parameter, ParameterKind,
    Pattern, Span, Statement, StatementKind,
};
use tree_sitter::Node;

/// What is known of a function from where it stands.
pub(super) struct About<'n> {
    pub(super) name: Name,
    pub(super) kind: FunctionKind,
    pub(super) class: Option<ClassId>,
    pub(super) decorators: Vec<ExpressionId>,
    pub(super) doc: Option<Node<'n>>,
}

impl About<'_> {
    /// Nothing but what it is.
    pub(super) fn of(kind: FunctionKind) -> Self {
        Self { name: Name::default(), kind, class: None, decorators: Vec::new(), doc: None }
    }
}

impl Reader<'_, '_> {
    /// An expression; if it is a function or class, `about` names and documents it where it does not do so itself.
    pub(super) fn value(&mut self, node: Node<'_>, about: About<'_>) -> ExpressionId {
        let inner = unwrapped(node);
        if !matches!(inner.kind(), "function_expression" | "generator_function" | "arrow_function" | "class") {
            return self.expression(node);
        }
        let made = self.deeper(inner, |reader| reader.made(inner, about));
        made.unwrap_or_else(|| self.push(ExpressionKind::Other(Vec::new()), inner))
    }

    /// A function or class as a value.
    pub(super) fn made(&mut self, node: Node<'_>, about: About<'_>) -> ExpressionId {
        self.salvage(node);
        let own = field(node, "name").map(|name| self.name(name));
        let mut about = about;
        about.name = own.unwrap_or(about.name);
        let kind = match node.kind() {
            "class" => ExpressionKind::Class(self.class(node, about.name, about.decorators, about.doc)),
            "arrow_function" => {
                about.kind = FunctionKind::Arrow;
                ExpressionKind::Function(self.function(node, about))
            }
            _ => {
                about.class = None;
                ExpressionKind::Function(self.function(node, about))
            }
        };
        self.push(kind, node)
    }

    /// A function. Its number is lower than those of the functions inside it.
    pub(super) fn function(&mut self, node: Node<'_>, about: About<'_>) -> FunctionId {
        let doc = about.doc.map(|doc| (self.cleaned(doc), span(doc)));
        let id = self.to.push_function(Function {
            name: about.name,
            kind: about.kind,
            class: about.class,
            parameters: Vec::new(),
            body: Block::new(),
            decorators: about.decorators,
            doc,
            outer: Vec::new(),
            span: undecorated(node),
        });
        self.inside(node, id);
        id
    }

    /// What a function takes and does.
    fn inside(&mut self, node: Node<'_>, id: FunctionId) {
        self.state.scopes.push(Scope::default());
        if matches!(node.kind(), "function_expression" | "generator_function")
            && let Some(own) = field(node, "name")
        {
            let own = self.name(own);
            self.bind(&own, Binding::Declared);
        }
        let (mark, mut body) = (self.mark(), Block::new());
        let parameters = self.parameters(node, &mut body);
        match field(node, "body") {
            Some(block) if block.kind() == "statement_block" => self.statement(block, None, &mut body),
            Some(value) => {
                let kind = StatementKind::Return(Some(self.expression(value)));
                body.push(Statement { kind, span: span(value) });
            }
            None => {}
        }
        self.settle(mark, 0, &mut body);
        let outer = self.state.scopes.pop().map(|scope| scope.outer()).unwrap_or_default();
        let function = &mut self.to.module.functions[id.0 as usize];
        (function.parameters, function.body, function.outer) = (parameters, body, outer);
    }

    fn parameters(&mut self, node: Node<'_>, body: &mut Block) -> Vec<Parameter> {
        let mut all = Vec::new();
        if let Some(single) = field(node, "parameter") {
            all.extend(self.deeper(single, |reader| reader.parameter(single, body)).flatten());
        }
        if let Some(list) = field(node, "parameters") {
            self.salvage(list);
            for each in children(list) {
                if each.is_named() && !each.is_error() {
                    all.extend(self.deeper(each, |reader| reader.parameter(each, body)).flatten());
                }
            }
        }
        all
    }

    /// One parameter. `private root: string` of a constructor is `this.root = root` at the start of the body.
    fn parameter(&mut self, node: Node<'_>, body: &mut Block) -> Option<Parameter> {
        let (pattern, default) = match node.kind() {
            "required_parameter" | "optional_parameter" => (field(node, "pattern")?, field(node, "value")),
            "assignment_pattern" => (field(node, "left")?, field(node, "right")),
            _ => (node, None),
        };
        if pattern.kind() == "this" {
            return None;
        }
        self.salvage(node);
        let (target, kind) = match pattern.kind() {
            "rest_pattern" => (part(pattern)?, ParameterKind::ListRest),
            _ => (pattern, ParameterKind::Positional),
        };
        let default = default.map(|value| self.expression(value));
        let pattern = self.pattern(target, Binding::Declared);
        if is_property(node)
            && let Pattern::Name(name, _) = &pattern
        {
            let this = self.push(ExpressionKind::This, target);
            let value = self.push(ExpressionKind::Name(name.clone()), target);
            let pattern = Pattern::Member(this, name.clone());
            let kind = StatementKind::Assign { pattern, value, annotation: None };
            body.push(Statement { kind, span: span(node) });
        }
        Some(Parameter { pattern, default, annotation: None, kind, span: span(node) })
    }

    /// The comment, if it is one that documents.
    pub(super) fn doc_comment<'n>(&self, comment: Node<'n>) -> Option<Node<'n>> {
        let text = self.to.text_of(comment);
        (comment.kind() == "comment" && text.starts_with("/**") && text.len() > "/***/".len()).then_some(comment)
    }

    /// The text of a documenting comment without its marks.
    pub(super) fn cleaned(&self, comment: Node<'_>) -> Name {
        literal::comment(self.to.text_of(comment)).into()
    }
}

fn is_property(parameter: Node<'_>) -> bool {
    has_token(parameter, "readonly")
        || parameter
            .children(&mut parameter.walk())
            .any(|child| matches!(child.kind(), "accessibility_modifier" | "override_modifier"))
}

/// Where a function or class is, without its decorators.
pub(super) fn undecorated(node: Node<'_>) -> Span {
    let whole = span(node);
    let first = node.children(&mut node.walk()).find(|child| child.kind() != "decorator" && !child.is_extra());
    Span { start: first.map_or(whole.start, |child| span(child).start), end: whole.end }
}
