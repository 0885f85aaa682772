//! `match`.
//!
//! Literals at the top of a pattern are the values of the case, names are its binding, and all else that a pattern asks
//! of the subject becomes part of the guard: `case {"op": "run", "cmd": c}` is a binding of `cmd` with the guard
//! `"op" in subject and subject["op"] == "run" and "cmd" in subject`. The length of a list is a test that is not known.

use super::Reader;
use super::parts::Signed;
use super::statement::add;
use crate::form::{Block, Case, Comparison, ExpressionId, ExpressionKind, Name, Pattern, Statement, StatementKind};
use crate::front::lowering::span;
use crate::words::python::ITSELF;
use tree_sitter::Node;

/// What a pattern asks and binds.
#[derive(Default)]
struct Demand {
    tests: Vec<ExpressionId>,
    bindings: Vec<Pattern>,
}

impl Reader<'_> {
    pub(super) fn choose_among(&mut self, node: Node<'_>, block: &mut Block) {
        let parts = self.parts(node);
        let subjects: Vec<Node<'_>> = parts.fields("subject").filter(Node::is_named).collect();
        let subject = self.key(&subjects, node);
        let mut cases = Vec::new();
        if let Some(body) = parts.field("body") {
            for clause in self.children(body) {
                match clause.kind() {
                    "case_clause" => cases.push(self.case(clause, subject)),
                    _ => self.stray(clause),
                }
            }
        }
        add(block, StatementKind::Switch { subject, cases }, node);
    }

    fn case(&mut self, node: Node<'_>, subject: ExpressionId) -> Case {
        let parts = self.parts(node);
        let mut patterns = parts.signed();
        patterns.retain(|(part, _)| part.kind() == "case_pattern");
        let mut values = Vec::new();
        let mut demand = Demand::default();
        let is_list = patterns.len() > 1 || parts.all().any(|part| part.kind() == ",");
        if is_list {
            self.sequence(&patterns, subject, node, &mut demand);
        } else if let [only] = patterns[..] {
            self.top(only, subject, &mut values, &mut demand);
        }
        if let Some(guard) = parts.field("guard") {
            demand.tests.extend(self.all_parts(guard));
        }
        let guard = (!demand.tests.is_empty()).then(|| self.balanced(&demand.tests, ExpressionKind::And));
        let mut bindings = demand.bindings.into_iter();
        let binding = bindings.next();
        let mut body = Block::new();
        for pattern in bindings {
            let kind = StatementKind::Assign { pattern, value: subject, annotation: None };
            body.push(Statement { kind, span: span(node) });
        }
        if let Some(part) = parts.field("consequence") {
            self.block(part, &mut body);
        }
        Case { values, binding, guard, body, span: span(node) }
    }

    /// The pattern of a case: values as far as it is made of them.
    fn top(&mut self, node: Signed<'_>, subject: ExpressionId, values: &mut Vec<ExpressionId>, demand: &mut Demand) {
        let pattern = self.bare_case(node);
        if pattern.0.kind() == "as_pattern" {
            let parts = self.parts(pattern.0);
            if let [inner, (name, _)] = parts.signed()[..] {
                if self.lowering.enter(name, 1) {
                    self.top(inner, subject, values, demand);
                    self.lowering.leave(1);
                }
                demand.bindings.push(Pattern::Name(self.name(name), span(name)));
            }
            return;
        }
        let alternatives = self.alternatives(pattern);
        let literals: Option<Vec<ExpressionId>> = alternatives.iter().map(|part| self.literal(*part)).collect();
        match literals {
            Some(literals) => values.extend(literals),
            None => demand.bindings.extend(self.demand(pattern, subject, &mut demand.tests)),
        }
    }

    /// `A | B`, or the one.
    fn alternatives<'n>(&mut self, pattern: Signed<'n>) -> Vec<Signed<'n>> {
        if pattern.0.kind() != "union_pattern" {
            return vec![pattern];
        }
        let parts = self.parts(pattern.0);
        parts.signed()
    }

    /// The case pattern inside its wrapping and parentheses.
    fn bare_case<'n>(&mut self, pattern: Signed<'n>) -> Signed<'n> {
        let mut at = pattern;
        while matches!(at.0.kind(), "case_pattern" | "tuple_pattern") {
            let parts = self.parts(at.0);
            let is_tuple = at.0.kind() == "tuple_pattern" && parts.all().any(|part| part.kind() == ",");
            let [inner] = parts.signed()[..] else { break };
            if is_tuple {
                break;
            }
            at = inner;
        }
        at
    }

    /// The value of a pattern that is one: a number, a text, `Color.RED`, `None`.
    fn literal(&mut self, (node, is_negative): Signed<'_>) -> Option<ExpressionId> {
        match node.kind() {
            "string" | "concatenated_string" | "true" | "false" | "none" | "integer" | "float" => {
                let value = self.expression(node);
                match self.lowering.module.expression(value).kind {
                    ExpressionKind::Number(number) if is_negative => {
                        Some(self.push(ExpressionKind::Number(-number), node))
                    }
                    _ => Some(value),
                }
            }
            "complex_pattern" => Some(self.push(ExpressionKind::Other(Vec::new()), node)),
            "dotted_name" => {
                let parts = self.parts(node);
                let names: Vec<Node<'_>> = parts.named().collect();
                (names.len() > 1).then(|| self.path(&names))
            }
            _ => None,
        }
    }

    fn path(&mut self, names: &[Node<'_>]) -> ExpressionId {
        let mut value = None;
        for &part in names {
            let name = self.name(part);
            value = Some(match value {
                None => self.push(ExpressionKind::Name(name), part),
                Some(value) => self.push(ExpressionKind::Member(value, name), part),
            });
        }
        value.unwrap_or_else(|| self.lowering.push(ExpressionKind::Other(Vec::new()), Default::default()))
    }

    /// What a pattern binds, and its tests of the value at `place`.
    fn demand(&mut self, pattern: Signed<'_>, place: ExpressionId, tests: &mut Vec<ExpressionId>) -> Vec<Pattern> {
        if !self.lowering.enter(pattern.0, 1) {
            return Vec::new();
        }
        let mut demand = Demand::default();
        self.demand_of_kind(pattern, place, &mut demand);
        self.lowering.leave(1);
        tests.append(&mut demand.tests);
        demand.bindings
    }

    fn demand_of_kind(&mut self, pattern: Signed<'_>, place: ExpressionId, demand: &mut Demand) {
        let pattern = self.bare_case(pattern);
        let node = pattern.0;
        if let Some(value) = self.literal(pattern) {
            let test = self.push(ExpressionKind::Compare(Comparison::Equal, place, value), node);
            return demand.tests.push(test);
        }
        match node.kind() {
            "dotted_name" | "identifier" if self.lowering.text_of(node) != "_" => {
                demand.bindings.push(Pattern::Name(self.name(node), span(node)));
            }
            "as_pattern" => {
                let parts = self.parts(node);
                if let [inner, (name, _)] = parts.signed()[..] {
                    let bindings = self.demand(inner, place, &mut demand.tests);
                    demand.bindings.extend(bindings);
                    demand.bindings.push(Pattern::Name(self.name(name), span(name)));
                }
            }
            "union_pattern" => self.union(node, place, demand),
            "list_pattern" | "tuple_pattern" => {
                let parts = self.parts(node);
                self.sequence(&parts.signed(), place, node, demand);
            }
            "dict_pattern" => self.mapping(node, place, demand),
            "class_pattern" => self.instance(node, place, demand),
            "splat_pattern" => {
                let parts = self.parts(node);
                let name = parts.named().next().filter(|name| self.lowering.text_of(*name) != "_");
                let rest = name.map_or(Pattern::Ignored, |name| Pattern::Name(self.name(name), span(name)));
                demand.bindings.push(Pattern::Rest(Box::new(rest)));
            }
            _ => {}
        }
    }

    fn union(&mut self, node: Node<'_>, place: ExpressionId, demand: &mut Demand) {
        let mut choices = Vec::new();
        for alternative in self.alternatives((node, false)) {
            let mut tests = Vec::new();
            let bindings = self.demand(alternative, place, &mut tests);
            demand.bindings.extend(bindings);
            if tests.is_empty() {
                choices.push(self.push(ExpressionKind::Bool(true), alternative.0));
            } else {
                choices.push(self.balanced(&tests, ExpressionKind::And));
            }
        }
        if !choices.is_empty() {
            demand.tests.push(self.balanced(&choices, ExpressionKind::Or));
        }
    }

    /// The items of a list, counted from its end behind a `*rest`.
    fn sequence(&mut self, items: &[Signed<'_>], place: ExpressionId, node: Node<'_>, demand: &mut Demand) {
        demand.tests.push(self.push(ExpressionKind::Other(vec![place]), node));
        let mut patterns = Vec::new();
        let mut is_behind = false;
        for (number, &item) in items.iter().enumerate() {
            let at = if is_behind { number as f64 - items.len() as f64 } else { number as f64 };
            let key = self.push(ExpressionKind::Number(at), item.0);
            let part = self.push(ExpressionKind::Index(place, key), item.0);
            let pattern = self.only(item, part, demand);
            is_behind |= matches!(pattern, Pattern::Rest(_));
            patterns.push(pattern);
        }
        demand.bindings.push(Pattern::List(patterns));
    }

    /// `{"a": x, **rest}`.
    fn mapping(&mut self, node: Node<'_>, place: ExpressionId, demand: &mut Demand) {
        let parts = self.parts(node);
        let mut members = Vec::new();
        let mut rest = None;
        let mut key = None;
        for (part, is_negative) in parts.signed() {
            if part.kind() == "splat_pattern" {
                let inner = self.parts(part);
                rest = inner.named().next().map(|name| self.name(name));
            } else if part.kind() != "case_pattern" {
                key = self.literal((part, is_negative));
            } else if let Some(key) = key.take() {
                demand.tests.push(self.push(ExpressionKind::Compare(Comparison::In, key, place), part));
                let value = self.push(ExpressionKind::Index(place, key), part);
                let pattern = self.only((part, false), value, demand);
                members.push((self.key_name(key), pattern));
            }
        }
        demand.bindings.push(Pattern::Object(members, rest));
    }

    fn key_name(&self, key: ExpressionId) -> Name {
        match &self.lowering.module.expression(key).kind {
            ExpressionKind::Text(text) => text.clone(),
            ExpressionKind::Number(number) => number.to_string().into(),
            _ => "".into(),
        }
    }

    /// `Point(x, y=0)`: the members that stand by place have their number for a name.
    fn instance(&mut self, node: Node<'_>, place: ExpressionId, demand: &mut Demand) {
        let parts = self.parts(node);
        let mut signed = parts.signed().into_iter();
        let Some((class, _)) = signed.next() else { return };
        let arguments: Vec<Signed<'_>> = signed.map(|part| self.bare_case(part)).collect();
        let names: Vec<Node<'_>> = self.parts(class).named().collect();
        let path = self.path(&names);
        demand.tests.push(self.push(ExpressionKind::Compare(Comparison::InstanceOf, place, path), node));
        if let [only] = arguments[..]
            && only.0.kind() != "keyword_pattern"
            && ITSELF.contains(&self.lowering.text_of(class))
        {
            let bindings = self.demand(only, place, &mut demand.tests);
            return demand.bindings.extend(bindings);
        }
        let mut members = Vec::new();
        for (number, argument) in arguments.into_iter().enumerate() {
            let mut name: Name = number.to_string().into();
            let mut pattern = argument;
            if argument.0.kind() == "keyword_pattern" {
                let inner = self.parts(argument.0);
                let [(key, _), value] = inner.signed()[..] else { continue };
                name = self.name(key);
                pattern = value;
            }
            let member = self.push(ExpressionKind::Member(place, name.clone()), argument.0);
            members.push((name, self.only(pattern, member, demand)));
        }
        if !members.is_empty() {
            demand.bindings.push(Pattern::Object(members, None));
        }
    }

    /// The one pattern of a part; what it binds besides (`{"a": [x] as y}`) is bound for itself.
    fn only(&mut self, pattern: Signed<'_>, place: ExpressionId, demand: &mut Demand) -> Pattern {
        let mut bindings = self.demand(pattern, place, &mut demand.tests).into_iter();
        let first = bindings.next().unwrap_or(Pattern::Ignored);
        demand.bindings.extend(bindings);
        first
    }
}
