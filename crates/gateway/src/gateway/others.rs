//! Requests that are neither lists nor calls: completion, subscriptions, log levels, tasks, and what nobody knows.

use super::call::Resolved;
use super::errand::{Errand, Outcome};
use super::{Aside, Caller, Gateway, Reply, route};
use crate::failure::Failure;
use crate::hub::Wish;
use crate::revision::key;
use crate::server::{Abilities, Attached, LIST_PATIENCE, List, Server, State, member};
use crate::{Scope, Session};
use futures_util::future::join_all;
use std::sync::Arc;
use tokio::time::timeout;
use vetgate_mcp::link::Era;
use vetgate_mcp::rpc::{Edit, Message, Sort, quote, unquote};
use vetgate_model::json::Document;

/// Pages of one server's tasks.
const PAGES: usize = 100;

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
        let resolved = Resolved { server, request, name: String::new(), intent: None };
        let Resolved { server, request, .. } = &resolved;
        let mut errand =
            Errand { caller, server, aside, request: request.clone(), name: String::new(), mirrored: vec![] };
        Ok(match self.send(&mut errand).await? {
            Outcome::Asks(result) => Reply::result(&id, &result),
            Outcome::Answer(answer) => self.answer_in_revision(caller, &resolved, &answer, &id),
        })
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
            route::is_shown(&server, List::Templates, &uri)?;
            return self.forward(caller, server, request, aside).await;
        }
        let Some(asked) = said("name") else {
            return Err(Failure::Invalid("`completion/complete` needs a `ref` with a `name` or a `uri`".to_owned()));
        };
        let (server, name) = route::named(&roster, caller, List::Prompts, &asked)?;
        route::is_shown(&server, List::Prompts, &name)?;
        let text = Edit::of(&request).set(&["params", "ref", "name"], quote(&name)).finish();
        let request = Message::read(text).map_err(|error| Failure::Invalid(error.to_string()))?;
        self.forward(caller, server, request, aside).await
    }

    /// `resources/subscribe` and `resources/unsubscribe` of a client with a session.
    pub(super) async fn subscribe(
        &self,
        caller: &Caller,
        session: &Arc<Session>,
        request: Message,
        aside: &Aside,
    ) -> Result<Reply, Failure> {
        let Some(uri) = request.text_of("uri").map(std::borrow::Cow::into_owned) else {
            return Err(Failure::Invalid(format!("`{}` needs a `uri`", request.method())));
        };
        let server = route::owner(&self.roster(), caller, &uri)?;
        route::is_shown(&server, List::Resources, &uri)?;
        let attached = server.attach(Some(session)).await?;
        if !attached.is_shared() {
            return self.forward(caller, server, request, aside).await;
        }
        if request.method() == "resources/subscribe" {
            if session.watch(server.name(), &uri) {
                server.watch(&uri).await;
            }
        } else if session.unwatch(server.name(), &uri) {
            server.unwatch(&uri).await;
        }
        Ok(Reply::result(request.id().unwrap_or("null"), "{}"))
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

    /// `subscriptions/listen` of a stateless client: lasts until the client is gone.
    pub(super) async fn listen(&self, caller: &Caller, request: Message, aside: &Aside) -> Result<Reply, Failure> {
        let id = request.id().unwrap_or("null").to_owned();
        let wanted = request.get("notifications").unwrap_or("{}");
        let document = Document::parse(wanted).map_err(|error| Failure::Invalid(error.to_string()))?;
        let mut wish = Wish::default();
        let mut agreed = Vec::new();
        for (list, name) in [
            (List::Tools, "toolsListChanged"),
            (List::Prompts, "promptsListChanged"),
            (List::Resources, "resourcesListChanged"),
        ] {
            if document.root().get(name).is_some_and(|flag| flag.is_true()) {
                wish.methods.insert(list.changed());
                agreed.push(format!("\"{name}\":true"));
            }
        }
        let mut watching = Vec::new();
        let uris = document.root().get("resourceSubscriptions").into_iter().flat_map(|uris| uris.elements());
        for uri in uris.filter_map(|uri| Some(uri.string()?.text.into_owned())) {
            if let Ok(server) = route::owner(&self.roster(), caller, &uri)
                && route::is_shown(&server, List::Resources, &uri).is_ok()
            {
                wish.uris.insert(uri.clone());
                watching.push(Watching { server, uri });
            }
        }
        if !wish.uris.is_empty() {
            let uris: Vec<String> = wish.uris.iter().map(|uri| quote(uri)).collect();
            agreed.push(format!("\"resourceSubscriptions\":[{}]", uris.join(",")));
        }
        let mut listening = self.hub.listen(&id, &caller.principal, &caller.scope, wish);
        for watching in &watching {
            watching.server.watch(&watching.uri).await;
        }
        let params =
            format!(r#"{{"_meta":{{"{}":{id}}},"notifications":{{{}}}}}"#, key::SUBSCRIPTION, agreed.join(","));
        let acknowledged = Message::notification("notifications/subscriptions/acknowledged", &params);
        let mut is_there = aside.send(acknowledged.into_text()).await;
        while is_there && let Some(text) = listening.next().await {
            is_there = aside.send(text).await;
        }
        Ok(Reply::result(&id, r#"{"resultType":"complete"}"#))
    }

    /// `tasks/*`: for the server that made the task, and of a server that many share only for the client that it made
    /// the task for.
    pub(super) async fn task(&self, caller: &Caller, request: Message, aside: &Aside) -> Result<Reply, Failure> {
        let roster = self.roster();
        if let Scope::One(name) = &caller.scope {
            let server = roster.server(caller, name)?;
            if !mixes_clients(&server, caller) {
                return self.forward(caller, server, request, aside).await;
            }
        }
        if request.method() == "tasks/list" {
            return self.all_tasks(caller, &request, aside).await;
        }
        let Some(task) = request.text_of("taskId").map(std::borrow::Cow::into_owned) else {
            return Err(Failure::Invalid(format!("`{}` needs a `taskId`", request.method())));
        };
        let owner = self.tasks.owner(&caller.key(), &task).filter(|owner| caller.sees(owner));
        let owner = owner.ok_or_else(|| Failure::Unknown(format!("Task not found: {task}")))?;
        self.forward(caller, roster.server(caller, &owner)?, request, aside).await
    }

    async fn all_tasks(&self, caller: &Caller, request: &Message, aside: &Aside) -> Result<Reply, Failure> {
        let id = request.id().unwrap_or("null");
        let mut asking = Vec::new();
        for server in self.roster().visible(caller) {
            let State::Up(home) = server.state() else { continue };
            if Abilities::read(&home.link.greeting().capabilities).has("tasks") {
                asking.push(timeout(LIST_PATIENCE, self.tasks_of(caller, server, request, aside)));
            }
        }
        let tasks: Vec<String> = join_all(asking).await.into_iter().flatten().flatten().collect();
        Ok(Reply::result(id, &format!(r#"{{"tasks":[{}]}}"#, tasks.join(","))))
    }

    /// The tasks of one server that are the caller's, all pages of them; JSON each.
    async fn tasks_of(&self, caller: &Caller, server: Arc<Server>, request: &Message, aside: &Aside) -> Vec<String> {
        let is_mixed = mixes_clients(&server, caller);
        let mut tasks = Vec::new();
        let mut cursor = None;
        for _ in 0..PAGES {
            let edit = Edit::of(request);
            let text = match &cursor {
                Some(cursor) => edit.set(&["params", "cursor"], cursor).finish(),
                None => edit.remove(&["params", "cursor"]).finish(),
            };
            let Ok(request) = Message::read(text) else { break };
            let answer = self.forward(caller, server.clone(), request, aside).await;
            let Some(answer) = answer.ok().and_then(|answer| Message::read(answer.text).ok()) else { break };
            let Some(document) = answer.get("tasks").and_then(|listed| Document::parse(listed).ok()) else { break };
            for task in document.root().elements() {
                let Some(name) = task.get("taskId").and_then(|name| name.string()) else { continue };
                if !is_mixed {
                    self.tasks.note(&caller.key(), &name.text, server.name());
                }
                if self.tasks.owner(&caller.key(), &name.text).is_some_and(|owner| owner == server.name()) {
                    tasks.push(task.raw().to_owned());
                }
            }
            let next = answer.get("nextCursor").filter(|next| next.starts_with('"')).map(str::to_owned);
            if next.is_none() || next == cursor {
                break;
            }
            cursor = next;
        }
        tasks
    }

    /// Remembers which server made a task.
    pub(super) fn note_task(&self, caller: &Caller, server: &Server, answer: &Message) {
        if answer.sort() != Sort::Result {
            return;
        }
        let nested = answer.get("task").and_then(|task| member(task, "taskId"));
        let direct = answer.get("taskId").map(str::to_owned);
        if let Some(task) = nested.or(direct).as_deref().and_then(unquote) {
            self.tasks.note(&caller.key(), &task, server.name());
        }
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
}

impl Gateway {
    /// The connections that a client's notifications go over: its own, and those that it shares with others. A server
    /// that keeps sessions apart and has none of this client yet is told only where it is the only one.
    async fn told(&self, caller: &Caller, session: &Arc<Session>) -> Vec<Arc<Attached>> {
        let own = session.links().await;
        let mut links = Vec::new();
        for server in self.roster().visible(caller) {
            let State::Up(home) = server.state() else { continue };
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

/// Whether others than the caller use the connection to a server, which then cannot tell whose a task is.
fn mixes_clients(server: &Server, caller: &Caller) -> bool {
    let is_own =
        |home: &Attached| server.settings.is_solo || server.keeps_apart(home) || home.is_only_of(&caller.key());
    !matches!(server.state(), State::Up(home) if is_own(&home))
}

/// A resource of a shared server that a stateless client listens for, until it is dropped.
struct Watching {
    server: Arc<Server>,
    uri: String,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let (server, uri) = (self.server.clone(), std::mem::take(&mut self.uri));
        tokio::spawn(async move { server.unwatch(&uri).await });
    }
}
