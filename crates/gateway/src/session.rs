//! Clients of revisions that have sessions: from `initialize` to the end.

use crate::{Principal, Scope};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::mpsc;
use tokio::time::Instant;
use vetgate_mcp::rpc::Message;

/// Messages for a client that wait for it to listen.
const OUTBOX: usize = 256;

/// One client from `initialize` on.
#[derive(Debug)]
pub struct Session {
    /// What names it; unguessable.
    pub id: String,
    /// Who opened it. Nobody else may use it.
    pub principal: Arc<Principal>,
    /// The endpoint it was opened at.
    pub scope: Scope,
    /// The client's `initialize`, once it has arrived.
    pub(crate) hello: OnceLock<Message>,
    outbox: mpsc::Sender<String>,
    inbox: Arc<tokio::sync::Mutex<mpsc::Receiver<String>>>,
    last_id: AtomicU64,
    last_seen: Mutex<Instant>,
}

impl Session {
    fn new(id: String, principal: Arc<Principal>, scope: Scope) -> Self {
        let (outbox, inbox) = mpsc::channel(OUTBOX);
        Self {
            id,
            principal,
            scope,
            hello: OnceLock::new(),
            outbox,
            inbox: Arc::new(tokio::sync::Mutex::new(inbox)),
            last_id: AtomicU64::new(0),
            last_seen: Mutex::new(Instant::now()),
        }
    }

    /// The messages for the client that belong to no request of its own. Only one listener at a time.
    pub fn listen(&self) -> Option<tokio::sync::OwnedMutexGuard<mpsc::Receiver<String>>> {
        self.inbox.clone().try_lock_owned().ok()
    }

    /// Leaves a message for the client; `false` if too many wait already.
    pub(crate) fn post(&self, text: String) -> bool {
        self.outbox.try_send(text).is_ok()
    }

    /// An id for a request of the gateway to the client.
    pub(crate) fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Notes that the client is alive.
    pub fn touch(&self) {
        *self.last_seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// When the client was last heard of.
    pub fn last_seen(&self) -> Instant {
        *self.last_seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The open sessions.
#[derive(Debug, Default)]
pub struct Sessions {
    open: Mutex<BTreeMap<String, Arc<Session>>>,
}

impl Sessions {
    /// Opens a session under `id`, which must be unguessable.
    pub fn open(&self, id: String, principal: Arc<Principal>, scope: Scope) -> Arc<Session> {
        let session = Arc::new(Session::new(id.clone(), principal, scope));
        self.lock().insert(id, session.clone());
        session
    }

    /// The session named `id`, if it is open.
    pub fn get(&self, id: &str) -> Option<Arc<Session>> {
        self.lock().get(id).cloned()
    }

    /// Forgets a session and gives it back, so that what hangs on it can be closed.
    pub fn remove(&self, id: &str) -> Option<Arc<Session>> {
        self.lock().remove(id)
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Those last heard of before `then`.
    pub fn idle_since(&self, then: Instant) -> Vec<Arc<Session>> {
        self.lock().values().filter(|session| session.last_seen() < then).cloned().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Session>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
