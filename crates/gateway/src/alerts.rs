//! Alerts: telling somebody outside, by a webhook, what should not wait until a person looks.
//!
//! ```text
//!  quarantine ──┐ in its own transaction
//!               ├──▶ queue in the ledger ──▶ courier ──▶ POST, signed
//!  events ──────┘ ledger fails, works again
//! ```
//!
//! An alert is on disk before it is sent, and leaves the queue only when the receiver has said that it has it. So it
//! arrives at least once; its `id` tells a second delivery from a second alert.

mod courier;
mod schedule;
mod trial;
mod webhook;

use crate::config;
use crate::events::What;
use crate::{Event, Gateway};
use courier::{Courier, Unqueued};
pub use schedule::Pace;
use std::sync::Arc;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::watch;
use tokio::task::JoinHandle;
pub(crate) use trial::Trial;
use vetgate_ledger::{Alert, CHANGED_RISK, Ledger};
use vetgate_model::Severity;
use webhook::Webhook;

/// What sends alerts for as long as it lives. What is not sent by then is sent after the next start.
pub struct Alerts {
    ledger: Arc<Ledger>,
    webhook: watch::Sender<Option<Arc<Webhook>>>,
    tasks: [JoinHandle<()>; 2],
}

impl Alerts {
    /// Sends the alerts of a gateway, as soon as [`configure`](Self::configure) says where. Nothing if it keeps no
    /// ledger: there is no place for a queue then.
    pub fn start(gateway: &Arc<Gateway>, pace: Pace) -> Option<Self> {
        let ledger = gateway.ledger()?.clone();
        let (webhook, told) = watch::channel(None);
        let unqueued = Arc::new(Unqueued::default());
        gateway.try_alerts_with(Trial::new(told.clone()));
        let courier = Courier::new(gateway, ledger.clone(), told.clone(), unqueued.clone(), pace);
        let listening = listen(gateway.events().listen(), ledger.clone(), told, unqueued);
        let tasks = [tokio::spawn(courier.run()), tokio::spawn(listening)];
        Some(Self { ledger, webhook, tasks })
    }

    /// Sends them there from now on, or nowhere. An error says what is wrong with the settings, and repeats no secret.
    pub fn configure(&self, settings: &config::Alerts) -> Result<(), String> {
        let webhook = match &settings.webhook_url {
            Some(url) => Some(Webhook::new(url, settings.webhook_secret.clone())?),
            None => None,
        };
        self.ledger.set_alerting(webhook.is_some());
        self.webhook.send_replace(webhook.map(Arc::new));
        Ok(())
    }
}

impl Alerts {
    /// Stops, and lets go of the ledger before it returns.
    pub async fn stop(mut self) {
        for task in &mut self.tasks {
            task.abort();
            let _ = task.await;
        }
    }
}

impl Drop for Alerts {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// The alert of a chain that does not verify, for whoever has verified it.
pub fn broken_chain(reason: &str) -> Alert {
    let reason = reason.to_owned();
    Alert { reason, severity: Severity::Critical, ..Alert::new("chain_broken", "The activity record was altered") }
}

/// What of an event somebody should know. What the quarantine holds back is in the queue already.
fn alert_of(what: &What) -> Option<Alert> {
    match what {
        What::LedgerFailed { reason } => Some(Alert {
            reason: reason.clone(),
            ..Alert::new("ledger_failed", "The activity record cannot be written")
        }),
        What::LedgerWorks => Some(Alert {
            severity: Severity::Low,
            ..Alert::new("ledger_works", "The activity record can be written again")
        }),
        What::HoldOpened { hold, session, server, name, reason, risk, .. } => Some(Alert {
            hold: hold.clone(),
            session: session.clone(),
            server: server.clone(),
            name: name.clone(),
            reason: reason.clone(),
            risk: *risk,
            ..Alert::new("call_held", "A call is held for approval")
        }),
        What::SiblingsFlagged { server, item, name, siblings, is_withheld: true } => Some(Alert {
            server: server.clone(),
            item,
            name: name.clone(),
            reason: format!(
                "this definition has changed since it was approved; {siblings} approved definitions of the server are \
                 withheld until a person decides about it (security.tool_quarantine.on_rug_pull = server)"
            ),
            risk: CHANGED_RISK,
            ..Alert::new("server_withheld", "A server is withheld, because an approved definition of it has changed")
        }),
        _ => None,
    }
}

async fn listen(
    mut events: broadcast::Receiver<Event>,
    ledger: Arc<Ledger>,
    webhook: watch::Receiver<Option<Arc<Webhook>>>,
    unqueued: Arc<Unqueued>,
) {
    loop {
        let event = match events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let Some(alert) = alert_of(&event.what).filter(|_| webhook.borrow().is_some()) else { continue };
        unqueued.keep(ledger.alert_text(alert, event.time_ms));
    }
}

#[cfg(test)]
mod tests;
