//! Expressions that lean to the left: calls of members of calls, operators after operators.
//!
//! Such chains are as long as their author likes (`query.filter().filter()…`, `a + b + c…`) while all else is nested by
//! hand. They are gone down in a loop. A sum is flat in the form, `and` and `or` are balanced; every other link is one
//! level of the form. After [`STRETCH`] of them the value so far is put under a name that no source can write, and the
//! chain goes on from that name: `(*7* := a.b().c(), *7*.d().e())`. So nothing is lost, and no reader of the form has to
//! go deeper than it would for ordinary code.

use super::Reader;
use super::expression::operator;
use super::parts::Parts;
use crate::form::{ExpressionId, ExpressionKind, Operator, Pattern};
use crate::front::lowering::span;
use tree_sitter::Node;

/// How many links a chain has before it rests on a name.
const STRETCH: usize = 50;

/// What is done with the value to the left.
enum Link<'n> {
    Call(Option<Node<'n>>),
    Member(Node<'n>),
    Index(Vec<Node<'n>>),
    Binary(Operator, Node<'n>),
    /// The other terms, last first.
    Sum(Vec<Node<'n>>),
    And(Vec<Node<'n>>),
    Or(Vec<Node<'n>>),
}

impl Reader<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self, node: Node<'_>) -> ExpressionId {
        let (start, links) = self.links(node);
        let levels = links.len().clamp(1, STRETCH);
        if !self.lowering.enter(node, levels) {
            return self.push(ExpressionKind::Other(Vec::new()), node);
        }
        let mut steps = Vec::new();
        let mut value = self.simple(start);
        for (count, (node, link)) in links.into_iter().rev().enumerate() {
            if count > 0 && count % STRETCH == 0 {
                value = self.rest(value, &mut steps);
            }
            value = self.linked(value, link, node);
        }
        self.lowering.leave(levels);
        if steps.is_empty() {
            return value;
        }
        steps.push(value);
        self.push(ExpressionKind::Sequence(steps), node)
    }

    /// Puts a value under a name of its own and goes on from there.
    fn rest(&mut self, value: ExpressionId, steps: &mut Vec<ExpressionId>) -> ExpressionId {
        let span = self.lowering.module.expression(value).span;
        let name: crate::form::Name = format!("*{}*", value.0).into();
        let pattern = Pattern::Name(name.clone(), span);
        steps.push(self.lowering.push(ExpressionKind::Assign(pattern, value), span));
        self.lowering.push(ExpressionKind::Name(name), span)
    }

    /// Goes down to the left: where the chain starts, and its links, last first.
    fn links<'n>(&mut self, node: Node<'n>) -> (Node<'n>, Vec<(Node<'n>, Link<'n>)>) {
        let mut links = Vec::new();
        let mut at = self.bare(node);
        loop {
            if !is_link(at.kind()) {
                return (at, links);
            }
            let parts = self.parts(at);
            let Some((next, link)) = self.link(at, &parts) else { return (at, links) };
            links.push((at, link));
            at = self.bare(next);
        }
    }

    /// Without the parentheses around it, however many.
    pub(super) fn bare<'n>(&mut self, node: Node<'n>) -> Node<'n> {
        let mut at = node;
        while matches!(at.kind(), "parenthesized_expression" | "type") {
            let parts = self.parts(at);
            let Some(inner) = parts.named().next() else { break };
            at = inner;
        }
        at
    }

    fn link<'n>(&mut self, node: Node<'n>, parts: &Parts<'n>) -> Option<(Node<'n>, Link<'n>)> {
        Some(match node.kind() {
            "call" => {
                let function = parts.field("function")?;
                if self.lowering.text_of(function) == "super" {
                    return None;
                }
                (function, Link::Call(parts.field("arguments")))
            }
            "attribute" => (parts.field("object")?, Link::Member(parts.field("attribute")?)),
            "subscript" => (parts.field("value")?, Link::Index(parts.fields("subscript").collect())),
            "generic_type" => {
                let list = parts.of_kind("type_parameter")?;
                let inner = self.parts(list);
                (parts.named().next()?, Link::Index(inner.named().collect()))
            }
            "member_type" => (parts.named().next()?, Link::Member(parts.named().nth(1)?)),
            "union_type" => (parts.named().next()?, Link::Binary(Operator::Pipe, parts.named().nth(1)?)),
            "binary_operator" => {
                let sign = parts.field("operator")?.kind();
                if sign == "+" {
                    let (first, terms) = self.run(parts, "binary_operator", sign)?;
                    (first, Link::Sum(terms))
                } else {
                    (parts.field("left")?, Link::Binary(operator(sign), parts.field("right")?))
                }
            }
            _ => {
                let sign = parts.field("operator")?.kind();
                let (first, terms) = self.run(parts, "boolean_operator", sign)?;
                (first, if sign == "and" { Link::And(terms) } else { Link::Or(terms) })
            }
        })
    }

    /// All terms that the same operator joins: the first, and the others from the last on.
    fn run<'n>(&mut self, parts: &Parts<'n>, kind: &str, sign: &str) -> Option<(Node<'n>, Vec<Node<'n>>)> {
        let mut first = parts.field("left")?;
        let mut terms = vec![parts.field("right")?];
        while first.kind() == kind {
            let parts = self.parts(first);
            let (Some(left), Some(right)) = (parts.field("left"), parts.field("right")) else { break };
            if parts.field("operator").is_none_or(|operator| operator.kind() != sign) {
                break;
            }
            terms.push(right);
            first = left;
        }
        Some((first, terms))
    }

    fn linked(&mut self, value: ExpressionId, link: Link<'_>, node: Node<'_>) -> ExpressionId {
        match link {
            Link::Call(list) => {
                let arguments = list.map(|list| self.arguments(list)).unwrap_or_default();
                self.push(ExpressionKind::Call { callee: value, arguments, is_new: false }, node)
            }
            Link::Member(name) => {
                let name = self.name(name);
                self.push(ExpressionKind::Member(value, name), node)
            }
            Link::Index(keys) => self.item(value, &keys, node),
            Link::Binary(operator, right) => {
                let right = self.expression(right);
                self.push(ExpressionKind::Binary(operator, value, right), node)
            }
            Link::Sum(terms) => {
                let terms = self.terms(value, &terms);
                self.push(ExpressionKind::Sum(terms), node)
            }
            Link::And(terms) => {
                let terms = self.terms(value, &terms);
                self.balanced(&terms, ExpressionKind::And)
            }
            Link::Or(terms) => {
                let terms = self.terms(value, &terms);
                self.balanced(&terms, ExpressionKind::Or)
            }
        }
    }

    fn terms(&mut self, first: ExpressionId, others: &[Node<'_>]) -> Vec<ExpressionId> {
        let mut terms = vec![first];
        terms.extend(others.iter().rev().map(|term| self.expression(*term)));
        terms
    }

    /// Joins terms by an operator to which grouping does not matter, as shallow as can be.
    pub(super) fn balanced(
        &mut self,
        terms: &[ExpressionId],
        join: fn(ExpressionId, ExpressionId) -> ExpressionKind,
    ) -> ExpressionId {
        if let [only] = terms {
            return *only;
        }
        let (left, right) = terms.split_at(terms.len().div_ceil(2));
        let left = self.balanced(left, join);
        let right = self.balanced(right, join);
        let module = &self.lowering.module;
        let (mut whole, end) = (module.expression(left).span, module.expression(right).span);
        whole.end = whole.end.max(end.end);
        self.lowering.push(join(left, right), whole)
    }

    /// `a[b]`, `a[b, c]` or `a[b:c]`.
    fn item(&mut self, value: ExpressionId, keys: &[Node<'_>], node: Node<'_>) -> ExpressionId {
        if let [slice] = keys
            && slice.kind() == "slice"
        {
            let mut steps = self.all_parts(*slice);
            let part = self.push(ExpressionKind::Slice(value), node);
            if steps.iter().all(|bound| self.is_quiet(*bound)) {
                return part;
            }
            steps.push(part);
            return self.push(ExpressionKind::Sequence(steps), node);
        }
        let key = self.key(keys, node);
        self.push(ExpressionKind::Index(value, key), node)
    }

    /// What stands between the brackets, as one value.
    pub(super) fn key(&mut self, keys: &[Node<'_>], node: Node<'_>) -> ExpressionId {
        if let [only] = keys {
            return self.expression(*only);
        }
        let items = keys.iter().map(|key| self.expression(*key)).collect();
        let around = keys.first().zip(keys.last()).map(|(first, last)| {
            let mut around = span(*first);
            around.end = span(*last).end;
            around
        });
        self.lowering.push(ExpressionKind::List(items), around.unwrap_or(span(node)))
    }

    /// Whether computing it does nothing that anybody could care about.
    pub(super) fn is_quiet(&self, id: ExpressionId) -> bool {
        match &self.lowering.module.expression(id).kind {
            ExpressionKind::Name(_) | ExpressionKind::Number(_) | ExpressionKind::Nothing | ExpressionKind::Text(_) => {
                true
            }
            ExpressionKind::Member(of, _) => self.is_quiet(*of),
            ExpressionKind::Binary(_, left, right) => self.is_quiet(*left) && self.is_quiet(*right),
            ExpressionKind::Sum(parts) | ExpressionKind::Other(parts) => parts.iter().all(|part| self.is_quiet(*part)),
            _ => false,
        }
    }
}

fn is_link(kind: &str) -> bool {
    matches!(
        kind,
        "call"
            | "attribute"
            | "subscript"
            | "binary_operator"
            | "boolean_operator"
            | "generic_type"
            | "member_type"
            | "union_type"
    )
}
