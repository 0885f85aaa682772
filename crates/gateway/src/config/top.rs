//! The keys at the top of the file.
//!
//! A file of Vetgate's own has no other keys than the known ones. The file of a known client, which may be used as it
//! is, has keys of the client beside its servers; they are listed as ignored. In both, a key that is almost a known one
//! or that belongs elsewhere in the file is a mistake: a setting that is not read must not look as if it were.

use super::context::Context;
use super::keys::{self, KEYS};
use super::nearest::nearest;
use super::section::Section;
use std::collections::BTreeSet;
use vetgate_mcp::configs::{Data, Value};
use vetgate_model::Pointer;

/// Keys that hold servers, in the words of different clients.
const SERVERS: &[&str] = &["mcpServers", "mcp_servers", "context_servers", "servers"];

/// Keys that may hold servers among other things.
const MAY_HOLD_SERVERS: &[&str] = &["mcp", "mcp.servers", "$schema"];

/// The sections of Vetgate.
const SECTIONS: &[&str] = &["gateway", "security"];

/// Sections of `security` that may stand at the top as well, as the RFC prints them.
pub(super) const BLOCKS: &[&str] = &["pii_detection", "risk_assessment", "tool_quarantine", "tool_policy", "alerts"];

/// Keys of `gateway` and `security` that are ordinary words, which clients use for settings of their own.
// table: a part of the gateway's own keys.
const COMMON: &[&str] = &["mode", "tls", "agents", "limits", "telemetry", "rules", "responses", "flow"];

/// Notes the mistakes among the keys at the top, and returns those that are the client's own.
pub(super) fn check(context: &Context, root: &Value, is_client_file: bool) -> Vec<String> {
    let known = || SECTIONS.iter().chain(BLOCKS).chain(&["mcpServers"]).copied();
    let mut seen = BTreeSet::new();
    let mut ignored = vec![];
    for (key, value) in root.members() {
        let place = Pointer::root().key(key);
        let is_servers = SERVERS.contains(&key.as_str());
        if is_client_file && is_clients_own(key, value) {
            ignored.push(key.clone());
        } else if is_servers || known().any(|known| known == key) {
            if !seen.insert(key) {
                context.wrong(value.line, &place, "occurs twice here", Some("merge them into one".to_owned()));
            } else if is_servers && !matches!(value.data, Data::Map(_) | Data::List(_) | Data::Null) {
                let message = format!("expected a map of servers, found {}", value.kind());
                context.wrong(value.line, &place, message, None);
            }
        } else if MAY_HOLD_SERVERS.contains(&key.as_str()) {
            // Read where servers are read.
        } else if let Some(near) = nearest(key, known()) {
            context.wrong(value.line, &place, "there is no such key", Some(format!("did you mean `{near}`?")));
        } else if let Some(section) = section_of(key, is_client_file) {
            let hint = format!("put it into `{section}`");
            context.wrong(value.line, &place, "has no effect at the top of the file", Some(hint));
        } else if is_client_file {
            ignored.push(key.clone());
        } else {
            let hint = format!("known: {}", known().collect::<Vec<_>>().join(", "));
            context.wrong(value.line, &place, "there is no such key", Some(hint));
        }
    }
    ignored
}

/// Returns true for a `security` section without any key of Vetgate's, as Gemini CLI has one.
fn is_clients_own(key: &str, value: &Value) -> bool {
    let is_ours = |(key, _): &(String, Value)| nearest(key, keys::names("security")).is_some();
    key == "security" && !value.members().is_empty() && !value.members().iter().any(is_ours)
}

/// The section that has a key of this name. In a client's file only names count that are no ordinary words, and only
/// those of the sections themselves.
fn section_of(key: &str, is_client_file: bool) -> Option<&'static str> {
    let is_near = |known: &str| nearest(key, [known]).is_some();
    let first = KEYS.iter().find(|known| {
        SECTIONS.contains(&known.section) && is_near(known.name) && !(is_client_file && COMMON.contains(&known.name))
    });
    let deeper = || KEYS.iter().find(|known| !is_client_file && known.name == key);
    first.or_else(deeper).map(|known| known.section)
}

/// The section `security.KEY`, which is in `security` or, as the RFC prints it, at the top of the file; not in both with
/// different values.
pub(super) fn block<'v, 'c>(
    root: &'v Value,
    security: &Section<'v, 'c>,
    key: &'static str,
    name: &'static str,
) -> Section<'v, 'c> {
    let (Some(at_top), nested) = (root.get(key), security.get(key)) else { return security.section(key, name) };
    let place = Pointer::root().key(key);
    match nested {
        None => Section::open(security.context, name, place, Some(at_top)),
        Some(nested) => {
            if !is_same(at_top, nested) {
                let message = format!("differs from {} (line {})", security.place.key(key), nested.line);
                security.context.wrong(at_top.line, &place, message, Some("keep one of the two".to_owned()));
            }
            security.section(key, name)
        }
    }
}

/// Notes the keys of a server's entry that would have an effect only elsewhere. All others are the client's own.
pub(super) fn check_entry(context: &Context, entry: &Value, place: &Pointer, is_client_file: bool) {
    for (key, value) in entry.members() {
        let place = place.key(key);
        // Clients have a timeout in numbers, and a trust that is true or false.
        let is_clients = match key.as_str() {
            "timeout" | "trust" => !matches!(value.data, Data::Text(_)),
            _ => false,
        };
        if key != "vetgate" && nearest(key, ["vetgate"]).is_some() {
            let hint = "did you mean `vetgate`?".to_owned();
            context.wrong(value.line, &place, "there is no such key", Some(hint));
        } else if keys::names("vetgate").any(|known| known == key) && !is_clients {
            let hint = format!("write it as \"vetgate\": {{\"{key}\": ...}}");
            context.wrong(value.line, &place, "has no effect outside of `vetgate`", Some(hint));
        } else if SECTIONS.iter().chain(BLOCKS).any(|known| known == key) {
            let hint = "put it at the top of the file".to_owned();
            context.wrong(value.line, &place, "has no effect in the entry of a server", Some(hint));
        } else if let Some(section) = elsewhere(key, is_client_file) {
            let hint = format!("put it into `{section}`");
            context.wrong(value.line, &place, "has no effect in the entry of a server", Some(hint));
        }
    }
}

/// The section of Vetgate that has a key of exactly this name, for a key in the entry of a server.
fn elsewhere(key: &str, is_client_file: bool) -> Option<&'static str> {
    let is_it = |known: &&keys::Key| {
        known.name == key && ["security", "gateway", "gateway.agents[]"].contains(&known.section) && !is_of_entry(key)
    };
    // A mode of a server alone is one of what is enforced.
    let found = KEYS.iter().filter(is_it).max_by_key(|known| known.section == "security")?;
    (!is_client_file || !(COMMON.contains(&key) || found.section == "gateway.agents[]")).then_some(found.section)
}

/// Whether clients have this key in the entries of servers.
fn is_of_entry(key: &str) -> bool {
    matches!(key, "name" | "token")
}

/// Returns true if two values say the same, wherever in the file they are.
fn is_same(one: &Value, other: &Value) -> bool {
    match (&one.data, &other.data) {
        (Data::Map(one), Data::Map(_)) => {
            let others = other.members();
            one.len() == others.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|o| is_same(value, o)))
        }
        (Data::List(one), Data::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (one, other) => one == other,
    }
}
