//! Taking up what people decide while the gateway runs, here or in another process.

use super::roster::Roster;
use crate::curtain::Curtain;
use futures_util::future::join_all;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};
use std::time::Duration;
use tokio::time::sleep;

/// How often is looked whether somebody has decided something. A call looks for itself.
const EVERY: Duration = Duration::from_millis(500);

/// Stands for decisions that cannot be read.
const UNREADABLE: u64 = u64::MAX - 1;

/// Looks for decisions, and has servers take them up.
pub(super) struct Heeding {
    roster: Arc<RwLock<Arc<Roster>>>,
    curtain: Arc<dyn Curtain>,
    watching: OnceLock<()>,
}

impl Heeding {
    pub(super) fn new(roster: Arc<RwLock<Arc<Roster>>>, curtain: Arc<dyn Curtain>) -> Arc<Self> {
        Arc::new(Self { roster, curtain, watching: OnceLock::new() })
    }

    /// Has every server that has not taken up these decisions do so. Costs next to nothing if all have.
    pub(super) async fn heed(&self, decisions: u64) {
        let roster = self.roster.read().unwrap_or_else(PoisonError::into_inner).clone();
        join_all(roster.attended.iter().map(|attended| attended.server.heed(decisions))).await;
    }

    /// Looks for decisions for as long as this lives.
    pub(super) fn watch(self: &Arc<Self>) {
        if self.watching.set(()).is_ok() {
            tokio::spawn(watch(Arc::downgrade(self)));
        }
    }
}

async fn watch(heeding: Weak<Heeding>) {
    loop {
        sleep(EVERY).await;
        let Some(heeding) = heeding.upgrade() else { return };
        let curtain = heeding.curtain.clone();
        let decisions = tokio::task::spawn_blocking(move || curtain.decisions()).await;
        heeding.heed(decisions.ok().flatten().unwrap_or(UNREADABLE)).await;
    }
}
