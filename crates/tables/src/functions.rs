//! The functions of a module, so that a row can name one and a wrong name is told where it is written.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names of the functions of this type in `{module}.rs` and the files below `{module}/`, with their path from there.
///
/// Signatures are read where they are written on one line, which is how rustfmt writes short ones.
pub(crate) fn named(folder: &Path, module: &str, signature: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let root = folder.join(module);
    collect(&root.with_extension("rs"), "", signature, &mut names);
    below(&root, "", signature, &mut names);
    names
}

fn below(folder: &Path, path: &str, signature: &str, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = entry.path();
        let Some(stem) = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()) else { continue };
        let path = format!("{path}{stem}::");
        if file.is_dir() {
            below(&file, &path, signature, names);
        } else if file.extension().is_some_and(|extension| extension == "rs") {
            collect(&file, &path, signature, names);
        }
    }
}

fn collect(file: &Path, path: &str, signature: &str, names: &mut BTreeSet<String>) {
    let text = fs::read_to_string(file).unwrap_or_default();
    // Test modules come last in a file.
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let functions = code.lines().filter_map(function).filter(|(_, of)| of == signature);
    names.extend(functions.map(|(name, _)| format!("{path}{name}")));
}

/// The name and the type of the function that a line declares at the top of a file.
fn function(line: &str) -> Option<(&str, String)> {
    let (before, rest) = match line.strip_prefix("fn ") {
        Some(rest) => ("", rest),
        None => line.split_once(" fn ")?,
    };
    if !before.is_empty() && !before.starts_with("pub") && before != "const" {
        return None;
    }
    let (name, rest) = rest.split_once('(')?;
    let (parameters, rest) = rest.split_once(')')?;
    let types: Vec<&str> = parameters.split(", ").filter_map(|parameter| Some(parameter.split_once(": ")?.1)).collect();
    let result = rest.split('{').next().unwrap_or_default().trim_end();
    name.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        .then(|| (name, format!("fn({}){result}", types.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_by_name_and_type() {
        for line in ["fn luhn(digits: &[u8]) -> bool {", "pub(super) fn luhn(digits: &[u8]) -> bool {"] {
            assert_eq!(function(line), Some(("luhn", "fn(&[u8]) -> bool".to_owned())));
        }
        assert_eq!(function("const fn two(a: u8, b: u8) {"), Some(("two", "fn(u8, u8)".to_owned())));
        for line in ["    fn inner(a: u8) -> bool {", "// a fn f(x: u8) of old", "fn generic<T>(a: T) -> bool {"] {
            assert_eq!(function(line), None, "{line}");
        }
    }
}
