//! One server behind the gateway: its connection, what it declares, and how much it may be asked at once.
//!
//! A server is attended by one task ([`Server::run`]) that connects, reads its lists, listens to what it says unasked,
//! and connects again after a pause when it is gone. Callers never wait for that longer than their own deadline, and
//! a server that fails again and again is left alone for a while (the breaker), so that a dead one costs nobody time.

mod abilities;
mod attached;
mod fetch;
mod insistence;
mod nagging;
mod pace;
mod preface;
mod rereading;
mod review;
mod served;
mod settings;
mod shelf;
mod supervisor;
mod unbidden;
mod watched;

pub(crate) use abilities::Abilities;
pub(crate) use attached::{Attached, Seated};
pub(crate) use preface::Preface;
pub use settings::ServerSettings;
pub(crate) use shelf::{Item, List, Shelf, member};

use crate::Session;
use crate::breaker::{Breaker, Permit as Pass};
use crate::curtain::Curtain;
use crate::failure::Failure;
use crate::hub::Hub;
use crate::revision::{CAPABILITIES, VETGATE};
use crate::trouble::{Reason, Trouble};
use insistence::Insistence;
use nagging::Nagging;
use rereading::Rereading;
use review::Heeded;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::{Mutex as AsyncMutex, OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{Instant, timeout};
use vetgate_mcp::link::{Dialer, Era, Hello};
use watched::Watched;

/// Unasked messages that wait to be looked at.
const UNBIDDEN: usize = 1024;

/// How long a list waits for servers that are starting.
pub(crate) const LIST_PATIENCE: Duration = Duration::from_secs(5);

/// Where a server stands.
#[derive(Clone)]
pub(crate) enum State {
    /// It is being started or contacted for the first time.
    Starting,
    /// It is connected.
    Up(Arc<Attached>),
    /// It cannot be used; the next attempt follows.
    Down(Trouble),
}

/// One server.
pub(crate) struct Server {
    /// Tells it from another of the same name, before it or after it.
    pub(crate) number: u64,
    pub(crate) settings: ServerSettings,
    dialer: Dialer,
    pub(crate) hub: Arc<Hub>,
    curtain: Arc<dyn Curtain>,
    state: watch::Sender<State>,
    /// Who the server is introduced to. A server with a single client waits for that client.
    hello: watch::Sender<Option<Hello>>,
    shelf: RwLock<Arc<Shelf>>,
    /// Whoever reads a list; a later reading must not be overtaken by an earlier one.
    reading: [AsyncMutex<()>; 4],
    /// Whoever has something reviewed and puts it on the shelf.
    shelving: AsyncMutex<()>,
    /// What the shelf was last reviewed by.
    heeded: Heeded,
    fetched: Mutex<[Option<Instant>; 4]>,
    rereading: Rereading,
    watched: Watched,
    breaker: Mutex<Breaker>,
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// What was dropped, by why.
    drops: Mutex<BTreeMap<&'static str, u64>>,
    /// What it asked of clients and was refused.
    insistence: Mutex<Insistence>,
    nagging: Mutex<Nagging>,
}

/// The right to one call.
pub(crate) struct Permit {
    server: Arc<Server>,
    pass: Option<Pass>,
    slot: Option<OwnedSemaphorePermit>,
}

impl Server {
    pub(crate) fn new(settings: ServerSettings, hub: Arc<Hub>, curtain: Arc<dyn Curtain>) -> Result<Arc<Self>, String> {
        let dialer = Dialer::new(&settings.name, &settings.transport, settings.link_options())
            .map_err(|error| error.to_string())?;
        Ok(Arc::new(Self {
            number: hub.number(),
            watched: Watched::of(hub.sessions.all().iter().flat_map(|session| session.watched(&settings.name))),
            dialer,
            hub,
            curtain,
            state: watch::Sender::new(State::Starting),
            hello: watch::Sender::new((!settings.is_solo).then(own_hello)),
            shelf: RwLock::default(),
            reading: Default::default(),
            shelving: AsyncMutex::default(),
            heeded: Heeded::default(),
            fetched: Mutex::default(),
            rereading: Rereading::default(),
            breaker: Mutex::default(),
            slots: Arc::new(Semaphore::new(settings.concurrency)),
            waiting: AtomicUsize::new(0),
            drops: Mutex::default(),
            insistence: Mutex::default(),
            nagging: Mutex::default(),
            settings,
        }))
    }

    pub(crate) fn name(&self) -> &str {
        &self.settings.name
    }

    pub(crate) fn state(&self) -> State {
        self.state.borrow().clone()
    }

    /// Why it cannot be used, if so.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        match &*self.state.borrow() {
            State::Up(_) => None,
            State::Starting => Some(Reason::Starting.into()),
            State::Down(trouble) => Some(trouble.clone()),
        }
    }

    pub(crate) fn is_starting(&self) -> bool {
        matches!(&*self.state.borrow(), State::Starting)
    }

    /// The generation of the protocol it speaks, while it is connected.
    pub(crate) fn era(&self) -> Option<Era> {
        match &*self.state.borrow() {
            State::Up(home) => Some(home.link.era().clone()),
            State::Starting | State::Down(_) => None,
        }
    }

    /// The end of its standard error, safe to show.
    pub(crate) fn stderr(&self) -> String {
        match &*self.state.borrow() {
            State::Up(home) => home.link.stderr(),
            State::Starting | State::Down(_) => String::new(),
        }
    }

    /// What it declares, as it was last seen.
    pub(crate) fn shelf(&self) -> Arc<Shelf> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells a server that waits for its only client who that is.
    pub(crate) fn meet(&self, hello: Hello) {
        if self.hello.borrow().is_none() {
            self.hello.send_replace(Some(hello));
        }
    }

    /// Tells it that its only client makes no introduction.
    pub(crate) fn meet_anybody(&self) {
        if self.settings.is_solo {
            self.meet(own_hello());
        }
    }

    /// The shared connection; waits for a server that is starting.
    pub(crate) async fn home(&self) -> Result<Arc<Attached>, Failure> {
        let unavailable = |trouble: Trouble| Failure::Unavailable { server: self.name().into(), trouble };
        let mut state = self.state.subscribe();
        let settled = state.wait_for(|state| !matches!(state, State::Starting));
        match timeout(self.settings.connect_timeout, settled).await {
            Ok(Ok(state)) => match &*state {
                State::Up(attached) => Ok(attached.clone()),
                State::Down(trouble) => Err(unavailable(trouble.clone())),
                State::Starting => Err(unavailable(Reason::Starting.into())),
            },
            Ok(Err(_)) | Err(_) => Err(unavailable(Reason::Starting.into())),
        }
    }

    /// The connection for a client: its own where the server keeps state for each of its sessions, else the shared one.
    pub(crate) async fn attach(self: &Arc<Self>, session: Option<&Arc<Session>>) -> Result<Arc<Attached>, Failure> {
        let home = self.home().await?;
        let Some(session) = session else { return Ok(home) };
        if !self.keeps_apart(&home) {
            return Ok(home);
        }
        let place = session.place(self);
        let mut place = place.lock().await;
        if let Some(attached) = place.as_ref().filter(|attached| attached.link.is_open()) {
            return Ok(attached.clone());
        }
        let (sender, receiver) = mpsc::channel(UNBIDDEN);
        let unbidden = sender.downgrade();
        let dialed =
            timeout(self.settings.connect_timeout, self.dialer.dial(&session.hello_to_servers(), sender)).await;
        let link = match dialed {
            Ok(Ok(link)) => link,
            Ok(Err(error)) => {
                return Err(Failure::Unavailable { server: self.name().into(), trouble: (&error).into() });
            }
            Err(_) => {
                return Err(Failure::Late {
                    server: self.name().into(),
                    seconds: self.settings.connect_timeout.as_secs(),
                });
            }
        };
        let attached = Attached::of(session, link, unbidden);
        *place = Some(attached.clone());
        tokio::spawn(self.clone().attend_session(attached.clone(), receiver));
        Ok(attached)
    }

    /// Whether it is a process that this gateway starts.
    pub(crate) fn is_process(&self) -> bool {
        self.dialer.is_process()
    }

    /// Whether every session has a connection of its own.
    pub(crate) fn keeps_apart(&self, home: &Attached) -> bool {
        let keeps_sessions = matches!(home.link.era(), Era::Handshake(_)) && !self.is_process();
        !self.settings.is_solo && (keeps_sessions || self.settings.isolate)
    }

    /// Notes that a link was found dead; the shared one is opened again.
    pub(crate) fn lose(&self, attached: &Arc<Attached>) {
        let is_home = matches!(&*self.state.borrow(), State::Up(home) if Arc::ptr_eq(home, attached));
        if is_home {
            self.state.send_replace(State::Starting);
            attached.lost.notify_one();
        }
    }

    /// Asks for the right to one call; waits in a bounded queue.
    pub(crate) async fn admit(self: &Arc<Self>) -> Result<Permit, Failure> {
        let pass = self.breaker().admit(Instant::now()).map_err(|wait| Failure::Unavailable {
            server: self.name().into(),
            trouble: Reason::Paused { seconds: wait.0.as_secs().max(1) }.into(),
        })?;
        let slot = match self.slots.clone().try_acquire_owned() {
            Ok(slot) => slot,
            Err(_) => self.queue().await?,
        };
        Ok(Permit { server: self.clone(), pass: Some(pass), slot: Some(slot) })
    }

    async fn queue(&self) -> Result<OwnedSemaphorePermit, Failure> {
        struct Place<'s>(&'s AtomicUsize);
        impl Drop for Place<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _place = Place(&self.waiting);
        if waiting >= self.settings.queue {
            return Err(Failure::Busy { server: self.name().into(), waiting });
        }
        match timeout(self.settings.timeout, self.slots.clone().acquire_owned()).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(Failure::Late { server: self.name().into(), seconds: self.settings.timeout.as_secs() }),
        }
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// Lets another call take this one's place at the server.
    pub(crate) fn make_room(&mut self) {
        self.slot = None;
    }

    /// The server answered, be it with an error.
    pub(crate) fn succeeded(mut self) {
        if let Some(pass) = self.pass.take() {
            self.server.breaker().success(pass);
        }
    }

    /// The server did not answer.
    pub(crate) fn failed(mut self) {
        if let Some(pass) = self.pass.take() {
            self.server.breaker().failure(pass, Instant::now());
        }
    }
}

/// How the gateway introduces itself where it speaks for many clients.
fn own_hello() -> Hello {
    Hello { info: VETGATE.into(), capabilities: CAPABILITIES.into(), revision: None, params: None }
}
