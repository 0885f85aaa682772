//! What goes to a server as it is: completion, log levels, methods that nobody knows here, and notifications.
//!
//! None of it goes to a server of which nothing can be seen, because nobody has approved it.

use super::call::Resolved;
use super::errand::{Errand, Outcome};
use super::recording::{Recording, is_still_shown};
use super::{Aside, Caller, Gateway, Reply, route};
use crate::failure::Failure;
use crate::server::{Abilities, Attached, LIST_PATIENCE, List, Server, State, member};
use crate::{Scope, Session};
use futures_util::future::join_all;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::time::timeout;
use vetgate_mcp::link::Era;
use vetgate_mcp::rpc::{Edit, Message, quote, unquote};
use vetgate_model::json::Document;
use vetgate_text::render::safe;

/// The methods that the gateway has rules for.
const METHODS: [&str; 20] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "completion/complete",
    "logging/setLevel",
    "subscriptions/listen",
    "tasks/list",
    "tasks/get",
    "tasks/result",
    "tasks/cancel",
    "tasks/update",
];
const TASKS: &str = "tasks/";

impl Gateway {
    /// Sends a request to a server as it is, and returns the answer under the client's id.
    pub(super) async fn forward(
        &self,
        caller: &Caller,
        server: Arc<Server>,
        request: Message,
        aside: &Aside,
    ) -> Result<Reply, Failure> {
        let id = request.id().unwrap_or("null").to_owned();
        if !self.is_about_own_task(caller, &server, &request) {
            await_approved(&server).await?;
        }
        let mut resolved = Resolved { server, request, name: String::new(), intent: None };
        let mut recording = self.begin(caller, &resolved).await?;
        let outcome = self.passed(caller, &mut resolved, aside, &mut recording).await;
        Ok(match recording.end(outcome).await? {
            Outcome::Asks(result) => Reply::result(&id, &result),
            Outcome::Answer(answer) => self.answer_in_revision(caller, &resolved, &answer, &id),
        })
    }

    async fn passed(
        &self,
        caller: &Caller,
        resolved: &mut Resolved,
        aside: &Aside,
        recording: &mut Recording,
    ) -> Result<Outcome, Failure> {
        is_still_shown(resolved)?;
        // What a tool returns late is what it returns.
        let judged = match resolved.request.method().starts_with(TASKS) {
            true => Some(self.before(caller, resolved, aside, recording).await?),
            false => None,
        };
        let Resolved { server, request, .. } = &*resolved;
        let mut errand =
            Errand { caller, server, aside, request: request.clone(), name: String::new(), mirrored: vec![] };
        let outcome = self.send(&mut errand).await?;
        match judged {
            Some(judged) => self.after(caller, resolved, &judged, outcome, recording),
            None => Ok(outcome),
        }
    }

    /// `completion/complete`: for the server of the prompt or the resource.
    pub(super) async fn complete(&self, caller: &Caller, request: Message, aside: &Aside) -> Result<Reply, Failure> {
        let roster = self.roster();
        let reference = request.get("ref").unwrap_or("{}").to_owned();
        if has_twice(&reference) {
            return Err(Failure::Invalid("a member of `ref` stands there twice, and readers disagree on which".into()));
        }
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
        session.set_log_level(&level);
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
        let answers = join_all(telling).await;
        Ok(answers.into_iter().flatten().flatten().last().unwrap_or_else(|| Reply::result(&id, "{}")))
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
        if check_method(notification.method()).is_err() {
            return;
        }
        let Some(session) = &caller.session else { return };
        let links = match notification.method() {
            "notifications/progress" => session.asking(),
            _ => self.told(caller, session).await,
        };
        for attached in links {
            if matches!(attached.link.era(), Era::Handshake(_)) {
                let _ = attached.link.notify(notification).await;
            }
        }
    }

    /// The connections that a client's notifications go over: its own, and those that it shares with others. A server
    /// that keeps sessions apart and has none of this client yet is told only where it is the only one.
    async fn told(&self, caller: &Caller, session: &Arc<Session>) -> Vec<Arc<Attached>> {
        let own = session.links().await;
        let mut links = Vec::new();
        for server in self.roster().visible(caller) {
            let State::Up(home) = server.state() else { continue };
            if server.shelf().is_hushed() {
                continue;
            }
            let known = own.iter().find(|(name, _)| name == server.name()).map(|(_, attached)| attached.clone());
            links.extend(match known {
                Some(attached) => Some(attached),
                None if !server.keeps_apart(&home) => Some(home),
                None if caller.scope != Scope::All => server.attach(Some(session)).await.ok(),
                None => None,
            });
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
        "Vetgate passes nothing on to the server `{}`: nothing of this server is approved. A person has to look at it; \
         `vetgate tools --pending` lists what waits",
        server.name()
    )))
}

/// Refuses a method that a lenient server might take for another one than the gateway does.
pub(super) fn check_method(method: &str) -> Result<(), Failure> {
    // Without the method itself, which may be anything, a secret too.
    let invalid = |why: &str| Err(Failure::Invalid(format!("what is asked for is no method: {why}")));
    if method.chars().any(char::is_whitespace) || safe(method, usize::MAX) != method {
        return invalid("it has characters that cannot be seen");
    }
    // Twice, for letters that have more than one small form.
    let fold = |text: &str| text.to_uppercase().to_lowercase();
    let folded = fold(method);
    match METHODS.into_iter().find(|known| *known != method && fold(known) == folded) {
        Some(known) => invalid(&format!("`{known}` is written otherwise")),
        None if folded.starts_with(TASKS) && !method.starts_with(TASKS) => invalid("`tasks/` is written otherwise"),
        None => Ok(()),
    }
}

/// Whether an object has a member twice: what is looked at here might not be what the server acts on.
fn has_twice(object: &str) -> bool {
    let Ok(document) = Document::parse(object) else { return true };
    let mut names = BTreeSet::new();
    !document.root().members().all(|(key, _)| names.insert(key.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_written_as_the_protocol_writes_it() {
        for method in ["tools/call", "tasks/get", "tasks/x", "x/y", "logging/setLevel", "vendor/Method_1"] {
            assert!(check_method(method).is_ok(), "{method}");
        }
        for method in [
            "Tools/Call", "logging/setlevel", "tool\u{17F}/call", "tasks/GET", "Tasks/x", "tools/call ",
            "tools/\tcall", "x\u{A0}y", "tools/call\u{0}", "tools\u{200B}/call",
        ] {
            assert!(matches!(check_method(method), Err(Failure::Invalid(_))), "{method:?}");
        }
    }
}
