//! A link in use: who is waiting on it, so that what the server asks finds the client it is meant for.
//!
//! Over standard streams a server's request names no call. If all calls under way on the link are one client's, the
//! request is for that client. If they are not, nobody can tell, and guessing would show one client's matter to
//! another: such a request is refused.

use crate::{Caller, Session};
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;
use vetgate_mcp::link::{Link, Unbidden};
use vetgate_mcp::rpc::Message;

/// Messages that wait for one call.
const INBOX: usize = 64;

/// How often, and after what pause, is looked whether what a server said before its answer has been handed out.
const LOOKS: (usize, Duration) = (50, Duration::from_millis(1));

/// A link and the calls under way on it.
pub(crate) struct Attached {
    pub(crate) link: Link,
    /// The session it was opened for; `None` if it is shared.
    session: Option<Weak<Session>>,
    /// What the server said unasked and nobody has looked at yet.
    unbidden: mpsc::WeakSender<Unbidden>,
    /// Whether a message was taken from there and is not yet with whom it is for.
    is_handing: AtomicBool,
    /// Rung by a caller who finds the connection dead.
    pub(super) lost: Notify,
    calls: Mutex<BTreeMap<u64, Seat>>,
    users: Mutex<Users>,
    last: AtomicU64,
}

/// Who has ever used a link.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Users {
    #[default]
    None,
    One(String),
    Many,
}

struct Seat {
    client: String,
    inbox: mpsc::Sender<Message>,
}

/// A call's place on a link; leaving it is dropping it.
pub(crate) struct Seated {
    attached: Arc<Attached>,
    number: u64,
    inbox: mpsc::Receiver<Message>,
}

impl Attached {
    pub(crate) fn shared(link: Link, unbidden: mpsc::WeakSender<Unbidden>) -> Arc<Self> {
        Self::new(link, unbidden, None)
    }

    pub(crate) fn of(session: &Arc<Session>, link: Link, unbidden: mpsc::WeakSender<Unbidden>) -> Arc<Self> {
        Self::new(link, unbidden, Some(Arc::downgrade(session)))
    }

    fn new(link: Link, unbidden: mpsc::WeakSender<Unbidden>, session: Option<Weak<Session>>) -> Arc<Self> {
        let (calls, users, last) = (Mutex::default(), Mutex::default(), AtomicU64::new(0));
        let is_handing = AtomicBool::new(false);
        Arc::new(Self { link, session, unbidden, is_handing, lost: Notify::new(), calls, users, last })
    }

    /// The next thing that the server says unasked. Until [`Attached::handed`] is called it counts as on its way.
    pub(crate) async fn next_unbidden(&self, unbidden: &mut mpsc::Receiver<Unbidden>) -> Option<Unbidden> {
        poll_fn(|context| {
            // Before it leaves the queue, so that it is never in neither place.
            self.is_handing.store(true, Ordering::SeqCst);
            let polled = unbidden.poll_recv(context);
            if polled.is_pending() {
                self.is_handing.store(false, Ordering::SeqCst);
            }
            polled
        })
        .await
    }

    /// Notes that what was taken is with whom it is for.
    pub(crate) fn handed(&self) {
        self.is_handing.store(false, Ordering::SeqCst);
    }

    /// Waits a moment until what the server said before now is with the call it belongs to.
    pub(crate) async fn catch_up(&self) {
        let is_queued = || self.unbidden.upgrade().is_some_and(|queue| queue.capacity() < queue.max_capacity());
        let is_behind = || is_queued() || self.is_handing.load(Ordering::SeqCst);
        for _ in 0..LOOKS.0 {
            if !is_behind() {
                return;
            }
            sleep(LOOKS.1).await;
        }
    }

    /// The session whose own link this is.
    pub(crate) fn session(&self) -> Option<Arc<Session>> {
        self.session.as_ref()?.upgrade()
    }

    pub(crate) fn is_shared(&self) -> bool {
        self.session.is_none()
    }

    /// Who has used it so far.
    pub(crate) fn users(&self) -> Users {
        self.users.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether calls are under way on it.
    pub(crate) fn is_busy(&self) -> bool {
        !self.lock().is_empty()
    }

    /// Whether nobody but `client` has ever used it.
    pub(crate) fn is_only_of(&self, client: &str) -> bool {
        match self.users() {
            Users::None => true,
            Users::One(only) => only == client,
            Users::Many => false,
        }
    }

    /// Takes a place for a call.
    pub(crate) fn sit(self: &Arc<Self>, caller: &Caller) -> Seated {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let (sender, inbox) = mpsc::channel(INBOX);
        let client = caller.key();
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        match &*users {
            Users::None => *users = Users::One(client.clone()),
            Users::One(only) if *only != client => *users = Users::Many,
            Users::One(_) | Users::Many => {}
        }
        drop(users);
        // Without a session two calls under one name may be two clients'.
        let client = if caller.session.is_some() { client } else { format!("{client}, call {number}") };
        self.lock().insert(number, Seat { client, inbox: sender });
        Seated { attached: self.clone(), number, inbox }
    }

    /// Hands a message to the latest call of the only client that is waiting; gives it back if there is none such.
    pub(crate) fn hand(&self, message: Message) -> Result<(), Message> {
        let calls = self.lock();
        let Some((_, latest)) = calls.last_key_value() else { return Err(message) };
        if calls.values().any(|seat| seat.client != latest.client) {
            return Err(message);
        }
        latest.inbox.try_send(message).map_err(|error| error.into_inner())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Seat>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seated {
    /// The next message that was handed to this call.
    pub(crate) async fn next(&mut self) -> Message {
        match self.inbox.recv().await {
            Some(message) => message,
            // The sender lives as long as this seat.
            None => std::future::pending().await,
        }
    }

    /// The next message that was handed to this call already.
    pub(crate) fn try_next(&mut self) -> Option<Message> {
        self.inbox.try_recv().ok()
    }

    pub(crate) fn attached(&self) -> &Arc<Attached> {
        &self.attached
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        self.attached.lock().remove(&self.number);
    }
}
