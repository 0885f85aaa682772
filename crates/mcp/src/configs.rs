//! The MCP clients on a machine and the servers they are configured to use.
//!
//! Reads files and nothing else: no server is started, no variable is expanded, no secret leaves the
//! [`Setting`](vetgate_model::Setting) it stands in. A file that cannot be read is a [`ConfigError`] with its
//! line, never a panic, and never hides another file; an entry that cannot be understood is in
//! [`ConfigFile::skipped`] and does not hide its neighbours.
//!
//! ```
//! use std::path::Path;
//! let text = r#"{ "mcpServers": { "time": { "command": "uvx", "args": ["mcp-server-time"] } } } // mine"#;
//! let file = vetgate_mcp::configs::parse(Path::new("mcp.json"), text).unwrap();
//! assert_eq!(file.entries.unwrap()[0].name, "time");
//! ```

mod clients;
mod credential;
mod entry;
mod error;
mod expand;
mod files;
mod label;
mod listed;
mod locations;
mod places;
mod toml;
mod tree;
mod yaml;

pub use clients::Format;
pub use error::ConfigError;
pub use expand::{Expanded, Reference, expand, expand_text};
pub use label::labels;
pub use listed::{Listed, servers};
pub use locations::{Location, locations};
pub use places::{Places, System};
pub use tree::{Data, Value};

use crate::words::client_config::ANY_KEYS;
use clients::ROWS;
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
#[derive(Debug, Clone)]
pub struct ConfigFile {
    /// The client, as people call it: `Claude Desktop`, `Cursor`, ...; `file` where it is not known.
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

/// Finds the configuration files of every known client, in the order of the table of clients.
///
/// A file that does not exist is not listed; one that exists but holds no servers is listed with none.
pub fn discover(places: &Places) -> Vec<ConfigFile> {
    let mut found = vec![];
    for Location { client, scope, path, format, keys } in locations(places) {
        let (entries, skipped) = match files::read(&path) {
            Ok(None) => continue,
            Ok(Some(text)) => read_text(&path.display().to_string(), &text, format, keys),
            Err(error) => (Err(error), vec![]),
        };
        found.push(ConfigFile { client, scope, path, entries, skipped });
    }
    found
}

/// Reads one text as a client configuration, if it is one: JSON (comments allowed), TOML or YAML with
/// `mcpServers`, `servers`, `context_servers`, `mcp` or `mcp_servers`.
///
/// `None` means that the text is something else, such as a list of tools. `path` decides the format by its
/// extension, names the client where it is a known place, and is kept in the entries. A text that looks like a
/// configuration but has a mistake in it is a [`ConfigFile`] with the error.
pub fn parse(path: &Path, text: &str) -> Option<ConfigFile> {
    let file = path.display().to_string();
    let row = ROWS.iter().find(|row| !row.path.contains('*') && path.ends_with(row.path));
    let (client, scope) = row.map_or(("file", Scope::User), |row| (row.client, row.scope));
    let (entries, skipped) = match tree(path, text) {
        Ok(value) => {
            let key = ANY_KEYS.iter().find(|key| holds_servers(&value, key))?;
            let keys = if key.ends_with("mcpServers") { &ANY_KEYS[..2] } else { std::slice::from_ref(key) };
            read_entries(&file, &value, keys)
        }
        Err(error) if mentions_servers(text) => (Err(error), vec![]),
        Err(_) => return None,
    };
    Some(ConfigFile { client, scope, path: path.to_owned(), entries, skipped })
}

/// Names of files that many programs have.
const COMMON_FILES: &[&str] = &["settings.json", "config.json", "config.toml", "config.yaml"];

/// The client that keeps its settings in the file at `path`, by the whole place or by a name that only such files have.
pub fn client_of(path: &Path) -> Option<&'static str> {
    let name = path.file_name().and_then(|name| name.to_str()).filter(|name| !COMMON_FILES.contains(name));
    let by_place = ROWS.iter().find(|row| !row.path.contains('*') && path.ends_with(row.path));
    let by_name = || ROWS.iter().find(|row| row.path.rsplit('/').next() == name);
    by_place.or_else(by_name).map(|row| row.client)
}

/// Reads one text as values with their lines: JSON (comments allowed), TOML or YAML, by the extension of `path`.
pub fn tree(path: &Path, text: &str) -> Result<Value, ConfigError> {
    read_value(&path.display().to_string(), text, Format::of(path))
}

type Read = (Result<Vec<ServerEntry>, ConfigError>, Vec<ConfigError>);

fn read_text(file: &str, text: &str, format: Format, keys: &[&str]) -> Read {
    match read_value(file, text, format) {
        Ok(value) => read_entries(file, &value, keys),
        Err(error) => (Err(error), vec![]),
    }
}

fn read_value(file: &str, text: &str, format: Format) -> Result<Value, ConfigError> {
    match format {
        Format::Json => tree::from_json(file, text),
        Format::Toml => toml::from_toml(file, text),
        Format::Yaml => yaml::from_yaml(file, text),
    }
}

fn read_entries(file: &str, root: &Value, keys: &[&str]) -> Read {
    let listed = match listed::at_keys(file, root, keys) {
        Ok(listed) => listed,
        Err(error) => return (Err(error), vec![]),
    };
    let (mut entries, mut skipped) = (vec![], vec![]);
    for server in listed {
        match server.entry {
            Ok(entry) => entries.push(entry),
            Err(error) => skipped.push(error),
        }
    }
    (Ok(entries), skipped)
}

/// Whether what stands at `key` can only be servers. `servers` and `mcp` are common words, so there the entries
/// must look like servers too.
fn holds_servers(root: &Value, key: &str) -> bool {
    let looks_like_one = |value: &Value| ["command", "url", "type"].iter().any(|key| value.get(key).is_some());
    listed::at(root, key).iter().any(|(_, value)| match key {
        "servers" | "mcp" | "mcp/servers" => {
            value.members().iter().any(|(_, entry)| looks_like_one(entry))
                || (key == "servers" && value.members().is_empty() && value.is_map())
        }
        _ => value.is_map() || !value.elements().is_empty(),
    })
}

fn mentions_servers(text: &str) -> bool {
    ["mcpServers", "context_servers", "mcp_servers", "\"servers\"", "\"mcp\""].iter().any(|key| text.contains(key))
}

#[cfg(test)]
mod tests;
