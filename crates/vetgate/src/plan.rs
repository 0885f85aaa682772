//! Which servers are to be asked, from URLs, commands and client configurations.
//!
//! The same server in two clients is asked once: a second copy of every tool would look like an impostor.

use crate::target;
use std::collections::BTreeMap;
use vetgate_mcp::configs::{self, ConfigFile, Reference};
use vetgate_model::{ServerEntry, Target, TargetKind, TargetStatus, Transport};
use vetgate_report::escape;
use vetgate_vet::config;
use vetgate_vet::lock::identity_in_folder;

/// A server to be asked, and the target it stands for.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    pub(crate) target: Target,
    /// What it is called where it is named, and the configuration that does so; there may be several.
    pub(crate) called: Vec<(String, Option<String>)>,
    /// References expanded.
    pub(crate) transport: Transport,
    /// As written, for people.
    pub(crate) written: Transport,
    /// Values that references resolved to, which must not be shown.
    pub(crate) resolved: Vec<String>,
    /// What must be known before it can be asked, and where that is needed.
    missing: Vec<String>,
    /// Whether a configuration names it, so that starting or contacting it needs a person's word.
    pub(crate) needs_consent: bool,
    /// True if its command says little about what it is, so that its own name is shown too.
    pub(crate) is_named_poorly: bool,
    /// The command line or URL without secrets, by which a lock recognises it.
    pub(crate) identity: String,
}

impl Server {
    /// The server's name in findings.
    pub(crate) fn name(&self) -> &str {
        self.target.server.as_deref().unwrap_or_default()
    }

    /// Adds the name by which the server goes in its own answer. A server may claim any name, so that it is added to
    /// the one from the command line and replaces none.
    pub(crate) fn add_own_name(&mut self, own: &str) {
        /// Longer names are cut.
        const MOST: usize = 40;
        let own = escape::cut(&config::without_secrets(own.trim()), MOST);
        if self.is_named_poorly && !own.is_empty() && own != self.name() {
            self.target.server = Some(format!("{} ({own})", self.name()));
        }
    }

    /// Why it cannot be asked: a reference stands for nothing, and its literal text is not what anybody meant.
    pub(crate) fn obstacle(&self) -> Option<String> {
        (!self.missing.is_empty()).then(|| self.missing.join("; "))
    }

    /// The target that names this server once more.
    fn again(&self, target: Target) -> Target {
        Target { detail: Some(format!("the same server as {}", self.name())), ..target }
    }

    /// A URL on the command line.
    pub(crate) fn url(url: &str, headers: &[(String, String)]) -> Self {
        let transport = Transport::Http { url: url.to_owned(), headers: headers.iter().cloned().collect(), sse: false };
        Self::new(target::url_name(url), &transport, None)
    }

    /// The command after `--`.
    pub(crate) fn command(words: &[String]) -> Self {
        let (command, args) = words.split_first().map_or((String::new(), vec![]), |(c, a)| (c.clone(), a.to_vec()));
        let transport = Transport::Stdio { command, args, env: BTreeMap::new(), cwd: None };
        let (name, is_named_poorly) = target::command_name(words);
        // What the shell passed is meant as it stands.
        Self {
            transport: transport.clone(),
            resolved: vec![],
            missing: vec![],
            is_named_poorly,
            ..Self::new(name, &transport, None)
        }
    }

    /// A server of the configuration that `entry` stands in, or of the command line.
    fn new(label: String, transport: &Transport, entry: Option<&ServerEntry>) -> Self {
        let expanded = configs::expand(transport, lookup);
        let is_command = matches!(transport, Transport::Stdio { .. });
        let target = Target {
            target: config::shown(transport),
            kind: if is_command { TargetKind::Command } else { TargetKind::Url },
            server: Some(config::without_secrets(&label)),
            status: TargetStatus::Skipped,
            tools: 0,
            detail: None,
        };
        let missing = expanded.missing.iter().map(|reference| missing(reference, entry)).collect();
        let called = entry.map_or((label, None), |entry| (entry.name.clone(), Some(entry.file.clone())));
        Self {
            target,
            called: vec![called],
            transport: expanded.transport,
            written: transport.clone(),
            resolved: expanded.resolved,
            missing,
            needs_consent: entry.is_some(),
            is_named_poorly: false,
            identity: identity(transport),
        }
    }
}

/// The identity of a server: one command in two folders is two servers.
fn identity(transport: &Transport) -> String {
    let identity = config::identity(transport);
    match transport {
        Transport::Stdio { cwd: Some(cwd), .. } => identity_in_folder(&identity, &config::without_secrets(cwd)),
        _ => identity,
    }
}

/// The servers of a run: those to ask, the targets that are left alone, and every entry by its label.
pub(crate) struct Configured {
    pub(crate) servers: Vec<Server>,
    pub(crate) left_alone: Vec<Target>,
    pub(crate) entries: Vec<(String, ServerEntry)>,
}

/// Plans the servers of client configurations, beside the `named` ones of the command line.
pub(crate) fn configured(files: &[ConfigFile], named: Vec<Server>) -> Configured {
    let labels = configs::labels(files);
    let all = files.iter().flat_map(|file| file.entries.iter().flatten());
    let entries: Vec<(String, ServerEntry)> = labels.into_iter().zip(all.cloned()).collect();
    let mut planned = Configured { servers: vec![], left_alone: vec![], entries: vec![] };
    for server in named {
        match planned.servers.iter().find(|other| other.transport == server.transport) {
            Some(twin) => planned.left_alone.push(twin.again(server.target)),
            None => planned.servers.push(server),
        }
    }
    for (label, entry) in &entries {
        let server = Server::new(label.clone(), &entry.transport, Some(entry));
        let twin = planned.servers.iter_mut().find(|other| other.transport == server.transport);
        let reason = match twin {
            _ if entry.disabled => Some("disabled in the configuration".to_owned()),
            Some(twin) => {
                twin.called.extend(server.called.iter().cloned());
                planned.left_alone.push(twin.again(server.target));
                continue;
            }
            None => None,
        };
        match reason {
            Some(reason) => planned.left_alone.push(Target { detail: Some(reason), ..server.target }),
            None => planned.servers.push(server),
        }
    }
    planned.entries = entries;
    planned
}

fn lookup(reference: &Reference) -> Option<String> {
    let folder = || std::env::current_dir().ok().map(|folder| folder.display().to_string());
    match reference {
        Reference::Variable(name) => std::env::var(name).ok(),
        Reference::Client(name) => match name.as_str() {
            "workspaceFolder" | "workspaceRoot" => folder(),
            "userHome" => std::env::var("HOME").or_else(|_| std::env::var("USERPROFILE")).ok(),
            "pathSeparator" | "/" => Some(std::path::MAIN_SEPARATOR.to_string()),
            _ => None,
        },
        Reference::Input(_) | Reference::File(_) => None,
    }
}

/// What is not known, and where it is needed.
fn missing(reference: &Reference, entry: Option<&ServerEntry>) -> String {
    let what = match reference {
        Reference::Variable(name) => format!("the variable {name} is not set"),
        Reference::Input(name) => format!("only the client knows its input {name}"),
        Reference::File(path) => format!("only the client reads the file {path}"),
        Reference::Client(name) => format!("only the client knows ${{{name}}}"),
    };
    let settings = entry.map_or(&[][..], |entry| &entry.settings);
    let used = settings.iter().find(|setting| reference.is_in(&setting.value));
    let (Some(entry), Some(setting)) = (entry, used) else { return what };
    let line = setting.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{what} ({}{line}, {})", entry.file, setting.pointer)
}
