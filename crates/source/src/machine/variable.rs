//! Names: looking them up, setting them, and what `this` is.

use super::Machine;
use super::value::{ClassRef, Spot, Value};
use crate::form::{ExpressionId, ExpressionKind, Name};

impl Machine<'_> {
    /// What a name stands for.
    pub(super) fn look_up(&mut self, name: &Name, spot: Spot) -> Value {
        let mut frame = Some(self.frame());
        let mut is_first = true;
        while let Some(at) = frame {
            let here = &self.frames[at as usize];
            let is_outer = is_first && here.outer.contains(name);
            if !is_outer && let Some(value) = here.variables.get(name) {
                return value.clone();
            }
            for star in here.stars.clone() {
                if let Some(value) = self.exported(star, name, spot, 0) {
                    return value;
                }
            }
            frame = self.frames[at as usize].parent;
            is_first = false;
        }
        if &**name == "__name__" {
            return Value::unknown(spot);
        }
        // A variable that has no value yet, because its module is still being loaded, is not a library's.
        Value::library(name, spot)
    }

    /// Sets a variable.
    pub(super) fn assign(&mut self, name: &Name, value: Value) {
        let mut at = self.frame();
        if self.frames[at as usize].outer.contains(name) {
            while let Some(parent) = self.frames[at as usize].parent {
                at = parent;
                if self.frames[at as usize].variables.contains_key(name) {
                    break;
                }
            }
            let known = self.frames[at as usize].variables.get(name).cloned();
            let value = known.map_or(value.clone(), |known| known.or(&value));
            self.set_variable(at as usize, name.clone(), value);
            return;
        }
        self.set_variable(at as usize, name.clone(), value);
    }

    /// What `this` is.
    pub(super) fn this(&mut self, spot: Spot) -> Value {
        self.current_this().unwrap_or_else(|| Value::unknown(spot))
    }

    pub(super) fn current_this(&self) -> Option<Value> {
        let mut frame = Some(self.frame());
        while let Some(at) = frame {
            let here = &self.frames[at as usize];
            if here.this.is_some() {
                return here.this.clone();
            }
            frame = here.parent;
        }
        None
    }

    /// `super().name`, `super.name`.
    pub(super) fn super_member(&mut self, of: ExpressionId, name: &Name, spot: Spot) -> Option<Value> {
        let module = self.program.module(self.module());
        if !is_super(&module.expression(of).kind, module) {
            return None;
        }
        let this = self.current_this().or_else(|| self.first_parameter())?;
        let class = self.stack.last().and_then(|activation| {
            let function = self.program.module(activation.module).function(activation.function);
            Some((activation.module, function.class?))
        });
        let (module, class) = class?;
        let object = self.class_object(module, class, spot);
        self.base_member(ClassRef { module, class, object }, name, &this, spot, 0)
    }

    /// Python's `self`, where it is not called `this`.
    pub(super) fn first_parameter(&self) -> Option<Value> {
        let activation = self.stack.last()?;
        let function = self.program.module(activation.module).function(activation.function);
        match &function.parameters.first()?.pattern {
            crate::form::Pattern::Name(name, _) => self.frames[activation.frame as usize].variables.get(name).cloned(),
            _ => None,
        }
    }

    /// Whether a test asks if the module runs as a program.
    pub(super) fn is_main_test(&self, test: ExpressionId) -> bool {
        let module = self.program.module(self.module());
        match &module.expression(test).kind {
            ExpressionKind::Compare(crate::form::Comparison::Equal, left, right) => [left, right].iter().any(|side| {
                matches!(&module.expression(**side).kind, ExpressionKind::Name(name) if &**name == "__name__")
                    || matches!(&module.expression(**side).kind, ExpressionKind::Member(of, name)
                        if (&**name == "main") && matches!(&module.expression(*of).kind, ExpressionKind::Name(name) if &**name == "require"))
            }),
            _ => false,
        }
    }
}

fn is_super(kind: &ExpressionKind, module: &crate::form::Module) -> bool {
    match kind {
        ExpressionKind::Super => true,
        ExpressionKind::Call { callee, .. } => match &module.expression(*callee).kind {
            ExpressionKind::Super => true,
            ExpressionKind::Name(name) => &**name == "super",
            _ => false,
        },
        _ => false,
    }
}
