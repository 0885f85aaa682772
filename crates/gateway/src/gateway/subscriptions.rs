//! Resources that clients want to hear of, in the way of either kind of revision.

use super::call::Resolved;
use super::passage::await_approved;
use super::recording::{Recording, is_still_shown};
use super::{Aside, Caller, Gateway, Reply, route};
use crate::Session;
use crate::failure::Failure;
use crate::hub::Wish;
use crate::revision::key;
use crate::server::{List, Server};
use std::sync::Arc;
use vetgate_mcp::rpc::{Message, quote};
use vetgate_model::json::Document;

impl Gateway {
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
        route::await_shown(&server, List::Resources, &uri).await?;
        await_approved(&server).await?;
        let attached = server.attach(Some(session)).await?;
        if !attached.is_shared() {
            return self.forward(caller, server, request, aside).await;
        }
        let mut resolved = Resolved { server, request, name: uri, intent: None, user_words: None };
        let mut recording = self.begin(caller, &resolved).await?;
        if let Err(failure) = self.let_out(caller, &mut resolved, aside, &mut recording).await {
            return Err(recording.fail(failure).await);
        }
        let Resolved { server, request, name: uri, .. } = resolved;
        if request.method() == "resources/subscribe" {
            if session.watch(server.name(), &uri) {
                server.watch(&uri).await;
            }
        } else if session.unwatch(server.name(), &uri) {
            server.unwatch(&uri).await;
        }
        recording.settle("{}", "over a connection that clients share").await?;
        Ok(Reply::result(request.id().unwrap_or("null"), "{}"))
    }

    /// Admits and judges a request that the gateway makes over a connection of its own.
    async fn let_out(
        &self,
        caller: &Caller,
        resolved: &mut Resolved,
        aside: &Aside,
        recording: &mut Recording,
    ) -> Result<(), Failure> {
        is_still_shown(resolved)?;
        self.admit(caller, resolved)?;
        self.before(caller, resolved, aside, recording).await.map(drop)
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
                && route::await_shown(&server, List::Resources, &uri).await.is_ok()
                && await_approved(&server).await.is_ok()
            {
                wish.uris.insert(uri.clone());
                watching.push(Watching { server, uri });
            }
        }
        if !wish.uris.is_empty() {
            let uris: Vec<String> = wish.uris.iter().map(|uri| quote(uri)).collect();
            agreed.push(format!("\"resourceSubscriptions\":[{}]", uris.join(",")));
        }
        if !wish.uris.is_empty() {
            let mut recording = self.begin_for_all(caller, &request).await?;
            for Watching { server, uri } in &watching {
                let request = Message::request(&id, "resources/subscribe", &format!(r#"{{"uri":{}}}"#, quote(uri)));
                let mut resolved =
                    Resolved { server: server.clone(), request, name: uri.clone(), intent: None, user_words: None };
                if let Err(failure) = self.let_out(caller, &mut resolved, aside, &mut recording).await {
                    return Err(recording.fail(failure).await);
                }
            }
            recording.settle(&format!("{{{}}}", agreed.join(",")), "listens until the client disconnects").await?;
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
