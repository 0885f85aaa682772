//! Somebody else's gateway, which has the servers of all scenarios behind it.

use crate::commands::adversary::known_as;
use anyhow::Context;
use std::sync::Arc;
use vetgate_command::console;
use vetgate_command::lab::Gauntlet;
use vetgate_lab::adversary::agent::{Unheard, presence};
use vetgate_lab::adversary::stage::Venue;
use vetgate_lab::adversary::{Agent, Performance, Scenario, Stage};

/// An endpoint, and the servers that stand behind it.
pub(super) struct Target {
    url: String,
    token: Option<String>,
    stages: Vec<Arc<Stage>>,
    _venue: Venue,
}

impl Target {
    /// Opens the servers of all scenarios for an endpoint.
    pub(super) async fn open(url: &str, args: &Gauntlet, scenarios: &[Scenario]) -> anyhow::Result<Self> {
        let token = match &args.token_env {
            Some(variable) => Some(std::env::var(variable).with_context(|| format!("{variable} has no token"))?),
            None => None,
        };
        let stages: Vec<_> = scenarios.iter().cloned().map(Stage::new).collect();
        let venue = Venue::open(args.listen, &stages).await?;
        if !presence::is_there(url).await? {
            console::note(&format!("vetgate: the scenario servers are running; waiting for {url}"));
            presence::awaited(url).await?;
        }
        Ok(Self { url: url.to_owned(), token, stages, _venue: venue })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Plays one of the scenarios.
    pub(super) async fn play(&self, id: &str) -> anyhow::Result<Performance> {
        let stage = self.stages.iter().find(|stage| stage.scenario().id == id).context("it was opened")?;
        let agent = Agent::through(stage, &self.url, self.token.as_deref(), |server| known_as(id, server)).await?;
        Ok(agent.perform(&mut Unheard).await)
    }
}
