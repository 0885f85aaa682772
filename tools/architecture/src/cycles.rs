//! Import cycles between the modules of a crate.
//!
//! Two modules with the same parent are in a cycle if each imports the other, directly or through others. An import of
//! anything below a module counts as one of the module; names that a module re-exports are followed to where they come
//! from. A module may use its parent and its children.

use crate::ratchet::Violations;
use crate::source::{self, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

type Module = Vec<String>;
/// The imports between the children of one module: the importing child, and the children that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The modules that are in a cycle.
pub fn violations() -> Violations {
    source::crates().into_iter().map(|krate| (krate.clone(), in_crate(&source::files(&krate)))).collect()
}

fn in_crate(files: &[SourceFile]) -> Vec<String> {
    let crate_paths = Paths::of(files);
    let mut by_parent: BTreeMap<Module, Imports> = BTreeMap::new();
    for file in files {
        for path in &crate_paths.uses[&file.module] {
            let Some(target) = crate_paths.resolve(path, 0) else { continue };
            let common = file.module.iter().zip(&target).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (file.module.get(common), target.get(common)) {
                let imports = by_parent.entry(target[..common].to_vec()).or_default();
                imports.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    let cycles = by_parent.iter().flat_map(|(parent, imports)| {
        let parent = parent.join("::");
        cycle_members(imports).into_iter().map(move |(module, others)| {
            let place = if parent.is_empty() { module } else { format!("{parent}::{module}") };
            format!("{place} (with {})", others.join(", "))
        })
    });
    cycles.collect()
}

/// Each module that reaches itself, with the modules that it reaches and that reach it.
fn cycle_members(imports: &Imports) -> Vec<(String, Vec<String>)> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|module| (module, reachable(imports, module))).collect();
    let is_mutual = |a: &String, b: &String| reached[a].contains(b) && reached.get(b).is_some_and(|r| r.contains(a));
    let in_cycle = imports.keys().filter(|module| reached[module].contains(module));
    in_cycle
        .map(|module| {
            let others = imports.keys().filter(|other| *other != module && is_mutual(module, other));
            (module.clone(), others.cloned().collect())
        })
        .collect()
}

fn reachable<'i>(imports: &'i Imports, from: &String) -> BTreeSet<&'i String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = imports.get(from).into_iter().flatten().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(imports.get(module).into_iter().flatten());
        }
    }
    reached
}

/// The modules of a crate, the paths that each uses, and the names that each re-exports.
struct Paths {
    modules: BTreeSet<Module>,
    uses: BTreeMap<Module, BTreeSet<Module>>,
    exports: BTreeMap<(Module, String), Module>,
}

impl Paths {
    fn of(files: &[SourceFile]) -> Self {
        let modules = files.iter().map(|file| file.module.clone()).collect();
        let mut paths = Self { modules, uses: BTreeMap::new(), exports: BTreeMap::new() };
        for file in files {
            let mut reader = Reader { file, modules: &paths.modules, uses: BTreeSet::new(), exports: Vec::new() };
            reader.visit_file(&file.syntax);
            let (uses, exports) = (reader.uses, reader.exports);
            paths.uses.insert(file.module.clone(), uses);
            paths.exports.extend(exports.into_iter().map(|(name, path)| ((file.module.clone(), name), path)));
        }
        paths
    }

    /// The module that has the item at `path`.
    fn resolve(&self, path: &[String], depth: usize) -> Option<Module> {
        let length = (0..=path.len()).rev().find(|length| self.modules.contains(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let Some(name) = rest.first() else { return Some(module.to_vec()) };
        match self.exports.get(&(module.to_vec(), name.clone())) {
            Some(path) if depth < 8 => self.resolve(path, depth + 1),
            _ => Some(module.to_vec()),
        }
    }
}

/// Collects the paths of a file that begin in its crate.
struct Reader<'f> {
    file: &'f SourceFile,
    modules: &'f BTreeSet<Module>,
    uses: BTreeSet<Module>,
    exports: Vec<(String, Module)>,
}

impl Reader<'_> {
    /// The path from the root of the crate; none for a path into another crate or to a local name.
    fn absolute(&self, segments: &[String]) -> Option<Module> {
        let mut module = self.file.module.clone();
        let mut rest = segments;
        match segments.first().map(String::as_str)? {
            "crate" => {
                module.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    module.pop()?;
                    rest = &rest[1..];
                }
            }
            child => {
                module.push(child.to_owned());
                let is_child = self.modules.contains(&module);
                module.pop();
                is_child.then_some(())?;
            }
        }
        module.extend(rest.iter().cloned());
        Some(module)
    }

    fn add_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>, is_export: bool) {
        let (name, alias) = match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.add_tree(&path.tree, before, is_export);
                before.pop();
                return;
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(tree, before, is_export);
                }
                return;
            }
            syn::UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            syn::UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
            syn::UseTree::Glob(_) => (String::new(), String::new()),
        };
        let mut segments = before.clone();
        if !name.is_empty() && name != "self" {
            segments.push(name);
        }
        let Some(path) = self.absolute(&segments) else { return };
        if is_export && !alias.is_empty() {
            self.exports.push((alias, path.clone()));
        }
        self.uses.insert(path);
    }
}

impl Visit<'_> for Reader<'_> {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if !self.file.is_test_line(item.span().start().line) {
            let is_export = !matches!(item.vis, syn::Visibility::Inherited);
            self.add_tree(&item.tree, &mut Vec::new(), is_export);
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let is_crate_path = segments.len() > 1 && ["crate", "super"].contains(&segments[0].as_str());
        if is_crate_path && !self.file.is_test_line(path.span().start().line) {
            self.uses.extend(self.absolute(&segments));
        }
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(edges: &[(&str, &str)]) -> Imports {
        let mut imports = Imports::new();
        for (from, to) in edges {
            imports.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            imports.entry((*to).to_owned()).or_default();
        }
        imports
    }

    #[test]
    fn a_cycle_is_found_through_other_modules() {
        let members = cycle_members(&imports(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]));
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(members[0].1, ["b", "c"]);
    }

    #[test]
    fn a_chain_is_no_cycle() {
        assert!(cycle_members(&imports(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    }
}
