//! What servers want of clients, where the two speak of it in different ways.

use super::Gateway;
use super::errand::{Errand, Outcome, asks};
use super::inquiry::{Refused, Relayed, declined, is_watched, refusal};
use super::screening::Screened;
use crate::failure::{CallState, Failure};
use crate::server::{Attached, member};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use vetgate_mcp::rpc::{self, Edit, Malformed, Message, Sort, quote};
use vetgate_model::json::Document;

/// How long a person may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(super::held::PATIENCE);

/// What becomes of a result that asks for more.
pub(super) enum Interim {
    /// The client is shown it.
    Asks(Message),
    /// The call is made again with this.
    Again(Message),
}

impl Gateway {
    /// Does with a result that asks for more what the two sides are used to.
    pub(super) async fn interim(
        &self,
        errand: &Errand<'_>,
        attached: &Arc<Attached>,
        interim: Message,
    ) -> Result<Interim, Failure> {
        if asks(&interim) && !errand.is_stateless() {
            return self.gather(errand, attached, &interim).await.map(Interim::Again);
        }
        let original = interim.clone();
        match self.screen(errand, interim).await? {
            Screened::Goes(answer) if asks(&answer) => Ok(Interim::Asks(self.sealed(errand, &answer)?)),
            Screened::Goes(answer) => Ok(Interim::Asks(answer)),
            Screened::Declined(responses) if asks(&original) => {
                bringing(errand, attached, &original, &responses).map(Interim::Again)
            }
            // A task asks for as long as it is not answered, and only its client can do that.
            Screened::Declined(_) => Err(Failure::Denied(format!(
                "Vetgate refused what a task of the server `{}` asks for",
                errand.server.name()
            ))),
        }
    }

    /// Asks a client with a handshake for everything that a stateless server's interim result wants, and makes the
    /// request that brings it.
    async fn gather(
        &self,
        errand: &Errand<'_>,
        attached: &Arc<Attached>,
        interim: &Message,
    ) -> Result<Message, Failure> {
        let mut responses = Vec::new();
        let wanted = interim.get("inputRequests").unwrap_or("{}");
        let document = Document::parse(wanted).map_err(|error| Failure::Withheld {
            reason: "its request to the client cannot be read",
            detail: error.to_string(),
        })?;
        for (key, question) in document.root().members() {
            let method = question.get("method").and_then(|method| method.string());
            let method = method.map(|method| method.text.into_owned()).unwrap_or_default();
            let params = question.get("params").map_or("{}", |params| params.raw());
            let response = self.ask(errand, &method, params).await?;
            responses.push(format!("{}:{response}", quote(&key.text)));
        }
        bringing(errand, attached, interim, &responses)
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
        let refused = |reason: String| declined(method).map(str::to_owned).ok_or(Failure::Denied(reason));
        let (inquiry, replaced) = match is_watched(method) {
            true => match self.hub.inquire_about(errand.asking(), method, params).await {
                Ok((inquiry, replaced)) => (Some(inquiry), replaced),
                Err(Refused(reason)) => return refused(reason),
            },
            false => (None, None),
        };
        let (id, answer) = session.ask_for_gateway();
        let params = replaced.as_deref().unwrap_or(params);
        let asked = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{},"params":{params}}}"#, quote(method));
        let asked = Message::read(asked).map_err(|error| {
            Failure::Denied(format!("Vetgate refused `{method}` of the server `{server}`: {error}"))
        })?;
        errand.tell(asked.into_text()).await?;
        let answer = match timeout(PATIENCE, answer).await {
            Ok(Ok(answer)) => answer,
            _ => {
                return Err(Failure::Denied(format!(
                    "the client did not answer {} of the server `{server}`",
                    shown(method)
                )));
            }
        };
        let body = answer.body().unwrap_or("{}");
        let relayed = match inquiry {
            Some(inquiry) => inquiry.answered(errand.caller, &errand.request, body).await,
            None => Relayed::Instead("{}".to_owned()),
        };
        match (relayed, answer.sort()) {
            (Relayed::Refused, _) => {
                refused(format!("Vetgate refused the answer to {} of the server `{server}`", shown(method)))
            }
            (Relayed::Instead(body), Sort::Result) => Ok(body),
            (_, Sort::Result) => Ok(body.to_owned()),
            // A person who cannot be asked has not agreed.
            _ if method == "elicitation/create" => Ok(r#"{"action":"cancel"}"#.to_owned()),
            _ => Err(Failure::Denied(format!("the client refused {} of the server `{server}`", shown(method)))),
        }
    }

    /// A stateless client comes back with what a held call was waiting for.
    pub(super) async fn resume(&self, errand: &Errand<'_>, number: u64) -> Result<Outcome, Failure> {
        let gone = || Failure::Invalid("the call that was waiting for this input has ended; call again".to_owned());
        let held = self.held.take(number).ok_or_else(gone)?;
        let responses = errand.request.get("inputResponses").unwrap_or("{}");
        let Some(response) = member(responses, &format!("vetgate-{number}")) else {
            return self.hold(errand, held.trip, held.question, held.inquiry);
        };
        let (method, id) = (held.question.method(), held.question.id().unwrap_or("null"));
        let relayed = match held.inquiry {
            Some(inquiry) => inquiry.answered(errand.caller, &errand.request, &response).await,
            // The answer to a ping says nothing.
            None => Relayed::Instead("{}".to_owned()),
        };
        let answer = match relayed {
            Relayed::AsIs => rpc::result(id, &response),
            Relayed::Instead(response) => rpc::result(id, &response),
            Relayed::Refused => refusal(method, id),
        };
        let attached = held.trip.seat.attached().clone();
        if attached.link.answer(answer).await.is_err() {
            return Err(gone());
        }
        self.see_through(errand, held.trip).await
    }
}

/// The request that brings a stateless server the answers it has asked for; `responses` are members of `inputResponses`.
fn bringing(
    errand: &Errand<'_>,
    attached: &Attached,
    interim: &Message,
    responses: &[String],
) -> Result<Message, Failure> {
    let edit = Edit::of(&errand.request);
    let edit = match responses {
        [] => edit.remove(&["params", "inputResponses"]),
        responses => edit.set(&["params", "inputResponses"], format!("{{{}}}", responses.join(","))),
    };
    let edit = match interim.get("requestState") {
        Some(state) => edit.set(&["params", "requestState"], state),
        None => edit.remove(&["params", "requestState"]),
    };
    let failed = |error: Malformed| Failure::edited(CallState::Sent, &error);
    let request = Message::read(edit.finish()).map_err(failed)?;
    let dressed = Errand { request, name: errand.name.clone(), mirrored: errand.mirrored.clone(), ..*errand };
    dressed.dressed(attached.link.era()).map_err(failed)
}

/// The name of a server's request for a message to its client: one that MCP has, or no more than that it is a request. A
/// server may write anything there.
fn shown(method: &str) -> &'static str {
    match method {
        "sampling/createMessage" => "`sampling/createMessage`",
        "elicitation/create" => "`elicitation/create`",
        "roots/list" => "`roots/list`",
        _ => "a request",
    }
}
