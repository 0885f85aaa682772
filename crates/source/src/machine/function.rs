//! Functions that stand alone and that both languages bring along.

use super::Machine;
use super::clean::Clean;
use super::condition::Anchors;
use super::expression::key_of;
use super::heap::{Made, Object};
use super::method::{ITEMS, is_input};
use super::value::{Argument, Shape, Spot, Value};

impl Machine<'_> {
    /// Functions that stand alone.
    pub(super) fn known_function(&mut self, path: &str, arguments: &[Argument], spot: Spot) -> Option<Value> {
        let first = arguments.first().map(|argument| argument.value.clone());
        Some(match path {
            "dict" => {
                let mut object = Object::new(Made::Dict);
                for argument in arguments {
                    match &argument.name {
                        Some(name) if !argument.is_spread => object.put(name, argument.value.clone()),
                        _ => self.merge_into(&mut object, &argument.value.clone(), spot),
                    }
                }
                self.allocate(object, spot)
            }
            "list" | "tuple" | "set" | "frozenset" | "sorted" | "reversed" | "Array.from" | "Set"
            | "collections.deque" | "iter" => {
                let Some(first) = first else { return Some(self.list(Vec::new(), spot)) };
                // A dictionary as a list is its keys.
                if !self.is_script() && is_input(&first) && !self.is_list_input(&first) {
                    return Some(self.keys_of(&first, spot));
                }
                let first = if path == "Array.from" { self.iterated(first, spot) } else { first };
                let items = self.items_of(&first, ITEMS * 4);
                match items {
                    Some(items) => {
                        let items = match arguments.get(1).filter(|_| path == "Array.from") {
                            Some(callback) => self.mapped(&items, &callback.value.clone(), spot),
                            None => items,
                        };
                        self.list(items, spot)
                    }
                    None => first,
                }
            }
            "Map" => {
                let mut object = Object::new(Made::Dict);
                let pairs = first.and_then(|first| self.items_of(&first, ITEMS * 4)).unwrap_or_default();
                for pair in pairs {
                    let pair = self.items_of(&pair, 2).unwrap_or_default();
                    if let [key, value] = &pair[..] {
                        match key_of(key) {
                            Some(name) => object.put(&name, value.clone()),
                            None => object.scatter(value.clone()),
                        }
                    }
                }
                self.allocate(object, spot)
            }
            "Object.keys" | "Reflect.ownKeys" => self.keys_of(&first?, spot),
            "Object.values" => self.values_of(&first?, spot),
            "Object.entries" => self.entries_of(&first?, spot),
            "Object.fromEntries" => {
                let pairs = self.items_of(&first?, ITEMS * 4)?;
                let mut object = Object::new(Made::Dict);
                for pair in pairs {
                    if let [key, value] = &self.items_of(&pair, 2).unwrap_or_default()[..] {
                        match key_of(key) {
                            Some(name) => object.put(&name, value.clone()),
                            None => object.scatter(value.clone()),
                        }
                    }
                }
                self.allocate(object, spot)
            }
            "Object.assign" if arguments.len() > 1 => {
                let mut object = Object::new(Made::Dict);
                for argument in arguments {
                    self.merge_into(&mut object, &argument.value.clone(), spot);
                }
                self.allocate(object, spot)
            }
            "Promise.all" | "Promise.allSettled" | "asyncio.gather" if !arguments.is_empty() => match path {
                "asyncio.gather" => {
                    let items = arguments.iter().map(|argument| argument.value.clone()).collect();
                    self.list(items, spot)
                }
                _ => first?,
            },
            "enumerate" => {
                let items = self.items_of(&first?, ITEMS)?;
                let pairs: Vec<Value> = items
                    .into_iter()
                    .enumerate()
                    .map(|(at, item)| {
                        let at = Value::of(Shape::Number(at as f64), spot);
                        self.list(vec![at, item], spot)
                    })
                    .collect();
                self.list(pairs, spot)
            }
            "zip" => {
                let lists: Vec<Vec<Value>> =
                    arguments.iter().map(|argument| self.items_of(&argument.value, ITEMS)).collect::<Option<_>>()?;
                let shortest = lists.iter().map(Vec::len).min()?;
                let rows: Vec<Value> = (0..shortest)
                    .map(|at| self.list(lists.iter().map(|list| list[at].clone()).collect(), spot))
                    .collect();
                self.list(rows, spot)
            }
            "map" | "filter" => {
                let over = arguments.get(1)?.value.clone();
                let callback = first?;
                let items = self.items_of(&over, ITEMS).unwrap_or_else(|| vec![self.item_of(&over, spot)]);
                let results = self.mapped(&items, &callback, spot);
                self.list(if path == "map" { results } else { items }, spot)
            }
            "any" | "all" => {
                let list = first?;
                let item = self.item_of(&list, spot);
                let conditions = item.conditions().cloned().unwrap_or_default();
                Value::unknown(spot).with(|extra| *extra = conditions)
            }
            "next" => self.item_of(&first?, spot),
            "getattr" => {
                let name = arguments.get(1)?.value.as_text()?.clone();
                self.member(&first?, &name, spot)
            }
            "setattr" => {
                let name = arguments.get(1)?.value.as_text()?.clone();
                let value = arguments.get(2)?.value.clone();
                self.set_member(&first?, &name, value, spot);
                Value::of(Shape::Nothing, spot)
            }
            "os.getenv"
            | "os.environb.get"
            | "os.environ.get"
            | "os.environ.pop"
            | "os.environ.setdefault"
            | "Deno.env.get" => self.looked_up_in_environment(arguments, spot)?,
            "re.fullmatch" => {
                self.fits(&first?, &arguments.get(1)?.value.clone(), Anchors { start: true, end: true }, spot)
            }
            "re.match" => {
                self.fits(&first?, &arguments.get(1)?.value.clone(), Anchors { start: true, end: false }, spot)
            }
            "re.search" => {
                self.fits(&first?, &arguments.get(1)?.value.clone(), Anchors { start: false, end: false }, spot)
            }
            "re.sub" => {
                let (pattern, text) = (first?, arguments.get(2)?.value.clone());
                self.without(&pattern, &text, spot)
            }
            "os.path.isabs" | "path.isAbsolute" => self.teaches(&first?, Clean::NONE, Clean::NOT_ABSOLUTE, spot),
            "Number.isInteger" | "Number.isSafeInteger" | "Number.isFinite" | "isFinite" => {
                self.teaches(&first?, Clean::ALL, Clean::NONE, spot)
            }
            "isNaN" | "Number.isNaN" => Value::unknown(spot),
            "isinstance" => {
                let class = arguments.get(1)?.value.clone();
                let names: Vec<String> = class.libraries().map(|library| library.path.to_string()).collect();
                let is_number =
                    !names.is_empty() && names.iter().all(|name| matches!(name.as_str(), "int" | "float" | "bool"));
                let clean = if is_number { Clean::ALL } else { Clean::NONE };
                self.teaches(&first?, clean, Clean::NONE, spot)
            }
            "dataclasses.asdict" | "vars" => self.as_dict(&first?, spot),
            "Object.hasOwn" => self.contained(&arguments.get(1)?.value.clone(), &first?, spot),
            _ => return None,
        })
    }
}
