//! The MCP clients on a machine and the servers they are configured to use.
//!
//! Reads files and nothing else: no server is started, no variable is expanded, no secret leaves the
//! [`Setting`](vetgate_model::Setting) it stands in. A file that cannot be read is a [`ConfigError`] with its
//! line, never a panic, and never hides another file; an entry that cannot be understood is in
//! [`ConfigFile::skipped`] and does not hide its neighbours.

mod error;
mod expand;
mod places;

pub use error::ConfigError;
pub use expand::{Expanded, Reference, expand};
pub use places::{Places, System};

use std::path::{Path, PathBuf};
use vetgate_model::ServerEntry;

/// Whom a configuration applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Everything the user does with this client.
    User,
    /// One project folder.
    Project,
}

/// One configuration file that exists.
#[derive(Debug)]
pub struct ConfigFile {
    /// The client, as people call it: `Claude Desktop`, `Cursor`, ...
    pub client: &'static str,
    /// Whom it applies to.
    pub scope: Scope,
    /// Where it is.
    pub path: PathBuf,
    /// Its servers in the order of the file, or why the file cannot be read.
    pub entries: Result<Vec<ServerEntry>, ConfigError>,
    /// Entries that are no servers: without command and URL, or of the wrong shape.
    pub skipped: Vec<ConfigError>,
}

/// Finds the configuration files of every known client, sorted by the table of clients.
///
/// A file that does not exist is not listed; one that exists but holds no servers is listed with none.
pub fn discover(places: &Places) -> Vec<ConfigFile> {
    let _ = places;
    vec![]
}

/// Reads one text as a client configuration, if it is one: JSON (comments allowed), TOML or YAML with
/// `mcpServers`, `servers`, `context_servers`, `mcp` or `mcp_servers`.
///
/// `None` means that the text is something else, such as a list of tools. `path` decides the format by its
/// extension and is kept in the entries.
pub fn parse(path: &Path, text: &str) -> Option<ConfigFile> {
    let _ = (path, text);
    None
}

/// Names for the servers of many files, unique and in the order of the entries of `files`.
///
/// A name that only one entry has stays as it is; `git` in two clients becomes `git (Cursor)` and
/// `git (Zed)`, with the scope, and then the file and line, where the client alone does not tell them apart.
pub fn labels(files: &[ConfigFile]) -> Vec<String> {
    files.iter().flat_map(|f| f.entries.iter().flatten()).map(|e| e.name.clone()).collect()
}
