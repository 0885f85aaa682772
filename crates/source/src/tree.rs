//! A tree of files as it was handed over: reading the disk is somebody else's work.

use crate::form::Name;

/// The files of a server, in the order of their paths.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    files: Vec<TreeFile>,
}

/// A file of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// Where it is, relative to the root, with `/`.
    pub path: Name,
    /// What it holds, or why it could not be read: "is not UTF-8".
    pub text: Result<Name, String>,
}

impl Tree {
    /// A tree of these files, sorted by path; of two with the same path the first stays.
    ///
    /// ```
    /// use vetgate_source::{Tree, TreeFile};
    ///
    /// let file = |path: &str, text: &str| TreeFile { path: path.into(), text: Ok(text.into()) };
    /// let tree = Tree::of(vec![file("b.py", ""), file("a.py", "x = 1")]);
    /// assert_eq!(&*tree.files()[0].path, "a.py");
    /// assert_eq!(tree.text("a.py"), Some("x = 1"));
    /// ```
    pub fn of(mut files: Vec<TreeFile>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|b, a| a.path == b.path);
        Self { files }
    }

    /// All files.
    pub fn files(&self) -> &[TreeFile] {
        &self.files
    }

    /// The text of the file at `path`, if it is there and could be read.
    pub fn text(&self, path: &str) -> Option<&str> {
        let at = self.files.binary_search_by(|file| (*file.path).cmp(path)).ok()?;
        self.files[at].text.as_deref().ok()
    }
}
