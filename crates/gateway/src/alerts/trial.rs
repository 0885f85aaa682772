//! Trying whether alerts arrive: one that says so, sent at once, and what became of it.

use super::schedule::Outcome;
use super::webhook::{TIMEOUT, Webhook};
use crate::wall_clock;
use std::sync::Arc;
use tokio::sync::watch;
use vetgate_ledger::{Alert, Ledger};
use vetgate_model::Severity;

/// The way to the receiver that is configured now.
#[derive(Clone)]
pub(crate) struct Trial(watch::Receiver<Option<Arc<Webhook>>>);

impl Trial {
    pub(super) fn new(webhook: watch::Receiver<Option<Arc<Webhook>>>) -> Self {
        Self(webhook)
    }

    /// Sends an alert that is none. Nothing if there is nowhere to send it to; what went wrong, if something did.
    pub(crate) async fn send(&self, ledger: &Ledger) -> Option<Result<(), String>> {
        let webhook = self.0.borrow().clone()?;
        let now_ms = u64::try_from(wall_clock::now().as_millis()).unwrap_or(u64::MAX);
        let alert = Alert {
            severity: Severity::Low,
            reason: "a test of whether alerts are delivered".to_owned(),
            ..Alert::new("test", "This is a test")
        };
        let text = ledger.alert_text(alert, now_ms);
        Some(match webhook.deliver(&text, now_ms, TIMEOUT).await {
            Outcome::Delivered => Ok(()),
            Outcome::Refused { status, .. } => Err(format!("the receiver answered with status {status}")),
            Outcome::Failed(reason) => Err(reason.to_owned()),
        })
    }
}
