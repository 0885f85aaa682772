//! Dependencies that a manifest declares and no code uses.
//!
//! `cargo machete` and `cargo udeps` find these too; both would have to be built first, which takes longer than all tests of
//! this crate.

use crate::source::{self, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use toml::Table;

/// Dependencies that no file of the crate itself names, by crate, with the reason.
const EXCEPTIONS: &[(&str, &str, &str)] =
    &[("lab", "pulldown-cmark", "`tests/evaluation.rs` takes in `crates/report/tests/inert/mod.rs`")];

/// A line for each dependency of a crate or tool that none of its code names.
pub fn unused() -> Vec<String> {
    let mut found = Vec::new();
    for krate in source::crates() {
        let folder = root().join("crates").join(&krate);
        let production: String = source::files(&krate).iter().map(|file| file.text.as_str()).collect();
        let build = fs::read_to_string(folder.join("build.rs")).unwrap_or_default();
        let everything = everything(&folder);
        let manifest = manifest(&folder);
        for (section, code) in [
            ("dependencies", production.as_str()),
            ("build-dependencies", build.as_str()),
            ("dev-dependencies", everything.as_str()),
        ] {
            for name in declared(&manifest, section) {
                let is_itself = manifest["package"]["name"].as_str() == Some(&name);
                let is_excepted = EXCEPTIONS.iter().any(|(of, known, _)| *of == krate && *known == name);
                if !is_itself && !is_excepted && !names(code, &name) {
                    found.push(format!("crates/{krate}/Cargo.toml: {section}: {name}"));
                }
            }
        }
    }
    found
}

/// The dependencies of a section, those of single platforms included.
fn declared(manifest: &Table, section: &str) -> BTreeSet<String> {
    let platforms = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    let tables = platforms.filter_map(|(_, platform)| platform.as_table()).chain([manifest]);
    let sections = tables.filter_map(|table| table.get(section)?.as_table());
    sections.flat_map(|section| section.keys().cloned()).collect()
}

/// Returns true if the code names the crate: as a path, in a `use` or in a macro.
fn names(code: &str, package: &str) -> bool {
    let name = package.replace('-', "_");
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(&name).any(|(at, _)| {
        let (before, after) = (code[..at].chars().next_back(), code[at + name.len()..].chars().next());
        let is_whole = !before.is_some_and(is_part) && !after.is_some_and(is_part);
        let line = code[..at].rsplit('\n').next().unwrap_or_default().trim_start();
        is_whole && !line.starts_with("//")
    })
}

/// All Rust code of a crate with its tests, benches and examples.
fn everything(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder entry").path();
        if path.is_dir() {
            text.push_str(&everything(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
    text
}

fn manifest(folder: &Path) -> Table {
    let path = folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_named_by_a_path_and_not_by_a_comment_or_a_longer_name() {
        assert!(names("let x = serde_json::to_string(&y);", "serde-json"));
        assert!(names("use tokio::task;", "tokio"));
        assert!(!names("use tokio_util::sync::X;", "tokio"));
        assert!(!names("    // tokio is not needed here", "tokio"));
    }

    #[test]
    fn dependencies_of_a_platform_are_declared_too() {
        let manifest = "[dependencies]\na = \"1\"\n[target.'cfg(unix)'.dependencies]\nb = \"1\"\n".parse().unwrap();
        assert_eq!(declared(&manifest, "dependencies"), BTreeSet::from(["a".to_owned(), "b".to_owned()]));
    }
}
