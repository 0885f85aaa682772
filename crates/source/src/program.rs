//! All modules of a tree, and which of them an import means.

use crate::form::{Import, Language, Module, Name};
use crate::front;
use crate::tree::Tree;
use crate::words::script::ENDINGS;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The modules of a tree, in the order of their paths.
pub(crate) struct Program {
    pub(crate) modules: Vec<Module>,
    /// The texts, by module.
    pub(crate) texts: Vec<Name>,
    by_path: BTreeMap<Name, u32>,
}

impl Program {
    /// Reads every source file of the tree, on all cores.
    pub(crate) fn of(tree: &Tree) -> Self {
        let files: Vec<(&Name, &Name, Language)> = tree
            .files()
            .iter()
            .filter_map(|file| Some((&file.path, file.text.as_ref().ok()?, Language::of(&file.path)?)))
            .collect();
        let modules: Vec<Module> =
            files.par_iter().map(|(path, text, language)| front::read(path, text, *language)).collect();
        let by_path = modules.iter().enumerate().map(|(at, module)| (module.path.clone(), at as u32)).collect();
        Self { texts: files.iter().map(|(_, text, _)| (*text).clone()).collect(), modules, by_path }
    }

    /// The module of that number.
    pub(crate) fn module(&self, at: u32) -> &Module {
        &self.modules[at as usize]
    }

    fn at(&self, path: &str) -> Option<u32> {
        self.by_path.get(path).copied()
    }

    /// The module of the tree that an import of `from` means; `None` if it is a library's.
    pub(crate) fn resolve(&self, from: u32, import: &Import) -> Option<u32> {
        match self.module(from).language {
            Language::Python => self.resolve_python(from, import.dots, &import.module),
            _ => self.resolve_script(from, &import.module),
        }
    }

    /// The module `name` of the package that `from` imports with that many dots.
    pub(crate) fn resolve_python(&self, from: u32, dots: u32, name: &str) -> Option<u32> {
        let here = folder(&self.module(from).path);
        let tail = name.replace('.', "/");
        if dots > 0 {
            let mut base = here;
            for _ in 1..dots {
                base = folder(base.trim_end_matches('/'));
            }
            return self.python_at(base, &tail);
        }
        let mut base = here;
        loop {
            for source in ["", "src/"] {
                if let Some(found) = self.python_at(&format!("{base}{source}"), &tail) {
                    return Some(found);
                }
            }
            if base.is_empty() {
                return None;
            }
            base = folder(base.trim_end_matches('/'));
        }
    }

    fn python_at(&self, base: &str, tail: &str) -> Option<u32> {
        if tail.is_empty() {
            return self.at(&format!("{base}__init__.py"));
        }
        self.at(&format!("{base}{tail}.py")).or_else(|| self.at(&format!("{base}{tail}/__init__.py")))
    }

    /// The module that `specifier` means in a script.
    pub(crate) fn resolve_script(&self, from: u32, specifier: &str) -> Option<u32> {
        if specifier.starts_with('.') {
            return self.script_at(&join(folder(&self.module(from).path), specifier)?);
        }
        // What people map to their own sources.
        let own = specifier.strip_prefix("@/").or_else(|| specifier.strip_prefix("~/"))?;
        let mut base = folder(&self.module(from).path);
        loop {
            for source in ["src/", ""] {
                if let Some(found) = self.script_at(&format!("{base}{source}{own}")) {
                    return Some(found);
                }
            }
            if base.is_empty() {
                return None;
            }
            base = folder(base.trim_end_matches('/'));
        }
    }

    fn script_at(&self, path: &str) -> Option<u32> {
        let path = path.trim_end_matches('/');
        let is_script = |at: &u32| self.module(*at).language.is_script();
        if let Some(found) = self.at(path).filter(is_script) {
            return Some(found);
        }
        let stem = ENDINGS.iter().find_map(|ending| path.strip_suffix(ending));
        let stems = stem.into_iter().chain([path]);
        for stem in stems {
            for ending in ENDINGS {
                if let Some(found) = self.at(&format!("{stem}{ending}")) {
                    return Some(found);
                }
            }
        }
        let index = if path.is_empty() { "index".to_owned() } else { format!("{path}/index") };
        ENDINGS.iter().find_map(|ending| self.at(&format!("{index}{ending}")))
    }
}

/// The folder of a path, with its slash at the end; empty at the root.
fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}

/// `specifier` seen from `base`; `None` if it leaves the tree.
fn join(base: &str, specifier: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in specifier.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Whether a file is there to test others, so that what it offers is not what the server offers.
pub(crate) fn is_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    path.split('/').rev().skip(1).any(|folder| matches!(folder, "test" | "tests" | "__tests__" | "__mocks__" | "spec"))
        || name.contains(".test.")
        || name.contains(".spec.")
        || name == "conftest.py"
        || (name.ends_with(".py") && (stem.starts_with("test_") || stem.ends_with("_test")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::TreeFile;

    fn program(paths: &[&str]) -> Program {
        let files = paths.iter().map(|path| TreeFile { path: (*path).into(), text: Ok("".into()) });
        Program::of(&Tree::of(files.collect()))
    }

    fn found(program: &Program, at: Option<u32>) -> Option<&str> {
        at.map(|at| &*program.module(at).path)
    }

    #[test]
    fn python_looks_beside_above_and_in_packages() {
        let program = program(&["app/__init__.py", "app/server.py", "app/tools/files.py", "src/notes/__init__.py"]);
        let server = program.at("app/server.py").unwrap();
        let files = program.at("app/tools/files.py").unwrap();
        assert_eq!(found(&program, program.resolve_python(server, 1, "tools.files")), Some("app/tools/files.py"));
        assert_eq!(found(&program, program.resolve_python(files, 2, "")), Some("app/__init__.py"));
        assert_eq!(found(&program, program.resolve_python(files, 0, "app.server")), Some("app/server.py"));
        assert_eq!(found(&program, program.resolve_python(server, 0, "notes")), Some("src/notes/__init__.py"));
        assert_eq!(found(&program, program.resolve_python(server, 0, "requests")), None);
    }

    #[test]
    fn script_finds_what_is_written_as_what_it_is_compiled_to() {
        let program = program(&["src/index.ts", "src/tools/index.ts", "src/lib/fs.mts"]);
        let index = program.at("src/index.ts").unwrap();
        assert_eq!(found(&program, program.resolve_script(index, "./tools")), Some("src/tools/index.ts"));
        assert_eq!(found(&program, program.resolve_script(index, "./tools/index.js")), Some("src/tools/index.ts"));
        assert_eq!(found(&program, program.resolve_script(index, "./lib/fs.mjs")), Some("src/lib/fs.mts"));
        assert_eq!(found(&program, program.resolve_script(index, "@/lib/fs")), Some("src/lib/fs.mts"));
        assert_eq!(found(&program, program.resolve_script(index, "../../other")), None);
        assert_eq!(found(&program, program.resolve_script(index, "fs")), None);
    }

    #[test]
    fn tests_are_told_from_servers() {
        assert!(is_test("tests/helpers.py") && is_test("a/test_x.py") && is_test("src/a.test.ts"));
        assert!(!is_test("src/testing.py") && !is_test("latest/server.py"));
    }
}
