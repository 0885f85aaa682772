//! Calls of libraries.

use super::Machine;
use super::effect::receiver_of;
use super::table;
use super::value::{Argument, Call, Library, Shape, Spot, Value};
use std::rc::Rc;

impl Machine<'_> {
    /// What a call of a library comes to.
    pub(super) fn call_library(&mut self, library: &Rc<Library>, arguments: Vec<Argument>, spot: Spot) -> Value {
        if &*library.path == "super" {
            return Value::library("super", spot);
        }
        self.observe_call(library, &arguments, spot);
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
        if !registered {
            self.call_back(&arguments, &receiver, spot);
        }
        let part = if is_sink {
            // What comes back was there before: a file's content is not what the client sent.
            Value::unknown(spot)
        } else {
            let mut from: Vec<Value> = arguments.iter().map(|argument| argument.value.clone()).collect();
            from.push(receiver);
            self.derived(&from, spot, "")
        };
        let path = result_path(&library.path);
        let call = Call { arguments: arguments.clone(), serial: self.symbol() };
        let result = Library { path: path.into(), call: Some(Rc::new(call)), receiver: library.receiver.clone() };
        let value = Value::of(Shape::Library(Rc::new(result)), spot);
        let value = Value { taint: part.taint, symbol: part.symbol, extra: part.extra, ..value };
        self.asked_about_host(value, &library.path, &arguments)
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

/// The name of a call's result. Objects that methods return themselves keep theirs, so that chains stay short.
fn result_path(path: &str) -> String {
    const LONGEST: usize = 160;
    if path.len() > LONGEST { format!("{}…()", &path[..floor(path, 60)]) } else { format!("{path}()") }
}

fn floor(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
