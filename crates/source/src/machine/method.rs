//! Methods and functions that both languages bring along: of texts, lists, dictionaries and functions.

use super::Machine;
use super::clean::Clean;
use super::condition::Anchors;
use super::effect::receiver_of;
use super::expression::{key_of, plain_text};
use super::heap::{Made, Object};
use super::value::{Argument, Closure, Library, Shape, Spot, Value};
use std::rc::Rc;

/// How many items a function is called for one by one.
const ITEMS: usize = 256;

impl Machine<'_> {
    /// What a call of something that is known comes to.
    pub(super) fn known_method(&mut self, library: &Rc<Library>, arguments: &[Argument], spot: Spot) -> Option<Value> {
        let path = &*library.path;
        let argument = |at: usize| arguments.get(at).map(|argument| argument.value.clone());
        if let Some(value) = self.known_function(path, arguments, spot) {
            return Some(value);
        }
        let receiver = receiver_of(library)?;
        let name = path.rsplit('.').next().unwrap_or(path);
        if let Some(value) = self.test_method(path, name, &receiver, arguments, spot) {
            return Some(value);
        }
        if let Some(value) = self.validated(path, name, &receiver, arguments, spot) {
            return Some(value);
        }
        let is_object = receiver.objects().next().is_some();
        let is_text = is_text_method(path, &receiver);
        Some(match name {
            // Texts
            "strip" | "trim" | "lstrip" | "rstrip" | "lower" | "upper" | "casefold" | "toLowerCase" | "toUpperCase"
            | "title" | "trimStart" | "trimEnd" | "removeprefix" | "removesuffix" | "normalize" | "encode"
            | "decode" | "toString" | "valueOf" | "expandtabs" | "swapcase" | "capitalize" | "zfill" | "rjust"
            | "ljust" | "padStart" | "padEnd"
                if is_text =>
            {
                self.changed_text(name, &receiver, spot)
            }
            "replace" | "replaceAll" if is_text => self.replaced(&receiver, arguments, spot),
            "format" if is_text => {
                let values: Vec<Value> = arguments.iter().map(|argument| argument.value.clone()).collect();
                self.formatted(&receiver, &values, spot)
            }
            "join" if is_text => self.joined_text(&receiver, argument(0), spot),
            "concat" if !is_object && is_text => {
                let mut parts = vec![receiver];
                parts.extend(arguments.iter().map(|argument| argument.value.clone()));
                self.sum(&parts, true, spot)
            }
            "split" | "rsplit" | "splitlines" | "partition" | "rpartition" if is_text => {
                let mut object = Object::new(Made::List);
                let piece = self.derived(&[receiver], spot, "");
                object.scatter(piece);
                self.allocate(object, spot)
            }
            "substitute" | "safe_substitute" if path.starts_with("string.Template()") => {
                let template = receiver.libraries().find_map(|library| {
                    library.call.as_ref()?.arguments.first().map(|argument| argument.value.clone())
                });
                let values: Vec<Value> = arguments.iter().map(|argument| argument.value.clone()).collect();
                self.formatted(&template.unwrap_or_else(|| Value::unknown(spot)), &values, spot)
            }
            // Lists and sets
            "append" | "push" | "add" | "insert" | "unshift" | "appendleft" if is_object => {
                let value = if name == "insert" { argument(1) } else { argument(0) };
                for id in receiver.objects().collect::<Vec<_>>() {
                    for value in value
                        .iter()
                        .chain(arguments.iter().skip(1).map(|argument| &argument.value).filter(|_| name == "push"))
                    {
                        self.heap[id as usize].push(value.clone());
                    }
                }
                if self.is_script() { receiver } else { Value::of(Shape::Nothing, spot) }
            }
            "extend" | "update" if is_object => {
                if let Some(more) = argument(0) {
                    self.extended(&receiver, &more, spot);
                }
                Value::of(Shape::Nothing, spot)
            }
            "concat" if is_object => {
                let mut parts = vec![receiver];
                parts.extend(arguments.iter().map(|argument| argument.value.clone()));
                self.sum(&parts, false, spot)
            }
            "map" | "flatMap" | "forEach" | "filter" | "find" | "findLast" | "some" | "every" | "reduce" | "sort"
            | "findIndex"
                if path.starts_with("?.") || is_given_function(arguments) =>
            {
                self.called_for_each(name, &receiver, arguments, spot)
            }
            "slice" | "flat" | "reverse" | "copy" | "toSorted" | "toReversed" if is_object => receiver,
            "slice" | "substring" | "substr" | "charAt" | "at" if is_text => self.part_of(&receiver, spot),
            "pop" | "shift" | "popitem" if is_object && arguments.is_empty() => self.item_of(&receiver, spot),
            // Dictionaries
            "get" | "pop" | "setdefault" if is_object || is_input(&receiver) => {
                self.looked_up(&receiver, arguments, spot)
            }
            "get" | "getenv" if matches!(path, "os.environ.get") => {
                self.looked_up_in_environment(path, arguments, spot)?
            }
            "set" if is_object => {
                let (key, value) = (argument(0)?, argument(1)?);
                for id in receiver.objects().collect::<Vec<_>>() {
                    match key_of(&key) {
                        Some(name) => self.heap[id as usize].put(&name, value.clone()),
                        None => self.heap[id as usize].scatter(value.clone()),
                    }
                }
                receiver
            }
            "items" | "values" if super::member::is_environment(path.rsplit_once('.').map_or("", |(of, _)| of)) => {
                match name {
                    "items" => self.entries_of(&receiver, spot),
                    _ => self.values_of(&receiver, spot),
                }
            }
            "keys" if is_object || is_input(&receiver) => self.keys_of(&receiver, spot),
            "values" if is_object || is_input(&receiver) => self.values_of(&receiver, spot),
            "items" | "entries" if is_object || is_input(&receiver) => self.entries_of(&receiver, spot),
            // Functions
            "bind" => self.bound(&receiver, arguments, spot),
            "call" if receiver.closures().next().is_some() => {
                let this = argument(0);
                self.call(&receiver, this, arguments.get(1..).unwrap_or_default().to_vec(), spot)
            }
            "apply" if receiver.closures().next().is_some() => {
                let items = argument(1).and_then(|list| self.items_of(&list, ITEMS)).unwrap_or_default();
                let given = items.into_iter().map(|value| Argument { name: None, value, is_spread: false }).collect();
                self.call(&receiver, argument(0), given, spot)
            }
            // Promises
            "then" => {
                let given = vec![Argument { name: None, value: receiver.clone(), is_spread: false }];
                match argument(0).filter(|callback| callback.closures().next().is_some()) {
                    Some(callback) => self.call(&callback, None, given, spot),
                    None => receiver,
                }
            }
            "catch" | "finally" => {
                if let Some(callback) = argument(0) {
                    let facts = self.facts.clone();
                    let given = vec![Argument { name: None, value: Value::unknown(spot), is_spread: false }];
                    self.call(&callback, None, given, spot);
                    self.facts = facts;
                    self.is_dead = false;
                }
                receiver
            }
            _ => return None,
        })
    }

    /// Functions that stand alone.
    fn known_function(&mut self, path: &str, arguments: &[Argument], spot: Spot) -> Option<Value> {
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
            "os.getenv" | "os.environ.get" | "os.environ.pop" | "Deno.env.get" => {
                self.looked_up_in_environment("os.environ", arguments, spot)?
            }
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

    /// Methods that test something.
    fn test_method(
        &mut self,
        path: &str,
        name: &str,
        receiver: &Value,
        arguments: &[Argument],
        spot: Spot,
    ) -> Option<Value> {
        let first = arguments.first().map(|argument| argument.value.clone());
        let is_text = is_text_method(path, receiver);
        Some(match name {
            "startswith" | "startsWith" if is_text => self.starts_with(receiver, &first?, spot),
            "endswith" | "endsWith" if is_text => self.ends_with(receiver, &first?, spot),
            "includes" | "has" | "contains" | "__contains__" | "hasOwnProperty" if is_text => {
                self.includes(receiver, &first?, spot)
            }
            "isdigit" | "isalnum" | "isidentifier" | "isnumeric" | "isdecimal" | "isalpha" => {
                self.teaches(receiver, Clean::ALL, Clean::NONE, spot)
            }
            "is_relative_to" => self.lies_below(receiver, spot),
            "is_absolute" => self.teaches(receiver, Clean::NONE, Clean::NOT_ABSOLUTE, spot),
            "fullmatch" => self.fits(receiver, &first?, Anchors { start: true, end: true }, spot),
            "test" => self.fits(receiver, &first?, Anchors { start: false, end: false }, spot),
            "match" if path.starts_with("re.compile()") => {
                self.fits(receiver, &first?, Anchors { start: true, end: false }, spot)
            }
            "search" if path.starts_with("re.compile()") => {
                self.fits(receiver, &first?, Anchors { start: false, end: false }, spot)
            }
            "sub" if path.starts_with("re.compile()") => self.without(receiver, &arguments.get(1)?.value.clone(), spot),
            "match" | "matchAll" if self.is_script() => {
                self.fits(&first?, receiver, Anchors { start: false, end: false }, spot)
            }
            _ => return None,
        })
    }

    /// A text in other letters.
    fn changed_text(&mut self, name: &str, receiver: &Value, spot: Spot) -> Value {
        if let Some(text) = receiver.as_text() {
            let changed = match name {
                "strip" | "trim" => text.trim().to_owned(),
                "lower" | "toLowerCase" | "casefold" => text.to_lowercase(),
                "upper" | "toUpperCase" => text.to_uppercase(),
                _ => text.to_string(),
            };
            return Value::text(&changed, spot);
        }
        // A change of case or of white space keeps what it is: what passes a test before passes it after.
        self.same(receiver, spot)
    }

    fn replaced(&mut self, receiver: &Value, arguments: &[Argument], spot: Spot) -> Value {
        let [pattern, with, ..] = arguments else { return self.derived(std::slice::from_ref(receiver), spot, "") };
        if with.value.closures().next().is_some() {
            // What a function puts in the place of what fits.
            let unknown = Argument { name: None, value: Value::unknown(spot), is_spread: false };
            let put = self.call(&with.value.clone(), None, vec![unknown.clone(), unknown], spot);
            return self.sum(&[receiver.clone(), put], true, spot);
        }
        let is_regex = pattern.value.libraries().any(|library| &*library.path == "RegExp()");
        if is_regex {
            let is_last = self.pattern_text(&pattern.value).is_some_and(|text| text.ends_with('$'));
            let ends = with.value.as_text().is_some_and(|text| matches!(&**text, "/" | "\\"));
            if receiver.strands().is_empty() && is_last && ends {
                return self.sum(&[Value::unknown(spot), with.value.clone()], true, spot);
            }
            let value = self.without(&pattern.value.clone(), receiver, spot);
            let is_resolved = receiver.strands().iter().all(|strand| strand.clean.has(Clean::RESOLVED));
            return if is_resolved && !receiver.strands().is_empty() {
                self.standing_for(value, receiver)
            } else {
                value
            };
        }
        if let (Some(text), Some(from), Some(to)) = (receiver.as_text(), pattern.value.as_text(), with.value.as_text())
        {
            return Value::text(&text.replace(&**from, to), spot);
        }
        if pattern.value.as_text().is_some_and(|text| text.contains("..")) {
            self.near_miss(receiver, spot, "taking `..` out once leaves it in `....//`");
        }
        let parts = [receiver.clone(), with.value.clone()];
        self.derived(&parts, spot, "")
    }

    /// What has passed a schema: zod's `parse`, pydantic's `model_validate`.
    fn validated(
        &mut self,
        path: &str,
        name: &str,
        receiver: &Value,
        arguments: &[Argument],
        spot: Spot,
    ) -> Option<Value> {
        let value = arguments.first().map(|argument| argument.value.clone());
        match name {
            "parse" | "parseAsync" | "safeParse" | "safeParseAsync" if path.starts_with("zod") => {
                let schema = self.schema(receiver, 0)?;
                let value = self.restricted(&value?, &schema, spot);
                if name.starts_with("safe") {
                    let mut object = Object::new(Made::Dict);
                    object.put(&"success".into(), Value::unknown(spot));
                    object.put(&"data".into(), value);
                    return Some(self.allocate(object, spot));
                }
                Some(value)
            }
            "model_validate" | "parse_obj" if path.starts_with("class.") => {
                let class = receiver.shapes().iter().find_map(|shape| match shape {
                    Shape::Class(class) => Some(*class),
                    _ => None,
                })?;
                let spread = Argument { name: Some("**".into()), value: value?, is_spread: true };
                Some(self.instantiate(class, vec![spread], spot))
            }
            "model_dump" | "dict" | "_asdict" if path.starts_with("class.") => Some(self.as_dict(receiver, spot)),
            _ => None,
        }
    }

    /// An object of a class of data, as a dictionary.
    pub(super) fn as_dict(&mut self, value: &Value, spot: Spot) -> Value {
        let mut object = Object::new(Made::Dict);
        let mut is_known = false;
        for id in value.objects().collect::<Vec<_>>() {
            is_known = true;
            let Made::Instance(class) = self.heap[id as usize].made else {
                self.merge_into(&mut object, value, spot);
                continue;
            };
            let fields: Vec<_> = self
                .program
                .module(class.module)
                .class(class.class)
                .fields
                .iter()
                .map(|field| field.name.clone())
                .collect();
            let own = self.heap[id as usize].order.clone();
            for name in fields.iter().chain(own.iter().filter(|name| !fields.contains(name))) {
                let member = self.member(value, name, spot);
                object.put(name, member);
            }
        }
        if is_known { self.allocate(object, spot) } else { self.derived(std::slice::from_ref(value), spot, "") }
    }

    /// A text without what fits a pattern.
    fn without(&mut self, pattern: &Value, text: &Value, spot: Spot) -> Value {
        let clean = self.pattern_text(pattern).and_then(|pattern| super::charset::left_without(&pattern));
        self.derived_as(std::slice::from_ref(text), clean.unwrap_or(Clean::NONE), spot, "")
    }

    /// A text with values in its places: `"%s" % x`, `"{}".format(x)`.
    pub(super) fn formatted(&mut self, template: &Value, values: &[Value], spot: Spot) -> Value {
        let mut flat: Vec<Value> = Vec::new();
        for value in values {
            match self.items_of(value, 64) {
                Some(items) => flat.extend(items),
                None => flat.push(value.clone()),
            }
        }
        let Some(text) = template.as_text().cloned() else {
            flat.push(template.clone());
            return self.derived(&flat, spot, "formatted");
        };
        // Where each value goes is not worked out, but what stands before the first is kept.
        let begin = text.find(['%', '{', '$']).unwrap_or(text.len());
        let end = text.rfind(['s', '}', 'd', 'r']).map_or(text.len(), |at| at + 1).max(begin);
        let mut parts = vec![Value::text(&text[..begin], spot)];
        parts.extend(flat);
        parts.push(Value::text(text.get(end..).unwrap_or_default(), spot));
        parts.retain(|part| part.as_text().is_none_or(|text| !text.is_empty()));
        self.sum(&parts, true, spot)
    }

    /// `" ".join(list)` in Python, `list.join(" ")` in JavaScript.
    fn joined_text(&mut self, receiver: &Value, argument: Option<Value>, spot: Spot) -> Value {
        let (list, between) = match self.is_script() {
            true => (receiver.clone(), argument),
            false => (argument.unwrap_or_else(|| Value::unknown(spot)), Some(receiver.clone())),
        };
        let between = between.and_then(|between| plain_text(&between)).unwrap_or_default();
        match self.items_of(&list, 32) {
            Some(items) => {
                let mut parts = Vec::new();
                for (at, item) in items.into_iter().enumerate() {
                    if at > 0 && !between.is_empty() {
                        parts.push(Value::text(&between, spot));
                    }
                    parts.push(item);
                }
                self.sum(&parts, true, spot)
            }
            None => {
                let item = self.item_of(&list, spot);
                self.derived(&[item], spot, "joined")
            }
        }
    }

    /// Adds the items or members of another.
    fn extended(&mut self, receiver: &Value, more: &Value, spot: Spot) {
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
    fn called_for_each(&mut self, name: &str, receiver: &Value, arguments: &[Argument], spot: Spot) -> Value {
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
    fn mapped(&mut self, items: &[Value], callback: &Value, spot: Spot) -> Vec<Value> {
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

    /// `dictionary.get(key, default)`.
    fn looked_up(&mut self, receiver: &Value, arguments: &[Argument], spot: Spot) -> Value {
        let Some(key) = arguments.first().map(|argument| argument.value.clone()) else { return Value::unknown(spot) };
        let found = self.index(receiver, &key, spot);
        match (found.only(), arguments.get(1)) {
            (Some(Shape::Nothing), Some(default)) => default.value.clone(),
            (_, Some(default)) if found.strands().is_empty() => found.or(&default.value),
            _ => found,
        }
    }

    fn looked_up_in_environment(&mut self, path: &str, arguments: &[Argument], spot: Spot) -> Option<Value> {
        let name = arguments.first()?.value.as_text()?.clone();
        let default = arguments.get(1).map(|argument| argument.value.clone());
        Some(self.variable_of_environment(&name, default, path, spot))
    }

    /// `function.bind(this, ...)`.
    fn bound(&mut self, receiver: &Value, arguments: &[Argument], spot: Spot) -> Value {
        let mut value: Option<Value> = None;
        for closure in receiver.closures() {
            let this = arguments.first().map(|argument| argument.value.clone()).or_else(|| closure.this.clone());
            let given = arguments.get(1..).unwrap_or_default().to_vec();
            let bound = Closure { this, given, ..Closure::clone(closure) };
            let bound = Value::of(Shape::Function(Rc::new(bound)), spot);
            value = Some(value.map_or(bound.clone(), |known| known.or(&bound)));
        }
        value.unwrap_or_else(|| receiver.clone())
    }

    /// sql`select ${x}`: values that a function is given apart from the text are not part of it.
    pub(super) fn tagged(&mut self, tag: &Value, values: &[Value], spot: Spot) -> Value {
        let arguments: Vec<Argument> =
            values.iter().map(|value| Argument { name: None, value: value.clone(), is_spread: false }).collect();
        if tag.closures().next().is_some() {
            return self.call(tag, None, arguments, spot);
        }
        let is_shell = tag.libraries().any(|library| matches!(&*library.path, "execa.$" | "zx.$" | "bun.$" | "Bun.$"));
        if is_shell {
            for library in tag.libraries().cloned().collect::<Vec<_>>() {
                self.observe(&library, &[], spot);
            }
        }
        let from = self.derived_as(values, Clean::SQL | Clean::COMMAND, spot, "");
        let path = tag.libraries().next().map_or_else(|| "?".to_owned(), |library| format!("{}``", library.path));
        let of = Value::library(&path, spot);
        Value { taint: from.taint, symbol: from.symbol, extra: from.extra, ..of }
    }
}

impl Machine<'_> {
    /// Whether a client sends a list here, as far as the schema says.
    fn is_list_input(&self, value: &Value) -> bool {
        value.shapes().iter().any(|shape| match shape {
            Shape::Input(input) => input.schema.as_ref().is_some_and(|schema| schema.item.is_some()),
            _ => false,
        }) || !self.is_whole_request(value)
    }

    /// Whether a value is all that a client sends.
    fn is_whole_request(&self, value: &Value) -> bool {
        self.sources.get(&value.symbol).is_some_and(|source| source.kind == super::taint::SourceKind::Request)
    }
}

/// Whether a method is one of a text: of something that is not known, or of what a stranger has a hand in.
fn is_text_method(path: &str, receiver: &Value) -> bool {
    path.starts_with("?.") || (!receiver.strands().is_empty() && !path.starts_with("pathlib."))
}

/// Whether the first argument is a function of the tree.
fn is_given_function(arguments: &[Argument]) -> bool {
    arguments.first().is_some_and(|argument| argument.value.closures().next().is_some())
}

fn is_input(value: &Value) -> bool {
    value.shapes().iter().any(|shape| matches!(shape, Shape::Input(_)))
}
