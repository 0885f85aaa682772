//! What expressions stand for.

use super::Machine;
use super::environment::is_environment;
use super::heap::{Made, Object};
use super::value::{Argument, Closure, Shape, Spot, Value};
use crate::form::{ArgumentKind, Comparison, Entry, ExpressionId, ExpressionKind, FunctionKind, Name, Operator, Span};
use std::rc::Rc;

impl Machine<'_> {
    /// A place in the module that is running.
    pub(super) fn spot(&self, span: Span) -> Spot {
        Spot { module: self.module(), span }
    }

    /// Whether the module that is running is a script.
    pub(super) fn is_script(&self) -> bool {
        self.program.module(self.module()).language.is_script()
    }

    /// What an expression stands for; what it does is done.
    pub(super) fn evaluate(&mut self, id: ExpressionId) -> Value {
        let module = self.program.module(self.module());
        let expression = module.expression(id);
        let spot = self.spot(expression.span);
        if !self.step() || self.nesting >= super::NESTING {
            self.is_cut = true;
            return Value::unknown(spot);
        }
        self.nesting += 1;
        let value = self.value_of(&expression.kind, spot);
        self.nesting -= 1;
        value
    }

    pub(super) fn value_of(&mut self, kind: &ExpressionKind, spot: Spot) -> Value {
        match kind {
            ExpressionKind::Name(name) => self.look_up(name, spot),
            ExpressionKind::This => self.this(spot),
            ExpressionKind::Super => Value::library("super", spot),
            ExpressionKind::Text(text) => Value::of(Shape::Text(text.clone()), spot),
            ExpressionKind::Number(number) => Value::of(Shape::Number(*number), spot),
            ExpressionKind::Bool(bool) => Value::of(Shape::Bool(*bool), spot),
            ExpressionKind::Nothing => Value::of(Shape::Nothing, spot),
            ExpressionKind::Regex(pattern) => self.regex(pattern, spot),
            ExpressionKind::Template(parts) | ExpressionKind::Sum(parts) => {
                let is_template = matches!(kind, ExpressionKind::Template(_));
                let parts: Vec<Value> = parts.iter().map(|&part| self.evaluate(part)).collect();
                self.sum(&parts, is_template, spot)
            }
            ExpressionKind::Tagged { tag, values } => {
                let tag = self.evaluate(*tag);
                let values: Vec<Value> = values.iter().map(|&value| self.evaluate(value)).collect();
                self.tagged(&tag, &values, spot)
            }
            ExpressionKind::List(items) => {
                let mut object = Object::new(Made::List);
                for &item in items {
                    if let ExpressionKind::Spread(inner) = &self.program.module(self.module()).expression(item).kind {
                        let inner = self.evaluate(*inner);
                        let inner = self.iterated(inner, spot);
                        match self.items_of(&inner, usize::MAX) {
                            Some(items) => items.into_iter().for_each(|item| object.push(item)),
                            None => {
                                let item = self.item_of(&inner, spot);
                                object.scatter(item);
                            }
                        }
                    } else {
                        let item = self.evaluate(item);
                        object.push(item);
                    }
                }
                self.allocate(object, spot)
            }
            ExpressionKind::Dict(entries) => self.dict(entries, spot),
            ExpressionKind::Member(of, name) => {
                if let Some(value) = self.super_member(*of, name, spot) {
                    return value;
                }
                let of = self.evaluate(*of);
                self.member(&of, name, spot)
            }
            ExpressionKind::Index(of, key) => {
                let of = self.evaluate(*of);
                let key = self.evaluate(*key);
                self.index(&of, &key, spot)
            }
            ExpressionKind::Slice(of) => {
                let of = self.evaluate(*of);
                self.part_of(&of, spot)
            }
            ExpressionKind::Keys(of) => {
                let of = self.evaluate(*of);
                self.keys_of(&of, spot)
            }
            ExpressionKind::Call { callee, arguments, .. } => {
                let arguments: &[crate::form::Argument] = arguments;
                self.evaluate_call(*callee, arguments, spot)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let left = self.evaluate(*left);
                let right = self.evaluate(*right);
                self.binary(*operator, &left, &right, spot)
            }
            ExpressionKind::Compare(comparison, left, right) => {
                let left = self.evaluate(*left);
                let right = self.evaluate(*right);
                self.compare(*comparison, &left, &right, spot)
            }
            ExpressionKind::And(left, right) => {
                let left = self.evaluate(*left);
                match left.truth() {
                    Some(false) => return left,
                    Some(true) => return self.evaluate(*right),
                    None => {}
                }
                let facts = self.facts.clone();
                self.assume(&left, true);
                let right = self.evaluate(*right);
                self.is_dead = false;
                self.facts = facts;
                self.both(&left, &right)
            }
            ExpressionKind::Or(left, right) => {
                let left = self.evaluate(*left);
                match left.truth() {
                    Some(true) => return left,
                    Some(false) => return self.evaluate(*right),
                    None => {}
                }
                let facts = self.facts.clone();
                self.assume(&left, false);
                let right = self.evaluate(*right);
                self.is_dead = false;
                self.facts = facts;
                self.either(&left, &right)
            }
            ExpressionKind::Not(value) => {
                let value = self.evaluate(*value);
                self.opposite(&value, spot)
            }
            ExpressionKind::Conditional { test, then, otherwise } => {
                let test = self.evaluate(*test);
                match test.truth() {
                    Some(true) => self.evaluate(*then),
                    Some(false) => self.evaluate(*otherwise),
                    None => {
                        let facts = self.facts.clone();
                        self.assume(&test, true);
                        let then = self.evaluate(*then);
                        let then = self.settled(then);
                        self.facts = facts.clone();
                        self.assume(&test, false);
                        let otherwise = self.evaluate(*otherwise);
                        let otherwise = self.settled(otherwise);
                        self.is_dead = false;
                        self.facts = facts;
                        then.or(&otherwise)
                    }
                }
            }
            ExpressionKind::Function(function) => {
                let is_arrow = self.program.module(self.module()).function(*function).kind == FunctionKind::Arrow;
                let this = if is_arrow { self.current_this() } else { None };
                let frame = self.frame_of_closure();
                let closure = Closure { module: self.module(), function: *function, frame, this, given: Vec::new() };
                Value::of(Shape::Function(Rc::new(closure)), spot)
            }
            ExpressionKind::Class(class) => self.class_value(*class, spot),
            ExpressionKind::Comprehension { element, clauses } => self.comprehension(element, clauses, spot),
            ExpressionKind::Await(value) => self.evaluate(*value),
            ExpressionKind::Yield(value) => {
                let value = value.map_or_else(|| Value::unknown(spot), |value| self.evaluate(value));
                let activation = self.activation();
                activation.yields =
                    Some(activation.yields.as_ref().map_or_else(|| value.clone(), |known| known.or(&value)));
                Value::unknown(spot)
            }
            ExpressionKind::Spread(value) => self.evaluate(*value),
            ExpressionKind::Assign(pattern, value) => {
                let value = self.evaluate(*value);
                self.bind(pattern, value.clone(), spot);
                value
            }
            ExpressionKind::Sequence(values) => {
                let mut last = Value::unknown(spot);
                for &value in values {
                    last = self.evaluate(value);
                }
                last
            }
            ExpressionKind::Other(parts) => {
                let parts: Vec<Value> = parts.iter().map(|&part| self.evaluate(part)).collect();
                self.derived(&parts, spot, "")
            }
        }
    }

    /// The frame that a function is defined in. In a loop of JavaScript each round has variables of its own.
    pub(super) fn frame_of_closure(&mut self) -> super::value::FrameId {
        let frame = self.frame();
        if self.activation().rounds == 0 || !self.is_script() {
            return frame;
        }
        let variables = self.frames[frame as usize].variables.clone();
        let round = self.new_frame(Some(frame));
        self.frames[round as usize].variables = variables;
        self.frames[round as usize].this = self.frames[frame as usize].this.clone();
        round
    }

    /// Puts an object on the heap.
    pub(super) fn allocate(&mut self, object: Object, spot: Spot) -> Value {
        self.heap.push(object);
        Value::of(Shape::Object(self.heap.len() as u32 - 1), spot)
    }

    /// A list of these.
    pub(super) fn list(&mut self, items: Vec<Value>, spot: Spot) -> Value {
        let mut object = Object::new(Made::List);
        items.into_iter().for_each(|item| object.push(item));
        self.allocate(object, spot)
    }

    pub(super) fn dict(&mut self, entries: &[Entry], spot: Spot) -> Value {
        let mut object = Object::new(Made::Dict);
        let mut unknown: Option<Value> = None;
        for entry in entries {
            match entry {
                Entry::Pair(key, value) => {
                    let key = self.evaluate(*key);
                    let value = self.evaluate(*value);
                    match key_of(&key) {
                        Some(name) => object.set(name, value),
                        None => object.scatter(value),
                    }
                }
                Entry::Spread(other) => {
                    let other = self.evaluate(*other);
                    self.merge_into(&mut object, &other, spot);
                    if other.is_unknown() || !other.strands().is_empty() {
                        unknown = Some(other);
                    }
                }
            }
        }
        let value = self.allocate(object, spot);
        match unknown {
            // Parts of what was spread are parts of this, too.
            Some(other) if value.taint.is_none() => Value { taint: None, symbol: 0, ..value.or(&other) },
            _ => value,
        }
    }

    /// Takes over the members of `other`.
    pub(super) fn merge_into(&mut self, object: &mut Object, other: &Value, spot: Spot) {
        for id in other.objects() {
            let source = &self.heap[id as usize];
            let members: Vec<(Name, Value)> = source
                .order
                .iter()
                .filter_map(|name| Some((name.clone(), source.members.get(name)?.clone())))
                .collect();
            let rest = source.rest.clone();
            for (name, value) in members {
                object.set(name, value);
            }
            if let Some(rest) = rest {
                object.scatter(rest);
            }
        }
        if other.libraries().any(|library| is_environment(&library.path)) {
            let all = self.whole_environment(spot);
            object.scatter(all);
        } else if !other.strands().is_empty() {
            let item = self.item_of(other, spot);
            object.scatter(item);
        }
    }

    pub(super) fn binary(&mut self, operator: Operator, left: &Value, right: &Value, spot: Spot) -> Value {
        match operator {
            // A path of `pathlib` stays one.
            Operator::Divide if !self.is_script() => {
                if let (Some(Shape::Number(a)), Some(Shape::Number(b))) = (left.only(), right.only()) {
                    return Value::of(Shape::Number(a / b), spot);
                }
                self.joined_path(&[left.clone(), right.clone()], false, spot)
            }
            // A text with places for values.
            Operator::Modulo if !self.is_script() && !matches!(left.only(), Some(Shape::Number(_))) => {
                self.formatted(left, std::slice::from_ref(right), spot)
            }
            Operator::Pipe => {
                let mut object = Object::new(Made::Dict);
                if left.objects().next().is_some() || right.objects().next().is_some() {
                    self.merge_into(&mut object, left, spot);
                    self.merge_into(&mut object, right, spot);
                    return self.allocate(object, spot);
                }
                left.or(right)
            }
            _ => match (left.only(), right.only()) {
                // `[x] * 3`, `"-" * 10`.
                (Some(Shape::Object(_) | Shape::Text(_)), _) => left.clone(),
                _ => Value::unknown(spot),
            },
        }
    }

    pub(super) fn compare(&mut self, comparison: Comparison, left: &Value, right: &Value, spot: Spot) -> Value {
        match comparison {
            Comparison::Equal => self.equal(left, right, spot),
            Comparison::NotEqual => {
                let equal = self.equal(left, right, spot);
                self.opposite(&equal, spot)
            }
            Comparison::In => self.contained(left, right, spot),
            Comparison::NotIn => {
                let contained = self.contained(left, right, spot);
                self.opposite(&contained, spot)
            }
            Comparison::InstanceOf | Comparison::Order => Value::unknown(spot),
        }
    }

    pub(super) fn comprehension(
        &mut self,
        element: &[ExpressionId],
        clauses: &[crate::form::Clause],
        spot: Spot,
    ) -> Value {
        let is_dict = element.len() == 2;
        let mut object = Object::new(if is_dict { Made::Dict } else { Made::List });
        self.comprehend(element, clauses, &mut object, spot);
        self.allocate(object, spot)
    }

    pub(super) fn comprehend(
        &mut self,
        element: &[ExpressionId],
        clauses: &[crate::form::Clause],
        into: &mut Object,
        spot: Spot,
    ) {
        let Some((clause, rest)) = clauses.split_first() else {
            let values: Vec<Value> = element.iter().map(|&element| self.evaluate(element)).collect();
            let values: Vec<Value> = values.into_iter().map(|value| self.settled(value)).collect();
            match &values[..] {
                [key, value] => match key_of(key) {
                    Some(name) => into.put(&name, value.clone()),
                    None => into.scatter(value.clone()),
                },
                [value] => into.push(value.clone()),
                _ => {}
            }
            return;
        };
        let over = self.evaluate(clause.items);
        let known = self.items_of(&over, 256);
        let is_known = known.is_some();
        let items = known.unwrap_or_else(|| vec![self.item_of(&over, spot)]);
        for item in items {
            let facts = self.facts.clone();
            self.bind(&clause.pattern, item, spot);
            let mut is_in = true;
            for &test in &clause.tests {
                let value = self.evaluate(test);
                is_in &= value.truth() != Some(false);
                self.assume(&value, true);
            }
            if is_in {
                if is_known {
                    self.comprehend(element, rest, into, spot);
                } else {
                    // Any number of them.
                    let mut one = Object::new(into.made.clone());
                    self.comprehend(element, rest, &mut one, spot);
                    for value in one.values() {
                        into.scatter(value.clone());
                    }
                }
            }
            self.facts = facts;
        }
    }

    /// The arguments of a call.
    pub(super) fn arguments(&mut self, arguments: &[crate::form::Argument]) -> Vec<Argument> {
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.evaluate(argument.value);
            match argument.kind {
                ArgumentKind::Plain => given.push(Argument { name: argument.name.clone(), value, is_spread: false }),
                ArgumentKind::List => match self.items_of(&value, 256) {
                    Some(items) => {
                        given.extend(items.into_iter().map(|value| Argument { name: None, value, is_spread: false }));
                    }
                    None => given.push(Argument { name: None, value, is_spread: true }),
                },
                ArgumentKind::Dict => self.spread_members(value, &mut given),
            }
        }
        given
    }

    /// The members of a dictionary as arguments by name.
    pub(super) fn spread_members(&mut self, value: Value, given: &mut Vec<Argument>) {
        let mut is_whole = true;
        for id in value.objects() {
            let object = &self.heap[id as usize];
            is_whole &= object.rest.is_none();
            for name in &object.order {
                if let Some(member) = object.members.get(name) {
                    given.push(Argument { name: Some(name.clone()), value: member.clone(), is_spread: false });
                }
            }
        }
        if !is_whole || value.objects().next().is_none() || value.shapes().len() > 1 {
            given.push(Argument { name: Some("**".into()), value, is_spread: true });
        }
    }
}

/// The name under which a key is kept.
pub(super) fn key_of(key: &Value) -> Option<Name> {
    match key.only()? {
        Shape::Text(text) => Some(text.clone()),
        Shape::Number(number) => Some(number.to_string().into()),
        Shape::Bool(bool) => Some(bool.to_string().into()),
        // `[CallToolRequest]: handler`, `types.ListToolsRequest: handler`.
        Shape::Library(library) => Some(library.path.clone()),
        _ => None,
    }
}

/// The text that a value becomes when it is part of one.
pub(super) fn plain_text(value: &Value) -> Option<String> {
    match value.only()? {
        Shape::Text(text) => Some(text.to_string()),
        Shape::Number(number) => Some(number.to_string()),
        Shape::Bool(bool) => Some(bool.to_string()),
        _ => None,
    }
}
