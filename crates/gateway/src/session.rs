//! Clients of revisions that have sessions: from `initialize` to the end.

mod questions;

pub(crate) use questions::Answered;

use crate::gateway::inquiry::Inquiry;
use crate::log_level;
use crate::revision::{CAPABILITIES, VETGATE};
use crate::server::{Attached, Server, member};
use crate::{Principal, Scope};
use questions::Questions;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use vetgate_mcp::link::Hello;
use vetgate_mcp::rpc::Message;

/// Messages for a client that wait for it to listen.
const OUTBOX: usize = 256;
/// Bytes of a message for a client that has none waiting.
const LARGEST: usize = 4 << 20;

/// A session's own link to one server; empty until the session needs it.
type Place = Arc<tokio::sync::Mutex<Option<Arc<Attached>>>>;

/// One client from `initialize` on.
pub struct Session {
    /// What names it; unguessable.
    pub id: String,
    short: String,
    /// Who opened it. Nobody else may use it.
    pub principal: Arc<Principal>,
    /// The endpoint it was opened at.
    pub scope: Scope,
    /// The client's `initialize`, once it has arrived.
    pub(crate) hello: OnceLock<Message>,
    outbox: mpsc::Sender<String>,
    inbox: Arc<tokio::sync::Mutex<mpsc::Receiver<String>>>,
    ready: watch::Sender<bool>,
    last_seen: Mutex<Instant>,
    /// By the server's name and its number, because another server may take the name.
    places: Mutex<BTreeMap<(String, u64), Place>>,
    questions: Questions,
    /// Resources of shared servers that the client wants to hear of: server and URI.
    resources: Mutex<BTreeSet<(String, String)>>,
    /// The least log level the client wants; JSON.
    log_level: Mutex<Option<String>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The id is what a client proves itself with.
        f.debug_struct("Session").field("principal", &self.principal.name).field("scope", &self.scope).finish()
    }
}

impl Session {
    fn new(id: String, principal: Arc<Principal>, scope: Scope) -> Self {
        let (outbox, inbox) = mpsc::channel(OUTBOX);
        Self {
            short: short(&id),
            id,
            principal,
            scope,
            hello: OnceLock::new(),
            outbox,
            inbox: Arc::new(tokio::sync::Mutex::new(inbox)),
            ready: watch::Sender::new(false),
            last_seen: Mutex::new(Instant::now()),
            places: Mutex::default(),
            questions: Questions::default(),
            resources: Mutex::default(),
            log_level: Mutex::default(),
        }
    }

    /// The messages for the client that belong to no request of its own. Only one listener at a time.
    pub fn listen(&self) -> Option<tokio::sync::OwnedMutexGuard<mpsc::Receiver<String>>> {
        self.inbox.clone().try_lock_owned().ok()
    }

    /// Leaves a message for the client; `false` if too much waits already. The more messages wait, the smaller the next
    /// one has to be, which bounds what a client that does not listen can cost.
    pub(crate) fn post(&self, text: String) -> bool {
        let waiting = OUTBOX - self.outbox.capacity();
        text.len() <= LARGEST / (waiting + 1) && self.outbox.try_send(text).is_ok()
    }

    /// Leaves a notification of a server for the client, if it wants such.
    pub(crate) fn tell(&self, notification: Message) {
        if self.log_level().is_none_or(|least| log_level::reaches(&notification, &least)) {
            self.post(notification.into_text());
        }
    }

    /// A short name for events and records; the id itself is a secret, and nothing of it can be told from the name.
    pub(crate) fn short(&self) -> String {
        self.short.clone()
    }

    /// Whether the client may use `server` here.
    pub(crate) fn sees(&self, server: &str) -> bool {
        let is_here = match &self.scope {
            Scope::All => true,
            Scope::One(name) => name == server,
        };
        is_here && self.is_ready() && self.principal.may_use(server)
    }

    /// Whether the handshake is done: before that a client is told nothing it has not asked for.
    pub(crate) fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// Notes that the handshake is done.
    pub(crate) fn make_ready(&self) {
        if !self.is_ready() {
            self.ready.send_replace(true);
        }
    }

    /// Waits until the handshake is done.
    pub(crate) async fn ready(&self) {
        // It fails only if the session is gone, and then nobody waits.
        let _ = self.ready.subscribe().wait_for(|ready| *ready).await;
    }

    /// A member of the client's `initialize` parameters, as written.
    fn said(&self, name: &str) -> Option<String> {
        self.hello.get()?.get(name).map(str::to_owned)
    }

    /// The client's name and version; JSON.
    pub(crate) fn client(&self) -> String {
        self.said("clientInfo").unwrap_or_else(|| VETGATE.to_owned())
    }

    /// What the client can do; JSON.
    pub(crate) fn capabilities(&self) -> String {
        self.said("capabilities").unwrap_or_else(|| "{}".to_owned())
    }

    /// Whether the client can answer `method`.
    pub(crate) fn can_answer(&self, method: &str) -> bool {
        can_answer(&self.capabilities(), method)
    }

    /// How this client is introduced to a server that is its own.
    pub(crate) fn hello_to_servers(&self) -> Hello {
        let hello = self.hello.get();
        Hello {
            info: self.client(),
            capabilities: hello.map_or_else(|| CAPABILITIES.to_owned(), |_| self.capabilities()),
            revision: hello.and_then(|hello| Some(hello.text_of("protocolVersion")?.into_owned())),
            params: hello.and_then(|hello| Some(hello.body()?.to_owned())),
        }
    }

    /// Where the session's own link to `server` is kept.
    pub(crate) fn place(&self, server: &Server) -> Place {
        lock(&self.places).entry((server.name().to_owned(), server.number)).or_default().clone()
    }

    /// Takes away the session's own link to a server that is no longer there.
    pub(crate) async fn detach(&self, server: &Server) -> Option<Arc<Attached>> {
        let place = lock(&self.places).remove(&(server.name().to_owned(), server.number))?;
        place.lock().await.take()
    }

    /// The session's own links.
    pub(crate) async fn links(&self) -> Vec<(String, Arc<Attached>)> {
        let places: Vec<(String, Place)> =
            lock(&self.places).iter().map(|((server, _), place)| (server.clone(), place.clone())).collect();
        let mut links = Vec::new();
        for (server, place) in places {
            if let Some(attached) = place.lock().await.as_ref() {
                links.push((server, attached.clone()));
            }
        }
        links
    }

    /// A request of a server as the client is to get it, or nothing if the client cannot answer it.
    pub(crate) fn ask(
        &self,
        attached: &Arc<Attached>,
        request: &Message,
        inquiry: Option<Box<Inquiry>>,
    ) -> Option<String> {
        if !self.can_answer(request.method()) {
            return None;
        }
        let id = self.questions.of_server(attached, request.id()?, inquiry);
        Some(request.with_id(&id.to_string()))
    }

    /// A request of the gateway itself: its id, and where the answer arrives.
    pub(crate) fn ask_for_gateway(&self) -> (u64, oneshot::Receiver<Message>) {
        self.questions.of_gateway()
    }

    /// Who waits for the client's answer with this id, which is JSON.
    pub(crate) fn answered(&self, id: &str) -> Option<Answered> {
        self.questions.answered(id)
    }

    /// Forgets a question of a server, which is known there by `id`; returns the id that the client knows it by.
    pub(crate) fn take_back(&self, attached: &Arc<Attached>, id: &str) -> Option<String> {
        self.questions.take_back(attached, id)
    }

    /// The servers whose questions wait for an answer.
    pub(crate) fn asking(&self) -> Vec<Arc<Attached>> {
        self.questions.asking()
    }

    /// Notes that the client wants to hear of a resource of a shared server; `false` if it does already.
    pub(crate) fn watch(&self, server: &str, uri: &str) -> bool {
        lock(&self.resources).insert((server.to_owned(), uri.to_owned()))
    }

    /// Notes that it does not any more; `false` if it did not.
    pub(crate) fn unwatch(&self, server: &str, uri: &str) -> bool {
        lock(&self.resources).remove(&(server.to_owned(), uri.to_owned()))
    }

    pub(crate) fn watches(&self, server: &str, uri: &str) -> bool {
        lock(&self.resources).contains(&(server.to_owned(), uri.to_owned()))
    }

    /// The resources of a server that the client wants to hear of.
    pub(crate) fn watched(&self, server: &str) -> Vec<String> {
        lock(&self.resources).iter().filter(|(owner, _)| owner == server).map(|(_, uri)| uri.clone()).collect()
    }

    /// Forgets the resources of a server, and names them.
    pub(crate) fn forget_resources(&self, server: &str) -> Vec<String> {
        let mut resources = lock(&self.resources);
        let (gone, kept) = std::mem::take(&mut *resources).into_iter().partition(|(owner, _)| owner == server);
        *resources = kept;
        let gone: BTreeSet<(String, String)> = gone;
        gone.into_iter().map(|(_, uri)| uri).collect()
    }

    pub(crate) fn set_log_level(&self, level: &str) {
        *lock(&self.log_level) = Some(level.to_owned());
    }

    pub(crate) fn log_level(&self) -> Option<String> {
        lock(&self.log_level).clone()
    }

    /// Notes that the client is alive.
    pub fn touch(&self) {
        *lock(&self.last_seen) = Instant::now();
    }

    /// When the client was last heard of.
    pub fn last_seen(&self) -> Instant {
        *lock(&self.last_seen)
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

    /// All that are open.
    pub(crate) fn all(&self) -> Vec<Arc<Session>> {
        self.lock().values().cloned().collect()
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Those last heard of before `then`.
    pub fn idle_since(&self, then: Instant) -> Vec<Arc<Session>> {
        self.lock().values().filter(|session| session.last_seen() < then).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Session>>> {
        lock(&self.open)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first digits of the id's hash.
pub(crate) fn short(id: &str) -> String {
    data_encoding::HEXLOWER.encode(&ring::digest::digest(&ring::digest::SHA256, id.as_bytes()).as_ref()[..6])
}

/// Whether a client with these capabilities, which are JSON, can answer a server's `method`.
pub(crate) fn can_answer(capabilities: &str, method: &str) -> bool {
    match method {
        "sampling/createMessage" => member(capabilities, "sampling").is_some(),
        "elicitation/create" => member(capabilities, "elicitation").is_some(),
        "roots/list" => member(capabilities, "roots").is_some(),
        // What is not known here may be known there.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_waits_for_a_client_is_bounded_in_bytes_as_well() {
        let principal = Arc::new(Principal::unrestricted("a"));
        let session = Session::new("id".into(), principal, Scope::All);
        assert!(!session.post("x".repeat(LARGEST + 1)), "too large at any time");
        let mut bytes = 0;
        while session.post("x".repeat(LARGEST / 4)) {
            bytes += LARGEST / 4;
        }
        assert!(bytes <= LARGEST, "{bytes}");
        assert!(session.post("small".into()), "what is small still fits");
    }
}
