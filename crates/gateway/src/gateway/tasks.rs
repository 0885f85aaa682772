//! Tasks: each goes back to the server that made it, for the client that it was made for.

use super::{Aside, Caller, Gateway, Reply};
use crate::Scope;
use crate::failure::Failure;
use crate::server::{Abilities, Attached, LIST_PATIENCE, Server, State, member};
use futures_util::future::join_all;
use std::sync::Arc;
use tokio::time::timeout;
use vetgate_mcp::rpc::{Edit, Message, Sort, unquote};
use vetgate_model::json::Document;

/// Pages of one server's tasks.
const PAGES: usize = 100;

impl Gateway {
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

    /// Whether a request is about a task that the server made for the caller.
    pub(super) fn is_about_own_task(&self, caller: &Caller, server: &Server, request: &Message) -> bool {
        let is_own = |task: &str| self.tasks.owner(&caller.key(), task).is_some_and(|owner| owner == server.name());
        request.method().starts_with("tasks/") && request.text_of("taskId").is_some_and(|task| is_own(&task))
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
        let mut tasks = Vec::new();
        for listed in join_all(asking).await.into_iter().flatten() {
            tasks.extend(listed?);
        }
        Ok(Reply::result(id, &format!(r#"{{"tasks":[{}]}}"#, tasks.join(","))))
    }

    /// The tasks of one server that are the caller's, all pages of them; JSON each. A server that fails has none; an error
    /// says that the request must not be made.
    async fn tasks_of(
        &self,
        caller: &Caller,
        server: Arc<Server>,
        request: &Message,
        aside: &Aside,
    ) -> Result<Vec<String>, Failure> {
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
            let answer = match self.forward(caller, server.clone(), request, aside).await {
                Err(failure) if failure.is_denial() => return Err(failure),
                answer => answer,
            };
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
        Ok(tasks)
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
}

/// Whether others than the caller use the connection to a server, which then cannot tell whose a task is.
fn mixes_clients(server: &Server, caller: &Caller) -> bool {
    let is_own =
        |home: &Attached| server.settings.is_solo || server.keeps_apart(home) || home.is_only_of(&caller.key());
    !matches!(server.state(), State::Up(home) if is_own(&home))
}
