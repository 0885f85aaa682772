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
mod elicitation;
mod open;
mod outcome;
mod settings;

pub use client::HoldClient;
pub use outcome::{HoldOutcome, Released};
pub use settings::HoldSettings;

use crate::Events;
use elicitation::Question;
use open::Open;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};
use vetgate_ledger::{Answer, Closing, Hold, HoldError, Ledger, LedgerError, Waiting};

/// How often is looked whether somebody has decided in another process.
const EVERY: Duration = Duration::from_millis(200);

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
    /// The same for programs; JSON.
    pub judgement: String,
    /// The number of the call in the ledger, where it is on the record.
    pub call: Option<u64>,
}

/// The calls of one gateway that wait.
pub struct Holds {
    ledger: Option<Arc<Ledger>>,
    events: Events,
    settings: RwLock<HoldSettings>,
    /// How many wait.
    open: AtomicUsize,
    /// Changes whenever somebody has decided through this gateway.
    decided: watch::Sender<u64>,
    is_closing: watch::Sender<bool>,
}

/// A place among those that wait.
struct Place<'h>(&'h AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Holds {
    /// Nothing waits yet. Without a ledger nobody could decide, so nothing ever does.
    pub(crate) fn new(ledger: Option<Arc<Ledger>>, events: Events) -> Self {
        Self {
            ledger,
            events,
            settings: RwLock::default(),
            open: AtomicUsize::new(0),
            decided: watch::Sender::new(0),
            is_closing: watch::Sender::new(false),
        }
    }

    /// Holds calls like this from now on. Those that wait already are not concerned.
    pub fn configure(&self, settings: HoldSettings) {
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = settings;
    }

    /// How many calls wait in this gateway.
    pub fn count(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// Denies what waits, and whatever would have to wait from now on: the gateway stops.
    pub fn close(&self) {
        self.is_closing.send_replace(true);
    }

    /// Decides about a call that waits, here or in another gateway with the same store. `by` is who.
    pub async fn decide(
        &self,
        id: &str,
        answer: Answer,
        by: &str,
        reason: &str,
    ) -> Result<Result<Hold, HoldError>, LedgerError> {
        let Some(ledger) = &self.ledger else { return Ok(Err(HoldError::Unknown)) };
        let decided = ledger.decide_hold(id, answer, by, reason).done().await;
        self.decided.send_modify(|count| *count = count.wrapping_add(1));
        decided
    }

    /// Has a call wait until somebody decides, or the time is over. Dropping the future is the client's leaving: what
    /// waited is gone then, and can no longer be approved.
    pub async fn wait(&self, request: HoldRequest, client: HoldClient<'_>) -> HoldOutcome {
        let settings = self.settings.read().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(ledger) = &self.ledger else {
            return HoldOutcome::Failed("this gateway has no ledger".to_owned());
        };
        if *self.is_closing.borrow() {
            return HoldOutcome::Closing;
        }
        let Some(_place) = self.enter(settings.most) else { return HoldOutcome::Full };
        let until = Instant::now() + settings.timeout;
        let waiting = Waiting {
            principal: &request.principal,
            session: &request.session,
            server: &request.server,
            method: &request.method,
            name: &request.name,
            arguments: &request.arguments,
            risk: request.risk,
            reason: &request.reason,
            explanation: &request.explanation,
            judgement: &request.judgement,
            patience_ms: u64::try_from(settings.timeout.as_millis()).unwrap_or(u64::MAX),
            call: request.call,
        };
        let open = match Open::new(ledger.clone(), self.events.clone(), &waiting).await {
            Ok(open) => open,
            Err(error) => return HoldOutcome::Failed(error.to_string()),
        };
        let mut question = Question::to(&client, settings.elicitation);
        let closing = self.until_over(&open, &client, &mut question, until).await;
        question.take_back(&client).await;
        open.close(closing).await
    }

    /// Waits for the first thing that ends a hold. What that was, if it was no decision.
    async fn until_over(
        &self,
        open: &Open,
        client: &HoldClient<'_>,
        question: &mut Question,
        until: Instant,
    ) -> Closing {
        let (mut decided, mut is_closing) = (self.decided.subscribe(), self.is_closing.subscribe());
        let mut looks = interval_at(Instant::now() + EVERY, EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut timeout = pin!(sleep_until(until));
        let mut telling = pin!(client.tell_that_it_waits());
        let mut asking = pin!(question.answer(client, &open.hold));
        let mut is_asking = true;
        loop {
            tokio::select! {
                () = &mut timeout => return Closing::TimedOut,
                // What it returns is a lock, which must not be there when others are waited for.
                () = async { drop(is_closing.wait_for(|is_closing| *is_closing).await) } => return Closing::Stopped,
                () = &mut telling => {}
                answer = &mut asking, if is_asking => {
                    is_asking = false;
                    if let Some(answer) = answer {
                        // What becomes of it, another decision that was faster included, is found below.
                        let by = format!("client:{}", open.hold.principal);
                        let _ = self.decide(&open.hold.id, answer, &by, "").await;
                    }
                }
                _ = decided.changed() => {}
                _ = looks.tick() => {}
            }
            if open.is_decided().await {
                return Closing::TimedOut;
            }
        }
    }

    fn enter(&self, most: usize) -> Option<Place<'_>> {
        let place = Place(&self.open);
        let before = self.open.fetch_add(1, Ordering::Relaxed);
        (before < most).then_some(place)
    }
}

#[cfg(test)]
mod tests;
