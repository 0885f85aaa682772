//! The configuration of the gateway: one file, JSON with comments or TOML.
//!
//! Servers stand in it as they stand in a client's own file, with settings for the gateway under `vetgate` in the entry;
//! beside them are `gateway` and `security`. `docs/gateway-configuration.md` describes every key.
//!
//! Guarantees: every mistake comes with file, line and place, all of them at once; a mistake in one server is that
//! server's alone; a secret is in no message and in no `Debug` output. [`Config::parse`] is pure: what references stand
//! for comes in through a [`Lookup`].
//!
//! ```
//! use std::path::Path;
//! use vetgate_gateway::config::Config;
//!
//! let text = r#"{
//!     "mcpServers": { "time": { "command": "uvx", "args": ["mcp-server-time"], "vetgate": { "timeout": "5s" } } },
//!     "gateway": { "lisen": "127.0.0.1:8000" }
//! }"#;
//! let mistakes = Config::parse(Path::new("gateway.json"), text, &|_| Err("no environment".to_owned())).unwrap_err();
//! assert_eq!(
//!     mistakes.to_string(),
//!     "gateway.json:3: /gateway/lisen: there is no such key; did you mean `listen`?"
//! );
//! ```

mod agent;
mod changes;
mod context;
mod gateway;
mod guard;
mod keys;
mod lookup;
mod mistake;
mod nearest;
mod quantity;
mod secret;
mod section;
mod security;
mod server;
mod top;
mod watch;

pub use agent::Agent;
pub use changes::Changes;
pub use gateway::{GatewaySettings, Ledger, Limits, Mode, OnFailure, Survive, Telemetry, Tls};
pub use guard::{Guarding, Keying};
pub use keys::{KEYS, Key};
pub use lookup::{Lookup, surroundings};
pub use mistake::{Mistake, Mistakes};
pub use secret::Secret;
pub use security::{Alerts, LogLevel, OnRugPull, RiskAssessment, Security, ToolPolicy, ToolQuarantine};
pub use server::{Server, ServerSettings};
pub use watch::{Reload, Watch};

use context::Context;
use section::Section;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use vetgate_mcp::configs::{self, Format, Reference, Value};
use vetgate_model::Pointer;

/// Larger than any configuration.
const FILE_BYTES: u64 = 16 << 20;

/// Everything that is configured.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The file.
    pub path: PathBuf,
    /// The servers by their names, misconfigured ones and those that are switched off included.
    pub servers: BTreeMap<String, Server>,
    /// The gateway itself.
    pub gateway: GatewaySettings,
    /// What to watch for.
    pub security: Security,
    /// Keys at the top of a client's own file that are the client's and mean nothing here, in the order of the file.
    pub ignored: Vec<String>,
    /// The files it refers to.
    refers_to: BTreeSet<Reference>,
}

impl Config {
    /// The file that is meant where none is named, in the user's folder for settings.
    pub fn usual_path(settings: &Path) -> PathBuf {
        settings.join("vetgate").join("gateway.json")
    }

    /// Reads the file at `path`; references lead to this process's environment, and to files relative to its folder.
    pub fn load(path: &Path) -> Result<Self, Mistakes> {
        let text = lookup::read(path, FILE_BYTES).map_err(|message| {
            let file = path.display().to_string();
            Mistake { file, line: None, place: String::new(), message, hint: None }
        })?;
        // Whose file it is may show only by the folder that a relative path starts in.
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let is_client_file = configs::client_of(&whole).is_some();
        Self::read(path, &text, &surroundings(&lookup::folder_of(path)), is_client_file)
    }

    /// Reads `text`, which stands at `path`.
    pub fn parse(path: &Path, text: &str, lookup: &Lookup) -> Result<Self, Mistakes> {
        Self::read(path, text, lookup, configs::client_of(path).is_some())
    }

    fn read(path: &Path, text: &str, lookup: &Lookup, is_client_file: bool) -> Result<Self, Mistakes> {
        let file = path.display().to_string();
        if Format::of(path) == Format::Yaml {
            let message = "expected a file name that ends with .json or .toml".to_owned();
            return Err(Mistake { file, line: None, place: String::new(), message, hint: None }.into());
        }
        let root = configs::tree(path, text).map_err(Mistake::from)?;
        let refers_to = RefCell::new(BTreeSet::new());
        let noting = |reference: &Reference| {
            if let Reference::File(_) = reference {
                refers_to.borrow_mut().insert(reference.clone());
            }
            lookup(reference)
        };
        let folder = lookup::folder_of(path);
        let context = Context::new(&file, &folder, &noting);
        let ignored = top::check(&context, &root, is_client_file);
        let servers = servers(&context, &root, is_client_file);
        let names = servers.keys().map(String::as_str).collect();
        let section = |name| Section::open(&context, name, Pointer::root().key(name), root.get(name));
        let gateway = gateway::read(&section("gateway"), &names);
        let own = root.get("security").filter(|_| !ignored.iter().any(|key| key == "security"));
        let security = Section::open(&context, "security", Pointer::root().key("security"), own);
        let security = security::read(&security, &root);
        Mistakes::none_of(context.into_mistakes())?;
        let refers_to = refers_to.take();
        Ok(Self { path: path.to_owned(), servers, gateway, security, ignored, refers_to })
    }

    /// What `new` changes in `old`.
    pub fn diff(old: &Self, new: &Self) -> Changes {
        changes::between(old, new)
    }
}

/// Everything at its default, and no server.
impl Default for Config {
    fn default() -> Self {
        Self::parse(Path::new("gateway.json"), "{}", &|_| Err(String::new())).expect("an empty file has no mistakes")
    }
}

fn servers(context: &Context, root: &Value, is_client_file: bool) -> BTreeMap<String, Server> {
    let listed = match configs::servers(context.file, root) {
        Ok(listed) => listed,
        Err(error) => {
            context.note(Mistake::from(error));
            return BTreeMap::new();
        }
    };
    let mut servers = BTreeMap::new();
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for listed in listed {
        let line = listed.value.line;
        if let Some(first) = lines.get(&listed.name) {
            let message = format!("another server has the name {:?} (line {first})", listed.name);
            context.wrong(line, &listed.pointer, message, Some("give each server a different name".to_owned()));
            continue;
        }
        lines.insert(listed.name.clone(), line);
        let server = server::read(context, listed, is_client_file);
        servers.insert(server.name.clone(), server);
    }
    servers
}

#[cfg(test)]
mod tests;
