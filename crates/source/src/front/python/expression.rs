//! Expressions that are no chains.

use super::Reader;
use super::statement::is_statement;
use crate::form::{Argument, ArgumentKind, Clause, Comparison, Entry, ExpressionId, ExpressionKind, Operator, Pattern};
use tree_sitter::Node;

/// The operator of a sign other than `+`.
pub(super) fn operator(sign: &str) -> Operator {
    match sign {
        "%" => Operator::Modulo,
        "/" => Operator::Divide,
        "|" => Operator::Pipe,
        _ => Operator::Arithmetic,
    }
}

fn comparison(sign: &str) -> Comparison {
    match sign {
        "==" | "is" => Comparison::Equal,
        "!=" | "<>" | "is not" => Comparison::NotEqual,
        "in" => Comparison::In,
        "not in" => Comparison::NotIn,
        _ => Comparison::Order,
    }
}

impl Reader<'_> {
    /// Reads what is no chain and stands in no parentheses.
    pub(super) fn simple(&mut self, node: Node<'_>) -> ExpressionId {
        let kind = match node.kind() {
            "identifier" => ExpressionKind::Name(self.name(node)),
            "true" => ExpressionKind::Bool(true),
            "false" => ExpressionKind::Bool(false),
            "none" => ExpressionKind::Nothing,
            "integer" | "float" => self.number(node),
            "string" | "concatenated_string" => return self.string(node),
            "call" => self.super_call(node),
            "list" | "set" | "tuple" | "expression_list" | "pattern_list" | "tuple_pattern" | "list_pattern" => {
                ExpressionKind::List(self.all_parts(node))
            }
            "dictionary" => self.dictionary(node),
            "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression" => {
                self.comprehension(node)
            }
            "lambda" => self.lambda(node),
            "conditional_expression" => self.conditional(node),
            "named_expression" => self.named(node),
            "as_pattern" => self.bound(node),
            "not_operator" => self.around(node, ExpressionKind::Not),
            "unary_operator" => self.unary(node),
            "comparison_operator" => return self.comparison(node),
            "await" => self.around(node, ExpressionKind::Await),
            "yield" => ExpressionKind::Yield(self.all_parts(node).first().copied()),
            "list_splat" | "list_splat_pattern" | "dictionary_splat" | "splat_type" => {
                self.around(node, ExpressionKind::Spread)
            }
            kind if is_statement(kind) => {
                self.stray(node);
                ExpressionKind::Other(Vec::new())
            }
            _ => ExpressionKind::Other(self.all_parts(node)),
        };
        self.push(kind, node)
    }

    /// All parts of a node as expressions.
    pub(super) fn all_parts(&mut self, node: Node<'_>) -> Vec<ExpressionId> {
        let parts = self.parts(node);
        parts.named().map(|part| self.expression(part)).collect()
    }

    fn around(&mut self, node: Node<'_>, kind: fn(ExpressionId) -> ExpressionKind) -> ExpressionKind {
        match self.all_parts(node)[..] {
            [only] => kind(only),
            ref parts => ExpressionKind::Other(parts.to_vec()),
        }
    }

    /// `super()`: the only call that is no link of a chain, unless the call is broken.
    fn super_call(&mut self, node: Node<'_>) -> ExpressionKind {
        let parts = self.parts(node);
        if parts.field("function").is_some() {
            return ExpressionKind::Super;
        }
        ExpressionKind::Other(parts.named().map(|part| self.expression(part)).collect())
    }

    fn unary(&mut self, node: Node<'_>) -> ExpressionKind {
        let is_minus = node.child(0).is_some_and(|sign| sign.kind() == "-");
        let parts = self.all_parts(node);
        if let [only] = parts[..]
            && let ExpressionKind::Number(number) = self.lowering.module.expression(only).kind
            && is_minus
        {
            return ExpressionKind::Number(-number);
        }
        ExpressionKind::Other(parts)
    }

    fn conditional(&mut self, node: Node<'_>) -> ExpressionKind {
        match self.all_parts(node)[..] {
            [then, test, otherwise] => ExpressionKind::Conditional { test, then, otherwise },
            ref parts => ExpressionKind::Other(parts.to_vec()),
        }
    }

    fn named(&mut self, node: Node<'_>) -> ExpressionKind {
        let parts = self.parts(node);
        let (Some(name), Some(value)) = (parts.field("name"), parts.field("value")) else {
            return ExpressionKind::Other(Vec::new());
        };
        let value = self.expression(value);
        ExpressionKind::Assign(self.pattern(name), value)
    }

    /// `a as b` where no statement takes it apart.
    fn bound(&mut self, node: Node<'_>) -> ExpressionKind {
        let parts = self.parts(node);
        let value: Vec<_> = parts.named().take(1).map(|part| self.expression(part)).collect();
        let pattern = parts.field("alias").map_or(Pattern::Ignored, |alias| self.pattern(alias));
        match value[..] {
            [value] => ExpressionKind::Assign(pattern, value),
            _ => ExpressionKind::Other(value),
        }
    }

    /// `a < b < c` is `a < b and b < c`.
    fn comparison(&mut self, node: Node<'_>) -> ExpressionId {
        let parts = self.parts(node);
        let signs: Vec<Comparison> = parts.fields("operators").map(|sign| comparison(sign.kind())).collect();
        let values: Vec<ExpressionId> = parts.named().map(|part| self.expression(part)).collect();
        let tests: Vec<ExpressionId> = signs
            .iter()
            .zip(values.windows(2))
            .map(|(&sign, pair)| self.push(ExpressionKind::Compare(sign, pair[0], pair[1]), node))
            .collect();
        if tests.is_empty() {
            return self.push(ExpressionKind::Other(values), node);
        }
        self.balanced(&tests, ExpressionKind::And)
    }

    fn dictionary(&mut self, node: Node<'_>) -> ExpressionKind {
        let parts = self.parts(node);
        let mut entries = Vec::new();
        for part in parts.named() {
            let inner = self.parts(part);
            match (inner.field("key"), inner.field("value")) {
                (Some(key), Some(value)) => {
                    let key = self.expression(key);
                    entries.push(Entry::Pair(key, self.expression(value)));
                }
                _ => entries.extend(inner.named().map(|inner| Entry::Spread(self.expression(inner)))),
            }
        }
        ExpressionKind::Dict(entries)
    }

    fn comprehension(&mut self, node: Node<'_>) -> ExpressionKind {
        let parts = self.parts(node);
        let mut clauses: Vec<Clause> = Vec::new();
        for part in parts.named() {
            match part.kind() {
                "for_in_clause" => clauses.push(self.clause(part)),
                "if_clause" => {
                    let tests = self.all_parts(part);
                    if let Some(clause) = clauses.last_mut() {
                        clause.tests.extend(tests);
                    }
                }
                _ => {}
            }
        }
        let element = match parts.field("body") {
            Some(pair) if pair.kind() == "pair" => self.all_parts(pair),
            Some(body) => vec![self.expression(body)],
            None => Vec::new(),
        };
        ExpressionKind::Comprehension { element, clauses }
    }

    fn clause(&mut self, node: Node<'_>) -> Clause {
        let parts = self.parts(node);
        let right: Vec<Node<'_>> = parts.fields("right").filter(Node::is_named).collect();
        let items = self.key(&right, node);
        let pattern = parts.field("left").map_or(Pattern::Ignored, |left| self.pattern(left));
        Clause { pattern, items, tests: Vec::new() }
    }

    /// What a call is given.
    pub(super) fn arguments(&mut self, node: Node<'_>) -> Vec<Argument> {
        if node.kind() == "generator_expression" {
            return vec![self.argument(node)];
        }
        let parts = self.parts(node);
        parts.named().map(|part| self.argument(part)).collect()
    }

    /// One argument.
    pub(super) fn argument(&mut self, node: Node<'_>) -> Argument {
        let node = self.bare(node);
        let kind = match node.kind() {
            "list_splat" => ArgumentKind::List,
            "dictionary_splat" => ArgumentKind::Dict,
            "keyword_argument" => {
                let parts = self.parts(node);
                if let (Some(name), Some(value)) = (parts.field("name"), parts.field("value")) {
                    let value = self.expression(value);
                    return Argument { name: Some(self.name(name)), value, kind: ArgumentKind::Plain };
                }
                ArgumentKind::Plain
            }
            _ => ArgumentKind::Plain,
        };
        let mut value = node;
        if kind != ArgumentKind::Plain {
            let parts = self.parts(node);
            value = parts.named().next().unwrap_or(node);
        }
        Argument { name: None, value: self.expression(value), kind }
    }
}
