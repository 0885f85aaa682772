//! What servers want of clients, where the two speak of it in different ways.

use super::Gateway;
use super::errand::{Errand, Outcome};
use crate::failure::Failure;
use crate::server::{Attached, member};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use vetgate_mcp::rpc::{self, Edit, Message, Sort, quote};
use vetgate_model::json::Document;

/// How long a person may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(super::held::PATIENCE);

impl Gateway {
    /// Asks a client with a handshake for everything that a stateless server's interim result wants, and makes the
    /// request that brings it.
    pub(super) async fn gather(
        &self,
        errand: &Errand<'_>,
        attached: &Arc<Attached>,
        interim: &Message,
    ) -> Result<Message, Failure> {
        let mut responses = Vec::new();
        let wanted = interim.get("inputRequests").unwrap_or("{}");
        let document = Document::parse(wanted).map_err(|error| Failure::Invalid(error.to_string()))?;
        for (key, question) in document.root().members() {
            let method = question.get("method").and_then(|method| method.string());
            let method = method.map(|method| method.text.into_owned()).unwrap_or_default();
            let params = question.get("params").map_or("{}", |params| params.raw());
            let response = self.ask(errand, &method, params).await?;
            responses.push(format!("{}:{response}", quote(&key.text)));
        }
        let mut edit = Edit::of(&errand.request);
        if !responses.is_empty() {
            edit = edit.set(&["params", "inputResponses"], format!("{{{}}}", responses.join(",")));
        }
        if let Some(state) = interim.get("requestState") {
            edit = edit.set(&["params", "requestState"], state);
        }
        let request = Message::read(edit.finish()).map_err(|error| Failure::Invalid(error.to_string()))?;
        let dressed = Errand { request, name: errand.name.clone(), mirrored: errand.mirrored.clone(), ..*errand };
        Ok(dressed.dressed(attached.link.era()))
    }

    /// Asks a client with a handshake one question; the result is JSON.
    async fn ask(&self, errand: &Errand<'_>, method: &str, params: &str) -> Result<String, Failure> {
        let server = errand.server.name();
        let incapable = || Failure::Incapable {
            server: server.to_owned(),
            capability: method.split('/').next().unwrap_or_default().to_owned(),
        };
        let session = errand.caller.session.as_ref().filter(|session| session.can_answer(method));
        let session = session.ok_or_else(incapable)?;
        let (id, answer) = session.ask_for_gateway();
        errand.tell(Message::request(&id.to_string(), method, params).into_text()).await?;
        let answer = match timeout(PATIENCE, answer).await {
            Ok(Ok(answer)) => answer,
            _ => return Err(Failure::Denied(format!("the client did not answer `{method}` of the server `{server}`"))),
        };
        match answer.sort() {
            Sort::Result => Ok(answer.body().unwrap_or("{}").to_owned()),
            // A person who cannot be asked has not agreed.
            _ if method == "elicitation/create" => Ok(r#"{"action":"cancel"}"#.to_owned()),
            _ => Err(Failure::Denied(format!("the client refused `{method}` of the server `{server}`"))),
        }
    }

    /// A stateless client comes back with what a held call was waiting for.
    pub(super) async fn resume(&self, errand: &Errand<'_>, number: u64) -> Result<Outcome, Failure> {
        let gone = || Failure::Invalid("the call that was waiting for this input is over; make it again".to_owned());
        let held = self.held.take(number).ok_or_else(gone)?;
        let responses = errand.request.get("inputResponses").unwrap_or("{}");
        let Some(response) = member(responses, &format!("vetgate-{number}")) else {
            return self.hold(errand, held.trip, held.question);
        };
        let answer = rpc::result(held.question.id().unwrap_or("null"), &response);
        let attached = held.trip.seat.attached().clone();
        if attached.link.answer(answer).await.is_err() {
            return Err(gone());
        }
        self.see_through(errand, held.trip).await
    }
}
