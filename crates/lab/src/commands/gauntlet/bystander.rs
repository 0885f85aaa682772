//! Scenarios without a gateway.

use vetgate_lab::adversary::agent::Unheard;
use vetgate_lab::adversary::{Agent, Performance, Scenario, Stage};

/// Plays a scenario: the agent speaks to each server itself.
pub(crate) async fn play(scenario: Scenario) -> anyhow::Result<Performance> {
    let stage = Stage::new(scenario);
    let agent = Agent::direct(&stage).await?;
    Ok(agent.perform(&mut Unheard).await)
}
