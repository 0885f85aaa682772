//! Variables of the environment.

use super::Machine;
use super::taint::SourceKind;
use super::value::{Shape, Spot, Value};
use crate::form::Name;
use std::rc::Rc;

impl Machine<'_> {
    /// A variable of the environment, if `path` is where they are.
    pub(super) fn environment(&mut self, path: &str, name: &str, spot: Spot) -> Option<Value> {
        if !is_environment(path) {
            return None;
        }
        if matches!(name, "get" | "items" | "keys" | "values" | "copy" | "setdefault" | "update" | "pop") {
            return None;
        }
        Some(self.variable_of_environment(name, None, path, spot))
    }

    /// The variable `name` of the environment.
    pub(super) fn variable_of_environment(
        &mut self,
        name: &str,
        default: Option<Value>,
        path: &str,
        spot: Spot,
    ) -> Value {
        let shape = Shape::Environment(name.into(), default.map(Rc::new));
        if super::table::is_secret_name(name) {
            self.reach_secret(path, name, spot);
            let source = self.source(format!("environment variable {name}"), SourceKind::Secret, spot);
            return Value { taint: source.taint, symbol: source.symbol, ..Value::of(shape, spot) };
        }
        Value::of(shape, spot)
    }

    /// All variables of the environment at once: their secrets are among them.
    pub(super) fn whole_environment(&mut self, spot: Spot) -> Value {
        let key: (u32, Name) = (0, "*environment*".into());
        if let Some(known) = self.parts.get(&key) {
            return known.clone().at(spot);
        }
        let value = self.source("the environment".to_owned(), SourceKind::Secret, spot);
        self.parts.insert(key, value.clone());
        value
    }
}

/// Where the variables of the environment are.
pub(super) fn is_environment(path: &str) -> bool {
    matches!(path, "os.environ" | "process.env" | "Deno.env" | "Bun.env" | "import.meta.env")
}
