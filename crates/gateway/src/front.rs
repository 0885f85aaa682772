//! The front: MCP spoken to clients, over Streamable HTTP and over standard streams, and who is let in.
//!
//! Over HTTP, a request passes these, in this order:
//!
//! | file | what it asks |
//! | --- | --- |
//! | `listener`, `connections` | is there room for another connection, is it encrypted where it must be, is it fast enough |
//! | `host` | was the gateway reached by a name of its own, and not by a web page's trick |
//! | `door`, `token`, `visitors`, `rate` | who is it, and do they ask too often |
//! | `media`, `body` | is it JSON, and neither too large nor too slow |
//! | `headers`, `era` | do its headers say what it says, and which kind of protocol does it speak |
//! | `post`, `work`, `events` | the message itself: handed to the [`McpService`], answered in one piece or as a stream |
//!
//! Beside MCP it has the management surface (`api`) and the pages of the console (`console`), which asks that surface.
//!
//! Guarantees: nothing listens beyond this machine in the clear unless told to; agents never reach what is under `/api/`
//! and the admin token opens nothing else; every read, table and wait has a limit.

mod admin;
mod api;
mod body;
mod connections;
mod console;
mod door;
mod endpoint;
mod era;
mod error;
mod events;
mod gauge;
mod headers;
mod host;
mod in_flight;
mod line;
mod listener;
mod media;
mod opening;
mod post;
mod rate;
mod refusal;
mod service;
mod settings;
pub mod stdio;
mod tls;
mod token;
mod visitors;
mod work;

pub use error::FrontError;
pub use service::McpService;
pub use settings::{Agent, Limits, Settings, Tls};

use crate::Session;
use axum::http::StatusCode;
use connections::Connections;
use door::Door;
use endpoint::Visit;
use futures_util::future::BoxFuture;
use gauge::Gauge;
use in_flight::InFlight;
use listener::Listener;
use refusal::Refusal;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How often idle sessions are looked for, at most and at least.
const ROUNDS: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(30));

/// What every connection shares.
pub(crate) struct Front {
    service: Arc<dyn McpService>,
    door: Arc<Door>,
    in_flight: Arc<InFlight>,
    connections: Arc<Connections>,
    requests: Arc<Gauge>,
    desk: api::Desk,
    /// Set once the gateway stops: what would last forever ends then, and nothing new begins.
    stopping: watch::Sender<bool>,
}

/// Says what would keep the front from being opened with these settings, as far as it can be told without doing it.
pub fn check(settings: &Settings) -> Result<(), FrontError> {
    listener::acceptor(settings)?;
    door::check(settings)
}

/// Opens the front, and serves clients until `shutdown` is done.
pub async fn serve(
    service: Arc<dyn McpService>,
    settings: &Settings,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<Running, FrontError> {
    Ok(open(settings).await?.serve(service, shutdown))
}

/// Opens the front. Clients can connect from now on, and are heard once it [serves](Opened::serve): whoever is early
/// waits, instead of hearing from a gateway that does not know its servers yet.
pub async fn open(settings: &Settings) -> Result<Opened, FrontError> {
    let listener = Listener::bind(settings).await?;
    let address = listener.address()?;
    let door = Arc::new(Door::new(settings, admin::token(&settings.data_dir)?)?);
    Ok(Opened { listener, address, door })
}

/// A front to which clients can connect, and that hears none of them yet.
pub struct Opened {
    listener: Listener,
    address: SocketAddr,
    door: Arc<Door>,
}

impl Opened {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves clients until `shutdown` is done.
    pub fn serve(self, service: Arc<dyn McpService>, shutdown: impl Future<Output = ()> + Send + 'static) -> Running {
        self.serve_boxed(service, Box::pin(shutdown))
    }

    /// The part of [`Self::serve`] that is compiled in this crate, and not for every type of `shutdown` in the caller's.
    fn serve_boxed(self, service: Arc<dyn McpService>, shutdown: BoxFuture<'static, ()>) -> Running {
        let Self { listener, address, door } = self;
        let front = Arc::new(Front {
            service,
            door: door.clone(),
            in_flight: Arc::default(),
            connections: Arc::default(),
            requests: Arc::default(),
            desk: api::Desk::default(),
            stopping: watch::Sender::new(false),
        });
        let changed = Arc::new(Notify::new());
        let rounds = tokio::spawn(rounds(front.clone(), changed.clone()));
        let task = tokio::spawn(async move {
            listener.serve(front.clone(), endpoint::router(front.clone()), shutdown).await;
            rounds.abort();
            front.end_all().await;
        });
        Running { address, door, changed, task }
    }
}

/// A front that is open.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    door: Arc<Door>,
    changed: Arc<Notify>,
    task: JoinHandle<()>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Puts other agents, hosts, origins and limits in place. Whoever is let in no more loses their session.
    pub fn apply(&self, settings: &Settings) -> Result<(), FrontError> {
        self.door.change(settings)?;
        self.changed.notify_one();
        Ok(())
    }

    /// Waits until it is closed: its shutdown done, its last request answered or given up.
    pub async fn closed(self) {
        let _ = self.task.await;
    }
}

impl Front {
    /// The session that a client names, if it is its own.
    fn session(&self, id: Option<&str>, visit: &Visit) -> Result<Arc<Session>, Refusal> {
        let Some(id) = id else {
            let text = "`Mcp-Session-Id` is missing: the response to `initialize` contains it, and every later request must send it";
            return Err(Refusal::new(StatusCode::BAD_REQUEST, text));
        };
        let session = self.service.sessions().get(id);
        let own =
            session.filter(|session| session.principal.name == visit.principal.name && session.scope == visit.scope);
        own.ok_or_else(|| {
            Refusal::new(
                StatusCode::NOT_FOUND,
                "this session does not exist or has ended; send `initialize` to open a new one",
            )
        })
    }

    /// Ends a session and what is under way in it.
    async fn end(&self, id: &str) {
        if let Some(session) = self.service.sessions().remove(id) {
            self.in_flight.cancel_session(id);
            self.service.close(session).await;
        }
    }

    /// Ends a session where nobody can wait for everything that hangs on it.
    fn end_later(self: Arc<Self>, id: &str) {
        if let (Some(session), Ok(runtime)) = (self.service.sessions().remove(id), Handle::try_current()) {
            runtime.spawn(async move { self.service.close(session).await });
        }
    }

    async fn end_all(&self) {
        for session in self.sessions() {
            self.end(&session.id).await;
        }
    }

    fn sessions(&self) -> Vec<Arc<Session>> {
        self.service.sessions().idle_since(Instant::now() + Duration::from_secs(1))
    }
}

/// Ends sessions that are idle, or whose owner is let in no more.
async fn rounds(front: Arc<Front>, changed: Arc<Notify>) {
    loop {
        let idle = front.door.rules().limits.session_idle;
        tokio::select! {
            () = tokio::time::sleep((idle / 4).clamp(ROUNDS.0, ROUNDS.1)) => {}
            () = changed.notified() => {}
        }
        for session in front.sessions() {
            let is_idle = session.last_seen().elapsed() > idle && !front.in_flight.is_busy(&session.id);
            if is_idle || !front.door.knows(&session.principal) {
                front.end(&session.id).await;
            }
        }
    }
}
