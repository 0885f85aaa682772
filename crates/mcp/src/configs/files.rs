//! Files of a table row, found and read within bounds.

use super::clients::{Base, Row};
use super::{ConfigError, Places};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Larger than any configuration; `~/.claude.json` keeps history and grows to tens of megabytes.
const FILE_BYTES: u64 = 64 << 20;

/// The paths that `row` may stand for under `places`; those without `*` need not exist.
pub(super) fn paths(row: &Row, places: &Places) -> Vec<PathBuf> {
    let base = match row.base {
        Base::Home => Some(places.home.clone()),
        Base::Config => Some(places.config.clone()),
        // On Linux the two are one folder, which the environment may have moved.
        Base::DotConfig if places.system == super::System::Linux => Some(places.config.clone()),
        Base::DotConfig => Some(places.home.join(".config")),
        Base::Project => places.project.clone(),
    };
    let Some(base) = base.filter(|_| row.systems.contains(&places.system)) else { return vec![] };
    row.path.split('/').fold(vec![base], |folders, segment| match segment.split_once('*') {
        None => folders.into_iter().map(|folder| folder.join(segment)).collect(),
        Some((start, end)) => folders.iter().flat_map(|folder| matching(folder, start, end)).collect(),
    })
}

fn matching(folder: &Path, start: &str, end: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return vec![] };
    let fits = |name: &str| name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end);
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(fits))
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found
}

/// The text of a file; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<String>, ConfigError> {
    let file = path.display().to_string();
    let unreadable = |reason: String| ConfigError::Unreadable { file: file.clone(), reason };
    // Looked at before it is opened: opening a pipe waits for someone to write.
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Err(unreadable("it is not a regular file".to_owned())),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
    }
    let opened = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut bytes = Vec::new();
    // Bounded by `take`, and one byte more tells that the bound was hit.
    #[allow(clippy::disallowed_methods)]
    opened.take(FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > FILE_BYTES {
        return Err(ConfigError::TooLarge { file, limit: FILE_BYTES });
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|b| **b == b'\n').count();
            let reason = "the text is not UTF-8".to_owned();
            Err(ConfigError::Syntax { file, line, format: "UTF-8 text", reason })
        }
    }
}
