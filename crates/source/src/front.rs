//! Front ends: one language each, from text to [`form`](crate::form).
//!
//! All stand on `tree-sitter`, which recovers from syntax errors and survives hostile files; the parts that it could not
//! read are in [`Module::problems`]. A front end never recurses deeper than [`DEPTH`], and parsing stops after a number
//! of steps that grows with the file, so that time and stack are bounded whatever the file holds.

mod lowering;
#[cfg(test)]
mod outline;
mod python;
mod script;

use crate::form::{Language, Module};

/// How deep source may be nested. What is deeper is noted and left out.
pub const DEPTH: usize = 200;

/// Reads the text of one file.
pub trait FrontEnd {
    /// The form of `text`, whatever it holds; `path` is only put in.
    fn read(&self, path: &str, text: &str) -> Module;
}

/// Reads a file of that language.
///
/// ```
/// use vetgate_source::form::Language;
///
/// let module = vetgate_source::read("a.py", "def f(x):\n    return x\n", Language::Python);
/// assert_eq!(&*module.functions[1].name, "f");
/// ```
pub fn read(path: &str, text: &str, language: Language) -> Module {
    match language {
        Language::Python => python::Python.read(path, text),
        Language::JavaScript | Language::TypeScript | Language::Tsx => script::Script(language).read(path, text),
    }
}
