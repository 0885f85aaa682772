//! What the gateway says, as notices of a defender.

use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;
use vetgate_gateway::{Event, What};
use vetgate_lab::adversary::agent::Watch;
use vetgate_lab::adversary::scenario::Duty;
use vetgate_lab::adversary::{Notice, Scenario};

/// How long what a step has set going may take to be told.
const GRACE: Duration = Duration::from_millis(25);

/// The same after the last step: a server's new list is fetched, and looked at, in its own time.
const LAST_GRACE: Duration = Duration::from_millis(250);

/// Hears the events of a gateway.
pub(crate) struct Heard {
    events: Receiver<Event>,
    steps: usize,
    /// Whether the scenario itself breaks connections: that one is gone is then no news.
    breaks_lines: bool,
}

impl Heard {
    pub(crate) fn new(events: Receiver<Event>, scenario: &Scenario) -> Self {
        let steps = scenario.script.iter().map(|step| usize::try_from(step.times).unwrap_or(usize::MAX)).sum();
        let breaks_lines = scenario
            .script
            .iter()
            .any(|step| matches!(step.play(), Some(vetgate_lab::adversary::scenario::Play::Drop(_))));
        Self { events, steps, breaks_lines }
    }

    /// What an event means, if it means that something is wrong.
    fn meaning(&self, what: &What) -> Option<(Duty, String)> {
        Some(match what {
            What::Held { server, item, name, reason, .. } if name.is_empty() => {
                (Duty::Quarantine, format!("the {item} of {server} are quarantined: {reason}"))
            }
            What::Held { server, item, name, reason, .. } => {
                (Duty::Quarantine, format!("the {item} `{name}` of {server} is quarantined: {reason}"))
            }
            What::Hidden { server, name, reason } if name.is_empty() => {
                (Duty::Quarantine, format!("a part of {server} is not shown: {reason}"))
            }
            What::Hidden { server, name, reason } => {
                (Duty::Quarantine, format!("`{name}` of {server} is not shown: {reason}"))
            }
            What::HoldOpened { server, name, reason, .. } => {
                (Duty::Hold, format!("`{name}` of {server} is held for approval: {reason}"))
            }
            What::Refused { server, name, reason, .. } => {
                (Duty::Deny, format!("`{name}` of {server} is denied: {reason}"))
            }
            What::Flagged { server, name, reason, .. } => {
                (Duty::Detect, format!("`{name}` of {server} was flagged: {reason}"))
            }
            // What a session can do by now, told once. It says neither that something is wrong nor that it is stopped.
            What::Noticed { about: "trifecta", .. } => return None,
            What::Noticed { server, name, text, .. } => (Duty::Detect, format!("`{name}` on {server}: {text}")),
            What::Call { server, name, verdict: "mask", .. } => {
                (Duty::Mask, format!("data of `{name}` of {server} is masked, or marked as untrusted content"))
            }
            What::Disagreement { server, tool, place } => {
                (Duty::Detect, format!("content and structuredContent of `{tool}` of {server} differ {place}"))
            }
            What::Dropped { server, method, reason } if method.is_empty() => {
                (Duty::Detect, format!("{server}: {reason}"))
            }
            What::Dropped { server, method, reason } => {
                (Duty::Deny, format!("`{method}` of {server} is dropped: {reason}"))
            }
            What::ServerDown { server, reason } if !self.breaks_lines => {
                (Duty::Deny, format!("{server} cannot be used: {reason}"))
            }
            _ => return None,
        })
    }
}

impl Watch for Heard {
    async fn notices(&mut self, step: usize) -> Vec<Notice> {
        tokio::time::sleep(if step >= self.steps { LAST_GRACE } else { GRACE }).await;
        let mut notices = Vec::new();
        loop {
            match self.events.try_recv() {
                Ok(event) => {
                    notices.extend(self.meaning(&event.what).map(|(duty, words)| Notice { step, duty, words }))
                }
                Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return notices,
            }
        }
    }
}
