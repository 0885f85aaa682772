//! What servers and clients share: who is there, who wants to hear of changes, and the stream of events.

use crate::alerts::Trial;
use crate::events::Events;
use crate::gateway::Conduct;
use crate::guard::{Guard, Open};
use crate::holds::Holds;
use crate::late::Late;
use crate::retention::Housekeeping;
use crate::telemetry::Traces;
use crate::{Principal, Scope, Sessions};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use vetgate_ledger::Ledger;
use vetgate_mcp::rpc::{Edit, Message};

use crate::revision::key;

/// Notifications that wait for one listening client.
const BACKLOG: usize = 256;

/// Writes of clients that wait for the ledger at once. It takes as many in one transaction, and a second lot can wait.
const PLACES: usize = 512;

/// The shared part of the gateway.
pub(crate) struct Hub {
    pub(crate) sessions: Sessions,
    pub(crate) events: Events,
    /// What judges calls, and what servers ask of clients.
    pub(crate) guard: Arc<dyn Guard>,
    /// How the gateway conducts itself around the guard.
    pub(crate) conduct: RwLock<Conduct>,
    /// What was approved and what happened, where that is kept.
    pub(crate) ledger: Option<Arc<Ledger>>,
    /// Whether calls that cannot be recorded go through all the same.
    pub(crate) lets_unrecorded_pass: AtomicBool,
    /// Who may have something wait for the ledger.
    pub(crate) queue: Queue,
    /// Ends of calls that are still to be written.
    pub(crate) late: Late,
    /// Where spans of calls go.
    pub(crate) traces: Traces,
    /// Calls that wait for a person.
    pub(crate) holds: Holds,
    /// What has the record forget.
    pub(crate) housekeeping: Housekeeping,
    /// The way to whoever hears of alerts.
    pub(crate) trial: OnceLock<Trial>,
    streams: Mutex<BTreeMap<u64, Stream>>,
    last: AtomicU64,
}

/// Places before the ledger, for what clients have written. One who sends calls and leaves before they are written keeps
/// their places until they are, so what waits is bounded, however slow the disk is.
pub(crate) struct Queue(Arc<Semaphore>);

impl Default for Queue {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(PLACES)))
    }
}

impl Queue {
    /// Waits for a place, which is kept until it is dropped.
    pub(crate) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.0.clone().acquire_owned().await.ok()
    }
}

/// A client of the stateless revision that listens for changes.
#[derive(Debug)]
struct Stream {
    id: String,
    principal: Arc<Principal>,
    scope: Scope,
    /// The notifications it asked for, by method.
    methods: BTreeSet<&'static str>,
    /// The resources it asked for.
    uris: BTreeSet<String>,
    outbox: mpsc::Sender<String>,
}

/// A place among the listening clients; leaving it is dropping it.
pub(crate) struct Listening {
    hub: Arc<Hub>,
    number: u64,
    inbox: mpsc::Receiver<String>,
}

/// What a client wants to hear of.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) methods: BTreeSet<&'static str>,
    pub(crate) uris: BTreeSet<String>,
}

pub(crate) const RESOURCE_UPDATED: &str = "notifications/resources/updated";

impl Default for Hub {
    fn default() -> Self {
        Self::with(None)
    }
}

impl Hub {
    /// A hub whose calls are recorded.
    pub(crate) fn keeping(ledger: Arc<Ledger>) -> Self {
        Self::with(Some(ledger))
    }

    /// The same with another guard.
    pub(crate) fn guarded_by(self, guard: Arc<dyn Guard>) -> Self {
        Self { guard, ..self }
    }

    fn with(ledger: Option<Arc<Ledger>>) -> Self {
        let events = Events::recording(ledger.clone());
        Self {
            sessions: Sessions::default(),
            holds: Holds::new(ledger.clone(), events.clone()),
            events,
            guard: Arc::new(Open),
            conduct: RwLock::default(),
            ledger,
            lets_unrecorded_pass: AtomicBool::default(),
            queue: Queue::default(),
            late: Late::default(),
            traces: Traces::default(),
            housekeeping: Housekeeping::default(),
            trial: OnceLock::new(),
            streams: Mutex::default(),
            last: AtomicU64::default(),
        }
    }

    /// Takes a place for a client whose request has the given id, which is JSON.
    pub(crate) fn listen(
        self: &Arc<Self>,
        id: &str,
        principal: &Arc<Principal>,
        scope: &Scope,
        wish: Wish,
    ) -> Listening {
        let number = self.number();
        let (outbox, inbox) = mpsc::channel(BACKLOG);
        let Wish { methods, uris } = wish;
        let (principal, scope) = (principal.clone(), scope.clone());
        self.lock().insert(number, Stream { id: id.to_owned(), principal, scope, methods, uris, outbox });
        Listening { hub: self.clone(), number, inbox }
    }

    /// A number that nothing else has.
    pub(crate) fn number(&self) -> u64 {
        self.last.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells every client that may use `server` and wants to know: a list has changed.
    pub(crate) fn changed(&self, server: &str, notification: &Message) {
        for session in self.sessions.all() {
            if session.sees(server) {
                session.post(notification.text().to_owned());
            }
        }
        self.stream(server, notification, |stream| stream.methods.contains(notification.method()));
    }

    /// Tells every client: the servers themselves have changed.
    pub(crate) fn changed_for_all(&self, notification: &Message) {
        for session in self.sessions.all().into_iter().filter(|session| session.is_ready()) {
            session.post(notification.text().to_owned());
        }
        for stream in self.lock().values().filter(|stream| stream.methods.contains(notification.method())) {
            stream.tell(notification);
        }
    }

    /// Tells the listening clients that asked for the resource.
    pub(crate) fn updated(&self, server: &str, uri: &str, notification: &Message) {
        self.stream(server, notification, |stream| stream.uris.contains(uri));
    }

    fn stream(&self, server: &str, notification: &Message, wants: impl Fn(&Stream) -> bool) {
        for stream in self.lock().values() {
            let sees = match &stream.scope {
                Scope::All => stream.principal.may_use(server),
                Scope::One(name) => name == server,
            };
            if sees && wants(stream) {
                stream.tell(notification);
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Stream>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stream {
    fn tell(&self, notification: &Message) {
        let text = Edit::of(notification).set(&["params", "_meta", key::SUBSCRIPTION], self.id.clone()).finish();
        // A client that does not read loses notifications, never the others' time.
        let _ = self.outbox.try_send(text);
    }
}

impl Listening {
    /// The next notification for this client.
    pub(crate) async fn next(&mut self) -> Option<String> {
        self.inbox.recv().await
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.hub.lock().remove(&self.number);
    }
}
