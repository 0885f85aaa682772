//! `gateway.agents`: who may call, and what.

use super::nearest::nearest;
use super::secret::Secret;
use super::section::{Placed, Section, choose};
use std::collections::{BTreeMap, BTreeSet};
use vetgate_capability::OperationClass;

/// Shorter tokens can be guessed.
const SHORTEST: usize = 16;

/// Somebody who calls with a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// What it is called in records.
    pub name: String,
    /// What it shows to be let in.
    pub token: Secret<String>,
    /// The servers it may use; nothing means all.
    pub servers: Option<BTreeSet<String>>,
    /// What it may do; nothing means everything.
    pub operations: Option<BTreeSet<OperationClass>>,
}

const OPERATIONS: &[(&str, OperationClass)] =
    &[("read", OperationClass::Read), ("write", OperationClass::Write), ("destructive", OperationClass::Destructive)];

/// Reads the agents of the section `gateway`.
pub(super) fn read(gateway: &Section, servers: &BTreeSet<&str>) -> Vec<Agent> {
    let mut agents: Vec<Agent> = vec![];
    let mut names = BTreeMap::new();
    for section in gateway.sections("agents", "gateway.agents[]") {
        let name = section.needed("name").map(|name| name.text.to_owned());
        if let Some(name) = &name
            && let Some(line) = names.insert(name.clone(), section.line("name"))
        {
            section.wrong("name", format_args!("another agent has the name {name:?} (line {line})"), None);
        }
        let token = token(&section, &agents);
        let servers = granted_servers(&section, servers);
        let operations = section.texts("operations").map(|operations| {
            let class = |word: &Placed| choose(section.context, word.value, &word.place, OPERATIONS);
            operations.iter().filter_map(class).collect()
        });
        if let (Some(name), Some(token)) = (name, token) {
            agents.push(Agent { name, token, servers, operations });
        }
    }
    agents
}

fn token(section: &Section, others: &[Agent]) -> Option<Secret<String>> {
    if section.get("token").is_none() {
        section.wrong(
            "token",
            "is missing",
            Some("create one, and refer to it as \"${env:NAME}\" or \"${file:PATH}\""),
        );
        return None;
    }
    let token = section.secret("token")?;
    let text = token.expose();
    if text.is_empty() {
        section.wrong("token", "is empty, so any client could use it", None);
        return None;
    }
    if text.len() < SHORTEST {
        let message = format!("has fewer than {SHORTEST} characters and could be guessed");
        section.wrong("token", message, Some("create one with `openssl rand -hex 32`"));
        return None;
    }
    if !text.chars().all(|c| c.is_ascii_graphic()) {
        let message = "contains spaces or characters that are not allowed in a header";
        section.wrong("token", message, Some("use only letters and digits"));
        return None;
    }
    if let Some(other) = others.iter().find(|other| other.token.matches(text)) {
        let message = format!("is also the token of agent {:?}; each agent needs its own token", other.name);
        section.wrong("token", message, None);
        return None;
    }
    Some(token)
}

fn granted_servers(section: &Section, known: &BTreeSet<&str>) -> Option<BTreeSet<String>> {
    let mut granted = BTreeSet::new();
    for Placed { value, place, text } in section.texts("servers")? {
        if known.contains(text) {
            granted.insert(text.to_owned());
            continue;
        }
        let hint = match nearest(text, known.iter().copied()) {
            Some(near) => Some(format!("did you mean {near:?}?")),
            None if known.is_empty() => None,
            None => Some(format!("known servers are {}", known.iter().copied().collect::<Vec<_>>().join(", "))),
        };
        section.context.wrong(value.line, &place, format_args!("there is no server {text:?}"), hint);
    }
    Some(granted)
}
