//! The servers behind the gateway, each with its own settings.
//!
//! A mistake in one server is that server's alone: it is kept, with the reason why it cannot be used, so that the others
//! start and its name is not taken by another.

use super::context::Context;
use super::mistake::{Mistake, Mistakes};
use super::secret::Secret;
use super::section::{Section, choose};
use super::top;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;
use vetgate_capability::ServerClass;
use vetgate_guard::Content;
use vetgate_ledger::Trust;
use vetgate_mcp::configs::{Listed, Reference, expand};
use vetgate_model::{ServerEntry, Transport};

/// One server behind the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The name of its entry.
    pub name: String,
    /// Whether it is switched off.
    pub disabled: bool,
    /// How it is reached, every reference followed; or why that is not known.
    pub transport: Result<Secret<Transport>, Mistakes>,
    /// Command or host for display, as written: references are not followed.
    pub place: String,
    /// Values that its references resolved to, which must not be shown.
    pub resolved: Secret<Vec<String>>,
    /// Those of them that are credentials.
    pub credentials: Secret<Vec<String>>,
    /// How it is used.
    pub settings: ServerSettings,
}

/// What stands under `vetgate` in a server's entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// How much it is trusted with what it declares.
    pub trust: Trust,
    /// How long a call may take.
    pub timeout: Duration,
    /// How long the server may take to start and greet.
    pub connect_timeout: Duration,
    /// Calls at once.
    pub concurrency: usize,
    /// Calls that wait beyond those.
    pub queue: usize,
    /// Whether every session of a client has a connection, and a process, of its own.
    pub isolate: bool,
    /// Bytes in one answer.
    pub max_response_bytes: usize,
    /// Whether the process is given the whole environment, not only what a program needs to start.
    pub inherit_environment: bool,
    /// Whether it is inside or outside, where that is said.
    pub class: Option<ServerClass>,
    /// Who writes what it returns, where that is said.
    pub content: Option<Content>,
}

impl Default for ServerSettings {
    fn default() -> Self {
        let lookup = |_: &Reference| Err(String::new());
        let context = Context::new("", "".as_ref(), &lookup);
        settings(&Section::open(&context, "vetgate", Default::default(), None))
    }
}

/// Reads one server.
pub(super) fn read(file: &Context, listed: Listed, is_client_file: bool) -> Server {
    let context = Context::new(file.file, file.folder, file.lookup);
    let settings =
        settings(&Section::open(&context, "vetgate", listed.pointer.key("vetgate"), listed.value.get("vetgate")));
    top::check_entry(&context, listed.value, &listed.pointer, is_client_file);
    if listed.name.trim().is_empty() {
        context.wrong(listed.value.line, &listed.pointer, "the name of the server is empty", None);
    }
    let disabled = listed.entry.as_ref().is_ok_and(|entry| entry.disabled);
    let place = listed.entry.as_ref().map_or_else(|_| String::new(), |entry| place(&entry.transport));
    let (mut resolved, mut credentials) = (vec![], vec![]);
    let transport = listed.entry.map_err(|error| Mistakes::from(Mistake::from(error))).and_then(|entry| {
        let transport = reached(&context, &entry, listed.value.line, (&mut resolved, &mut credentials));
        Mistakes::none_of(context.into_mistakes()).map(|()| Secret::new(transport))
    });
    let (resolved, credentials) = (Secret::new(resolved), Secret::new(credentials));
    Server { name: listed.name, disabled, transport, place, resolved, credentials, settings }
}

/// The command, or scheme and host of the address: the rest of an address may be a secret.
fn place(transport: &Transport) -> String {
    let url = match transport {
        Transport::Stdio { command, .. } => return command.clone(),
        Transport::Http { url, .. } => url,
    };
    let (scheme, rest) = url.split_once("://").map_or(("", url.as_str()), |(scheme, rest)| (scheme, rest));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    if scheme.is_empty() { host.to_owned() } else { format!("{scheme}://{host}") }
}

/// The transport with every reference followed; one that leads nowhere is a mistake.
fn reached(
    context: &Context,
    entry: &ServerEntry,
    line: usize,
    (resolved, credentials): (&mut Vec<String>, &mut Vec<String>),
) -> Transport {
    let reasons = RefCell::<BTreeMap<Reference, String>>::default();
    let expanded = expand(&entry.transport, |reference| context.follow(reference, &reasons));
    (*resolved, *credentials) = (expanded.resolved, expanded.credentials);
    for reference in &expanded.missing {
        let used = entry.settings.iter().find(|setting| reference.is_in(&setting.value));
        let (line, place) = match used {
            Some(setting) => (setting.line.unwrap_or(line), &setting.pointer),
            None => (line, &entry.pointer),
        };
        let reason = reasons.borrow().get(reference).cloned().unwrap_or_default();
        context.wrong(line, place, format_args!("`{reference}` cannot be resolved: {reason}"), None);
    }
    let mut transport = expanded.transport;
    match &mut transport {
        Transport::Http { url, .. } => {
            let is_http =
                ["http://", "https://"].iter().any(|scheme| url.len() > scheme.len() && url.starts_with(scheme));
            // What is wrong is not shown: links carry secrets.
            if !is_http && expanded.missing.is_empty() {
                context.wrong(line, &entry.pointer, "expected a URL that starts with http:// or https://", None);
            }
        }
        Transport::Stdio { command, cwd, .. } => {
            if command.trim().is_empty() {
                context.wrong(line, &entry.pointer, "the command is empty after its references are resolved", None);
            }
            if let Some(cwd) = cwd {
                *cwd = context.folder.join(&*cwd).display().to_string();
            }
        }
    }
    transport
}

const TRUST: &[(&str, Trust)] = &[("manual", Trust::Manual), ("scan", Trust::Scan), ("auto", Trust::Auto)];

const CLASSES: &[(&str, ServerClass)] = &[("internal", ServerClass::Internal), ("external", ServerClass::External)];

const CONTENTS: &[(&str, Content)] = &[("outside", Content::Outside), ("inside", Content::Inside)];

fn settings(section: &Section) -> ServerSettings {
    let times = Duration::from_millis(1)..=Duration::from_secs(86_400);
    let count = |key: &str, least: u64| usize::try_from(section.whole(key, least..=1_000_000)).unwrap_or(usize::MAX);
    ServerSettings {
        trust: section.choice("trust", TRUST),
        timeout: section.duration("timeout", times.clone()),
        connect_timeout: section.duration("connect_timeout", times),
        concurrency: count("concurrency", 1),
        queue: count("queue", 0),
        isolate: section.bool("isolate"),
        max_response_bytes: section.bytes("max_response_bytes", 1 << 10..=1 << 30),
        inherit_environment: section.bool("inherit_environment"),
        class: said(section, "class", CLASSES),
        content: said(section, "content", CONTENTS),
    }
}

/// One of a few words, where it is said.
fn said<T: Copy + PartialEq>(section: &Section, key: &str, known: &[(&'static str, T)]) -> Option<T> {
    choose(section.context, section.get(key)?, &section.place.key(key), known)
}
