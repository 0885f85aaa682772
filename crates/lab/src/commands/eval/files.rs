//! Files of labelled data, held while they are measured.

use std::path::PathBuf;
use vetgate_command::input::{self, Problem};
use vetgate_eval::File;

/// Texts with the names that the user gave them.
pub(super) struct Files(Vec<(String, String)>);

impl Files {
    /// Reads every file whole, or none.
    pub(super) fn read(paths: &[PathBuf]) -> Result<Self, Problem> {
        let read = |path: &PathBuf| Ok((path.display().to_string(), input::read_whole(path)?));
        paths.iter().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// As evaluations take them.
    pub(super) fn files(&self) -> Vec<File<'_>> {
        self.0.iter().map(|(name, text)| File { name, text }).collect()
    }
}
