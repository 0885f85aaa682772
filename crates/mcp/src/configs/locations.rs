//! The files in which the known clients keep servers, whether they exist or not.

use super::clients::{Format, ROWS, Row};
use super::{Places, Scope, files};
use std::path::{Path, PathBuf};

/// One file of one client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The client, as people call it.
    pub client: &'static str,
    /// Whom it applies to.
    pub scope: Scope,
    /// Where it is, or would be.
    pub path: PathBuf,
    /// How it is written.
    pub format: Format,
    /// Where in it servers stand, the usual place first; `/` goes down one level and `*` stands for any member.
    pub keys: &'static [&'static str],
}

impl Location {
    fn new(row: &Row, path: PathBuf) -> Self {
        Self { client: row.client, scope: row.scope, path, format: row.format, keys: row.keys }
    }

    /// The client whose file `path` is by its name, if it is one that is known.
    pub fn of(path: &Path) -> Option<Self> {
        let row = ROWS.iter().find(|row| !row.path.contains('*') && path.ends_with(row.path))?;
        Some(Self::new(row, path.to_owned()))
    }
}

/// Every file under `places`, in the order of the table of clients. One whose name is open (any profile of an editor)
/// is listed only where it exists.
pub fn locations(places: &Places) -> Vec<Location> {
    let mut found: Vec<Location> = vec![];
    for row in ROWS {
        for path in files::paths(row, places) {
            // The home may be the project, and then one file has two rows.
            if !found.iter().any(|other| other.path == path && other.client == row.client) {
                found.push(Location::new(row, path));
            }
        }
    }
    found
}
