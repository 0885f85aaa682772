//! Loading modules of the tree, and naming what libraries offer.

use super::frame::{Activation, Frame};
use super::value::{FrameId, Shape, Spot, Value};
use super::{Loaded, Machine, STEPS_OF_MODULE};
use crate::form::{FunctionId, Import, Imported, Name};

impl Machine<'_> {
    /// Runs the body of a module, once.
    pub(super) fn load(&mut self, module: u32) {
        if self.modules[module as usize] != Loaded::Not || self.stack.len() > super::CALLS * 2 {
            return;
        }
        let frame = self.new_frame(None);
        self.modules[module as usize] = Loaded::In(frame);
        let body = &self.program.module(module).functions[0].body;
        // Each module has steps of its own, so that a bundle of thousands of lines leaves the others theirs.
        let steps = STEPS_OF_MODULE.min(self.steps_of_modules).min(self.steps_left);
        let outer = std::mem::replace(&mut self.steps, steps);
        let was_cut = std::mem::replace(&mut self.is_cut, false);
        let facts = std::mem::take(&mut self.facts);
        let running = self.running;
        self.within(module, frame, |machine| {
            machine.block(body);
        });
        self.running = running;
        self.facts = facts;
        self.steps_of_modules -= steps - self.steps;
        self.steps = outer;
        if std::mem::replace(&mut self.is_cut, was_cut) {
            self.cut_modules.push(module);
        }
    }

    /// A frame of its own.
    pub(super) fn new_frame(&mut self, parent: Option<FrameId>) -> FrameId {
        self.frames.push(Frame { parent, ..Frame::default() });
        self.frames.len() as FrameId - 1
    }

    /// Does something as if it stood in a frame of a module.
    pub(super) fn within<T>(&mut self, module: u32, frame: FrameId, work: impl FnOnce(&mut Self) -> T) -> T {
        self.stack.push(Activation {
            module,
            function: FunctionId(0),
            frame,
            called_at: Spot::default(),
            returns: Vec::new(),
            yields: None,
            breaks: Vec::new(),
            rounds: 0,
        });
        let done = work(self);
        self.stack.pop();
        done
    }

    /// Binds what is taken from another module.
    pub(super) fn import(&mut self, import: &Import, spot: Spot) {
        let target = self.program.resolve(self.module(), import);
        if let Some(target) = target {
            self.load(target);
        }
        let is_script = self.is_script();
        for name in &import.names {
            match name {
                Imported::Whole { local, is_root } => {
                    let value = match (target, is_root) {
                        (Some(target), false) => Value::of(Shape::Module(target), spot),
                        (Some(_), true) => self.root_package(import, local, spot),
                        (None, _) => {
                            let path = if *is_root { local.to_string() } else { library_path(import, is_script) };
                            Value::library(&path, spot)
                        }
                    };
                    self.assign(local, value);
                }
                Imported::Named { name, local } => {
                    let value = self.imported(import, target, name, spot);
                    self.assign(local, value);
                }
                Imported::Star => {
                    if let Some(target) = target {
                        let frame = self.frame() as usize;
                        self.frames[frame].stars.push(target);
                    }
                }
            }
        }
    }

    /// `import a.b` binds `a`.
    fn root_package(&mut self, import: &Import, local: &Name, spot: Spot) -> Value {
        match self.program.resolve_python(self.module(), import.dots, local) {
            Some(root) => {
                self.load(root);
                Value::of(Shape::Module(root), spot)
            }
            None => Value::library(local, spot),
        }
    }

    fn imported(&mut self, import: &Import, target: Option<u32>, name: &Name, spot: Spot) -> Value {
        let is_script = self.is_script();
        if let Some(target) = target {
            if let Some(value) = self.exported(target, name, spot, 0) {
                return value;
            }
            if is_script && &**name == "default" {
                return Value::of(Shape::Module(target), spot);
            }
            // Modules that load each other: it will be there when it is used.
            return Value::unknown(spot);
        }
        if !is_script {
            // `from . import tools`, `from package import module`.
            let inner = match import.module.is_empty() {
                true => self.program.resolve_python(self.module(), import.dots, name),
                false => {
                    let path = format!("{}.{name}", import.module);
                    self.program.resolve_python(self.module(), import.dots, &path)
                }
            };
            if let Some(inner) = inner {
                self.load(inner);
                return Value::of(Shape::Module(inner), spot);
            }
        }
        let library = library_path(import, is_script);
        if &**name == "default" {
            return Value::library(&library, spot);
        }
        let of = Value::library(&library, spot);
        self.member(&of, name, spot)
    }
}

/// The name of a library's module.
fn library_path(import: &Import, is_script: bool) -> String {
    if is_script { script_library(&import.module) } else { import.module.to_string() }
}

/// A script's library, without the scheme of what comes with the runtime.
pub(super) fn script_library(specifier: &str) -> String {
    specifier.strip_prefix("node:").unwrap_or(specifier).to_owned()
}
