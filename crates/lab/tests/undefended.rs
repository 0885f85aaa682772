//! Without a gateway, every attack works and all harmless work is done: what the gauntlet says of a defender means
//! something only because of this.

use std::sync::Arc;
use vetgate_lab::adversary::agent::Unheard;
use vetgate_lab::adversary::{Agent, Deed, Performance, Scenario, Stage, repertoire};

async fn play(scenario: Scenario) -> Performance {
    let stage: Arc<Stage> = Stage::new(scenario);
    let agent = Agent::direct(&stage).await.expect("the servers can be spoken to");
    agent.perform(&mut Unheard).await
}

/// Plays many at once and gives back what is said of those that fail.
async fn failures(scenarios: Vec<Scenario>, fails: fn(&Scenario, &Performance) -> Option<String>) -> Vec<String> {
    let playing: Vec<_> = scenarios
        .into_iter()
        .map(|scenario| {
            tokio::spawn(async move {
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
