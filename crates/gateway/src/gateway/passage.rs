//! What goes to a server besides calls: completion, log levels, methods that the protocol does not have, and notifications.
//!
//! Requests take the path of calls. A notification is admitted, judged and recorded as they are; it cannot be answered and
//! does not wait for a person, so one that is held or denied is dropped, with a record and an event.
//!
//! None of it goes to a server of which nothing can be seen, because nobody has approved it.

use super::call::Resolved;
use super::methods::{METHODS, NOTIFICATION, NOTIFICATIONS};
use super::{Aside, Caller, Gateway, Reply, route};
use crate::events::What;
use crate::failure::Failure;
use crate::log_level;
use crate::method_names;
use crate::server::{Abilities, Attached, LIST_PATIENCE, List, Server, State, member};
use crate::{Scope, Session};
use futures_util::future::join_all;
use std::sync::Arc;
use tokio::time::timeout;
use vetgate_mcp::link::Era;
use vetgate_mcp::rpc::{Edit, Message, quote, unquote};
use vetgate_model::fold_case;

impl Gateway {
    /// Sends a request to a server as it is, and returns the answer under the client's id.
    pub(super) async fn forward(
        &self,
        caller: &Caller,
        server: Arc<Server>,
        request: Message,
        aside: &Aside,
    ) -> Result<Reply, Failure> {
        if !self.is_about_own_task(caller, &server, &request) {
            await_approved(&server).await?;
        }
        self.perform(caller, Resolved { server, request, name: String::new(), intent: None, user_words: None }, aside)
            .await
    }

    /// `completion/complete`: for the server of the prompt or the resource.
    pub(super) async fn complete(&self, caller: &Caller, request: Message, aside: &Aside) -> Result<Reply, Failure> {
        let roster = self.roster();
        let reference = request.get("ref").unwrap_or("{}").to_owned();
        let said = |name: &str| member(&reference, name).and_then(|raw| Some(unquote(&raw)?.into_owned()));
        if let Some(uri) = said("uri") {
            let server = match &caller.scope {
                Scope::One(name) => roster.server(caller, name)?,
                // What is completed here is a template, as it was listed.
                Scope::All => {
                    let lists = |server: &Arc<Server>| server.shelf().find(List::Templates, &uri).is_some();
                    let found = roster.visible(caller).find(lists);
                    found.map_or_else(|| route::owner(&roster, caller, &uri), Ok)?
                }
            };
            route::await_shown(&server, List::Templates, &uri).await?;
            return self.forward(caller, server, request, aside).await;
        }
        let Some(asked) = said("name") else {
            return Err(Failure::Invalid("`completion/complete` needs a `ref` with a `name` or a `uri`".to_owned()));
        };
        let (server, name) = route::named(&roster, caller, List::Prompts, &asked)?;
        route::await_shown(&server, List::Prompts, &name).await?;
        let text = Edit::of(&request).set(&["params", "ref", "name"], quote(&name)).finish();
        let request = Message::read(text).map_err(|error| Failure::Invalid(error.to_string()))?;
        self.forward(caller, server, request, aside).await
    }

    /// `logging/setLevel` of a client with a session.
    pub(super) async fn set_level(
        &self,
        caller: &Caller,
        session: &Arc<Session>,
        request: Message,
        aside: &Aside,
    ) -> Result<Reply, Failure> {
        let Some(level) = request.get("level").map(str::to_owned) else {
            return Err(Failure::Invalid("`logging/setLevel` needs a `level`".to_owned()));
        };
        // It goes with every later request to a stateless server, so it is kept only if it is one.
        if log_level::is_known(&level) {
            session.set_log_level(&level);
        }
        let id = request.id().unwrap_or("null").to_owned();
        let mut telling = Vec::new();
        for server in self.roster().visible(caller) {
            let State::Up(home) = server.state() else { continue };
            if server.shelf().is_hushed() {
                continue;
            }
            let has_logs = Abilities::read(&home.link.greeting().capabilities).has("logging");
            let is_told = matches!(home.link.era(), Era::Handshake(_));
            if is_told && caller.scope != Scope::All {
                // One server behind one endpoint says yes or no for itself.
                return self.forward(caller, server.clone(), request, aside).await;
            }
            if has_logs && is_told {
                // All at once and not for long: one that hangs keeps nobody waiting.
                telling.push(timeout(LIST_PATIENCE, self.forward(caller, server.clone(), request.clone(), aside)));
            }
        }
        let mut reply = None;
        for answer in join_all(telling).await.into_iter().flatten() {
            match answer {
                Ok(answer) => reply = Some(answer),
                Err(failure) if failure.is_denial() => return Err(failure),
                // A server that fails does not keep the others from having a level.
                Err(_) => {}
            }
        }
        Ok(reply.unwrap_or_else(|| Reply::result(&id, "{}")))
    }

    /// A method that the gateway does not know: for the only server there is.
    pub(super) async fn unknown(&self, caller: &Caller, request: Message, aside: &Aside) -> Result<Reply, Failure> {
        let roster = self.roster();
        let server = match &caller.scope {
            Scope::One(name) => roster.server(caller, name)?,
            Scope::All => {
                let mut servers = roster.visible(caller);
                let only = servers.next().filter(|_| servers.next().is_none());
                only.ok_or_else(|| Failure::NoMethod(request.method().to_owned()))?
            }
        };
        self.forward(caller, server, request, aside).await
    }

    /// A notification of a client.
    pub(super) async fn noted(&self, caller: &Caller, notification: &Message) {
        // The handshake with servers is the links' own, and a cancelled request has been dropped by now.
        if matches!(notification.method(), "notifications/initialized" | "notifications/cancelled") {
            return;
        }
        if let Err(failure) = check_notification(notification.method()) {
            self.refused_unread(caller, notification.method(), None, &failure.to_string()).await;
            return;
        }
        let Some(session) = &caller.session else { return };
        let mut links = self.told(caller, session).await;
        if notification.method() == "notifications/progress" {
            let asking = session.asking();
            links.retain(|(_, attached)| asking.iter().any(|asking| Arc::ptr_eq(asking, attached)));
        }
        for (server, attached) in links {
            if matches!(attached.link.era(), Era::Handshake(_)) {
                self.notify_server(caller, server, &attached, notification).await;
            }
        }
    }

    /// Sends a notification to a server, unless it is held or denied.
    async fn notify_server(&self, caller: &Caller, server: Arc<Server>, attached: &Attached, notification: &Message) {
        let mut resolved =
            Resolved { server, request: notification.clone(), name: String::new(), intent: None, user_words: None };
        // One that cannot be recorded is dropped, as a call is refused; the events say that the ledger fails.
        let Ok(mut recording) = self.begin(caller, &resolved).await else { return };
        let judged = match self.admit(caller, &resolved) {
            Ok(()) => self.before(caller, &mut resolved, &Aside::channel().0, &mut recording).await.map(drop),
            Err(failure) => Err(failure),
        };
        match judged {
            Ok(()) => {
                let sent = attached.link.notify(&resolved.request).await;
                recording.delivered(sent.err().map(|error| error.to_string())).await;
            }
            Err(failure) => {
                let (principal, server) = (caller.principal.name.clone(), resolved.server.name().to_owned());
                let (name, reason) = (notification.method().to_owned(), failure.to_string());
                let (risk, level) = (recording.risk(), super::judging::level(self.conducts().log_level));
                recording.fail(failure).await;
                self.hub.events.tell(What::Refused { principal, server, name, reason, risk, level });
            }
        }
    }

    /// The connections that a client's notifications go over: its own, and those that it shares with others. A server
    /// that keeps sessions apart and has none of this client yet is told only where it is the only one.
    async fn told(&self, caller: &Caller, session: &Arc<Session>) -> Vec<(Arc<Server>, Arc<Attached>)> {
        let own = session.links().await;
        let mut links = Vec::new();
        for server in self.roster().visible(caller) {
            let State::Up(home) = server.state() else { continue };
            if server.shelf().is_hushed() {
                continue;
            }
            let known = own.iter().find(|(name, _)| name == server.name()).map(|(_, attached)| attached.clone());
            let attached = match known {
                Some(attached) => Some(attached),
                None if !server.keeps_apart(&home) => Some(home),
                None if caller.scope != Scope::All => server.attach(Some(session)).await.ok(),
                None => None,
            };
            links.extend(attached.map(|attached| (server, attached)));
        }
        links
    }
}

/// Waits until it is known what of a server can be seen, and fails if that is nothing because nobody has approved it.
pub(super) async fn await_approved(server: &Server) -> Result<(), Failure> {
    server.home().await?;
    if server.shelf().is_hushed() {
        // A person may have approved something a moment ago, in another process.
        server.heed_latest().await;
    }
    if !server.shelf().is_hushed() {
        return Ok(());
    }
    Err(Failure::Denied(format!(
        "Vetgate passes nothing on to the server `{}`: no definition of this server is approved. A person has to review it; \
         `vetgate tools --pending` lists everything that is pending",
        server.name()
    )))
}

/// Refuses a notification that a lenient server might take for a request without an id, and execute.
fn check_notification(method: &str) -> Result<(), Failure> {
    check_method(method)?;
    match method.starts_with(NOTIFICATION) {
        true => Ok(()),
        false => Err(Failure::Invalid("Vetgate refused this notification: its method is only for requests".to_owned())),
    }
}

/// Refuses a request that a lenient server might take for a notification.
pub(super) fn check_request(method: &str) -> Result<(), Failure> {
    check_method(method)?;
    match fold_case(method).starts_with(NOTIFICATION) {
        false => Ok(()),
        true => Err(Failure::Invalid("Vetgate refused this request: its method is only for notifications".to_owned())),
    }
}

/// Refuses a method that a lenient server might take for another one than the gateway does.
fn check_method(method: &str) -> Result<(), Failure> {
    method_names::check(method, METHODS.iter().chain(NOTIFICATIONS).copied())
        .map_err(|why| Failure::Invalid(format!("the method name is not valid: {why}")))
}
