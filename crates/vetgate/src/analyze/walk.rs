//! From a folder on the disk to a tree of source.
//!
//! Guarantees: `.gitignore` is respected, also without a repository; links are not followed; no file above [`FILE`]
//! bytes and no more than [`TOTAL`] bytes in all are held. What is left out is told: as a note where people expect it
//! (installed packages, what was built from the source beside it), as a gap where source is missing.

use crate::input::Problem;
use crate::progress::Patient;
use crate::words::folders::{BUILT, INSTALLED, TEXTS};
use ignore::{DirEntry, WalkBuilder};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use vetgate_model::Cap;
use vetgate_source::form::Language;
use vetgate_source::{Tree, TreeFile};

/// Bytes in one source file.
const FILE: u64 = 5 << 20;
/// Bytes in another file that is only looked through for secrets.
const OTHER: u64 = 1 << 20;
/// Bytes in all.
const TOTAL: u64 = 256 << 20;
/// Files in all.
const FILES: usize = 50_000;

/// A tree that was read.
pub(crate) struct Walked {
    pub(crate) tree: Tree,
    pub(crate) bytes: u64,
    pub(crate) caps: Vec<Cap>,
    /// Whether it is a single file.
    pub(crate) is_file: bool,
}

/// What a tree is called: the name of its folder or file.
pub(crate) fn label(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = if whole.is_dir() { whole.file_name() } else { whole.file_stem() };
    name.map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Reads the folder or file at `path`.
pub(crate) fn walk(path: &Path) -> Result<Walked, Problem> {
    let place = path.display().to_string();
    let metadata = path.metadata().map_err(|error| Problem::new(&place, reason(&error)))?;
    let mut gathering = Gathering { place, ..Gathering::default() };
    if metadata.is_file() {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        gathering.take(name, path, FILE);
        return Ok(gathering.finish(true));
    }
    if !metadata.is_dir() {
        return Err(Problem::new(gathering.place, "is neither a folder nor a file"));
    }
    let mut patient = Patient::counting("reading files");
    let mut builder = WalkBuilder::new(path);
    // Hidden files are sorted out below, for `.env` is one; global settings of one user would change the answer.
    builder.hidden(false).follow_links(false).require_git(false).git_global(false).ignore(false);
    builder.sort_by_file_name(|a, b| a.cmp(b));
    builder.filter_entry(|entry| entry.depth() == 0 || is_wanted(entry));
    for entry in builder.build() {
        match entry {
            Ok(entry) => gathering.meet(path, &entry),
            Err(error) => gathering.failed(path, &error),
        }
        patient.advance(1);
        if gathering.is_full() {
            break;
        }
    }
    gathering.note_folders(path);
    Ok(gathering.finish(false))
}

/// Whether an entry is looked at: nothing that is hidden but `.env`, no packages of others.
fn is_wanted(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    match (is_folder, name.starts_with('.')) {
        (true, true) => false,
        (true, false) => !INSTALLED.contains(&&*name),
        (false, true) => name.starts_with(".env"),
        (false, false) => true,
    }
}

/// What was read so far.
#[derive(Default)]
struct Gathering {
    place: String,
    files: Vec<TreeFile>,
    bytes: u64,
    caps: Vec<Cap>,
    links: usize,
    is_cut: bool,
}

impl Gathering {
    fn is_full(&self) -> bool {
        self.is_cut
    }

    fn meet(&mut self, root: &Path, entry: &DirEntry) {
        let Some(kind) = entry.file_type() else { return };
        if kind.is_symlink() {
            self.links += 1;
            return;
        }
        if !kind.is_file() {
            return;
        }
        let Ok(relative) = entry.path().strip_prefix(root) else { return };
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        if let Some(most) = wanted(&name) {
            self.take(name, entry.path(), most);
        }
    }

    /// Reads one file of at most `most` bytes.
    fn take(&mut self, name: String, path: &Path, most: u64) {
        if self.files.len() >= FILES || self.bytes >= TOTAL {
            let detail = format!("more than {FILES} files or {} MB; the rest was left out", TOTAL >> 20);
            self.caps.push(Cap::new("source.total", &self.place, detail));
            self.is_cut = true;
            return;
        }
        let is_source = Language::of(&name).is_some();
        match read(path, most) {
            Ok(text) => {
                self.bytes += text.len() as u64;
                self.files.push(TreeFile { path: name.into(), text: Ok(text.into()) });
            }
            // What is no source is only looked through for secrets: a picture that looks like a text is no loss.
            Err(_) if !is_source => {}
            Err(reason) => self.files.push(TreeFile { path: name.into(), text: Err(reason) }),
        }
    }

    fn failed(&mut self, root: &Path, error: &ignore::Error) {
        let detail = format!("could not be read: {error}");
        self.caps.push(Cap::new("source.unread", root.display().to_string(), detail));
    }

    /// Names the folders at the top that were left out on purpose.
    fn note_folders(&mut self, root: &Path) {
        let entries = root.read_dir().into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| INSTALLED.contains(&name.as_str()) || name == ".venv")
            .collect();
        names.sort();
        if !names.is_empty() {
            let detail = format!("third-party packages were left out: {}", names.join(", "));
            self.caps.push(Cap::new("source.left_out", &self.place, detail));
        }
        if self.links > 0 {
            let detail = format!("{} not followed", count(self.links, "link"));
            self.caps.push(Cap::new("source.left_out", &self.place, detail));
        }
    }

    fn finish(mut self, is_file: bool) -> Walked {
        for (folder, files) in built(&self.files) {
            self.files.retain(|file| !files.contains(&*file.path));
            let detail = format!("{} left out: built from the source beside them", count(files.len(), "file"));
            self.caps.push(Cap::new("source.left_out", format!("{}/{folder}", self.place), detail));
        }
        Walked { tree: Tree::of(self.files), bytes: self.bytes, caps: self.caps, is_file }
    }
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// How many bytes of a file are read; nothing for one that is of no interest.
fn wanted(name: &str) -> Option<u64> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let is_minified = [".min.js", ".min.mjs", ".min.cjs"].iter().any(|ending| file.ends_with(ending));
    if Language::of(name).is_some() {
        return (!is_minified).then_some(FILE);
    }
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_lock = matches!(file, "package-lock.json" | "npm-shrinkwrap.json") || file.ends_with("-lock.yaml");
    let is_text = file.starts_with(".env") || TEXTS.contains(&ending) && !is_lock;
    is_text.then_some(OTHER)
}

/// The folders whose files were built from the source beside them, with these files. A package that was only
/// published built is all there is, and is looked at.
fn built(files: &[TreeFile]) -> BTreeMap<String, BTreeSet<String>> {
    let folder = |path: &str| {
        let mut at = 0;
        for part in path.split('/') {
            let end = at + part.len();
            if BUILT.contains(&part) && end < path.len() {
                return Some(path[..end].to_owned());
            }
            at = end + 1;
        }
        None
    };
    let stem = |path: &str| path.rsplit('/').next().and_then(|name| name.split('.').next()).map(str::to_owned);
    let sources = || files.iter().filter(|file| Language::of(&file.path).is_some());
    let written: BTreeSet<String> = sources()
        .filter(|file| folder(&file.path).is_none())
        .filter(|file| !file.path.contains(".config.") && !file.path.contains("test"))
        .filter_map(|file| stem(&file.path))
        .collect();
    let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in sources() {
        // Python is not built.
        if Language::of(&file.path).is_some_and(Language::is_script)
            && let Some(folder) = folder(&file.path)
        {
            folders.entry(folder).or_default().insert(file.path.to_string());
        }
    }
    folders.retain(|_, files| files.iter().any(|file| stem(file).is_some_and(|stem| written.contains(&stem))));
    folders
}

/// The text of a file of at most `most` bytes, or why there is none.
fn read(path: &Path, most: u64) -> Result<String, String> {
    let file = File::open(path).map_err(|error| reason(&error))?;
    let mut bytes = Vec::new();
    #[allow(clippy::disallowed_methods, reason = "`take` bounds it")]
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > most {
        return Err(format!("is larger than {} MB", most >> 20));
    }
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "may not be read by this user".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[&str]) -> Vec<String> {
        let files: Vec<TreeFile> =
            paths.iter().map(|path| TreeFile { path: (*path).into(), text: Ok("".into()) }).collect();
        built(&files).into_keys().collect()
    }

    #[test]
    fn what_was_built_is_left_out_only_beside_its_source() {
        assert_eq!(names(&["src/index.ts", "dist/index.js", "dist/tool.js"]), ["dist"]);
        assert_eq!(names(&["dist/index.js", "eslint.config.js"]), Vec::<String>::new());
        assert_eq!(names(&["packages/a/src/x.ts", "packages/a/dist/x.js"]), ["packages/a/dist"]);
        assert_eq!(names(&["lib/server.py", "server.py"]), Vec::<String>::new(), "Python is not built");
    }

    #[test]
    fn files_are_wanted_by_their_names() {
        assert_eq!(wanted("src/a.py"), Some(FILE));
        assert_eq!(wanted(".env.local"), Some(OTHER));
        assert_eq!(wanted("package.json"), Some(OTHER));
        for name in ["a.min.js", "package-lock.json", "logo.png", "a.d.ts"] {
            assert_eq!(wanted(name), None, "{name}");
        }
    }
}
