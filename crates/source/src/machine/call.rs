//! Calls: of functions of the tree, of classes, and of what is handed on to be called later.

use super::Machine;
use super::clean::{Clean, Facts, Symbol};
use super::frame::Activation;
use super::value::{Argument, Closure, Extra, Shape, Spot, Value};
use crate::form::{ExpressionId, ExpressionKind, FunctionId, Name};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// How often one function can be active at a time.
const RECURSION: usize = 2;

/// How many ways of a function are told apart by what it returns.
const VERDICTS: usize = 8;

/// What a call came to, for the next one that is the same.
#[derive(Debug)]
pub(crate) struct Remembered {
    value: Value,
    /// What was learned of values that were there before.
    learned: Vec<(Symbol, Clean)>,
    does_return: bool,
    thrown: Option<Value>,
}

impl Machine<'_> {
    pub(super) fn evaluate_call(
        &mut self,
        callee: ExpressionId,
        arguments: &[crate::form::Argument],
        spot: Spot,
    ) -> Value {
        let module = self.program.module(self.module());
        match &module.expression(callee).kind {
            ExpressionKind::Super => {
                let arguments = self.arguments(arguments);
                return self.call_base_constructor(arguments, spot);
            }
            ExpressionKind::Name(name) if &**name == "super" => return Value::library("super", spot),
            ExpressionKind::Member(of, name) => {
                let function = match self.super_member(*of, name, spot) {
                    Some(function) => function,
                    None => {
                        let of = self.evaluate(*of);
                        self.member(&of, name, self.spot(module.expression(callee).span))
                    }
                };
                let arguments = self.arguments(arguments);
                return self.call(&function, None, arguments, spot);
            }
            _ => {}
        }
        let function = self.evaluate(callee);
        let arguments = self.arguments(arguments);
        self.call(&function, None, arguments, spot)
    }

    /// `super(...)` in a constructor.
    fn call_base_constructor(&mut self, arguments: Vec<Argument>, spot: Spot) -> Value {
        let Some(this) = self.current_this() else { return Value::unknown(spot) };
        let activation = self.stack.last().map(|activation| (activation.module, activation.function));
        let class = activation
            .and_then(|(module, function)| Some((module, self.program.module(module).function(function).class?)));
        let Some((module, class)) = class else { return Value::unknown(spot) };
        let object = self.class_object(module, class, spot);
        let class = super::value::ClassRef { module, class, object };
        match self.base_member(class, &"constructor".into(), &this, spot, 0) {
            Some(constructor) => self.call(&constructor, None, arguments, spot),
            None => Value::unknown(spot),
        }
    }

    /// Calls a value with arguments.
    pub(super) fn call(&mut self, callee: &Value, this: Option<Value>, arguments: Vec<Argument>, spot: Spot) -> Value {
        let mut result: Option<Value> = None;
        let is_one = callee.shapes().len() == 1;
        let before = (!is_one).then(|| self.facts.clone());
        let mut facts: Option<Facts> = None;
        for shape in callee.shapes() {
            if let Some(before) = &before {
                self.facts = before.clone();
            }
            let value = match shape {
                Shape::Function(closure) => self.call_function(closure, this.clone(), arguments.clone(), spot),
                Shape::Class(class) => self.instantiate(*class, arguments.clone(), spot),
                Shape::Library(library) => self.call_library(library, arguments.clone(), spot),
                Shape::Object(_) => {
                    let method = self.member(&Value::of(shape.clone(), spot), &"__call__".into(), spot);
                    match method.closures().next().cloned() {
                        Some(closure) => self.call_function(&closure, None, arguments.clone(), spot),
                        None => self.call_unknown(callee, &arguments, spot),
                    }
                }
                Shape::Nothing if !is_one => continue,
                _ => self.call_unknown(callee, &arguments, spot),
            };
            if !is_one {
                self.is_dead = false;
            }
            if let Some(known) = &facts {
                facts = Some(known.common(&self.facts));
            } else if !is_one {
                facts = Some(self.facts.clone());
            }
            result = Some(result.map_or(value.clone(), |known| known.or(&value)));
        }
        if let Some(facts) = facts {
            self.facts = facts;
        }
        result.unwrap_or_else(|| Value::unknown(spot))
    }

    /// A call of something that is not known. What it is given to call, is called.
    pub(super) fn call_unknown(&mut self, callee: &Value, arguments: &[Argument], spot: Spot) -> Value {
        // What a list or dictionary holds may stand beside the method of that name.
        if !callee.libraries().any(|library| super::library::is_resolved(library)) {
            self.unresolved(spot);
        }
        self.call_back(arguments, callee, spot);
        let mut from: Vec<Value> = arguments.iter().map(|argument| argument.value.clone()).collect();
        from.push(callee.clone());
        self.derived_as(&from, super::clean::Clean::INDIRECT, spot, "")
    }

    /// Calls every function among the arguments, with what the others and the receiver may hand to it.
    pub(super) fn call_back(&mut self, arguments: &[Argument], receiver: &Value, spot: Spot) {
        let mut functions: Vec<Rc<Closure>> = Vec::new();
        for argument in arguments {
            self.functions_within(&argument.value, &mut functions, 0);
        }
        if functions.is_empty() {
            return;
        }
        let others: Vec<Value> = arguments
            .iter()
            .filter(|argument| argument.value.closures().next().is_none())
            .map(|argument| argument.value.clone())
            .collect();
        for closure in functions {
            let count = self.program.module(closure.module).function(closure.function).parameters.len();
            // `to_thread(read, path)`, `setTimeout(send, 10, data)`: what stands behind the function is given to it.
            let handed: Vec<Value> = arguments
                .iter()
                .skip_while(|argument| !argument.value.closures().any(|known| Rc::ptr_eq(known, &closure)))
                .skip(1)
                .filter(|argument| argument.name.is_none())
                .map(|argument| argument.value.clone())
                .collect();
            let mut given: Vec<Argument> = Vec::new();
            let any = self.derived(&[&others[..], std::slice::from_ref(receiver)].concat(), spot, "");
            for at in 0..count {
                let value = handed.get(at).cloned().unwrap_or_else(|| any.clone());
                given.push(Argument { name: None, value, is_spread: false });
            }
            let facts = self.facts.clone();
            self.call_function(&closure, None, given, spot);
            self.facts = facts;
            self.is_dead = false;
        }
    }

    /// Functions that are handed on, in objects and lists too (`{ execute: async () => ... }`).
    fn functions_within(&self, value: &Value, into: &mut Vec<Rc<Closure>>, depth: usize) {
        into.extend(value.closures().cloned());
        if depth >= 2 {
            return;
        }
        for id in value.objects() {
            if matches!(self.heap[id as usize].made, super::heap::Made::Instance(_)) {
                continue;
            }
            for inner in self.heap[id as usize].values().take(32) {
                self.functions_within(inner, into, depth + 1);
            }
        }
    }

    /// Runs a function that nobody calls, with what is not known.
    pub(super) fn enter_alone(&mut self, module: u32, function: FunctionId) {
        self.load(module);
        let super::Loaded::In(frame) = self.modules[module as usize] else { return };
        let closure = Closure { module, function, frame, this: None, given: Vec::new() };
        let declared = self.program.module(module).function(function);
        let spot = Spot { module, span: declared.span };
        let arguments =
            declared.parameters.iter().map(|_| Argument { name: None, value: Value::unknown(spot), is_spread: false });
        let arguments = arguments.collect();
        self.within(module, frame, |machine| {
            machine.call_function(&closure, None, arguments, spot);
        });
    }

    /// Makes an object of a class that nobody makes, and runs one of its methods.
    pub(super) fn enter_class(&mut self, module: u32, class: crate::form::ClassId, method: &Name) {
        self.load(module);
        let super::Loaded::In(frame) = self.modules[module as usize] else { return };
        let spot = Spot { module, span: self.program.module(module).class(class).span };
        self.within(module, frame, |machine| {
            let object = machine.class_object(module, class, spot);
            let class = super::value::ClassRef { module, class, object };
            let instance = machine.instantiate(class, Vec::new(), spot);
            let is_run = matches!(&**method, "__init__" | "constructor");
            if !is_run {
                let method = machine.member(&instance, method, spot);
                machine.call(&method, None, Vec::new(), spot);
            }
        });
    }

    /// Runs a function of the tree.
    pub(super) fn call_function(
        &mut self,
        closure: &Closure,
        this: Option<Value>,
        arguments: Vec<Argument>,
        spot: Spot,
    ) -> Value {
        let this = closure.this.clone().or(this);
        let arguments: Vec<Argument> = closure.given.iter().cloned().chain(arguments).collect();
        let active = self
            .stack
            .iter()
            .filter(|activation| (activation.module, activation.function) == (closure.module, closure.function))
            .count();
        if active >= RECURSION || self.stack.len() >= super::CALLS || self.nesting >= super::NESTING || self.steps == 0
        {
            self.is_cut |= active < RECURSION;
            let from: Vec<Value> = arguments.into_iter().map(|argument| argument.value).collect();
            return self.derived(&from, spot, "");
        }
        let key = self.digest(closure, &this, &arguments);
        if let Some(remembered) = self.memo.get(&key).cloned() {
            for &(symbol, clean) in &remembered.learned {
                self.facts.add(symbol, clean);
            }
            self.is_dead |= !remembered.does_return;
            if let Some(thrown) = &remembered.thrown {
                self.throw(thrown.clone());
            }
            return remembered.value.clone();
        }
        self.entered.insert((closure.module, closure.function));
        let before = self.facts.clone();
        let newest = super::value::newest();
        let outer = self.thrown.take();
        let first = arguments.first().map(|argument| argument.value.clone());
        let (value, does_return) = self.activate(closure, this, arguments, spot);
        let value = match first {
            Some(path) if self.says_it_normalizes(closure) => self.standing_for(value, &path),
            _ => value,
        };
        let learned = self.facts.iter().filter(|&(symbol, clean)| symbol <= newest && !before.of(symbol).has(clean));
        let thrown = std::mem::replace(&mut self.thrown, outer);
        let remembered =
            Remembered { value: value.clone(), learned: learned.collect(), does_return, thrown: thrown.clone() };
        if let Some(thrown) = thrown {
            self.throw(thrown);
        }
        if !remembered.does_return {
            // It always raises: what follows is not reached.
            self.facts = before;
            self.is_dead = true;
        }
        self.memo.insert(key, Rc::new(remembered));
        value
    }

    /// Whether a function puts a path into another form, by its name.
    fn says_it_normalizes(&self, closure: &Closure) -> bool {
        let name = self.program.module(closure.module).function(closure.function).name.to_ascii_lowercase();
        ["normaliz", "normalis", "canonical"].iter().any(|word| name.contains(word))
    }

    fn activate(
        &mut self,
        closure: &Closure,
        this: Option<Value>,
        arguments: Vec<Argument>,
        spot: Spot,
    ) -> (Value, bool) {
        let function = self.program.module(closure.module).function(closure.function);
        let frame = self.new_frame(Some(closure.frame));
        self.frames[frame as usize].outer = function.outer.clone();
        let is_method = function.class.is_some() || function.kind == crate::form::FunctionKind::Plain;
        self.frames[frame as usize].this = this.clone().filter(|_| is_method);
        self.stack.push(Activation {
            module: closure.module,
            function: closure.function,
            frame,
            called_at: spot,
            returns: Vec::new(),
            yields: None,
            breaks: Vec::new(),
            rounds: 0,
        });
        self.give(function, this, arguments, spot);
        self.is_dead = false;
        let reaches_end = self.block(&function.body);
        let facts_at_end = self.facts.clone();
        let activation = self.stack.pop().expect("pushed above");
        let mut ways = activation.returns;
        if reaches_end && activation.yields.is_none() {
            ways.push((Value::of(Shape::Nothing, spot), facts_at_end));
        } else if let Some(yielded) = activation.yields {
            ways.push((yielded, facts_at_end));
        }
        let does_return = !ways.is_empty();
        if let Some(common) = ways.iter().map(|(_, facts)| facts.clone()).reduce(|a, b| a.common(&b)) {
            self.facts = common;
        }
        (self.returned(ways, spot), does_return)
    }

    /// What a function returns on all its ways, and what holds if that is true or false.
    fn returned(&mut self, ways: Vec<(Value, Facts)>, spot: Spot) -> Value {
        let [then, otherwise] = [true, false].map(|wanted| {
            let possible = ways.iter().filter(|(value, _)| value.truth() != Some(!wanted));
            let known = possible.map(|(value, facts)| {
                let mut facts = facts.clone();
                if let Some(conditions) = value.conditions() {
                    facts.add_all(if wanted { &conditions.then } else { &conditions.otherwise });
                }
                facts
            });
            known.reduce(|a, b| a.common(&b)).unwrap_or_default()
        });
        let kept = if (2..=VERDICTS).contains(&ways.len()) { ways.clone() } else { Vec::new() };
        let single = ways.len() == 1;
        let mut result: Option<Value> = None;
        for (value, facts) in ways {
            let value = if single {
                value
            } else {
                let held = std::mem::replace(&mut self.facts, facts);
                let value = self.settled(value);
                self.facts = held;
                value
            };
            result = Some(result.map_or(value.clone(), |known| known.or(&value)));
        }
        let mut result = result.unwrap_or_else(|| Value::unknown(spot));
        let says_something = kept.iter().any(|(_, facts)| !facts.is_empty());
        if !then.is_empty() || !otherwise.is_empty() || says_something {
            let stands_for = result.stands_for().to_vec();
            let ways = if says_something { kept } else { Vec::new() };
            result.extra = Some(Rc::new(Extra { stands_for, then, otherwise, ways }));
        }
        result
    }

    /// A number for a call, the same for the same function with arguments that are alike.
    fn digest(&self, closure: &Closure, this: &Option<Value>, arguments: &[Argument]) -> u64 {
        let mut hasher = DefaultHasher::new();
        (closure.module, closure.function.0, closure.frame).hash(&mut hasher);
        if let Some(this) = this {
            self.digest_value(this, 0, &mut hasher);
        }
        for argument in arguments {
            argument.name.hash(&mut hasher);
            argument.is_spread.hash(&mut hasher);
            self.digest_value(&argument.value, 0, &mut hasher);
        }
        (self.running as u8).hash(&mut hasher);
        hasher.finish()
    }

    fn digest_value(&self, value: &Value, depth: usize, hasher: &mut DefaultHasher) {
        value.symbol.hash(hasher);
        self.facts.of(value.symbol).hash(hasher);
        for strand in value.strands() {
            (strand.source, strand.clean, self.facts.of(strand.source)).hash(hasher);
        }
        for shape in value.shapes() {
            std::mem::discriminant(shape).hash(hasher);
            match shape {
                Shape::Text(text) => text.hash(hasher),
                Shape::Number(number) => number.to_bits().hash(hasher),
                Shape::Bool(bool) => bool.hash(hasher),
                Shape::Object(id) => id.hash(hasher),
                Shape::Function(closure) => {
                    (closure.module, closure.function.0, closure.frame).hash(hasher);
                    closure.given.len().hash(hasher);
                }
                Shape::Class(class) => class.object.hash(hasher),
                Shape::Module(module) => module.hash(hasher),
                Shape::Library(library) => {
                    library.path.hash(hasher);
                    if let Some(call) = &library.call {
                        call.serial.hash(hasher);
                    }
                }
                Shape::Input(input) => input.symbol.hash(hasher),
                Shape::Environment(name, _) => name.hash(hasher),
                Shape::Joined(parts) if depth < 3 => {
                    parts.iter().for_each(|part| self.digest_value(part, depth + 1, hasher));
                }
                Shape::Joined(_) | Shape::Unknown | Shape::Nothing => {}
            }
        }
    }

    /// The names of the functions that are running, outermost first, with where the next one is called.
    pub(super) fn way_here(&self) -> Vec<(Name, Spot)> {
        let mut way = Vec::new();
        let named = self.stack.iter().filter(|activation| activation.function != FunctionId(0));
        for activation in named {
            let function = self.program.module(activation.module).function(activation.function);
            let name: Name = if function.name.is_empty() { "(function)".into() } else { function.name.clone() };
            way.push((name, activation.called_at));
        }
        way
    }
}
