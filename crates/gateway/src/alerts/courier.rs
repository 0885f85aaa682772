//! The one task that delivers alerts, in the order in which they were made.
//!
//! Whether the receiver can be reached is a matter of the receiver and not of one alert, so the first one is tried until
//! it is delivered or given up, and the others wait behind it. A new alert is a reason to try the first one again early.

use super::schedule::{Next, Outcome, Pace};
use super::webhook::Webhook;
use crate::events::What;
use crate::{Gateway, wall_clock};
use serde::Deserialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::sleep;
use vetgate_ledger::store::Queued;
use vetgate_ledger::{Claimed, Ledger};

/// How often the queue is looked at without a reason: another process may have left something.
const ROUND: Duration = Duration::from_secs(5);
/// Alerts that wait for a ledger that cannot write.
const UNQUEUED: usize = 100;
/// What an alert is kept from others for beyond the time that its delivery may take.
const MARGIN: Duration = Duration::from_secs(20);

/// Alerts that are not on disk, because the ledger cannot write. That is what they are about.
#[derive(Default)]
pub(super) struct Unqueued {
    texts: Mutex<VecDeque<String>>,
    bell: Notify,
}

impl Unqueued {
    pub(super) fn keep(&self, text: String) {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if texts.len() < UNQUEUED {
            texts.push_back(text);
        }
        self.bell.notify_one();
    }

    fn first(&self) -> Option<String> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).front().cloned()
    }

    fn forget_first(&self) {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    }
}

pub(super) struct Courier {
    gateway: Weak<Gateway>,
    ledger: Arc<Ledger>,
    webhook: watch::Receiver<Option<Arc<Webhook>>>,
    unqueued: Arc<Unqueued>,
    pace: Pace,
    /// The alert that this task has postponed, and until when.
    postponed: Option<(u64, u64)>,
}

/// What is read of an alert.
#[derive(Default, Deserialize)]
struct Head {
    id: String,
    time_ms: u64,
    title: String,
}

impl Courier {
    pub(super) fn new(
        gateway: &Arc<Gateway>,
        ledger: Arc<Ledger>,
        webhook: watch::Receiver<Option<Arc<Webhook>>>,
        unqueued: Arc<Unqueued>,
        pace: Pace,
    ) -> Self {
        Self { gateway: Arc::downgrade(gateway), ledger, webhook, unqueued, pace, postponed: None }
    }

    /// Works until nobody can say where alerts go.
    pub(super) async fn run(mut self) {
        loop {
            let webhook = self.webhook.borrow_and_update().clone();
            let pause = match webhook {
                Some(webhook) => self.round(&webhook).await,
                None => Some(Duration::MAX),
            };
            let Some(pause) = pause else { continue };
            // A receiver that is down is not tried more often than this, however much happens.
            let moment = if self.postponed.is_some() { self.pace.first.min(pause) } else { Duration::ZERO };
            tokio::select! {
                () = sleep(pause) => {}
                () = early(&self.ledger, &self.unqueued, moment) => {}
                changed = self.webhook.changed() => if changed.is_err() { return },
            }
        }
    }

    /// Delivers what can be delivered; how long there is nothing to do, if there is nothing at once.
    async fn round(&mut self, webhook: &Webhook) -> Option<Duration> {
        self.deliver_unqueued(webhook).await;
        self.tell_dropped();
        let lease = self.pace.timeout + MARGIN;
        let longest = self.pace.longest.max(lease);
        let claim = self.ledger.claim_alert(now_ms(), millis(lease), millis(longest), self.postponed);
        match claim.done().await {
            Ok(Claimed::Message(alert)) => self.deliver(webhook, alert).await,
            Ok(Claimed::Later(then)) => Some(Duration::from_millis(then.saturating_sub(now_ms())).min(ROUND)),
            // That the ledger fails is told where it is noticed.
            Ok(Claimed::Nothing) | Err(_) => Some(ROUND),
        }
    }

    async fn deliver(&mut self, webhook: &Webhook, alert: Queued) -> Option<Duration> {
        let head: Head = serde_json::from_str(&alert.body).unwrap_or_default();
        let outcome = webhook.deliver(&alert.body, now_ms(), self.pace.timeout).await;
        let age = Duration::from_millis(now_ms().saturating_sub(head.time_ms));
        self.postponed = None;
        match self.pace.next(&outcome, alert.attempts, age) {
            // If it stays in the queue, it is delivered once more, under the same id.
            Next::Done => _ = self.ledger.dequeue_alert(alert.id).done().await,
            Next::Again(pause) => {
                let then = now_ms() + millis(pause);
                let postponed = self.ledger.postpone_alert(alert.id, alert.attempts, then).done().await;
                self.postponed = postponed.is_ok().then_some((alert.id, then));
                return Some(pause);
            }
            Next::Over(reason) => {
                let _ = self.ledger.dequeue_alert(alert.id).done().await;
                self.tell(format!("{reason}; the alert `{}` ({}) is discarded", head.title, head.id));
            }
        }
        None
    }

    /// Puts what is not on disk there, or delivers it straight away.
    async fn deliver_unqueued(&self, webhook: &Webhook) {
        while let Some(text) = self.unqueued.first() {
            let is_queued = self.ledger.enqueue_alert(text.clone()).done().await.is_ok();
            if !is_queued && webhook.deliver(&text, now_ms(), self.pace.timeout).await != Outcome::Delivered {
                return;
            }
            self.unqueued.forget_first();
        }
    }

    fn tell_dropped(&self) {
        let dropped = self.ledger.take_dropped_alerts();
        if dropped > 0 {
            self.tell(format!("too many alerts are waiting; the oldest {dropped} were discarded"));
        }
    }

    fn tell(&self, reason: String) {
        if let Some(gateway) = self.gateway.upgrade() {
            gateway.events().tell(What::AlertFailed { reason });
        }
    }
}

/// Waits for a reason to look at the queue early, and then for a moment, so that many reasons are one.
async fn early(ledger: &Ledger, unqueued: &Unqueued, moment: Duration) {
    tokio::select! {
        () = ledger.alerted() => {}
        () = unqueued.bell.notified() => {}
    }
    sleep(moment).await;
}

fn now_ms() -> u64 {
    millis(wall_clock::now())
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
