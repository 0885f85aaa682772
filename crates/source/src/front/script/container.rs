//! Lists, objects and arguments.

use super::super::lowering::span;
use super::function::About;
use super::{Reader, children, field, is_comment, literal, part};
use crate::form::{Argument, ArgumentKind, Entry, ExpressionId, ExpressionKind, FunctionKind};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// `[a, , ...b]`.
    pub(super) fn list(&mut self, node: Node<'_>) -> ExpressionId {
        let mut items = Vec::new();
        let mut is_hole = true;
        for child in children(node) {
            if child.kind() == "," {
                if is_hole {
                    items.push(self.nothing(child));
                }
                is_hole = true;
            } else if child.is_named() && !child.is_error() {
                items.push(self.expression(child));
                is_hole = false;
            }
        }
        self.push(ExpressionKind::List(items), node)
    }

    /// `{ a, b: c, [d]: e, f() {}, ...g }`.
    pub(super) fn object(&mut self, node: Node<'_>) -> ExpressionId {
        let mut entries = Vec::new();
        let mut doc = None;
        for child in node.named_children(&mut node.walk()) {
            if is_comment(child) {
                doc = self.doc_comment(child).or(doc);
            } else if !child.is_error() {
                entries.extend(self.entry(child, doc.take()));
            }
        }
        self.push(ExpressionKind::Dict(entries), node)
    }

    fn entry(&mut self, node: Node<'_>, doc: Option<Node<'_>>) -> Option<Entry> {
        self.salvage(node);
        match node.kind() {
            "pair" => self.pair(node, doc),
            "method_definition" => self.method_entry(node, doc),
            "spread_element" => Some(Entry::Spread(self.expression(part(node)?))),
            "shorthand_property_identifier" => Some(self.shorthand(node)),
            _ => Some(Entry::Spread(self.expression(node))),
        }
    }

    fn pair(&mut self, node: Node<'_>, doc: Option<Node<'_>>) -> Option<Entry> {
        let key = self.key(field(node, "key")?);
        let value = field(node, "value")?;
        Some(Entry::Pair(key, self.value(value, About { doc, ..About::of(FunctionKind::Plain) })))
    }

    fn method_entry(&mut self, node: Node<'_>, doc: Option<Node<'_>>) -> Option<Entry> {
        let key = self.key(field(node, "name")?);
        let function = self.method(node, About { doc, ..About::of(FunctionKind::Method) });
        Some(Entry::Pair(key, self.push(ExpressionKind::Function(function), node)))
    }

    fn shorthand(&mut self, node: Node<'_>) -> Entry {
        let name = self.name(node);
        let key = self.push(ExpressionKind::Text(name.clone()), node);
        let is_undefined = &*name == "undefined";
        let value = if is_undefined { ExpressionKind::Nothing } else { ExpressionKind::Name(name) };
        Entry::Pair(key, self.push(value, node))
    }

    /// The key of a member, as an expression.
    pub(super) fn key(&mut self, node: Node<'_>) -> ExpressionId {
        let kind = match node.kind() {
            "computed_property_name" => match part(node) {
                Some(inner) => return self.expression(inner),
                None => ExpressionKind::Other(Vec::new()),
            },
            "string" => ExpressionKind::Text(literal::quoted(self.to.text_of(node)).into()),
            "number" => ExpressionKind::Number(literal::number(self.to.text_of(node))),
            _ => ExpressionKind::Text(self.name(node)),
        };
        self.push(kind, node)
    }

    /// `(a, ...b)`.
    pub(super) fn arguments(&mut self, node: Node<'_>) -> Vec<Argument> {
        self.salvage(node);
        let mut all = Vec::new();
        for child in node.named_children(&mut node.walk()) {
            if is_comment(child) || child.is_error() {
                continue;
            }
            let (value, kind) = match part(child) {
                Some(inner) if child.kind() == "spread_element" => (inner, ArgumentKind::List),
                _ => (child, ArgumentKind::Plain),
            };
            all.push(Argument { name: None, value: self.expression(value), kind });
        }
        all
    }

    /// `` `a${b}` ``: its parts, the fixed ones decoded.
    pub(super) fn template(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        let whole = span(node);
        let mut parts = Vec::new();
        let mut from = whole.start + 1;
        for child in node.named_children(&mut node.walk()) {
            if child.kind() != "template_substitution" {
                continue;
            }
            let hole = span(child);
            self.fixed(from, hole.start, &mut parts);
            self.salvage(child);
            if let Some(inner) = part(child) {
                parts.push(self.expression(inner));
            }
            from = hole.end;
        }
        let is_closed = self.to.text_of(node).len() > 1 && self.to.text_of(node).ends_with('`');
        self.fixed(from, if is_closed { whole.end - 1 } else { whole.end }, &mut parts);
        parts
    }

    fn fixed(&mut self, start: u32, end: u32, parts: &mut Vec<ExpressionId>) {
        let at = crate::form::Span { start, end: end.max(start) };
        if let Some(text) = self.to.text.get(at.range()).filter(|text| !text.is_empty()) {
            let text = literal::unescaped(text).into();
            parts.push(self.to.push(ExpressionKind::Text(text), at));
        }
    }
}
