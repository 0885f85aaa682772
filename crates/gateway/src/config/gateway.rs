//! `gateway`: where it listens, for whom, and within which limits.

use super::agent::{self, Agent};
use super::section::{Placed, Section};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What is configured of the gateway itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatewaySettings {
    /// Where it listens for HTTP.
    pub listen: SocketAddr,
    /// How tools are shown to clients.
    pub mode: Mode,
    /// The certificate, if it speaks TLS.
    pub tls: Option<Tls>,
    /// Whether it may listen beyond this machine without TLS.
    pub allow_plaintext: bool,
    /// Names in the `Host` header that are taken besides those of the address it listens on.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may call it.
    pub allowed_origins: Vec<String>,
    /// Where it keeps what it writes; nothing means the usual place.
    pub data_dir: Option<PathBuf>,
    /// Who may call it with a token.
    pub agents: Vec<Agent>,
    /// Whether somebody without a token may call it. Never true beyond this machine.
    pub anonymous: bool,
    /// How much it takes on.
    pub limits: Limits,
    /// How the record of what happens is kept.
    pub ledger: Ledger,
    /// Where traces of calls are sent.
    pub telemetry: Telemetry,
}

/// How the record of what happens is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// What becomes of calls that cannot be recorded.
    pub on_failure: OnFailure,
    /// What a record survives once it is written.
    pub survive: Survive,
    /// What is kept of arguments and of results.
    pub body_bytes: usize,
    /// Days after which records are removed; nothing means never.
    pub keep_days: Option<u32>,
    /// Records that are kept; nothing means all.
    pub keep_records: Option<u64>,
    /// Bytes that they may take; nothing means any number.
    pub keep_bytes: Option<u64>,
}

/// What becomes of calls that cannot be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnFailure {
    /// They are refused.
    Deny,
    /// They go through without a record.
    Allow,
}

/// What a record survives once it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Survive {
    /// The end of the gateway, however it ends.
    Crash,
    /// The loss of power too; every write waits for the disk.
    PowerLoss,
}

/// Where traces of calls are sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Telemetry {
    /// The address of a collector that takes OTLP over HTTP, as `http://localhost:4318`.
    pub traces: Option<String>,
}

/// How tools are shown to clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Every tool of every server.
    Direct,
    /// A few tools to search for the others and to call them.
    Discover,
}

/// The certificate and its key, as PEM files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tls {
    /// The chain of certificates.
    pub cert: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// How much the gateway takes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in one message of a client.
    pub request_bytes: usize,
    /// Nesting in one message of a client.
    pub depth: usize,
    /// Requests a second of one client, on average; nothing means any number.
    pub requests_per_second: Option<u32>,
    /// Requests of one client at once, before the average counts.
    pub burst: u32,
    /// Open connections.
    pub connections: usize,
    /// Open sessions.
    pub sessions: usize,
    /// Requests that are being answered.
    pub in_flight: usize,
    /// How long a session lives without a word.
    pub session_idle: Duration,
}

const MODES: &[(&str, Mode)] = &[("direct", Mode::Direct), ("discover", Mode::Discover)];

/// Reads the section; `servers` are those that an agent may name.
pub(super) fn read(section: &Section, servers: &BTreeSet<&str>) -> GatewaySettings {
    let listen = listen(section);
    let tls = tls(section);
    let agents = agent::read(section, servers);
    let allow_plaintext = section.bool("allow_plaintext");
    let is_local = listen.ip().is_loopback();
    if !is_local && section.get("tls").is_none() && !allow_plaintext {
        let message =
            format!("{listen} accepts connections from other machines, and without `tls` all calls are unencrypted");
        section.wrong("listen", message, Some("set `tls`, or set `allow_plaintext` if a proxy in front provides TLS"));
    }
    let anonymous = section.maybe_bool("anonymous");
    if !is_local && anonymous == Some(true) {
        let message =
            format!("{listen} accepts connections from other machines, and without tokens they could call every tool");
        section.wrong("anonymous", message, Some("configure `agents` with tokens instead"));
    }
    if !is_local && section.get("agents").is_none() && anonymous != Some(true) {
        let message =
            format!("{listen} accepts connections from other machines, which requires a token, and no agent has one");
        section.wrong("listen", message, Some("configure `agents` with tokens"));
    }
    GatewaySettings {
        // With agents listed, an unnamed client would have more rights than the agents.
        anonymous: is_local && anonymous.unwrap_or(agents.is_empty()),
        mode: section.choice("mode", MODES),
        allowed_hosts: hosts(section),
        allowed_origins: origins(section),
        data_dir: section.path("data_dir"),
        limits: limits(&section.section("limits", "gateway.limits")),
        ledger: ledger(&section.section("ledger", "gateway.ledger")),
        telemetry: telemetry(&section.section("telemetry", "gateway.telemetry")),
        listen,
        tls,
        allow_plaintext,
        agents,
    }
}

fn listen(section: &Section) -> SocketAddr {
    let default = super::keys::default("gateway", "listen").parse().expect("the table has an address there");
    let Some(Placed { text, .. }) = section.text("listen") else { return default };
    text.parse().unwrap_or_else(|_| {
        let port = text.rsplit(':').next().and_then(|port| port.parse::<u16>().ok()).unwrap_or(default.port());
        let message = format!("expected an address and a port, found {text:?}");
        section.wrong("listen", message, Some(&format!("write it as \"127.0.0.1:{port}\" or \"[::1]:{port}\"")));
        default
    })
}

fn tls(section: &Section) -> Option<Tls> {
    section.get("tls")?;
    let tls = section.section("tls", "gateway.tls");
    for key in ["cert", "key"] {
        if tls.value.is_map() && tls.get(key).is_none() {
            tls.wrong(key, "is missing", Some("`tls` needs the files of both `cert` and `key`"));
        }
    }
    Some(Tls { cert: tls.path("cert")?, key: tls.path("key")? })
}

fn hosts(section: &Section) -> Vec<String> {
    let is_host = |text: &str| {
        let is_port = |port: &str| port.parse::<u16>().is_ok();
        let name = match text.rsplit_once(':') {
            Some((name, port)) if is_port(port) && !name.ends_with(':') => name,
            _ => text,
        };
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ':');
        !name.is_empty() && name.chars().all(is_part)
    };
    checked(section, "allowed_hosts", is_host, "a host name, for example \"gateway.example.com\"")
}

fn origins(section: &Section) -> Vec<String> {
    let is_origin = |text: &str| {
        let Some((scheme, host)) = text.split_once("://") else { return false };
        let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ':' | '[' | ']');
        !scheme.is_empty() && !host.is_empty() && host.chars().all(is_host)
    };
    checked(section, "allowed_origins", is_origin, "an origin without a path, for example \"https://app.example.com\"")
}

fn checked(section: &Section, key: &str, is_good: impl Fn(&str) -> bool, expected: &str) -> Vec<String> {
    let (mut good, mut seen) = (vec![], BTreeSet::new());
    for Placed { value, place, text } in section.texts(key).unwrap_or_default() {
        if !is_good(text) {
            section.context.wrong(value.line, &place, format_args!("expected {expected}, found {text:?}"), None);
        } else if seen.insert(text.to_ascii_lowercase()) {
            good.push(text.to_ascii_lowercase());
        }
    }
    good
}

const ON_FAILURE: &[(&str, OnFailure)] = &[("deny", OnFailure::Deny), ("allow", OnFailure::Allow)];
const SURVIVE: &[(&str, Survive)] = &[("crash", Survive::Crash), ("power_loss", Survive::PowerLoss)];

fn ledger(section: &Section) -> Ledger {
    let days = section.whole("keep_days", 0..=36_500);
    let records = section.whole("keep_records", 0..=1_000_000_000_000);
    let bytes = section.bytes("keep_bytes", 0..=1 << 50) as u64;
    Ledger {
        on_failure: section.choice("on_failure", ON_FAILURE),
        survive: section.choice("survive", SURVIVE),
        body_bytes: section.bytes("body_bytes", 0..=16 << 20),
        keep_days: u32::try_from(days).ok().filter(|days| *days > 0),
        keep_records: (records > 0).then_some(records),
        keep_bytes: (bytes > 0).then_some(bytes),
    }
}

fn telemetry(section: &Section) -> Telemetry {
    let traces = section.text("traces").map(|placed| placed.text.to_owned());
    if let Some(url) = &traces
        && !["http://", "https://"].iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
    {
        section.wrong("traces", "expected a URL that starts with http:// or https://", None);
    }
    Telemetry { traces }
}

fn limits(section: &Section) -> Limits {
    let count = |key: &str| usize::try_from(section.whole(key, 1..=1_000_000)).unwrap_or(usize::MAX);
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let rate = small(section.whole("requests_per_second", 0..=1_000_000));
    let burst = section.maybe_whole("burst", 1..=10_000_000);
    Limits {
        request_bytes: section.bytes("request_bytes", 1 << 10..=1 << 30),
        // A reader of JSON that is asked for more would have to recurse deeper than a thread's stack is sure to go.
        depth: usize::try_from(section.whole("depth", 8..=512)).unwrap_or(usize::MAX),
        requests_per_second: (rate > 0).then_some(rate),
        burst: burst.map_or(if rate == 0 { u32::MAX } else { rate.saturating_mul(2) }, small),
        connections: count("connections"),
        sessions: count("sessions"),
        in_flight: count("in_flight"),
        session_idle: section.duration("session_idle", Duration::from_secs(1)..=Duration::from_secs(30 * 86_400)),
    }
}
