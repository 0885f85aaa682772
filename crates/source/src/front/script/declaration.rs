//! Variables and assignments, and what TypeScript makes of them: enumerations and namespaces.

use super::super::lowering::span;
use super::function::About;
use super::scope::Binding;
use super::{Reader, field, has_token, parts, unwrapped};
use crate::form::{Block, Entry, ExpressionId, ExpressionKind, FunctionKind, Name, Pattern, Statement, StatementKind};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// `var`, `let`, `const`, `using`.
    pub(super) fn declaration(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        let is_var = node.kind() == "variable_declaration";
        let mut doc = doc;
        for declarator in parts(node) {
            if declarator.kind() != "variable_declarator" {
                continue;
            }
            self.salvage(declarator);
            let Some(name) = field(declarator, "name") else { continue };
            if let Some(value) = field(declarator, "value") {
                self.chain(declarator, vec![(name, Binding::Declared)], value, doc.take(), out);
            } else if name.kind() == "identifier" {
                self.bare(declarator, name, is_var, out);
            }
        }
    }

    /// A variable without a value. A second `var x` leaves `x` as it is.
    fn bare(&mut self, declarator: Node<'_>, name: Node<'_>, is_var: bool, out: &mut Block) {
        let spelled = self.name(name);
        if is_var && self.scope().declares(&spelled) {
            return;
        }
        self.bind(&spelled, Binding::Declared);
        let value = self.nothing(name);
        let kind = StatementKind::Assign { pattern: Pattern::Name(spelled, span(name)), value, annotation: None };
        out.push(Statement { kind, span: span(declarator) });
    }

    /// `a = value` as a statement.
    pub(super) fn assignment(&mut self, node: Node<'_>, doc: Option<Node<'_>>, out: &mut Block) {
        self.chain(node, Vec::new(), node, doc, out);
    }

    /// `a = b = value`: binds the same value to each, the last one first.
    fn chain<'n>(
        &mut self,
        whole: Node<'_>,
        mut targets: Vec<(Node<'n>, Binding)>,
        value: Node<'n>,
        doc: Option<Node<'_>>,
        out: &mut Block,
    ) {
        let value = self.links(&mut targets, value);
        let value = self.named_value(value, targets.last().map(|(target, _)| *target), doc);
        for (target, binding) in targets.into_iter().rev() {
            let pattern = self.pattern(target, binding);
            let kind = StatementKind::Assign { pattern, value, annotation: None };
            out.push(Statement { kind, span: span(whole) });
        }
    }

    /// `a = b = value` as a value.
    pub(super) fn assigned(&mut self, node: Node<'_>) -> ExpressionId {
        let mut targets = Vec::new();
        let value = self.links(&mut targets, node);
        let mut value = self.named_value(value, targets.last().map(|(target, _)| *target), None);
        for (target, binding) in targets.into_iter().rev() {
            let pattern = self.pattern(target, binding);
            value = self.push(ExpressionKind::Assign(pattern, value), node);
        }
        value
    }

    /// Adds the left sides of a row of assignments; what is at its end.
    fn links<'n>(&mut self, targets: &mut Vec<(Node<'n>, Binding)>, value: Node<'n>) -> Node<'n> {
        let mut value = value;
        loop {
            let inner = unwrapped(value);
            if inner.kind() != "assignment_expression" {
                return value;
            }
            self.salvage(inner);
            let (Some(left), Some(right)) = (field(inner, "left"), field(inner, "right")) else { return value };
            // TypeScript's grammar reads `using a = value` as an assignment.
            let is_declared = has_token(inner, "using");
            targets.push((left, if is_declared { Binding::Declared } else { Binding::Assigned }));
            value = right;
        }
    }

    /// A value that is bound to `target`: a function or class without a name takes the name of the variable.
    fn named_value(&mut self, node: Node<'_>, target: Option<Node<'_>>, doc: Option<Node<'_>>) -> ExpressionId {
        let name = target.filter(|target| target.kind() == "identifier").map(|target| self.name(target));
        let about = About { name: name.unwrap_or_default(), doc, ..About::of(FunctionKind::Plain) };
        self.value(node, about)
    }

    /// `enum`: an object of its members.
    pub(super) fn enumeration(&mut self, node: Node<'_>, out: &mut Block) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) else { return };
        self.salvage(body);
        let mut next = Some(0.0);
        let mut entries = Vec::new();
        for member in parts(body) {
            let assigned = (member.kind() == "enum_assignment").then(|| field(member, "value")).flatten();
            let key = self.key(field(member, "name").unwrap_or(member));
            let value = match (assigned, next) {
                (Some(value), _) => self.expression(value),
                (None, Some(number)) => self.push(ExpressionKind::Number(number), member),
                (None, None) => self.push(ExpressionKind::Other(Vec::new()), member),
            };
            next = match self.to.module.expression(value).kind {
                ExpressionKind::Number(number) => Some(number + 1.0),
                _ => None,
            };
            entries.push(Entry::Pair(key, value));
        }
        let value = self.push(ExpressionKind::Dict(entries), node);
        let pattern = self.pattern(name, Binding::Declared);
        out.push(Statement { kind: StatementKind::Assign { pattern, value, annotation: None }, span: span(node) });
    }

    /// `namespace A.B { … }`: what it holds, and an object of what it exports. One that adds to a class or function of
    /// the same name sets its members.
    pub(super) fn namespace(&mut self, node: Node<'_>, out: &mut Block) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) else { return };
        let path: Vec<Name> = self.to.text_of(name).split('.').map(|part| part.trim().into()).collect();
        let Some((root, inner)) = path.split_first().filter(|_| name.kind() != "string") else { return };
        let mut exported = Vec::new();
        let mut doc = None;
        self.salvage(body);
        for child in children_and_comments(body) {
            if let Some(comment) = self.doc_comment(child) {
                doc = Some(comment);
            } else if child.kind() == "export_statement" {
                exported.append(&mut self.exported_declaration(child, doc.take(), out));
            } else {
                self.statement(child, doc.take(), out);
            }
        }
        if inner.is_empty() && self.scope().declares(root) {
            for each in exported {
                let object = self.push(ExpressionKind::Name(root.clone()), name);
                let value = self.push(ExpressionKind::Name(each.clone()), name);
                let kind = StatementKind::Assign { pattern: Pattern::Member(object, each), value, annotation: None };
                out.push(Statement { kind, span: span(node) });
            }
            return;
        }
        let mut entries = Vec::new();
        for each in exported {
            let key = self.push(ExpressionKind::Text(each.clone()), name);
            entries.push(Entry::Pair(key, self.push(ExpressionKind::Name(each), name)));
        }
        let mut value = self.push(ExpressionKind::Dict(entries), node);
        for each in inner.iter().rev() {
            let key = self.push(ExpressionKind::Text(each.clone()), name);
            value = self.push(ExpressionKind::Dict(vec![Entry::Pair(key, value)]), node);
        }
        self.bind(root, Binding::Declared);
        let pattern = Pattern::Name(root.clone(), span(name));
        out.push(Statement { kind: StatementKind::Assign { pattern, value, annotation: None }, span: span(node) });
    }

    /// `import a = b.c`.
    pub(super) fn import_alias(&mut self, node: Node<'_>, out: &mut Block) {
        let [local, target] = parts(node)[..] else { return };
        let value = self.expression(target);
        let pattern = self.pattern(local, Binding::Declared);
        out.push(Statement { kind: StatementKind::Assign { pattern, value, annotation: None }, span: span(node) });
    }
}

fn children_and_comments(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).filter(|child| !child.is_error()).collect()
}
