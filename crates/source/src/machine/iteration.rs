//! Calling functions for each item, and adding to lists and dictionaries.

use super::Machine;
use super::heap::{Made, Object};
use super::method::ITEMS;
use super::value::{Argument, Shape, Spot, Value};

impl Machine<'_> {
    /// Adds the items or members of another.
    pub(super) fn extended(&mut self, receiver: &Value, more: &Value, spot: Spot) {
        let items = self.items_of(more, ITEMS * 4);
        for id in receiver.objects().collect::<Vec<_>>() {
            if self.heap[id as usize].made == Made::List {
                match &items {
                    Some(items) => items.iter().for_each(|item| self.heap[id as usize].push(item.clone())),
                    None => {
                        let item = self.item_of(more, spot);
                        self.heap[id as usize].scatter(item);
                    }
                }
            } else {
                let mut object = Object::new(Made::Dict);
                self.merge_into(&mut object, more, spot);
                for name in &object.order {
                    self.heap[id as usize].put(name, object.members[name].clone());
                }
                if let Some(rest) = object.rest {
                    self.heap[id as usize].scatter(rest);
                }
            }
        }
    }

    /// A function called for each item of a list.
    pub(super) fn called_for_each(
        &mut self,
        name: &str,
        receiver: &Value,
        arguments: &[Argument],
        spot: Spot,
    ) -> Value {
        let Some(callback) = arguments.first().map(|argument| argument.value.clone()) else { return receiver.clone() };
        // An empty list of folders or hosts is one that is filled elsewhere.
        let is_filled = |items: &Vec<Value>| !(items.is_empty() && matches!(name, "some" | "every" | "find"));
        let known = self.items_of(receiver, ITEMS).filter(is_filled);
        let is_known = known.is_some();
        let items = known.unwrap_or_else(|| vec![self.item_of(receiver, spot)]);
        if name == "reduce" {
            let mut sum =
                arguments.get(1).map(|argument| argument.value.clone()).unwrap_or_else(|| Value::unknown(spot));
            for item in items {
                let given = [sum, item].map(|value| Argument { name: None, value, is_spread: false });
                sum = self.call(&callback, None, given.to_vec(), spot);
            }
            return sum;
        }
        let results = self.mapped(&items, &callback, spot);
        match name {
            "map" | "flatMap" => {
                let flat: Vec<Value> = match name {
                    "flatMap" => results
                        .iter()
                        .flat_map(|one| self.items_of(one, ITEMS).unwrap_or_else(|| vec![one.clone()]))
                        .collect(),
                    _ => results,
                };
                if is_known {
                    return self.list(flat, spot);
                }
                let mut object = Object::new(Made::List);
                flat.into_iter().for_each(|value| object.scatter(value));
                self.allocate(object, spot)
            }
            "filter" | "sort" => {
                let kept =
                    items.into_iter().zip(&results).filter(|(_, test)| name == "sort" || test.truth() != Some(false));
                let kept: Vec<Value> = kept.map(|(item, _)| item).collect();
                if is_known { self.list(kept, spot) } else { receiver.clone() }
            }
            "find" | "findLast" => {
                let mut found: Option<Value> = None;
                for (item, test) in items.into_iter().zip(&results) {
                    match test.truth() {
                        Some(true) => return item,
                        Some(false) => {}
                        None => found = Some(found.map_or(item.clone(), |known| known.or(&item))),
                    }
                }
                found.unwrap_or_else(|| Value::of(Shape::Nothing, spot))
            }
            "some" | "every" => {
                let conditions = results.first().and_then(Value::conditions).cloned().unwrap_or_default();
                Value::unknown(spot).with(|extra| *extra = conditions)
            }
            _ => Value::unknown(spot),
        }
    }

    /// What a function makes of each item.
    pub(super) fn mapped(&mut self, items: &[Value], callback: &Value, spot: Spot) -> Vec<Value> {
        let mut results = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let facts = self.facts.clone();
            let index = Value::of(Shape::Number(at as f64), spot);
            let given = [item.clone(), index].map(|value| Argument { name: None, value, is_spread: false });
            let result = self.call(callback, None, given.to_vec(), spot);
            results.push(self.settled(result));
            self.facts = facts;
            self.is_dead = false;
        }
        results
    }
}
