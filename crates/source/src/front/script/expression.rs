//! Expressions.
//!
//! What is nested to the left (`a.b().c()`, `a + b + c`, `((a))`, `!!a`) is walked down in a loop and built on the way
//! back, so that its length costs no depth; so is what is nested to the right in `t ? a : u ? b : c`.

use super::fault::{is_statement, is_type};
use super::function::About;
use super::{Reader, children, field, literal, part, parts};
use crate::form::{ExpressionId, ExpressionKind, FunctionKind};
use tree_sitter::Node;

impl Reader<'_, '_> {
    /// Any expression.
    pub(super) fn expression(&mut self, node: Node<'_>) -> ExpressionId {
        let value = self.deeper(node, |reader| reader.spine(node));
        value.unwrap_or_else(|| self.push(ExpressionKind::Other(Vec::new()), node))
    }

    fn spine(&mut self, node: Node<'_>) -> ExpressionId {
        let mut above = Vec::new();
        let mut node = node;
        while let Some(inner) = operand(node) {
            above.push(node);
            node = inner;
        }
        self.salvage(node);
        let mut value = self.innermost(node);
        let mut sum: Vec<ExpressionId> = Vec::new();
        let mut end = node;
        while let Some(node) = above.pop() {
            self.salvage(node);
            if is_sum(node) {
                if sum.is_empty() {
                    sum.push(value);
                }
                sum.push(self.right(node));
                end = node;
                continue;
            }
            if !sum.is_empty() {
                if node.kind() == "parenthesized_expression" {
                    continue;
                }
                value = self.push(ExpressionKind::Sum(std::mem::take(&mut sum)), end);
            }
            value = self.around(node, value);
        }
        if sum.is_empty() { value } else { self.push(ExpressionKind::Sum(sum), end) }
    }

    /// What a node makes of its [`operand`].
    fn around(&mut self, node: Node<'_>, value: ExpressionId) -> ExpressionId {
        let kind = match node.kind() {
            "await_expression" => ExpressionKind::Await(value),
            "unary_expression" => return self.unary(node, value),
            "binary_expression" => self.binary(node, value),
            "member_expression" | "nested_identifier" => {
                let name = field(node, "property").map(|property| self.name(property));
                ExpressionKind::Member(value, name.unwrap_or_default())
            }
            "subscript_expression" => self.item(node, value),
            "call_expression" => self.call(node, value),
            "new_expression" => {
                let arguments = field(node, "arguments").map(|list| self.arguments(list)).unwrap_or_default();
                ExpressionKind::Call { callee: value, arguments, is_new: true }
            }
            _ => return value,
        };
        self.push(kind, node)
    }

    /// `a[b]`. A fixed text as `b` names a member as `a.b` does.
    fn item(&mut self, node: Node<'_>, object: ExpressionId) -> ExpressionKind {
        let index = match field(node, "index") {
            Some(index) => self.expression(index),
            None => self.nothing(node),
        };
        match &self.to.module.expression(index).kind {
            ExpressionKind::Text(name) => ExpressionKind::Member(object, name.clone()),
            _ => ExpressionKind::Index(object, index),
        }
    }

    fn call(&mut self, node: Node<'_>, callee: ExpressionId) -> ExpressionKind {
        match field(node, "arguments") {
            Some(template) if template.kind() == "template_string" => {
                self.salvage(template);
                ExpressionKind::Tagged { tag: callee, values: self.template(template) }
            }
            Some(list) => ExpressionKind::Call { callee, arguments: self.arguments(list), is_new: false },
            None => ExpressionKind::Call { callee, arguments: Vec::new(), is_new: false },
        }
    }

    /// An expression that has no operand on its left.
    fn innermost(&mut self, node: Node<'_>) -> ExpressionId {
        if node.is_missing() {
            return self.push(ExpressionKind::Other(Vec::new()), node);
        }
        match node.kind() {
            "array" => self.list(node),
            "object" => self.object(node),
            "function_expression" | "generator_function" | "arrow_function" | "class" => {
                self.made(node, About::of(FunctionKind::Plain))
            }
            "method_definition" => {
                let function = self.method(node, About::of(FunctionKind::Method));
                self.push(ExpressionKind::Function(function), node)
            }
            "assignment_expression" => self.assigned(node),
            "augmented_assignment_expression" | "update_expression" => {
                let (pattern, value) = self.change(node);
                self.push(ExpressionKind::Assign(pattern, value), node)
            }
            "ternary_expression" => self.conditional(node),
            "template_string" => self.template_string(node),
            "sequence_expression" => {
                let values = parts(node).into_iter().map(|each| self.expression(each)).collect();
                self.push(ExpressionKind::Sequence(values), node)
            }
            "yield_expression" => {
                let value = part(node).map(|value| self.expression(value));
                self.push(ExpressionKind::Yield(value), node)
            }
            "spread_element" => match part(node) {
                Some(inner) => {
                    let value = self.expression(inner);
                    self.push(ExpressionKind::Spread(value), node)
                }
                None => self.unknown(node),
            },
            "jsx_element" | "jsx_self_closing_element" | "jsx_expression" | "jsx_fragment" => self.markup(node),
            _ => self.atom(node),
        }
    }

    /// An expression without parts.
    fn atom(&mut self, node: Node<'_>) -> ExpressionId {
        let kind = match node.kind() {
            "identifier"
            | "property_identifier"
            | "private_property_identifier"
            | "shorthand_property_identifier"
            | "shorthand_property_identifier_pattern"
            | "statement_identifier"
            | "import" => ExpressionKind::Name(self.name(node)),
            "this" => ExpressionKind::This,
            "super" => ExpressionKind::Super,
            "true" => ExpressionKind::Bool(true),
            "false" => ExpressionKind::Bool(false),
            "null" | "undefined" => ExpressionKind::Nothing,
            "number" => ExpressionKind::Number(literal::number(self.to.text_of(node))),
            "string" => ExpressionKind::Text(literal::quoted(self.to.text_of(node)).into()),
            "regex" => {
                let pattern = field(node, "pattern").map(|pattern| self.to.text_of(pattern));
                ExpressionKind::Regex(pattern.unwrap_or_default().into())
            }
            "meta_property" => {
                let (object, name) = self.to.text_of(node).split_once('.').unwrap_or_default();
                let object = self.push(ExpressionKind::Name(object.trim().into()), node);
                ExpressionKind::Member(object, name.trim().into())
            }
            _ => return self.unknown(node),
        };
        self.push(kind, node)
    }

    /// Whatever else there is: its parts.
    pub(super) fn unknown(&mut self, node: Node<'_>) -> ExpressionId {
        let mut values = Vec::new();
        for child in children(node) {
            if is_statement(child.kind()) {
                self.stray(child);
            } else if child.is_named() && (!child.is_error() || node.is_error()) && !is_type(child.kind()) {
                values.push(self.expression(child));
            }
        }
        self.push(ExpressionKind::Other(values), node)
    }

    /// `test ? then : otherwise`, and those that stand in `otherwise`.
    fn conditional(&mut self, node: Node<'_>) -> ExpressionId {
        let mut above = Vec::new();
        let mut last = node;
        while last.kind() == "ternary_expression" {
            if last != node {
                self.salvage(last);
            }
            let roles = (field(last, "condition"), field(last, "consequence"), field(last, "alternative"));
            let (Some(test), Some(then), Some(otherwise)) = roles else { break };
            above.push((last, self.expression(test), self.expression(then)));
            last = super::unwrapped(otherwise);
        }
        let is_whole = last.kind() != "ternary_expression";
        let mut otherwise = if is_whole { self.expression(last) } else { self.unknown(last) };
        for (node, test, then) in above.into_iter().rev() {
            otherwise = self.push(ExpressionKind::Conditional { test, then, otherwise }, node);
        }
        otherwise
    }

    fn template_string(&mut self, node: Node<'_>) -> ExpressionId {
        let values = self.template(node);
        let kind = match values[..] {
            [] => ExpressionKind::Text("".into()),
            [only] => match self.to.module.expression(only) {
                whole if matches!(whole.kind, ExpressionKind::Text(_)) && is_fixed(node) => whole.kind.clone(),
                _ => ExpressionKind::Template(values),
            },
            _ => ExpressionKind::Template(values),
        };
        self.push(kind, node)
    }

    /// The right side of a row of sums.
    fn right(&mut self, node: Node<'_>) -> ExpressionId {
        match field(node, "right") {
            Some(right) => self.expression(right),
            None => self.nothing(node),
        }
    }
}

/// The part of an expression that stands first in it and that it is computed from, or that it only wraps.
fn operand(node: Node<'_>) -> Option<Node<'_>> {
    let role = match node.kind() {
        "member_expression" | "subscript_expression" | "nested_identifier" => "object",
        "call_expression" => "function",
        "new_expression" => "constructor",
        "binary_expression" => "left",
        "unary_expression" => "argument",
        "parenthesized_expression"
        | "await_expression"
        | "as_expression"
        | "satisfies_expression"
        | "non_null_expression"
        | "instantiation_expression" => return part(node),
        "type_assertion" => return parts(node).pop(),
        _ => return None,
    };
    field(node, role)
}

fn is_sum(node: Node<'_>) -> bool {
    node.kind() == "binary_expression" && field(node, "operator").is_some_and(|operator| operator.kind() == "+")
}

fn is_fixed(template: Node<'_>) -> bool {
    !template.named_children(&mut template.walk()).any(|child| child.kind() == "template_substitution")
}
