//! Without a gateway, every attack works and all harmless work is done: what the gauntlet says of a defender means
//! something only because of this.

use std::sync::Arc;
use tokio::sync::Semaphore;
use vetgate_lab::adversary::agent::Unheard;
use vetgate_lab::adversary::{Agent, Deed, Performance, Scenario, Stage, repertoire};

/// The number of scenarios that run at the same time. With all of them at once, responses that are slow on purpose miss the
/// time limit of the agent on a machine with few processors.
const PARALLEL_SCENARIOS: usize = 8;

async fn play(scenario: Scenario) -> Performance {
    let stage: Arc<Stage> = Stage::new(scenario);
    let agent = Agent::direct(&stage).await.expect("the servers can be spoken to");
    agent.perform(&mut Unheard).await
}

/// Plays all scenarios, [`PARALLEL_SCENARIOS`] at a time, and returns a line for each that fails.
async fn failures(scenarios: Vec<Scenario>, fails: fn(&Scenario, &Performance) -> Option<String>) -> Vec<String> {
    let permits = Arc::new(Semaphore::new(PARALLEL_SCENARIOS));
    let playing: Vec<_> = scenarios
        .into_iter()
        .map(|scenario| {
            let permits = permits.clone();
            tokio::spawn(async move {
                let _permit = permits.acquire().await.expect("the semaphore stays open");
                let performance = play(scenario.clone()).await;
                fails(&scenario, &performance).map(|reason| format!("{}: {reason}", scenario.id))
            })
        })
        .collect();
    let mut said = Vec::new();
    for performance in playing {
        said.extend(performance.await.expect("a scenario plays to its end"));
    }
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_attack_does_its_harm() {
    let mut attacks: Vec<_> = repertoire::all().into_iter().filter(|scenario| !scenario.is_harmless()).collect();
    attacks.push(repertoire::demo());
    let failed = failures(attacks, |scenario, performance| {
        let harm = scenario.harm.as_ref().expect("an attack has one");
        (!performance.is_harmed(harm)).then(|| {
            let (seen, arrived) = (&performance.seen, &performance.arrived);
            format!("no harm: seen {seen:?}, arrived {arrived:?}, steps {:?}", performance.steps)
        })
    })
    .await;
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_harmless_work_is_done() {
    let harmless: Vec<_> = repertoire::all().into_iter().filter(Scenario::is_harmless).collect();
    let failed = failures(harmless, |_, performance| {
        let failed = performance.steps.iter().find(|step| !matches!(step.deed, Deed::Done | Deed::Erred))?;
        Some(format!("{failed:?}"))
    })
    .await;
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
