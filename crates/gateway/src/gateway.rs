//! What is done with each message of a client.

mod aside;
mod blocks;
mod call;
mod conduct;
mod depth;
mod discovery;
mod errand;
pub(crate) mod governing;
mod greeting;
mod heeding;
mod held;
mod input;
pub(crate) mod inquiry;
pub(crate) mod intent;
mod judging;
mod keying;
mod leg;
mod lists;
mod methods;
mod monotony;
mod notices;
mod owners;
mod params;
mod passage;
mod progress;
mod recording;
mod remark;
mod roster;
mod route;
mod screening;
mod status;
mod subscriptions;
mod tasks;
mod tracing;

pub use aside::{Aside, Reply};
pub use conduct::Conduct;
pub use roster::Misfit;
pub use status::{ServerStatus, Status, TrustSet};

use crate::alerts::Trial;
use crate::config::Mode;
use crate::curtain::{Curtain, Drawn};
use crate::events::What;
use crate::failure::Failure;
use crate::guard::{Guard, Open};
use crate::hub::Hub;
use crate::seal::Sealer;
use crate::server::{List, Server, ServerSettings};
use crate::session::Answered;
use crate::{Caller, Events, Scope, Session, Sessions};
use discovery::Desk;
use futures_util::future::{BoxFuture, join_all};
use governing::Governing;
use heeding::Heeding;
use held::Holds;
use monotony::Monotony;
use owners::Owners;
use roster::{Attended, Roster};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tokio::time::Instant;
use vetgate_ledger::{Entry, Kind, Ledger, Retention};
use vetgate_mcp::rpc::{self, Message, code};

/// The gateway itself.
///
/// ```
/// use vetgate_gateway::{Gateway, ServerSettings};
/// use vetgate_model::Transport;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let gateway = Gateway::new();
/// let time = Transport::Stdio { command: "mcp-server-time".into(), args: vec![], env: Default::default(), cwd: None };
/// gateway.configure(vec![ServerSettings::new("time", time)], vec![]).await;
/// assert_eq!(gateway.status().servers.len(), 1);
/// # }
/// ```
pub struct Gateway {
    hub: Arc<Hub>,
    roster: Arc<RwLock<Arc<Roster>>>,
    heeding: Arc<Heeding>,
    mode: RwLock<Mode>,
    guard: Arc<dyn Guard>,
    governing: Governing,
    curtain: Arc<dyn Curtain>,
    sealer: Sealer,
    held: Holds,
    monotony: Mutex<Monotony>,
    tasks: Owners,
    desk: Mutex<Desk>,
    started: Instant,
    /// Whether it was told which servers there are.
    is_configured: AtomicBool,
}

impl Default for Gateway {
    fn default() -> Self {
        Self::new()
    }
}

impl Gateway {
    /// A gateway without servers that allows every call and hides nothing.
    pub fn new() -> Self {
        Self::with(Box::new(Open), Arc::new(Drawn))
    }

    /// A gateway with a guard on its calls and a curtain before its catalog.
    pub fn with(guard: Box<dyn Guard>, curtain: Arc<dyn Curtain>) -> Self {
        Self::assembled(guard, curtain, Hub::default())
    }

    /// A gateway that records everything in a ledger.
    pub fn keeping(ledger: Arc<Ledger>, guard: Box<dyn Guard>, curtain: Arc<dyn Curtain>) -> Self {
        Self::assembled(guard, curtain, Hub::keeping(ledger))
    }

    fn assembled(guard: Box<dyn Guard>, curtain: Arc<dyn Curtain>, hub: Hub) -> Self {
        let guard: Arc<dyn Guard> = guard.into();
        let roster = Arc::new(RwLock::new(Arc::new(Roster::new(vec![], vec![]))));
        Self {
            hub: Arc::new(hub.guarded_by(guard.clone())),
            heeding: Heeding::new(roster.clone(), curtain.clone()),
            roster,
            mode: RwLock::new(Mode::Direct),
            guard,
            governing: Governing::default(),
            curtain,
            sealer: Sealer::random(),
            held: Holds::default(),
            monotony: Mutex::default(),
            tasks: Owners::default(),
            desk: Mutex::default(),
            started: Instant::now(),
            is_configured: AtomicBool::new(false),
        }
    }

    /// The ledger, if there is one.
    pub fn ledger(&self) -> Option<&Arc<Ledger>> {
        self.hub.ledger.as_ref()
    }

    /// Sends spans of calls to the OpenTelemetry collector at this address from now on, or nowhere. Needs a tokio
    /// runtime.
    pub fn trace_to(&self, collector: Option<&str>) -> Result<(), String> {
        self.hub.traces.send_to(collector)
    }

    /// How many spans were lost, because the collector did not take them.
    pub fn dropped_spans(&self) -> u64 {
        self.hub.traces.dropped()
    }

    /// Whether calls that cannot be recorded go through all the same, from now on.
    pub fn let_unrecorded_pass(&self, passes: bool) {
        self.hub.lets_unrecorded_pass.store(passes, Ordering::Relaxed);
    }

    /// Keeps records for as long as this says, from now on.
    pub fn retain(&self, retention: Retention) {
        if let Some(ledger) = &self.hub.ledger {
            self.hub.housekeeping.keep(ledger, &self.hub.events, retention);
        }
    }

    /// The open sessions.
    pub fn sessions(&self) -> &Sessions {
        &self.hub.sessions
    }

    /// The stream of everything that happens.
    pub fn events(&self) -> &Events {
        &self.hub.events
    }

    /// What the guard remembers of all sessions; nothing if it remembers none.
    pub fn guarded(&self) -> Option<vetgate_guard::Usage> {
        self.guard.usage()
    }

    /// The calls that wait for a person.
    pub fn holds(&self) -> &crate::Holds {
        &self.hub.holds
    }

    /// Has alerts tried by this way from now on.
    pub(crate) fn try_alerts_with(&self, trial: Trial) {
        let _ = self.hub.trial.set(trial);
    }

    /// The way to try whether alerts arrive.
    pub(crate) fn trial(&self) -> Option<&Trial> {
        self.hub.trial.get()
    }

    /// Whether it was told which servers there are; it cannot be worked with before.
    pub(crate) fn is_configured(&self) -> bool {
        self.is_configured.load(Ordering::Acquire)
    }

    /// How tools are shown.
    pub fn mode(&self) -> Mode {
        *self.mode.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows tools in another way from now on.
    pub fn set_mode(&self, mode: Mode) {
        *self.mode.write().unwrap_or_else(PoisonError::into_inner) = mode;
    }

    /// Takes these servers and no others. Those whose settings are as before are left alone, calls under way on the
    /// others end as they would have ended. `misfits` are known by name and reason only.
    ///
    /// Boxed, so that the tasks it starts are compiled in this crate, and not where it is polled.
    pub fn configure(&self, servers: Vec<ServerSettings>, mut misfits: Vec<Misfit>) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let old = self.roster();
            let mut attended = Vec::new();
            for settings in servers {
                let kept = old.attended.iter().find(|known| known.server.settings == settings);
                if let Some(kept) = kept {
                    attended.push(kept.clone());
                    continue;
                }
                let name = settings.name.clone();
                match Server::new(settings, self.hub.clone(), self.curtain.clone()) {
                    Ok(server) => {
                        let task = tokio::spawn(server.clone().run()).abort_handle();
                        attended.push(Attended { server, task });
                    }
                    Err(reason) => misfits.push(Misfit { name, reason }),
                }
            }
            for misfit in misfits.iter().filter(|misfit| !old.misfits.contains(misfit)) {
                let (server, reason) = (misfit.name.clone(), misfit.reason.clone());
                self.hub.events.tell(What::ServerDown { server, reason });
            }
            let new = Arc::new(Roster::new(attended, misfits));
            *self.roster.write().unwrap_or_else(PoisonError::into_inner) = new.clone();
            self.is_configured.store(true, Ordering::Release);
            self.hub.events.metrics().know(new.attended.iter().map(|attended| attended.server.name()));
            for gone in &old.attended {
                if !new.attended.iter().any(|kept| Arc::ptr_eq(&kept.server, &gone.server)) {
                    // Calls under way keep the connection; it is closed when they are over.
                    let Attended { server, task } = gone.clone();
                    let is_gone = !new.has(server.name());
                    let hub = self.hub.clone();
                    tokio::spawn(async move {
                        server.retire(&task).await;
                        if is_gone {
                            hub.events.tell(What::ServerRemoved { server: server.name().into() });
                        }
                    });
                }
            }
            let kept: Vec<&ServerSettings> = new.attended.iter().map(|kept| &kept.server.settings).collect();
            self.curtain.keep_only(&kept);
            self.heeding.watch();
            for list in [List::Tools, List::Prompts, List::Resources] {
                self.hub.changed_for_all(&Message::notification(list.changed(), "{}"));
            }
        })
    }

    /// Ends all sessions, takes leave of all servers, and waits until all that has happened is on record.
    ///
    /// Boxed, so that it is compiled in this crate, and not where it is polled.
    pub fn shut_down(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.hub.events.end();
            self.hub.holds.close();
            join_all(self.sessions().all().into_iter().map(|session| self.close(session))).await;
            for attended in &self.roster().attended {
                attended.task.abort();
                attended.server.stop().await;
            }
            self.hub.traces.finish().await;
            if let Some(ledger) = &self.hub.ledger {
                self.hub.write_late().await;
                // What is written before it is written by then.
                let stopped = Entry { method: "stopped".into(), ..Entry::new(Kind::Configuration) };
                self.hub.events.heed(&ledger.record(stopped).await);
            }
        })
    }

    fn roster(&self) -> Arc<Roster> {
        self.roster.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Seconds since the start, for what must not be used for long.
    fn now(&self) -> u64 {
        self.started.elapsed().as_secs()
    }

    /// Takes up what people have decided: a server whose lists were reviewed last at another revision of the ledger has
    /// them reviewed again, and clients whose lists have changed are told. Costs next to nothing if there is none such.
    pub async fn heed_decisions(&self, revision: u64) {
        self.heeding.heed(revision).await;
    }

    /// Answers a request of a client. Dropping the future cancels the request, at the server too.
    pub async fn request(&self, caller: &Caller, request: Message, aside: &Aside) -> Reply {
        let traced = self.hub.traces.begin(caller, &request, &self.hub);
        let caller = traced.as_ref().unwrap_or(caller);
        let id = request.id().unwrap_or("null").to_owned();
        if let Some(session) = &caller.session {
            session.touch();
            let is_early = session.hello.get().is_none() && !matches!(request.method(), "initialize" | "ping");
            if is_early {
                let reason = "the session is not initialized: send `initialize` first";
                return Reply { text: rpc::error(&id, code::INVALID_REQUEST, reason), status: 400 };
            }
            if !matches!(request.method(), "initialize" | "ping") {
                session.make_ready();
            }
        }
        if let (None, Scope::One(server)) = (&caller.session, &caller.scope)
            && let Ok(server) = self.roster().server(caller, server)
        {
            server.meet_anybody();
        }
        let draft = self.draft(caller, &request);
        match self.surviving(self.answered(caller, request, aside)).await {
            Ok(reply) => {
                caller.trace.answered(&reply.text);
                reply
            }
            Err(failure) => {
                caller.trace.failed(&failure);
                // Whoever tries names that are none, or not for them, is seen.
                if let Some(draft) = draft.filter(|_| !failure.is_recorded()) {
                    self.refused(self.aimed(caller, draft), failure.for_people()).await;
                }
                let is_lost = matches!((&failure, &caller.scope), (Failure::Unknown(_), Scope::One(server))
                    if self.roster().server(caller, server).is_err());
                let status = if is_lost { 404 } else { Reply::status_of(failure.code(), caller.session.is_none()) };
                Reply { text: failure.answer(&id), status }
            }
        }
    }

    async fn answered(&self, caller: &Caller, request: Message, aside: &Aside) -> Result<Reply, Failure> {
        let id = request.id().unwrap_or("null").to_owned();
        let result = |result: String| Reply::result(&id, &result);
        let method = request.method().to_owned();
        passage::check_request(&method)?;
        if let Some(list) = List::asked_by(&method) {
            return self.list(caller, list, &request).await.map(result);
        }
        match (method.as_str(), &caller.session) {
            ("tools/call", _) if self.mode() == Mode::Discover && caller.scope == Scope::All => {
                self.discovered_call(caller, request, aside).await
            }
            ("tools/call" | "prompts/get" | "resources/read", _) => self.call(caller, request, aside).await,
            ("initialize", Some(_)) => self.initialize(caller, request).await.map(result),
            ("server/discover", None) => self.discover(caller).await.map(result),
            ("ping", Some(_)) => Ok(result("{}".to_owned())),
            ("completion/complete", _) => self.complete(caller, request, aside).await,
            ("resources/subscribe" | "resources/unsubscribe", Some(session)) => {
                self.subscribe(caller, session, request, aside).await
            }
            ("logging/setLevel", Some(session)) => self.set_level(caller, session, request, aside).await,
            ("subscriptions/listen", None) => self.listen(caller, request, aside).await,
            ("ping" | "initialize" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe", None) => {
                Err(Failure::NoMethod(method))
            }
            (method, _) if method.starts_with("tasks/") => self.task(caller, request, aside).await,
            _ => self.unknown(caller, request, aside).await,
        }
    }

    /// Takes a notification of a client.
    pub async fn notify(&self, caller: &Caller, notification: Message) {
        if let Some(session) = &caller.session {
            session.touch();
            if notification.method() == "notifications/initialized" {
                session.make_ready();
            }
        }
        self.noted(caller, &notification).await;
    }

    /// Takes a client's answer to a request of a server, or of the gateway.
    pub async fn answer(&self, caller: &Caller, answer: Message) {
        let Some(session) = &caller.session else { return };
        session.touch();
        match answer.id().and_then(|id| session.answered(id)) {
            Some(Answered::Server { attached, id, inquiry }) => {
                let text = match inquiry {
                    Some(inquiry) => inquiry.relay(caller, &answer, &id).await,
                    // The answer to a ping says nothing.
                    None => rpc::result(&id, "{}"),
                };
                let _ = attached.link.answer(text).await;
            }
            Some(Answered::Gateway(waiting)) => {
                let _ = waiting.send(answer);
            }
            None => {}
        }
    }

    /// Ends a session and everything that hangs on it.
    pub async fn close(&self, session: Arc<Session>) {
        self.hub.sessions.remove(&session.id);
        keying::all_of(&session).iter().for_each(|key| self.guard.end(key));
        for attended in &self.roster().attended {
            attended.server.leave(&session).await;
        }
        for (_, attached) in session.links().await {
            attached.link.close().await;
        }
        self.hub.events.tell_on_record(What::SessionClosed { session: session.short() }).await;
    }
}
