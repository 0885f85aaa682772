//! Activations of functions, and what is known where ways part and meet.

use super::clean::Facts;
use super::taint::settle;
use super::value::{FrameId, Spot, Value};
use crate::form::{FunctionId, Name};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The variables of an activation.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    /// Shared until one of those who share it writes.
    pub(crate) variables: Rc<BTreeMap<Name, Value>>,
    /// Where the function was defined.
    pub(crate) parent: Option<FrameId>,
    /// What `this` is.
    pub(crate) this: Option<Value>,
    /// Modules whose every name is taken over.
    pub(crate) stars: Vec<u32>,
    /// Names that belong to an outer frame.
    pub(crate) outer: Vec<Name>,
}

/// A function that is running.
#[derive(Debug)]
pub(crate) struct Activation {
    pub(crate) module: u32,
    pub(crate) function: FunctionId,
    pub(crate) frame: FrameId,
    /// Where it was called.
    pub(crate) called_at: Spot,
    /// What it has returned so far, and what held then.
    pub(crate) returns: Vec<(Value, Facts)>,
    /// What it has yielded so far.
    pub(crate) yields: Option<Value>,
    /// For each loop and choice around: how it was at each place that left it.
    pub(crate) breaks: Vec<Vec<State>>,
    /// How many loops are being run one item after the other.
    pub(crate) rounds: usize,
}

/// How it is at one place on one way.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) variables: Rc<BTreeMap<Name, Value>>,
    pub(crate) facts: Facts,
}

impl State {
    /// How it is where two ways meet.
    pub(crate) fn meet(mut self, other: Self) -> Self {
        if !Rc::ptr_eq(&self.variables, &other.variables) {
            for (name, value) in other.variables.iter() {
                match self.variables.get(name) {
                    Some(known) if known.is_identical(value) => {}
                    Some(known) => {
                        let met = meeting(known, &self.facts, value, &other.facts);
                        Rc::make_mut(&mut self.variables).insert(name.clone(), met);
                    }
                    None => {
                        Rc::make_mut(&mut self.variables).insert(name.clone(), value.clone());
                    }
                }
            }
        }
        self.facts = self.facts.common(&other.facts);
        self
    }
}

/// A variable where two ways meet, with what held on each.
fn meeting(first: &Value, facts: &Facts, second: &Value, other: &Facts) -> Value {
    match (first.truth(), second.truth()) {
        // A flag remembers what held where it was set.
        (Some(a), Some(b)) if a != b => {
            let (then, otherwise) = if a { (facts, other) } else { (other, facts) };
            let (then, otherwise) = (then.clone(), otherwise.clone());
            first.or(second).with(|extra| (extra.then, extra.otherwise) = (then, otherwise))
        }
        // One that was set in some of the rounds keeps what held in all of them.
        (None, Some(is_true)) if first.conditions().is_some() => flag_met(first, second, is_true, other),
        (Some(is_true), None) if second.conditions().is_some() => flag_met(second, first, is_true, facts),
        _ if first.symbol == second.symbol => first.or(second),
        _ => settle(first.clone(), facts).or(&settle(second.clone(), other)),
    }
}

/// A flag that meets a certain value of it.
fn flag_met(flag: &Value, certain: &Value, is_true: bool, facts: &Facts) -> Value {
    let mut conditions = flag.conditions().cloned().unwrap_or_default();
    let of = if is_true { &mut conditions.then } else { &mut conditions.otherwise };
    *of = of.common(facts);
    flag.or(certain).with(|extra| *extra = conditions)
}
