//! The project's own datasets.

use std::path::Path;
use vetgate_eval::File;

/// A dataset as a test holds it.
pub(crate) struct Dataset {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Dataset {
    /// As evaluations take it.
    pub(crate) fn file(&self) -> File<'_> {
        File { name: &self.name, text: &self.text }
    }
}

/// The dataset of that name.
#[allow(clippy::disallowed_methods, reason = "the project's own files")]
pub(crate) fn dataset(name: &str) -> Dataset {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Dataset { name: name.to_owned(), text }
}
