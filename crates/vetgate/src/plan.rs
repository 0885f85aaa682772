//! Which servers are to be asked, from URLs, commands and client configurations.
//!
//! The same server in two clients is asked once: a second copy of every tool would look like an impostor.

use crate::target;
use std::collections::BTreeMap;
use vetgate_mcp::configs::{self, ConfigFile, Reference};
use vetgate_model::{ServerEntry, Target, TargetKind, TargetStatus, Transport};
use vetgate_vet::config;

/// A server to be asked, and the target it stands for.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    pub(crate) target: Target,
    /// What it is called where it is named, and the configuration that does so; there may be several.
    pub(crate) called: Vec<(String, Option<String>)>,
    /// References expanded.
    pub(crate) transport: Transport,
    /// What must be known before it can be asked, and where that is needed.
    missing: Vec<String>,
    /// Whether a configuration names it, so that starting or contacting it needs a person's word.
    pub(crate) needs_consent: bool,
}

impl Server {
    /// The server's name in findings.
    pub(crate) fn name(&self) -> &str {
        self.target.server.as_deref().unwrap_or_default()
    }

    /// Why it cannot be asked: a reference stands for nothing, and its literal text is not what anybody meant.
    pub(crate) fn obstacle(&self) -> Option<String> {
        (!self.missing.is_empty()).then(|| self.missing.join("; "))
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
        // What the shell passed is meant as it stands.
        Self {
            transport: transport.clone(),
            missing: vec![],
            ..Self::new(target::command_name(words), &transport, None)
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
        Self { target, called: vec![called], transport: expanded.transport, missing, needs_consent: entry.is_some() }
    }
}

/// The servers of `files`: those to ask, the targets that are left alone, and every entry by its label.
pub(crate) struct Configured {
    pub(crate) servers: Vec<Server>,
    pub(crate) left_alone: Vec<Target>,
    pub(crate) entries: Vec<(String, ServerEntry)>,
}

/// Plans the servers of client configurations.
pub(crate) fn configured(files: &[ConfigFile]) -> Configured {
    let labels = configs::labels(files);
    let all = files.iter().flat_map(|file| file.entries.iter().flatten());
    let entries: Vec<(String, ServerEntry)> = labels.into_iter().zip(all.cloned()).collect();
    let mut planned = Configured { servers: vec![], left_alone: vec![], entries: vec![] };
    for (label, entry) in &entries {
        let server = Server::new(label.clone(), &entry.transport, Some(entry));
        let twin = planned.servers.iter_mut().find(|other| other.transport == server.transport);
        let reason = match twin {
            _ if entry.disabled => Some("disabled in the configuration".to_owned()),
            Some(twin) => {
                twin.called.extend(server.called.iter().cloned());
                Some(format!("the same server as {}", twin.name()))
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
