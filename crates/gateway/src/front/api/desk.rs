//! What all requests of the management surface share.

use super::Problem;
use crate::front::Front;
use crate::front::gauge::Gauge;
use crate::{Events, Gateway};
use std::sync::Arc;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::Instant;
use vetgate_ledger::{Ledger, LedgerError};

/// Requests that read the ledger at a time: as many as it has readers.
const READS: usize = 2;

/// What is under way, so that it does not become too much.
#[derive(Debug)]
pub(crate) struct Desk {
    reads: Semaphore,
    /// Proofs of the chain.
    pub(super) proofs: Arc<Gauge>,
    /// Alerts that are tried.
    pub(super) trials: Arc<Gauge>,
    /// Streams of events.
    pub(super) listeners: Arc<Gauge>,
    /// When it was asked last whether the ledger can be written, and what came of it.
    pub(super) ledger_works: Mutex<Option<(Instant, bool)>>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            reads: Semaphore::new(READS),
            proofs: Arc::default(),
            trials: Arc::default(),
            listeners: Arc::default(),
            ledger_works: Mutex::default(),
        }
    }
}

impl Front {
    /// What is managed.
    pub(super) fn gateway(&self) -> Result<&Gateway, Problem> {
        self.service.gateway().ok_or_else(|| Problem::unavailable("there is no gateway to manage"))
    }

    pub(super) fn stream(&self) -> Result<&Events, Problem> {
        self.gateway().map(Gateway::events)
    }

    pub(super) fn ledger(&self) -> Result<Arc<Ledger>, Problem> {
        let ledger = self.gateway()?.ledger().cloned();
        ledger.ok_or_else(|| Problem::unavailable("this gateway has no ledger"))
    }

    /// Reads from the ledger, which takes a while, on a thread that may be held up.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        what: impl FnOnce(&Ledger) -> Result<T, LedgerError> + Send + 'static,
    ) -> Result<T, Problem> {
        let ledger = self.ledger()?;
        let _place =
            self.desk.reads.acquire().await.map_err(|_| Problem::unavailable("the gateway is shutting down"))?;
        let reading = tokio::task::spawn_blocking(move || what(&ledger));
        match reading.await {
            Ok(Ok(read)) => Ok(read),
            Ok(Err(error)) => Err(unreadable(&error)),
            Err(_) => Err(Problem::unavailable("reading the ledger was interrupted")),
        }
    }
}

pub(super) fn unreadable(error: &LedgerError) -> Problem {
    Problem::unavailable(format!("the ledger cannot be used: {error}"))
}
