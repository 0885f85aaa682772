//! Calls of libraries.

use super::Machine;
use super::clean::Clean;
use super::effect::receiver_of;
use super::table;
use super::value::{Argument, Call, Library, Shape, Spot, Value};
use std::rc::Rc;

impl Machine<'_> {
    /// What a call of a library comes to.
    pub(super) fn call_library(&mut self, library: &Rc<Library>, mut arguments: Vec<Argument>, spot: Spot) -> Value {
        if &*library.path == "super" {
            return Value::library("super", spot);
        }
        self.observe_call(library, &arguments, spot);
        self.with_environment(&library.path, &mut arguments, spot);
        if let Some(value) = self.loaded_by_call(library, &arguments, spot) {
            return value;
        }
        let is_sink = self.observe(library, &arguments, spot);
        let registered = self.register(library, &arguments, spot);
        if let Some(value) = self.known_method(library, &arguments, spot) {
            return value;
        }
        let effects = table::effects();
        if let Some(row) = effects.rows_for(&library.path).next() {
            return self.effect(row, library, &arguments, spot);
        }
        let receiver = receiver_of(library).unwrap_or_else(|| Value::unknown(spot));
        let is_resolved = is_sink || registered || is_resolved(library) || is_dict_look_up(&library.path, &arguments);
        if !is_resolved {
            self.unresolved(spot);
        }
        if &*library.path == "Promise" {
            self.settle_promise(&arguments, spot);
        } else if !registered {
            self.call_back(&arguments, &receiver, spot);
        }
        if is_runner(&library.path) {
            self.run_library_functions(&arguments, spot);
        }
        let part = if is_sink {
            // What comes back was there before: a file's content is not what the client sent.
            Value::unknown(spot)
        } else {
            let mut from: Vec<Value> = arguments.iter().map(|argument| argument.value.clone()).collect();
            from.push(receiver);
            let passed = if is_resolved { Clean::NONE } else { Clean::INDIRECT };
            self.derived_as(&from, passed, spot, "")
        };
        let path = result_path(&library.path);
        let call = Call { arguments: arguments.clone(), serial: self.symbol() };
        let result = Library { path: path.into(), call: Some(Rc::new(call)), receiver: library.receiver.clone() };
        let value = Value::of(Shape::Library(Rc::new(result)), spot);
        let value = Value { taint: part.taint, symbol: part.symbol, extra: part.extra, ..value };
        self.asked_about_host(value, &library.path, &arguments)
    }

    /// `new Promise((resolve, reject) => ...)`.
    fn settle_promise(&mut self, arguments: &[Argument], spot: Spot) {
        let settle = ["Promise.resolve", "Promise.reject"].map(|path| Argument {
            name: None,
            value: Value::library(path, spot),
            is_spread: false,
        });
        for executor in arguments.iter().flat_map(|argument| argument.value.closures().cloned().collect::<Vec<_>>()) {
            let facts = self.facts.clone();
            self.call_function(&executor, None, settle.to_vec(), spot);
            self.facts = facts;
            self.is_dead = false;
        }
    }

    /// Functions of libraries that are handed on to be called elsewhere: `to_thread(requests.get, url)`.
    fn run_library_functions(&mut self, arguments: &[Argument], spot: Spot) {
        for (at, argument) in arguments.iter().enumerate() {
            let functions: Vec<Rc<Library>> =
                argument.value.libraries().filter(|library| library.call.is_none()).cloned().collect();
            for function in functions {
                let handed: Vec<Argument> = arguments[at + 1..].to_vec();
                if !self.observe(&function, &handed, spot) && !table::is_resolved(&function.path) {
                    self.unresolved(spot);
                }
            }
        }
    }

    /// `require("./tools")`, `import("./tools.js")`, `importlib.import_module("app.tools")`.
    fn loaded_by_call(&mut self, library: &Library, arguments: &[Argument], spot: Spot) -> Option<Value> {
        let specifier = arguments.first()?.value.as_text()?.clone();
        match &*library.path {
            "require" | "import" | "module.createRequire()" => {
                match self.program.resolve_script(self.module(), &specifier) {
                    Some(module) => {
                        self.load(module);
                        let super::Loaded::In(frame) = self.modules[module as usize] else { return None };
                        // What a module assigns to its exports is what requiring it gives.
                        let whole = self.frames[frame as usize].variables.get("*exports*").cloned();
                        let module = Value::of(Shape::Module(module), spot);
                        Some(whole.map_or(module.clone(), |whole| whole.or(&module)))
                    }
                    None => Some(Value::library(&super::import::script_library(&specifier), spot)),
                }
            }
            "importlib.import_module" => {
                let module = self.program.resolve_python(self.module(), 0, &specifier);
                match module {
                    Some(module) => {
                        self.load(module);
                        Some(Value::of(Shape::Module(module), spot))
                    }
                    None => Some(Value::library(&specifier, spot)),
                }
            }
            _ => None,
        }
    }
}

/// Whether the effect of a function is known, by its path or by what it is a method of: a list, dictionary or set that the
/// code made has no methods with effects elsewhere.
pub(super) fn is_resolved(library: &Library) -> bool {
    let is_of_container = || {
        library.path.starts_with("?.")
            && receiver_of(library).is_some_and(|receiver| receiver.objects().next().is_some())
    };
    table::is_resolved(&library.path) || is_of_container()
}

/// Whether a call runs the functions that it is given: <https://docs.python.org/3/library/asyncio-task.html#running-in-threads>,
/// <https://docs.python.org/3/library/concurrent.futures.html>.
fn is_runner(path: &str) -> bool {
    matches!(
        path.rsplit('.').next().unwrap_or(path),
        "to_thread"
            | "run_in_executor"
            | "run_sync"
            | "run_sync_in_worker_thread"
            | "submit"
            | "sync_to_async"
            | "run_in_threadpool"
            | "call_soon"
            | "start_soon"
            | "Thread"
            | "Process"
            | "Timer"
    )
}

/// Whether a call looks up a name in what is a dictionary by all signs: `data.get("title")`, not `client.get("/title")`.
fn is_dict_look_up(path: &str, arguments: &[Argument]) -> bool {
    let is_method = path.starts_with("?.") && (path.ends_with(".get") || path.ends_with(".pop"));
    let is_name = |argument: &Argument| match argument.value.only() {
        Some(Shape::Text(text)) => !text.contains(['/', ':', ' ']),
        Some(Shape::Number(_)) => true,
        _ => false,
    };
    is_method && arguments.len() <= 2 && arguments.first().is_none_or(is_name)
}

/// The name of a call's result. Objects that methods return themselves keep theirs, so that chains stay short.
fn result_path(path: &str) -> String {
    const LONGEST: usize = 160;
    if path.len() > LONGEST { format!("{}…()", &path[..floor(path, 60)]) } else { format!("{path}()") }
}

fn floor(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
