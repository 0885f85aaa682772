//! JavaScript and TypeScript.

use super::FrontEnd;
use super::lowering::{Lowering, parse};
use crate::form::{Language, Module};

/// Reads JavaScript or TypeScript.
pub(super) struct Script(pub(super) Language);

impl FrontEnd for Script {
    fn read(&self, path: &str, text: &str) -> Module {
        let lowering = Lowering::new(path, text, self.0);
        let grammar = match self.0 {
            Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
            Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
            Language::Python | Language::JavaScript => tree_sitter_javascript::LANGUAGE,
        };
        let _ = parse(text, grammar);
        lowering.module
    }
}
