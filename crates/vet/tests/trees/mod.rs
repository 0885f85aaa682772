//! Reads the small servers that lie beside the tests.

#![allow(
    dead_code,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "each test uses a part, reads the project's own files, and may unwrap"
)]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use vetgate_model::SourceFinding;
use vetgate_source::{Analysis, Tree, TreeFile, analyze};
use vetgate_vet::source;

/// The folders in `tests/<name>`, in order.
pub(crate) fn folders(name: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// The name of a folder.
pub(crate) fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
}

/// A file of JSON.
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A server that was read: what is known of it, and what the rules say.
pub(crate) struct Read {
    pub(crate) analysis: Analysis,
    pub(crate) findings: Vec<SourceFinding>,
}

/// Reads the server in `folder`; what tells what to expect of it is no part of it.
pub(crate) fn read(folder: &Path) -> Read {
    let mut files = vec![];
    gather(folder, folder, &mut files);
    let tree = Tree::of(files);
    let analysis = analyze(&tree);
    let inspected = source::inspect(&name(folder), &tree, &analysis);
    assert_eq!(inspected.failed, Vec::<&str>::new(), "{}", folder.display());
    Read { analysis, findings: inspected.findings }
}

fn gather(root: &Path, folder: &Path, files: &mut Vec<TreeFile>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = name(&path);
        if path.is_dir() {
            gather(root, &path, files);
        } else if !matches!(name.as_str(), "expected.json" | "twin.json") {
            let relative = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            files.push(TreeFile { path: relative.into(), text: Ok(fs::read_to_string(&path).unwrap().into()) });
        }
    }
}

/// A finding in one line.
pub(crate) fn line(finding: &SourceFinding) -> String {
    let at = &finding.location;
    format!("{} {} {}:{} {}", finding.severity, finding.name, at.file, at.line, finding.message)
}
