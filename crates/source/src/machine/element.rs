//! Going through lists, dictionaries and what is not known.

use super::Machine;
use super::heap::Made;
use super::value::{Shape, Spot, Value};
use crate::form::Name;

impl Machine<'_> {
    /// What is gone through where a value is: in a script, an object that can be is a map, and its items are pairs.
    pub(super) fn iterated(&mut self, value: Value, spot: Spot) -> Value {
        let is_map = |id: u32| self.heap[id as usize].made == Made::Dict;
        match value.only() {
            Some(Shape::Object(id)) if self.is_script() && is_map(*id) => self.entries_of(&value, spot),
            _ => value,
        }
    }

    /// The items of a value in order, if all of them are known and there are at most `most`. A dictionary has its keys.
    pub(super) fn items_of(&self, value: &Value, most: usize) -> Option<Vec<Value>> {
        let id = match value.only()? {
            Shape::Object(id) => *id,
            _ => return None,
        };
        let object = &self.heap[id as usize];
        match object.made {
            Made::List if object.is_exact_list() && object.items.len() <= most => Some(object.items.clone()),
            Made::Dict if object.rest.is_none() && object.order.len() <= most && object.items.is_empty() => {
                Some(object.order.iter().map(|name| self.key_value(id, name)).collect())
            }
            // `for (const tool of Tools)`, where the items of an enumeration are its members.
            Made::Class if !object.order.is_empty() => {
                Some(object.order.iter().filter_map(|name| object.members.get(name).cloned()).collect())
            }
            _ => None,
        }
    }

    /// A key of a dictionary as a value, where its own value stands.
    fn key_value(&self, id: u32, name: &Name) -> Value {
        let spot = self.heap[id as usize].members.get(name).map_or_else(Spot::default, |value| value.spot);
        Value::of(Shape::Text(name.clone()), spot)
    }

    /// Any item of a value.
    pub(super) fn item_of(&mut self, value: &Value, spot: Spot) -> Value {
        let mut found: Option<Value> = None;
        for shape in value.shapes() {
            let item = match shape {
                Shape::Object(id) => {
                    let object = &self.heap[*id as usize];
                    match object.made {
                        Made::Dict if !self.is_script() => {
                            let keys: Vec<Value> =
                                object.order.iter().take(64).map(|name| self.key_value(*id, name)).collect();
                            super::item::any_of(keys.iter().chain(&object.rest), spot)
                        }
                        _ => super::item::any_of(object.values(), spot),
                    }
                }
                Shape::Input(_) => self.input_item(value, spot),
                Shape::Class(class) => super::item::any_of(self.heap[class.object as usize].values(), spot),
                Shape::Library(library) if library.receiver.is_some() || library.call.is_some() => {
                    let item = super::value::Library {
                        path: format!("{}[]", library.path).into(),
                        call: None,
                        receiver: Some(std::rc::Rc::new(value.clone())),
                    };
                    let part = self.interned_part(value, &"*".into(), spot);
                    let of = Value::of(Shape::Library(std::rc::Rc::new(item)), spot);
                    Value { taint: part.taint, symbol: part.symbol, extra: part.extra, ..of }
                }
                _ => self.interned_part(value, &"*".into(), spot),
            };
            found = Some(found.map_or(item.clone(), |known| known.or(&item)));
        }
        found.unwrap_or_else(|| Value::unknown(spot))
    }

    /// The names of a value's members, as a list.
    pub(super) fn keys_of(&mut self, value: &Value, spot: Spot) -> Value {
        let value = &self.namespace(value, spot);
        let mut keys = Vec::new();
        for id in value.objects() {
            let names = self.heap[id as usize].order.clone();
            keys.extend(names.iter().map(|name| self.key_value(id, name)));
        }
        if keys.is_empty() {
            // Which names a stranger uses, gives away no secret.
            let of = self.derived_as(std::slice::from_ref(value), super::clean::Clean::LOG, spot, "");
            let mut object = super::heap::Object::new(Made::List);
            object.scatter(of);
            return self.allocate(object, spot);
        }
        self.list(keys, spot)
    }

    /// The values of a value's members, as a list.
    pub(super) fn values_of(&mut self, value: &Value, spot: Spot) -> Value {
        let value = &self.namespace(value, spot);
        let mut object = super::heap::Object::new(Made::List);
        if value.libraries().any(|library| super::environment::is_environment(&library.path)) {
            let all = self.whole_environment(spot);
            object.scatter(all);
            return self.allocate(object, spot);
        }
        let mut is_known = false;
        for id in value.objects() {
            is_known = true;
            let source = &self.heap[id as usize];
            for name in &source.order {
                if let Some(value) = source.members.get(name) {
                    object.push(value.clone());
                }
            }
            source.items.iter().for_each(|item| object.push(item.clone()));
            if let Some(rest) = &source.rest {
                object.scatter(rest.clone());
            }
        }
        if !is_known || value.is_unknown() {
            let item = match value.shapes().iter().any(|shape| matches!(shape, Shape::Input(_))) {
                true => self.input_item(value, spot),
                false => self.derived(std::slice::from_ref(value), spot, ""),
            };
            object.scatter(item);
        }
        self.allocate(object, spot)
    }

    /// Pairs of names and values, as a list of lists.
    pub(super) fn entries_of(&mut self, value: &Value, spot: Spot) -> Value {
        let value = &self.namespace(value, spot);
        let mut pairs: Vec<(Value, Value)> = Vec::new();
        let mut rest: Option<Value> = None;
        if value.libraries().any(|library| super::environment::is_environment(&library.path)) {
            rest = Some(self.whole_environment(spot));
        }
        for id in value.objects() {
            let source = &self.heap[id as usize];
            for name in &source.order {
                if let Some(member) = source.members.get(name) {
                    pairs.push((Value::of(Shape::Text(name.clone()), member.spot), member.clone()));
                }
            }
            rest = source.rest.clone();
        }
        if pairs.is_empty() && rest.is_none() {
            rest = Some(match value.shapes().iter().any(|shape| matches!(shape, Shape::Input(_))) {
                true => self.input_item(value, spot),
                false => self.derived(std::slice::from_ref(value), spot, ""),
            });
        }
        let mut object = super::heap::Object::new(Made::List);
        for (key, value) in pairs {
            let pair = self.list(vec![key, value], spot);
            object.push(pair);
        }
        if let Some(rest) = rest {
            let key = self.derived(std::slice::from_ref(&rest), spot, "");
            let pair = self.list(vec![key, rest], spot);
            object.scatter(pair);
        }
        self.allocate(object, spot)
    }

    /// A module as an object of what it offers (`import * as tools`).
    fn namespace(&mut self, value: &Value, spot: Spot) -> Value {
        let Some(Shape::Module(module)) = value.only() else { return value.clone() };
        let module = *module;
        let form = self.program.module(module);
        let mut names: Vec<Name> = Vec::new();
        for statement in &form.functions[0].body {
            match &statement.kind {
                crate::form::StatementKind::Export(pairs) => {
                    names.extend(pairs.iter().map(|(offered, _)| offered.clone()))
                }
                crate::form::StatementKind::ReExport { names: pairs, .. } => {
                    names.extend(pairs.iter().map(|(_, here)| here.clone()).filter(|name| &**name != "*"));
                }
                _ => {}
            }
        }
        let mut object = super::heap::Object::new(Made::Dict);
        for name in names.into_iter().take(512) {
            if let Some(value) = self.exported(module, &name, spot, 0) {
                object.put(&name, value);
            }
        }
        self.allocate(object, spot)
    }
}
