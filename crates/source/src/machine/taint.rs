//! What strangers have a part in: where it comes from, and what becomes of it.

use super::Machine;
use super::clean::{Clean, Facts, Symbol};
use super::value::{Extra, Shape, Spot, Strand, Value, step, union};
use std::rc::Rc;

/// How many things that a value holds are looked at.
const HELD: usize = 128;

/// Where something comes from.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// As it is shown: `path`, `arguments.url`.
    pub(crate) label: String,
    pub(crate) kind: SourceKind,
    pub(crate) spot: Spot,
}

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceKind {
    /// A part of what a client sends.
    Input,
    /// All of what a client sends, its secrets included.
    Request,
    /// A secret: a credential of the environment, or a parameter that is one by its name.
    Secret,
}

impl Machine<'_> {
    /// A value that these had a part in. What is known of them now is known of it.
    pub(super) fn derived(&mut self, from: &[Value], spot: Spot, note: &str) -> Value {
        self.derived_as(from, Clean::NONE, spot, note)
    }

    /// The same, harmless for some uses besides.
    pub(super) fn derived_as(&mut self, from: &[Value], clean: Clean, spot: Spot, note: &str) -> Value {
        let mut value = Value::unknown(spot);
        let mut hosts: Vec<(Symbol, Clean)> = Vec::new();
        for part in from {
            let taint = self.taint_within(part);
            value.taint = union(&value.taint, &taint);
            // What was looked up from the host of an address still tells where it leads.
            let of_hosts = part.stands_for().iter().filter(|(_, clean)| *clean == Clean::URL);
            hosts.extend(of_hosts.copied().collect::<Vec<_>>());
        }
        if let Some(taint) = &mut value.taint {
            let strands = Rc::make_mut(taint);
            for strand in strands {
                strand.clean = strand.clean.without(Clean::RESOLVED) | clean;
                if !note.is_empty() {
                    strand.trail = step(&strand.trail, spot, note);
                }
            }
            value.symbol = self.symbol();
        }
        if !hosts.is_empty() {
            value.extra = Some(Rc::new(Extra { stands_for: hosts, ..Extra::default() }));
        }
        value
    }

    /// What strangers have a part in, in a value or in what it holds, with what is known of it now.
    pub(super) fn taint_within(&self, value: &Value) -> super::value::Taint {
        if self.sources.is_empty() {
            return None;
        }
        let mut left = HELD;
        self.taint_held(value, 3, &mut left)
    }

    fn taint_held(&self, value: &Value, depth: usize, left: &mut usize) -> super::value::Taint {
        let mut taint = if value.taint.is_some() { self.settled(value.clone()).taint } else { None };
        if depth == 0 {
            return taint;
        }
        for id in value.objects() {
            for part in self.heap[id as usize].values() {
                if *left == 0 {
                    return taint;
                }
                *left -= 1;
                let inner = self.taint_held(part, depth - 1, left);
                taint = union(&taint, &inner);
            }
        }
        taint
    }

    /// The value with what is known of it now, so that it stays known where that is forgotten.
    pub(super) fn settled(&self, value: Value) -> Value {
        settle(value, &self.facts)
    }

    /// The same thing in other clothes: a fact about one is a fact about the other.
    pub(super) fn same(&self, value: &Value, spot: Spot) -> Value {
        let shape = match self.path_text(value).only() {
            Some(shape @ (Shape::Text(_) | Shape::Joined(_) | Shape::Input(_) | Shape::Environment(..))) => {
                shape.clone()
            }
            _ => Shape::Unknown,
        };
        let same = Value::of(shape, spot);
        Value { taint: value.taint.clone(), symbol: value.symbol, extra: value.extra.clone(), ..same }
    }

    /// A piece of a text or list.
    pub(super) fn part_of(&mut self, value: &Value, spot: Spot) -> Value {
        let items = self.items_of(value, 256);
        if let Some(items) = items {
            return self.list(items, spot);
        }
        // The first parts of an address that was taken apart are its scheme and host.
        if value.libraries().any(|library| &*library.path == "urllib.parse.urlparse()") {
            let part = self.derived(std::slice::from_ref(value), spot, "");
            return part.with(|extra| extra.stands_for.push((value.symbol, Clean::URL)));
        }
        // The first letters of a secret do not give it away.
        self.derived_as(std::slice::from_ref(value), Clean::LOG, spot, "")
    }

    /// What stands behind a fixed beginning cannot begin at the root.
    pub(super) fn after_a_prefix(&mut self, value: &mut Value, parts: &[Value]) {
        let Some(first) = parts.first() else { return };
        let is_fixed = first.strands().is_empty() && first.as_text().is_none_or(|text| !text.is_empty());
        if is_fixed && let Some(taint) = &mut value.taint {
            for strand in Rc::make_mut(taint) {
                strand.clean |= Clean::NOT_ABSOLUTE;
            }
        }
    }

    /// A new source, and the value that comes from it.
    pub(super) fn source(&mut self, label: String, kind: SourceKind, spot: Spot) -> Value {
        let symbol = self.symbol();
        self.sources.insert(symbol, Source { label, kind, spot });
        let strand = Strand { source: symbol, clean: Clean::NONE, trail: None };
        Value { taint: Some(Rc::new(vec![strand])), symbol, ..Value::unknown(spot) }
    }
}

/// A value with what some facts tell of it.
pub(super) fn settle(mut value: Value, facts: &Facts) -> Value {
    if facts.is_empty() {
        return value;
    }
    let of_value = facts.of(value.symbol);
    let known = |strand: &Strand| of_value | facts.of(strand.source);
    if let Some(taint) = &value.taint
        && taint.iter().any(|strand| !strand.clean.has(known(strand)))
    {
        let strands = taint.iter().map(|strand| Strand { clean: strand.clean | known(strand), ..strand.clone() });
        value.taint = Some(Rc::new(strands.collect()));
    }
    value
}
