//! One stream of everything that happens, for whoever wants to know: logs, the management surface, the record.
//!
//! An event names servers, tools and reasons, never arguments or results, and whatever looks like personal data or like
//! a secret in those names is masked. A listener that is too slow loses the oldest events and is told how many; it never
//! slows the gateway down. What must be on record goes there from here, unless it is a call, a refusal or a step of the
//! quarantine: those are written where they happen.

mod health;
mod what;

pub use what::What;

use crate::metrics::Metrics;
use health::Health;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;
use tokio::runtime::Handle;
use tokio::sync::broadcast;
use tokio::time::Instant;
use vetgate_ledger::{Entry, Kind, Ledger, LedgerError, Reply};
use vetgate_sensitive::{Detector, Grade, Masker};

/// Events a slow listener may fall behind.
const BACKLOG: usize = 1024;

/// Decisions that are remembered, so that none is told twice.
const DECIDED: usize = 1024;

/// What masks events where there is no ledger.
static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::new);

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Counts from 1, without gaps.
    pub sequence: u64,
    /// When, in milliseconds since 1970. Nothing is decided by it.
    pub time_ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// The stream. Clones are the same stream.
#[derive(Clone)]
pub struct Events(Arc<Stream>);

struct Stream {
    sender: broadcast::Sender<Event>,
    last: AtomicU64,
    /// One moment by both clocks: what is told later is dated by the one that only goes forward.
    start: (Instant, u64),
    ledger: Option<Arc<Ledger>>,
    health: Health,
    is_ending: AtomicBool,
    metrics: Arc<Metrics>,
    /// The decisions that were told last.
    decided: Mutex<VecDeque<What>>,
}

impl std::fmt::Debug for Events {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Events").field("last", &self.0.last).finish_non_exhaustive()
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::recording(None)
    }
}

impl Events {
    /// A stream whose events go on record too, where there is a record.
    pub(crate) fn recording(ledger: Option<Arc<Ledger>>) -> Self {
        Self(Arc::new(Stream {
            sender: broadcast::channel(BACKLOG).0,
            last: AtomicU64::new(0),
            start: (Instant::now(), since_1970()),
            ledger,
            health: Health::default(),
            is_ending: AtomicBool::new(false),
            metrics: Arc::default(),
            decided: Mutex::default(),
        }))
    }

    /// Tells every listener, and has it recorded without waiting for that.
    pub fn tell(&self, what: What) {
        if let Some(reply) = self.record(&what) {
            self.watch(reply);
        }
        self.send(what);
    }

    /// Tells every listener once it is recorded. For what others can make happen as often as they like: they wait.
    pub(crate) async fn tell_on_record(&self, what: What) {
        if let Some(reply) = self.record(&what) {
            self.heed(&reply.await);
        }
        self.send(what);
    }

    fn record(&self, what: &What) -> Option<Reply<u64>> {
        Some(self.0.ledger.as_ref()?.record(what.entry()?))
    }

    /// Whether this is a decision that was told already: whoever carries it out tells it, and so does whoever notices
    /// that it was made.
    fn is_told(&self, what: &What) -> bool {
        if !matches!(what, What::Decided { .. }) {
            return false;
        }
        let mut decided = self.0.decided.lock().unwrap_or_else(PoisonError::into_inner);
        let is_told = decided.contains(what);
        if !is_told {
            decided.push_back(what.clone());
            if decided.len() > DECIDED {
                decided.pop_front();
            }
        }
        is_told
    }

    fn send(&self, mut what: What) {
        if self.is_told(&what) {
            return;
        }
        self.0.metrics.note(&what);
        let sequence = self.0.last.fetch_add(1, Ordering::Relaxed) + 1;
        if self.0.sender.receiver_count() == 0 {
            return;
        }
        match &self.0.ledger {
            Some(ledger) => ledger.mask_together(what.texts()),
            None => what.texts().into_iter().for_each(|text| *text = self.masked(text)),
        }
        // It fails only if nobody listens.
        let _ = self.0.sender.send(Event { sequence, time_ms: self.now(), what });
    }

    /// A name or a reason as it may be shown.
    pub fn masked(&self, text: &str) -> String {
        match &self.0.ledger {
            Some(ledger) => ledger.masked_briefly(text),
            None => {
                String::from_utf8(DETECTOR.redact(text.as_bytes(), Masker::redact(), Grade::Medium)).unwrap_or_default()
            }
        }
    }

    /// Finds out in its own time whether something was written.
    pub(crate) fn watch<T: Send + 'static>(&self, reply: Reply<T>) {
        let events = self.clone();
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move { events.heed(&reply.await) })),
            // It is written all the same.
            Err(_) => reply.detach(),
        }
    }

    /// Hears whether something was written: that the ledger has failed, or works again, is told once.
    pub(crate) fn heed<T>(&self, written: &Result<T, LedgerError>) {
        match written {
            Ok(_) => {
                let Some(gap) = self.0.health.works() else { return };
                if let Some(ledger) = &self.0.ledger {
                    let (error, note) = (Some(gap.reason.clone()), gap.note());
                    let entry = Entry { method: "unrecorded".into(), error, note, ..Entry::new(Kind::Security) };
                    self.watch(ledger.record(entry));
                }
                self.send(What::LedgerWorks);
            }
            // Whoever still waits hears so, and nothing has failed.
            Err(LedgerError::Closed) if self.0.is_ending.load(Ordering::Acquire) => {}
            Err(error) => {
                let reason = error.to_string();
                if self.0.health.fails(&reason, self.now()) {
                    self.send(What::LedgerFailed { reason });
                }
            }
        }
    }

    /// Notes that the gateway ends: a ledger that is closed from now on has not failed.
    pub(crate) fn end(&self) {
        self.0.is_ending.store(true, Ordering::Release);
    }

    fn now(&self) -> u64 {
        let (start, since_1970) = self.0.start;
        since_1970 + u64::try_from(start.elapsed().as_millis()).unwrap_or_default()
    }

    /// What was counted.
    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.0.metrics
    }

    /// The number of the last event.
    pub(crate) fn latest(&self) -> u64 {
        self.0.last.load(Ordering::Relaxed)
    }

    /// When this run of the gateway began, in milliseconds since 1970: events are numbered anew in each.
    pub(crate) fn run(&self) -> u64 {
        self.0.start.1
    }

    /// Listens from now on.
    pub fn listen(&self) -> broadcast::Receiver<Event> {
        self.0.sender.subscribe()
    }
}

#[allow(clippy::disallowed_methods, reason = "a record needs the time, and nothing is decided by it")]
fn since_1970() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn events_arrive_in_order_as_flat_json() {
        let events = Events::default();
        let mut listener = events.listen();
        events.tell(What::ServerRemoved { server: "a".into() });
        events.tell(What::ServerDown { server: "b".into(), reason: "gone".into() });
        let first = listener.recv().await.unwrap();
        let time = first.time_ms;
        assert!(time > 1_700_000_000_000, "{time}");
        let expected = format!(r#"{{"sequence":1,"time_ms":{time},"event":"server_removed","server":"a"}}"#);
        assert_eq!(serde_json::to_string(&first).unwrap(), expected);
        assert_eq!(listener.recv().await.unwrap().sequence, 2);
    }

    #[tokio::test]
    async fn a_decision_that_is_noticed_twice_is_told_once() {
        let events = Events::default();
        let mut listener = events.listen();
        let decided = |decided_ms| What::Decided {
            server: "a".into(),
            item: "tool",
            name: "t".into(),
            decision: "approve",
            by: "ada".into(),
            decided_ms,
        };
        for at in [1, 1, 2, 1] {
            events.tell(decided(at));
        }
        assert_eq!(listener.recv().await.unwrap().what, decided(1));
        assert_eq!(listener.recv().await.unwrap().what, decided(2));
        assert!(listener.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_ledger_that_is_closed_has_failed_unless_the_gateway_ends() {
        let closed = Err::<(), _>(LedgerError::Closed);
        let (running, ending) = (Events::default(), Events::default());
        let mut told = [running.listen(), ending.listen()];
        running.heed(&closed);
        ending.end();
        ending.heed(&closed);
        assert_eq!(told[0].recv().await.unwrap().what, What::LedgerFailed { reason: "the ledger is closed".into() });
        assert!(told[1].try_recv().is_err());
        assert!(running.metrics().ledger_fails() && !ending.metrics().ledger_fails());
    }

    #[tokio::test]
    async fn what_looks_like_a_secret_is_masked_without_a_ledger_too() {
        let events = Events::default();
        let mut listener = events.listen();
        let (principal, server) = ("a".to_owned(), "b".to_owned());
        let (name, reason) = ("mail jo.miller@acme.io".to_owned(), "Unknown tool: jo.miller@acme.io".to_owned());
        events.tell(What::Refused { principal, server, name, reason, risk: 0, level: "warn" });
        let told = serde_json::to_string(&listener.recv().await.unwrap()).unwrap();
        assert!(told.contains("[EMAIL]") && !told.contains("miller"), "{told}");
    }
}
