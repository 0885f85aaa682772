//! Python.

use super::FrontEnd;
use super::lowering::{Lowering, parse};
use crate::form::{Language, Module};

/// Reads Python 3.
pub(super) struct Python;

impl FrontEnd for Python {
    fn read(&self, path: &str, text: &str) -> Module {
        let lowering = Lowering::new(path, text, Language::Python);
        let _ = parse(text, tree_sitter_python::LANGUAGE);
        lowering.module
    }
}
