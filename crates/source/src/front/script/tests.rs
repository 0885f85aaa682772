mod construct;
mod hostile;
mod property;

use crate::form::{Language, Module};

fn read(language: Language, text: &str) -> Module {
    crate::read("a", text, language)
}

/// What is understood of `text`, which must hold no error.
fn understood(language: Language, text: &str) -> String {
    let module = read(language, text);
    assert!(module.problems.is_empty(), "{text}\n{:?}", module.problems);
    crate::front::outline::outline(&module)
}
