//! Activations of functions, and what is known where ways part and meet.

use super::clean::Facts;
use super::taint::settle;
use super::value::{FrameId, Spot, Value};
use crate::form::{FunctionId, Name};
use std::collections::BTreeMap;

/// The variables of an activation.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) variables: BTreeMap<Name, Value>,
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
    pub(crate) variables: BTreeMap<Name, Value>,
    pub(crate) facts: Facts,
}

impl State {
    /// How it is where two ways meet.
    pub(crate) fn meet(mut self, other: Self) -> Self {
        for (name, value) in other.variables {
            match self.variables.get_mut(&name) {
                // A flag remembers what held where it was set.
                Some(known) if known.truth().is_some() && value.truth() == known.truth().map(|truth| !truth) => {
                    let (first, second) = (self.facts.clone(), other.facts.clone());
                    let (then, otherwise) = if known.truth() == Some(true) { (first, second) } else { (second, first) };
                    *known = known.or(&value).with(|extra| (extra.then, extra.otherwise) = (then, otherwise));
                }
                // One that was set in some of the rounds keeps what held in all of them.
                Some(known) if known.conditions().is_some() && known.truth().is_none() && value.truth().is_some() => {
                    let mut conditions = known.conditions().cloned().unwrap_or_default();
                    let of = if value.truth() == Some(true) { &mut conditions.then } else { &mut conditions.otherwise };
                    *of = of.common(&other.facts);
                    *known = known.or(&value).with(|extra| *extra = conditions);
                }
                Some(known) if known.symbol == value.symbol => *known = known.or(&value),
                Some(known) => {
                    let value = settle(value, &other.facts);
                    *known = settle(known.clone(), &self.facts).or(&value);
                }
                None => {
                    self.variables.insert(name, value);
                }
            }
        }
        self.facts = self.facts.common(&other.facts);
        self
    }
}
