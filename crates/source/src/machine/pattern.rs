//! Binding values to names and places.

use super::Machine;
use super::expression::key_of;
use super::value::{Shape, Spot, Value};
use crate::form::{ExpressionKind, Name, Pattern};

impl Machine<'_> {
    /// Binds a value to a pattern.
    pub(super) fn bind(&mut self, pattern: &Pattern, value: Value, spot: Spot) {
        match pattern {
            Pattern::Name(name, _) => self.assign(name, value),
            Pattern::Member(of, name) => {
                if self.bind_export(*of, name, &value) {
                    return;
                }
                let of = self.evaluate(*of);
                self.set_member(&of, name, value, spot);
            }
            Pattern::Index(of, key) => {
                let of = self.evaluate(*of);
                let key = self.evaluate(*key);
                match key_of(&key) {
                    Some(name) => self.set_member(&of, &name, value, spot),
                    None => of.objects().for_each(|id| self.heap[id as usize].scatter(value.clone())),
                }
            }
            Pattern::List(patterns) => self.bind_list(patterns, &value, spot),
            Pattern::Object(members, rest) => {
                for (name, pattern) in members {
                    let member = self.member_or_item(&value, name, spot);
                    self.bind(pattern, member, spot);
                }
                if let Some(rest) = rest {
                    self.assign(rest, value);
                }
            }
            Pattern::Rest(pattern) => self.bind(pattern, value, spot),
            Pattern::Default(pattern, default) => {
                let value = match value.only() {
                    Some(Shape::Nothing) => self.evaluate(*default),
                    // What a client leaves out is the default.
                    Some(Shape::Unknown) if value.strands().is_empty() => {
                        let default = self.evaluate(*default);
                        value.or(&default)
                    }
                    _ => value,
                };
                self.bind(pattern, value, spot);
            }
            Pattern::Ignored => {}
        }
    }

    /// A member in JavaScript, an item in Python's `match`.
    fn member_or_item(&mut self, value: &Value, name: &Name, spot: Spot) -> Value {
        let key = Value::of(Shape::Text(name.clone()), spot);
        let is_dict = value.shapes().iter().all(|shape| matches!(shape, Shape::Object(_)));
        if is_dict && !self.is_script() { self.index(value, &key, spot) } else { self.member(value, name, spot) }
    }

    fn bind_list(&mut self, patterns: &[Pattern], value: &Value, spot: Spot) {
        let items = self.items_of(value, 1_024);
        for (at, pattern) in patterns.iter().enumerate() {
            let item = match (&items, pattern) {
                (Some(items), Pattern::Rest(_)) => {
                    let left = items.get(at..).unwrap_or_default().to_vec();
                    self.list(left, spot)
                }
                (Some(items), _) => items.get(at).cloned().unwrap_or_else(|| Value::unknown(spot)),
                (None, Pattern::Rest(_)) => value.clone(),
                (None, _) => {
                    let key = Value::of(Shape::Number(at as f64), spot);
                    self.index(value, &key, spot)
                }
            };
            self.bind(pattern, item, spot);
        }
    }

    /// Sets a member of every object that a value can be.
    pub(super) fn set_member(&mut self, of: &Value, name: &Name, value: Value, _spot: Spot) {
        for shape in of.shapes() {
            match shape {
                Shape::Object(id) => self.heap[*id as usize].put(name, value.clone()),
                Shape::Class(class) => self.heap[class.object as usize].put(name, value.clone()),
                Shape::Module(module) => {
                    if let super::Loaded::In(frame) = self.modules[*module as usize] {
                        self.set_variable(frame as usize, name.clone(), value.clone());
                    }
                }
                // `server.settings.host = "0.0.0.0"`.
                Shape::Library(library) => self.configure(library, name, &value),
                _ => {}
            }
        }
    }

    /// `module.exports = x`, `module.exports.y = x`, `exports.y = x`.
    fn bind_export(&mut self, of: crate::form::ExpressionId, name: &Name, value: &Value) -> bool {
        let module = self.program.module(self.module());
        if !module.language.is_script() {
            return false;
        }
        let key: Name = match &module.expression(of).kind {
            ExpressionKind::Name(object) if &**object == "module" && &**name == "exports" => "*exports*".into(),
            ExpressionKind::Name(object) if &**object == "exports" => format!("*exports*.{name}").into(),
            ExpressionKind::Member(inner, exports) if &**exports == "exports" => {
                match &module.expression(*inner).kind {
                    ExpressionKind::Name(object) if &**object == "module" => format!("*exports*.{name}").into(),
                    _ => return false,
                }
            }
            _ => return false,
        };
        if let super::Loaded::In(frame) = self.modules[self.module() as usize] {
            self.set_variable(frame as usize, key, value.clone());
        }
        true
    }
}
