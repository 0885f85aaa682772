//! The production code of the crates.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A file of a crate without its test-only items.
pub struct SourceFile {
    /// The path from the root of the repository.
    pub path: PathBuf,
    /// The module path within the crate; empty for its root.
    pub module: Vec<String>,
    /// The text, with the lines of test-only items left empty.
    pub text: String,
    /// The parsed file, test-only items included.
    pub syntax: syn::File,
    /// The line numbers of test-only items, from 1.
    test_lines: Vec<RangeInclusive<usize>>,
}

impl SourceFile {
    /// Returns true if the line is part of a test-only item.
    pub fn is_test_line(&self, line: usize) -> bool {
        self.test_lines.iter().any(|lines| lines.contains(&line))
    }

    /// The number of lines, those of test-only items left out.
    pub fn lines(&self) -> usize {
        (1..=self.text.lines().count()).filter(|line| !self.is_test_line(*line)).count()
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of the crates' folders, sorted.
pub fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).expect("the folder `crates`");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a folder entry").file_name().into_string().expect("a UTF-8 name")).collect();
    names.sort();
    names
}

/// The production files of one crate, sorted by path.
pub fn files(krate: &str) -> Vec<SourceFile> {
    let source = root().join("crates").join(krate).join("src");
    let mut paths = Vec::new();
    collect(&source, &mut paths);
    paths.sort();
    let mut files: Vec<SourceFile> = paths.iter().map(|path| read(path, &source)).collect();
    let test_modules: Vec<Vec<String>> = files.iter().flat_map(test_modules).collect();
    files.retain(|file| !test_modules.iter().any(|module| file.module.starts_with(module)));
    files
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

fn read(path: &Path, source: &Path) -> SourceFile {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let relative = path.strip_prefix(source).expect("a path below `src`").with_extension("");
    let mut module: Vec<String> =
        relative.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| ["lib", "main", "mod"].contains(&name.as_str())) {
        module.pop();
    }
    let mut finder = TestItems(Vec::new());
    finder.visit_file(&syntax);
    let is_kept = |line: usize| !finder.0.iter().any(|lines| lines.contains(&line));
    let text = text.lines().enumerate().map(|(index, line)| if is_kept(index + 1) { line } else { "" });
    let text = text.collect::<Vec<_>>().join("\n");
    let path = path.strip_prefix(root()).expect("a path below the root").to_owned();
    SourceFile { path, module, text, syntax, test_lines: finder.0 }
}

/// The modules that a file declares for tests only: `#[cfg(test)] mod name;`, and every module named `tests`.
fn test_modules(file: &SourceFile) -> Vec<Vec<String>> {
    let declared = file.syntax.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.content.is_none() => Some(module),
        _ => None,
    });
    let for_tests = declared.filter(|module| module.ident == "tests" || is_test_only(&module.attrs));
    for_tests.map(|module| file.module.iter().cloned().chain([module.ident.to_string()]).collect()).collect()
}

fn is_test_only(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}

/// Collects the lines of items under `#[cfg(test)]`.
struct TestItems(Vec<RangeInclusive<usize>>);

impl TestItems {
    fn add(&mut self, attributes: &[syn::Attribute], item: &impl Spanned) -> bool {
        let is_test = is_test_only(attributes);
        if is_test {
            let span = item.span();
            self.0.push(span.start().line..=span.end().line);
        }
        is_test
    }
}

impl Visit<'_> for TestItems {
    fn visit_item(&mut self, item: &syn::Item) {
        use syn::Item;
        let attributes = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Type(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return,
        };
        if !self.add(attributes, item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &syn::ImplItem) {
        let attributes = match item {
            syn::ImplItem::Const(item) => &item.attrs,
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Type(item) => &item.attrs,
            _ => return,
        };
        self.add(attributes, item);
    }
}
