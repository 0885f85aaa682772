//! Items of lists, dictionaries and what libraries return.

use super::Machine;
use super::expression::key_of;
use super::heap::Made;
use super::value::{Argument, Call, Library, Shape, Spot, Value};
use crate::form::Name;
use std::rc::Rc;

impl Machine<'_> {
    /// An item of a value.
    pub(super) fn index(&mut self, of: &Value, key: &Value, spot: Spot) -> Value {
        if let Some(name) = key.as_text().cloned() {
            let mut found: Option<Value> = None;
            for shape in of.shapes() {
                let value = match shape {
                    Shape::Object(id) => self.dict_item(*id, &name, spot),
                    Shape::Library(library) => match self.environment(&library.path, &name, spot) {
                        Some(value) => value,
                        None => self.library_item(library, of, key, spot),
                    },
                    Shape::Class(_) | Shape::Module(_) | Shape::Input(_) => self.member(of, &name, spot),
                    _ => self.secret_part(of, &name, spot),
                };
                found = Some(found.map_or(value.clone(), |known| known.or(&value)));
            }
            return found.unwrap_or_else(|| Value::unknown(spot));
        }
        let mut found: Option<Value> = None;
        for shape in of.shapes() {
            let value = match shape {
                Shape::Object(id) => {
                    let object = &self.heap[*id as usize];
                    let place = match key.only() {
                        Some(Shape::Number(number)) => object.items.get(*number as usize).cloned(),
                        _ => None,
                    };
                    let named = key_of(key).and_then(|name| object.members.get(&name).cloned());
                    // Something of a table that the code wrote: which one, a stranger may say, but not what it is.
                    place.or(named).unwrap_or_else(|| any_of(object.values(), spot))
                }
                Shape::Library(library) if super::environment::is_environment(&library.path) => {
                    self.computed_variable(key, spot)
                }
                Shape::Library(library) => self.library_item(library, of, key, spot),
                Shape::Input(_) => self.item_of(of, spot),
                _ => self.derived(std::slice::from_ref(of), spot, ""),
            };
            found = Some(found.map_or(value.clone(), |known| known.or(&value)));
        }
        found.unwrap_or_else(|| Value::unknown(spot))
    }

    pub(super) fn dict_item(&mut self, id: u32, name: &Name, spot: Spot) -> Value {
        let object = &self.heap[id as usize];
        if let Some(value) = object.members.get(name) {
            return value.clone();
        }
        let (rest, made) = (object.rest.clone(), object.made.clone());
        match (rest, made) {
            (Some(rest), _) => rest,
            (None, Made::Instance(_)) => {
                let this = Value::of(Shape::Object(id), spot);
                self.member(&this, name, spot)
            }
            (None, _) => Value::of(Shape::Nothing, spot),
        }
    }

    pub(super) fn library_item(&mut self, library: &Rc<Library>, of: &Value, key: &Value, spot: Spot) -> Value {
        let arguments = match self.items_of(key, 64) {
            Some(items) => items,
            None => vec![key.clone()],
        };
        let call = Call {
            arguments: arguments.into_iter().map(|value| Argument { name: None, value, is_spread: false }).collect(),
            serial: self.symbol(),
        };
        let item = Library {
            path: format!("{}[]", library.path).into(),
            call: Some(Rc::new(call)),
            receiver: Some(Rc::new(of.clone())),
        };
        let part = match key.as_text() {
            Some(name) => self.secret_part(of, &name.clone(), spot),
            None => self.derived(std::slice::from_ref(of), spot, ""),
        };
        let value = Value::of(Shape::Library(Rc::new(item)), spot);
        Value { taint: part.taint, symbol: part.symbol, extra: part.extra, ..value }
    }
}

/// One of several.
pub(super) fn any_of<'v>(values: impl Iterator<Item = &'v Value>, spot: Spot) -> Value {
    values.take(128).cloned().reduce(|a, b| a.or(&b)).unwrap_or_else(|| Value::unknown(spot))
}
