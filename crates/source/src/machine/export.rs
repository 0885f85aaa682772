//! What a module offers to others.

use super::Machine;
use super::value::{Shape, Spot, Value};
use crate::form::{Name, StatementKind};

impl Machine<'_> {
    /// What a module offers under a name.
    pub(super) fn exported(&mut self, module: u32, name: &Name, spot: Spot, depth: usize) -> Option<Value> {
        if depth > 12 {
            return None;
        }
        self.load(module);
        let super::Loaded::In(frame) = self.modules[module as usize] else { return None };
        let form = self.program.module(module);
        if !form.language.is_script() {
            let here = &self.frames[frame as usize];
            if let Some(value) = here.variables.get(name) {
                return Some(value.clone());
            }
            for star in here.stars.clone() {
                if let Some(value) = self.exported(star, name, spot, depth + 1) {
                    return Some(value);
                }
            }
            // A module of the package.
            let inner = self.program.resolve_python(module, 1, name);
            return inner.filter(|_| form.path.ends_with("__init__.py")).map(|inner| {
                self.load(inner);
                Value::of(Shape::Module(inner), spot)
            });
        }
        for statement in &form.functions[0].body {
            match &statement.kind {
                StatementKind::Export(pairs) => {
                    if let Some((_, local)) = pairs.iter().find(|(offered, _)| offered == name) {
                        let value = self.frames[frame as usize].variables.get(local).cloned();
                        return Some(value.unwrap_or_else(|| Value::unknown(spot)));
                    }
                }
                StatementKind::ReExport { module: from, names } => {
                    for (there, here) in names {
                        if here == name || &**here == "*" {
                            let value = self.reexported(module, from, there, name, spot, depth);
                            if value.is_some() {
                                return value;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        self.offered_by_assignment(frame, name, spot)
    }

    pub(super) fn reexported(
        &mut self,
        module: u32,
        from: &Name,
        there: &Name,
        name: &Name,
        spot: Spot,
        depth: usize,
    ) -> Option<Value> {
        let is_all = &**there == "*";
        match self.program.resolve_script(module, from) {
            Some(inner) if is_all && depth <= 12 => self.exported(inner, name, spot, depth + 1),
            Some(inner) => self.exported(inner, there, spot, depth + 1),
            None if is_all => None,
            None => {
                let of = Value::library(&super::import::script_library(from), spot);
                Some(self.member(&of, there, spot))
            }
        }
    }

    /// `module.exports = {...}`, `exports.x = ...`.
    pub(super) fn offered_by_assignment(&mut self, frame: u32, name: &Name, spot: Spot) -> Option<Value> {
        let whole = self.frames[frame as usize].variables.get("*exports*").cloned();
        let single = self.frames[frame as usize].variables.get(&Name::from(format!("*exports*.{name}"))).cloned();
        if single.is_some() {
            return single;
        }
        let whole = whole?;
        if &**name == "default" {
            return Some(whole);
        }
        Some(self.member(&whole, name, spot))
    }
}
