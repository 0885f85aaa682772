//! How the gateway is doing, for people.

use super::Gateway;
use crate::config::Mode;
use crate::discover::tokens;
use crate::revision::STATELESS;
use crate::server::{List, State};
use serde::Serialize;
use vetgate_ledger::{ServerKey, Trust};
use vetgate_mcp::link::Era;

/// How the gateway is doing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Status {
    /// The servers, in the order of the configuration.
    pub servers: Vec<ServerStatus>,
    /// Open sessions.
    pub sessions: usize,
    /// What the tools of all servers cost a model in tokens, by estimate.
    pub tokens_of_all_tools: usize,
    /// What the tools that are shown cost.
    pub tokens_shown: usize,
    /// What is saved by showing no more.
    pub tokens_saved: usize,
}

/// How one server is doing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerStatus {
    /// Its name.
    pub name: String,
    /// `up`, `starting`, `down` or `misconfigured`.
    pub state: &'static str,
    /// Why it cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How much it is trusted with what it declares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<Trust>,
    /// What the configuration says of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configured_trust: Option<Trust>,
    /// Who has set another trust than the configured one, where somebody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust_set: Option<TrustSet>,
    /// The protocol revision spoken with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// How many tools it declares.
    pub tools: usize,
    /// How many prompts.
    pub prompts: usize,
    /// How many resources and templates.
    pub resources: usize,
    /// The end of its standard error.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// What approvals know it by.
    #[serde(skip)]
    pub key: Option<ServerKey>,
}

/// Who has set how much a server is trusted, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrustSet {
    /// Who.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
}

impl Gateway {
    /// How many servers have neither come up nor failed yet.
    pub(crate) fn starting(&self) -> usize {
        let roster = self.roster();
        roster.attended.iter().filter(|attended| matches!(attended.server.state(), State::Starting)).count()
    }

    /// How the gateway is doing now.
    pub fn status(&self) -> Status {
        let (roster, added) = (self.roster(), self.additions());
        let mut all = 0;
        let mut servers = Vec::new();
        for attended in &roster.attended {
            let server = &attended.server;
            let shelf = server.shelf();
            all += shelf.list(List::Tools).iter().map(|item| tokens::estimate(item.definition.raw())).sum::<usize>();
            let (state, reason) = match server.state() {
                State::Up(_) => ("up", None),
                State::Starting => ("starting", None),
                State::Down(trouble) => ("down", Some(trouble.for_people().to_owned())),
            };
            let key = ServerKey::of(server.name(), &server.settings.transport);
            let set = added.trust_in(&key);
            servers.push(ServerStatus {
                name: server.name().to_owned(),
                state,
                reason,
                trust: Some(set.map_or(server.settings.trust, |set| set.trust)),
                configured_trust: Some(server.settings.trust),
                trust_set: set.map(|set| TrustSet { by: set.by.clone(), time_ms: set.time_ms }),
                revision: server.era().map(|era| match era {
                    Era::Handshake(revision) => revision,
                    Era::Stateless => STATELESS.to_owned(),
                }),
                tools: shelf.list(List::Tools).len(),
                prompts: shelf.list(List::Prompts).len(),
                resources: shelf.list(List::Resources).len() + shelf.list(List::Templates).len(),
                stderr: server.stderr(),
                key: Some(key),
            });
        }
        servers.extend(roster.misfits.iter().map(|misfit| ServerStatus {
            name: misfit.name.clone(),
            state: "misconfigured",
            reason: Some(misfit.reason.clone()),
            trust: None,
            configured_trust: None,
            trust_set: None,
            revision: None,
            tools: 0,
            prompts: 0,
            resources: 0,
            stderr: String::new(),
            key: None,
        }));
        let shown = match self.mode() {
            Mode::Direct => all,
            Mode::Discover => crate::discover::definitions().iter().map(|tool| tokens::estimate(tool)).sum(),
        };
        let tokens_saved = tokens::saved(all, shown).tokens;
        Status {
            servers,
            sessions: self.sessions().count(),
            tokens_of_all_tools: all,
            tokens_shown: shown,
            tokens_saved,
        }
    }
}
