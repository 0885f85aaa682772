//! The table of clients: which files each keeps its servers in.
//!
//! To add a client, add its rows to `data/client_files.tsv`. A path is relative to its base; `*` stands for any name, or
//! the start of one, within one folder. `keys` says where in the file the servers are; `*` stands for any member.

use super::Scope::{self, Project, User};
use super::System::{self, Linux, MacOs, Windows};

/// What a row's path is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// The user's home.
    Home,
    /// The folder for application settings.
    Config,
    /// `~/.config` whatever the system.
    DotConfig,
    /// The project.
    Project,
}

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, in which comments and trailing commas may stand.
    Json,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
}

impl Format {
    /// The format that the extension of `path` says; JSON where it says nothing.
    pub fn of(path: &std::path::Path) -> Self {
        match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("toml") => Self::Toml,
            Some("yaml" | "yml") => Self::Yaml,
            _ => Self::Json,
        }
    }
}

/// One place where a client keeps servers.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) client: &'static str,
    pub(super) scope: Scope,
    pub(super) systems: &'static [System],
    pub(super) base: Base,
    pub(super) path: &'static str,
    pub(super) format: Format,
    pub(super) keys: &'static [&'static str],
}

const EVERYWHERE: &[System] = &[Linux, MacOs, Windows];
const UNIX: &[System] = &[Linux, MacOs];
const ON_WINDOWS: &[System] = &[Windows];

// Every known place, in the order in which files are reported: `ROWS`.
include!(concat!(env!("OUT_DIR"), "/client_files.rs"));
