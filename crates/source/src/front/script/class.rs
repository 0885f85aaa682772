//! Classes and the methods of objects.

use super::super::lowering::span;
use super::function::{About, undecorated};
use super::scope::Binding;
use super::{Reader, field, has_token, is_comment, literal, part, parts};
use crate::form::{
    Block, Class, ClassId, ExpressionId, Field, FunctionId, FunctionKind, Name, Statement, StatementKind,
};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// `class X {}` as a statement.
    pub(super) fn class_declaration(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        let class = self.declared_class(node, Vec::new(), doc);
        out.push(Statement { kind: StatementKind::Class(class), span: span(node) });
    }

    /// A class that binds its name, with the decorators that stand before `export`.
    pub(super) fn declared_class(
        &mut self,
        node: Node<'_>,
        decorators: Vec<ExpressionId>,
        doc: Option<Node<'_>>,
    ) -> ClassId {
        let name = field(node, "name").map(|name| self.name(name)).unwrap_or_default();
        self.bind(&name, Binding::Declared);
        self.class(node, name, decorators, doc)
    }

    /// A class. Its number is lower than those of the classes inside it.
    pub(super) fn class(
        &mut self,
        node: Node<'_>,
        name: Name,
        mut decorators: Vec<ExpressionId>,
        doc: Option<Node<'_>>,
    ) -> ClassId {
        let doc = doc.map(|doc| (self.cleaned(doc), span(doc)));
        decorators.append(&mut self.decorators(node));
        let bases = self.bases(node);
        let id = self.to.push_class(Class {
            name,
            bases,
            decorators,
            fields: Vec::new(),
            methods: Vec::new(),
            body: Block::new(),
            doc,
            span: undecorated(node),
        });
        if let Some(body) = field(node, "body") {
            self.members(id, body);
        }
        id
    }

    fn members(&mut self, id: ClassId, node: Node<'_>) {
        let (mut fields, mut methods, mut body) = (Vec::new(), Vec::new(), Block::new());
        // TypeScript's grammar puts the decorators of a method before it, JavaScript's into it.
        let (mut doc, mut decorators) = (None, Vec::new());
        for member in node.named_children(&mut node.walk()) {
            if is_comment(member) {
                doc = self.doc_comment(member).or(doc);
                continue;
            }
            match member.kind() {
                "decorator" => {
                    decorators.extend(self.decorator(member));
                    continue;
                }
                "method_signature" | "abstract_method_signature" | "index_signature" => continue,
                "method_definition" => {
                    let about = About { class: Some(id), doc, decorators, ..About::of(FunctionKind::Method) };
                    methods.push(self.method(member, about));
                }
                "field_definition" | "public_field_definition" => {
                    let field = self.deeper(member, |reader| reader.field_definition(id, member, doc, &mut body));
                    fields.extend(field.flatten());
                }
                "class_static_block" => {
                    if let Some(block) = field(member, "body") {
                        self.statement(block, None, &mut body);
                    }
                }
                _ => self.statement(member, None, &mut body),
            }
            (doc, decorators) = (None, Vec::new());
        }
        let class = &mut self.to.module.classes[id.0 as usize];
        (class.fields, class.methods, class.body) = (fields, methods, body);
    }

    /// A method of a class or of an object.
    pub(super) fn method(&mut self, node: Node<'_>, about: About<'_>) -> FunctionId {
        let name = field(node, "name").map(|name| self.member_name(name)).unwrap_or_default();
        let kind = if has_token(node, "get") || has_token(node, "static get") {
            FunctionKind::Getter
        } else if has_token(node, "set") {
            FunctionKind::Setter
        } else if has_token(node, "static") {
            FunctionKind::Static
        } else if about.class.is_some() && &*name == "constructor" {
            FunctionKind::Constructor
        } else {
            FunctionKind::Method
        };
        let mut decorators = about.decorators;
        decorators.append(&mut self.decorators(node));
        self.salvage(node);
        self.function(node, About { name, kind, decorators, ..about })
    }

    fn field_definition(
        &mut self,
        class: ClassId,
        node: Node<'_>,
        doc: Option<Node<'_>>,
        body: &mut Block,
    ) -> Option<Field> {
        if has_token(node, "abstract") || has_token(node, "declare") {
            return None;
        }
        self.salvage(node);
        let key = field(node, "name").or_else(|| field(node, "property"))?;
        for decorator in self.decorators(node) {
            body.push(Statement { kind: StatementKind::Expression(decorator), span: span(node) });
        }
        let name = self.member_name(key);
        let value = field(node, "value").map(|value| {
            let about = About { name: name.clone(), class: Some(class), doc, ..About::of(FunctionKind::Plain) };
            self.value(value, about)
        });
        Some(Field { name, value, annotation: None, is_static: has_token(node, "static") })
    }

    /// The name of a member; of one that is computed, as it is written with its brackets.
    pub(super) fn member_name(&mut self, node: Node<'_>) -> Name {
        match node.kind() {
            "string" => literal::quoted(self.to.text_of(node)).into(),
            "computed_property_name" => match part(node) {
                Some(inner) if inner.kind() == "string" => literal::quoted(self.to.text_of(inner)).into(),
                _ => self.to.text_of(node).into(),
            },
            _ => self.name(node),
        }
    }

    /// The decorators that stand in a node.
    pub(super) fn decorators(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        let all = node.children_by_field_name("decorator", &mut node.walk()).collect::<Vec<_>>();
        all.into_iter().filter_map(|decorator| self.decorator(decorator)).collect()
    }

    fn decorator(&mut self, node: Node<'_>) -> Option<ExpressionId> {
        part(node).map(|applied| self.expression(applied))
    }

    fn bases(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        let mut bases = Vec::new();
        for heritage in parts(node).into_iter().filter(|child| child.kind() == "class_heritage") {
            for each in parts(heritage) {
                match each.kind() {
                    "implements_clause" => {}
                    "extends_clause" => {
                        for value in each.children_by_field_name("value", &mut each.walk()) {
                            bases.push(self.expression(value));
                        }
                    }
                    _ => bases.push(self.expression(each)),
                }
            }
        }
        bases
    }
}
