//! A hold from the moment its row is written until it is closed, which it is once and always.

use super::{HoldOutcome, Released};
use crate::Events;
use crate::events::What;
use std::sync::Arc;
use vetgate_ledger::{Answer, Closing, Hold, HoldDecision, Ledger, LedgerError, Reply, Waiting};

/// A hold that is open. [`close`](Self::close) uses it up; dropped before that, its client has left.
pub(super) struct Open {
    row: Row,
    pub(super) hold: Hold,
}

impl Open {
    /// Writes the row, and tells that somebody is needed.
    pub(super) async fn new(ledger: Arc<Ledger>, events: Events, waiting: &Waiting<'_>) -> Result<Self, LedgerError> {
        let (id, reply) = ledger.hold(waiting)?;
        // From here on: a client that leaves while the row is written leaves none behind.
        let mut row = Row { ledger, events, id, told: None, is_closed: false };
        let hold = reply.done().await?;
        row.told = Some((hold.server.clone(), hold.name.clone()));
        row.events.tell(What::HoldOpened {
            hold: hold.id.clone(),
            principal: hold.principal.clone(),
            session: hold.session.clone(),
            server: hold.server.clone(),
            name: hold.name.clone(),
            reason: hold.reason.clone(),
            risk: hold.risk,
            until_ms: hold.until_ms,
        });
        Ok(Self { row, hold })
    }

    /// Whether there is something to be taken up. A store that cannot be read has nothing: what cannot be read is not
    /// approved.
    pub(super) async fn is_decided(&self) -> bool {
        let (ledger, id) = (self.row.ledger.clone(), self.hold.id.clone());
        let looked = tokio::task::spawn_blocking(move || ledger.is_hold_decided(&id)).await;
        matches!(looked, Ok(Ok(true)))
    }

    /// Ends it: with the decision, if there is one by now, else as `closing` says.
    pub(super) async fn close(mut self, closing: Closing) -> HoldOutcome {
        let closed = self.row.close(closing).done().await;
        let (outcome, word, by) = match closed {
            Ok(Some(HoldDecision { answer: Answer::Approve, by, .. })) => {
                (HoldOutcome::Approved(Released::new(by.clone())), "approved", by)
            }
            Ok(Some(HoldDecision { answer: Answer::Deny, by, reason, .. })) => {
                (HoldOutcome::Denied { by: by.clone(), reason }, "denied", by)
            }
            Ok(None) if closing == Closing::Stopped => (HoldOutcome::Closing, closing.name(), String::new()),
            Ok(None) => (HoldOutcome::TimedOut, closing.name(), String::new()),
            // Whether somebody has approved cannot be known, so nobody has.
            Err(error) => (HoldOutcome::Failed(error.to_string()), "failed", String::new()),
        };
        self.row.tell(word, by);
        outcome
    }
}

/// The row, whose end is submitted exactly once.
struct Row {
    ledger: Arc<Ledger>,
    events: Events,
    id: String,
    /// Server and name, once the hold has been told.
    told: Option<(String, String)>,
    is_closed: bool,
}

impl Row {
    fn close(&mut self, closing: Closing) -> Reply<Option<HoldDecision>> {
        self.is_closed = true;
        self.ledger.close_hold(&self.id, closing)
    }

    fn tell(&mut self, outcome: &'static str, by: String) {
        if let Some((server, name)) = self.told.take() {
            self.events.tell(What::HoldClosed { hold: self.id.clone(), server, name, outcome, by });
        }
    }
}

impl Drop for Row {
    fn drop(&mut self) {
        if !self.is_closed {
            self.close(Closing::Left).detach();
        }
        self.tell(Closing::Left.name(), String::new());
    }
}
