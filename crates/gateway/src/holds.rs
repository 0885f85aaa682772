//! Calls that wait for a person.
//!
//! ```text
//!  call ── wait ──▶ a row in the ledger's store ◀── approve-call, deny-call · REST · the client's own user
//!            ▲                │
//!            └── the decision, whoever is first; else a timeout, which denies
//! ```
//!
//! What waits is a row in the store, because whoever decides may be in another process. Every hold ends with its row:
//! decided, timed out, left by its client, or closed with the gateway. Which of these comes first is decided by one
//! transaction, so a call is released once or never.

mod client;
mod outcome;
mod settings;

pub use client::HoldClient;
pub use outcome::{HoldOutcome, Released};
pub use settings::HoldSettings;

use crate::Events;
use std::sync::{Arc, PoisonError, RwLock};
use vetgate_ledger::Ledger;

/// A call that is to wait, as the person who decides sees it. Everything is masked before it is written or shown.
#[derive(Debug, Clone, Default)]
pub struct HoldRequest {
    /// Who calls.
    pub principal: String,
    /// The short name of the client's session, where there is one.
    pub session: String,
    /// The server.
    pub server: String,
    /// The method.
    pub method: String,
    /// The tool, prompt or resource.
    pub name: String,
    /// What would be sent; JSON.
    pub arguments: String,
    /// 0 to 100.
    pub risk: u8,
    /// Why it waits, in one sentence.
    pub reason: String,
    /// Why it waits, in full; lines of text.
    pub explanation: String,
}

/// The calls of one gateway that wait.
pub struct Holds {
    ledger: Option<Arc<Ledger>>,
    events: Events,
    settings: RwLock<HoldSettings>,
}

impl Holds {
    /// Nothing waits yet. Without a ledger nobody could decide, so nothing ever does.
    pub(crate) fn new(ledger: Option<Arc<Ledger>>, events: Events) -> Self {
        Self { ledger, events, settings: RwLock::default() }
    }

    /// Holds calls like this from now on. Those that wait already are not concerned.
    pub fn configure(&self, settings: HoldSettings) {
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = settings;
    }

    /// Has a call wait until somebody decides, or the time is over. Dropping the future is the client's leaving: what
    /// waited is gone then, and can no longer be approved.
    pub async fn wait(&self, request: HoldRequest, client: HoldClient<'_>) -> HoldOutcome {
        let _ = (request, client, &self.ledger, &self.events);
        HoldOutcome::Failed("calls cannot be held yet".to_owned())
    }
}
