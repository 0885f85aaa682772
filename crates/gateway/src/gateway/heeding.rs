//! Taking up what people decide while the gateway runs, here or in another process.

use super::roster::Roster;
use crate::curtain::Curtain;
use futures_util::future::join_all;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::sleep;

/// How often is looked whether somebody has decided something. A call looks for itself.
const EVERY: Duration = Duration::from_millis(500);

/// Stands for decisions that cannot be read.
const UNREADABLE: u64 = u64::MAX;

/// What was taken up so far.
pub(super) struct Heeding {
    roster: Arc<RwLock<Arc<Roster>>>,
    curtain: Arc<dyn Curtain>,
    decisions: AtomicU64,
    epoch: AtomicU64,
    turn: Mutex<()>,
    watching: OnceLock<()>,
}

impl Heeding {
    pub(super) fn new(roster: Arc<RwLock<Arc<Roster>>>, curtain: Arc<dyn Curtain>) -> Arc<Self> {
        let (decisions, epoch) = (AtomicU64::new(0), AtomicU64::new(curtain.epoch()));
        Arc::new(Self { roster, curtain, decisions, epoch, turn: Mutex::default(), watching: OnceLock::new() })
    }

    /// Has everything reviewed again if what was reviewed last is not `decisions`. Costs next to nothing if it is.
    pub(super) async fn heed(&self, decisions: u64) {
        if self.is_heeded(decisions) {
            return;
        }
        let _turn = self.turn.lock().await;
        if self.is_heeded(decisions) {
            return;
        }
        // Whatever moves from here on is for the next time.
        let epoch = self.curtain.epoch();
        let roster = self.roster.read().unwrap_or_else(PoisonError::into_inner).clone();
        join_all(roster.attended.iter().map(|attended| attended.server.review_again())).await;
        self.epoch.store(epoch, Ordering::Release);
        self.decisions.store(decisions, Ordering::Release);
    }

    fn is_heeded(&self, decisions: u64) -> bool {
        self.decisions.load(Ordering::Acquire) == decisions
            && self.epoch.load(Ordering::Acquire) == self.curtain.epoch()
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
