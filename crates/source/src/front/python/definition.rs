//! Functions and classes.

use super::Reader;
use super::literal::cleaned;
use crate::form::{
    Block, Class, ClassId, ExpressionId, ExpressionKind, Field, Function, FunctionId, FunctionKind, Name, Span,
    Statement, StatementKind,
};
use crate::front::lowering::span;
use std::mem;
use tree_sitter::Node;

/// What was defined.
pub(super) enum Definition {
    Function(FunctionId),
    Class(ClassId),
}

impl Reader<'_> {
    /// A function or class, with the decorators before it.
    pub(super) fn definition(&mut self, node: Node<'_>) -> Option<Definition> {
        let mut decorators = Vec::new();
        let mut defined = node;
        if node.kind() == "decorated_definition" {
            let parts = self.parts(node);
            for decorator in parts.named().filter(|part| part.kind() == "decorator") {
                let inner = self.parts(decorator);
                decorators.extend(inner.named().map(|part| self.expression(part)));
            }
            defined = parts.field("definition")?;
        }
        match defined.kind() {
            "class_definition" => Some(Definition::Class(self.class(defined, decorators))),
            _ => Some(Definition::Function(self.function(defined, decorators))),
        }
    }

    fn function(&mut self, node: Node<'_>, decorators: Vec<ExpressionId>) -> FunctionId {
        let parts = self.parts(node);
        let name = parts.field("name").map_or_else(|| "".into(), |part| self.name(part));
        let class = self.class.take();
        let kind = if class.is_some() { self.kind_of_method(&name, &decorators) } else { FunctionKind::Plain };
        let id = self.new_function(name, kind, node);
        if let Some(class) = class {
            self.lowering.module.classes[class.0 as usize].methods.push(id);
        }
        let parameters = parts.field("parameters").map(|part| self.parameters(part)).unwrap_or_default();
        let outer = mem::take(&mut self.outer);
        let mut body = Block::new();
        if let Some(part) = parts.field("body") {
            self.block(part, &mut body);
        }
        let doc = self.documentation(&body);
        let outer = mem::replace(&mut self.outer, outer);
        self.class = class;
        let function = &mut self.lowering.module.functions[id.0 as usize];
        *function = Function { class, parameters, body, decorators, doc, outer, ..mem::replace(function, empty()) };
        id
    }

    /// A lambda, whose body is its value.
    pub(super) fn lambda(&mut self, node: Node<'_>) -> ExpressionKind {
        let parts = self.parts(node);
        let id = self.new_function("".into(), FunctionKind::Plain, node);
        let class = self.class.take();
        let parameters = parts.field("parameters").map(|part| self.parameters(part)).unwrap_or_default();
        let mut body = Block::new();
        if let Some(part) = parts.field("body") {
            let value = self.expression(part);
            body.push(Statement { kind: StatementKind::Return(Some(value)), span: span(part) });
        }
        self.class = class;
        let function = &mut self.lowering.module.functions[id.0 as usize];
        function.parameters = parameters;
        function.body = body;
        ExpressionKind::Function(id)
    }

    /// A function that is yet to be filled: it takes its number before the functions inside it.
    fn new_function(&mut self, name: Name, kind: FunctionKind, node: Node<'_>) -> FunctionId {
        self.lowering.push_function(Function { name, kind, span: span(node), ..empty() })
    }

    fn kind_of_method(&self, name: &str, decorators: &[ExpressionId]) -> FunctionKind {
        for &decorator in decorators {
            let kind = match &self.lowering.module.expression(decorator).kind {
                ExpressionKind::Name(name) => kind_of_decorator(name),
                ExpressionKind::Member(_, name) if &**name == "setter" => Some(FunctionKind::Setter),
                ExpressionKind::Member(_, name) if &**name == "getter" => Some(FunctionKind::Getter),
                ExpressionKind::Member(_, name) => kind_of_decorator(name),
                _ => None,
            };
            if let Some(kind) = kind {
                return kind;
            }
        }
        match name {
            "__init__" => FunctionKind::Constructor,
            "__new__" | "__init_subclass__" | "__class_getitem__" => FunctionKind::OfClass,
            _ => FunctionKind::Method,
        }
    }

    fn class(&mut self, node: Node<'_>, decorators: Vec<ExpressionId>) -> ClassId {
        let parts = self.parts(node);
        let name = parts.field("name").map_or_else(|| "".into(), |part| self.name(part));
        let mut bases = Vec::new();
        if let Some(list) = parts.field("superclasses") {
            let list = self.parts(list);
            for base in list.named().filter(|part| part.kind() != "keyword_argument") {
                bases.push(self.expression(base));
            }
        }
        let (fields, methods, body, doc) = (Vec::new(), Vec::new(), Block::new(), None);
        let class = Class { name, bases, decorators, fields, methods, body, doc, span: span(node) };
        let id = self.lowering.push_class(class);
        let around = self.class.replace(id);
        let mut body = Block::new();
        if let Some(part) = parts.field("body") {
            for member in self.children(part) {
                self.member(member, id, &mut body);
            }
        }
        self.class = around;
        let doc = self.documentation(&body);
        let class = &mut self.lowering.module.classes[id.0 as usize];
        class.body = body;
        class.doc = doc;
        id
    }

    /// A statement right in the body of a class: a field, a method or something else.
    fn member(&mut self, node: Node<'_>, class: ClassId, body: &mut Block) {
        match node.kind() {
            "expression_statement" if self.fields(node, class) => {}
            "function_definition" | "decorated_definition" => {
                if !self.lowering.enter(node, 1) {
                    return;
                }
                if let Some(Definition::Class(id)) = self.definition(node) {
                    body.push(Statement { kind: StatementKind::Class(id), span: span(node) });
                }
                self.lowering.leave(1);
            }
            _ => self.statement(node, body),
        }
    }

    /// Adds `x = 1`, `x: int` and `x: int = 1` to the fields; false if it is none of them.
    fn fields(&mut self, node: Node<'_>, class: ClassId) -> bool {
        let Some(assignment) = node.named_child(0).filter(|child| child.kind() == "assignment") else { return false };
        let assignment = self.assignment(assignment);
        if assignment.targets.iter().any(|target| target.kind() != "identifier") {
            return false;
        }
        let annotation = assignment.annotation.map(|part| self.expression(part));
        let value = assignment.value.map(|part| self.expression(part));
        for target in assignment.targets {
            let field = Field { name: self.name(target), value, annotation, is_static: true };
            self.lowering.module.classes[class.0 as usize].fields.push(field);
        }
        true
    }

    /// The text that begins a body, cleaned.
    pub(super) fn documentation(&self, body: &Block) -> Option<(Name, Span)> {
        let StatementKind::Expression(id) = body.first()?.kind else { return None };
        let expression = self.lowering.module.expression(id);
        let ExpressionKind::Text(text) = &expression.kind else { return None };
        let source = self.lowering.text.get(expression.span.range())?;
        let prefix = source.split(['"', '\'']).next()?;
        let is_plain = !prefix.contains(['b', 'B', 'f', 'F', 't', 'T']);
        is_plain.then(|| (cleaned(text).into(), expression.span))
    }
}

fn kind_of_decorator(name: &str) -> Option<FunctionKind> {
    match name {
        "staticmethod" | "abstractstaticmethod" => Some(FunctionKind::Static),
        "classmethod" | "abstractclassmethod" => Some(FunctionKind::OfClass),
        "property" | "cached_property" | "abstractproperty" => Some(FunctionKind::Getter),
        _ => None,
    }
}

fn empty() -> Function {
    Function {
        name: "".into(),
        kind: FunctionKind::Plain,
        class: None,
        parameters: Vec::new(),
        body: Block::new(),
        decorators: Vec::new(),
        doc: None,
        outer: Vec::new(),
        span: Span::default(),
    }
}
