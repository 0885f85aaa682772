//! Methods and functions that both languages bring along: of texts, lists, dictionaries and functions.

use super::Machine;
use super::clean::Clean;
use super::condition::Anchors;
use super::effect::receiver_of;
use super::expression::key_of;
use super::heap::{Made, Object};
use super::value::{Argument, Closure, Library, Shape, Spot, Value};
use std::rc::Rc;

/// How many items a function is called for one by one.
pub(super) const ITEMS: usize = 256;

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
            "get" | "getenv" if matches!(path, "os.environ.get") => self.looked_up_in_environment(arguments, spot)?,
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
            "copy" | "toObject"
                if super::environment::is_environment(path.rsplit_once('.').map_or("", |(of, _)| of)) =>
            {
                self.whole_environment(spot)
            }
            "items" | "values"
                if super::environment::is_environment(path.rsplit_once('.').map_or("", |(of, _)| of)) =>
            {
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
                    // What was tested is passed over if the failure is caught and nothing comes of it.
                    let is_passed_over = name == "catch" && !self.is_dead;
                    self.facts = if is_passed_over { self.facts_at_statement.clone() } else { facts };
                    self.is_dead = false;
                }
                receiver
            }
            _ => return None,
        })
    }

    /// Methods that test something.
    pub(super) fn test_method(
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
            "includes" | "has" | "contains" | "__contains__" | "hasOwnProperty" if is_text || is_sent(&first) => {
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

    /// `dictionary.get(key, default)`.
    pub(super) fn looked_up(&mut self, receiver: &Value, arguments: &[Argument], spot: Spot) -> Value {
        let Some(key) = arguments.first().map(|argument| argument.value.clone()) else { return Value::unknown(spot) };
        let found = self.index(receiver, &key, spot);
        match (found.only(), arguments.get(1)) {
            (Some(Shape::Nothing), Some(default)) => default.value.clone(),
            (_, Some(default)) if found.strands().is_empty() => found.or(&default.value),
            _ => found,
        }
    }

    pub(super) fn looked_up_in_environment(&mut self, arguments: &[Argument], spot: Spot) -> Option<Value> {
        let key = arguments.first()?.value.clone();
        let default = arguments.get(1).map(|argument| argument.value.clone());
        Some(match key.as_text() {
            Some(name) => self.variable_of_environment(&name.clone(), default, spot),
            None => self.computed_variable(&key, spot),
        })
    }

    /// `function.bind(this, ...)`.
    pub(super) fn bound(&mut self, receiver: &Value, arguments: &[Argument], spot: Spot) -> Value {
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
}

/// Whether a method is one of a text: of something that is not known, or of what a stranger has a hand in.
fn is_text_method(path: &str, receiver: &Value) -> bool {
    path.starts_with("?.") || (!receiver.strands().is_empty() && !path.starts_with("pathlib."))
}

/// Whether a stranger has a hand in it.
fn is_sent(value: &Option<Value>) -> bool {
    value.as_ref().is_some_and(|value| !value.strands().is_empty())
}

/// Whether the first argument is a function of the tree.
fn is_given_function(arguments: &[Argument]) -> bool {
    arguments.first().is_some_and(|argument| argument.value.closures().next().is_some())
}

pub(super) fn is_input(value: &Value) -> bool {
    value.shapes().iter().any(|shape| matches!(shape, Shape::Input(_)))
}
