//! Requests to a client that stand in a result, and answers that stand in a request: the way of the stateless revision.

use super::Gateway;
use super::errand::Errand;
use super::inquiry::{Asking, Refused, Relayed, declined, is_watched, method_of};
use crate::failure::{CallState, Failure};
use crate::revision::key;
use crate::session::can_answer;
use vetgate_mcp::rpc::{Edit, Message, quote};
use vetgate_model::json::Document;

/// What becomes of a result that asks.
pub(super) enum Screened {
    /// The client gets it.
    Goes(Message),
    /// The client is asked nothing: these are the gateway's own answers, members of `inputResponses`.
    Declined(Vec<String>),
}

impl Errand<'_> {
    /// Who is asked in the middle of this errand.
    pub(super) fn asking(&self) -> Asking<'_> {
        Asking { caller: self.caller, server: self.server, request: &self.request, name: &self.name }
    }

    /// Whether the client can be asked what the server wants.
    pub(super) fn can_ask(&self, question: &Message) -> bool {
        let method = question.method();
        match &self.caller.session {
            Some(session) => session.can_answer(method),
            None => {
                let capabilities = self.request.meta(key::CAPABILITIES).unwrap_or_default();
                matches!(method, "sampling/createMessage" | "elicitation/create" | "roots/list")
                    && can_answer(&capabilities, method)
            }
        }
    }

    /// Whether what is told of a task shows what its server asks of the client.
    pub(super) fn shows_requests(&self, answer: &Message) -> bool {
        self.request.method().starts_with("tasks/") && answer.get("inputRequests").is_some()
    }
}

impl Gateway {
    /// Has every request in a result looked at before its client sees it. A result of which something has to be answered and
    /// something else refused cannot be both, and ends the call.
    pub(super) async fn screen(&self, errand: &Errand<'_>, interim: Message) -> Result<Screened, Failure> {
        let wanted = interim.get("inputRequests").unwrap_or("{}").to_owned();
        let document = Document::parse(&wanted).map_err(|error| Failure::Withheld {
            reason: "its request to the client cannot be read",
            detail: error.to_string(),
        })?;
        let (mut responses, mut inquiries, mut reasons) = (vec![], vec![], vec![]);
        let mut passed = 0;
        let mut edit = Edit::of(&interim);
        let mut is_changed = false;
        let keys: Vec<_> = document.root().members().map(|(key, question)| (key.text.into_owned(), question)).collect();
        for (key, question) in &keys {
            let method = question.get("method").and_then(|method| method.string());
            let method = method.map(|method| method.text.into_owned()).unwrap_or_default();
            if !is_watched(&method) {
                passed += 1;
                continue;
            }
            let params = question.get("params").map_or("{}", |params| params.raw());
            match self.hub.inquire_about(errand.asking(), &method, params).await {
                Ok((inquiry, replaced)) => {
                    passed += 1;
                    inquiries.push(inquiry);
                    if let Some(params) = replaced {
                        is_changed = true;
                        edit = edit.set(&["result", "inputRequests", key, "params"], params);
                    }
                }
                Err(Refused(reason)) => {
                    responses.extend(declined(&method).map(|declined| format!("{}:{declined}", quote(key))));
                    reasons.push(reason);
                }
            }
        }
        let Some(reason) = reasons.first() else {
            for inquiry in inquiries {
                inquiry.handed_on().await.map_err(|Refused(reason)| Failure::Unrecorded { was_made: true, reason })?;
            }
            let text = if is_changed { Some(edit.finish()) } else { None };
            return Ok(Screened::Goes(match text {
                Some(text) => Message::read(text).map_err(|error| Failure::edited(CallState::Answered, &error))?,
                None => interim,
            }));
        };
        match passed == 0 && responses.len() == reasons.len() {
            true => Ok(Screened::Declined(responses)),
            false => Err(Failure::Denied(reason.clone())),
        }
    }

    /// Judges the answers that a client brings with a request, before they go to the server.
    pub(super) async fn relay_responses(&self, errand: &mut Errand<'_>) -> Result<(), Failure> {
        let Some(responses) = errand.request.get("inputResponses").map(str::to_owned) else { return Ok(()) };
        let document = Document::parse(&responses).map_err(|error| Failure::Invalid(error.to_string()))?;
        let mut changes = vec![];
        for (key, response) in document.root().members() {
            let answer = response.raw();
            let method = method_of(answer);
            let inquiry = self.hub.answer_alone(errand.asking(), method);
            match (inquiry.answered(errand.caller, &errand.request, answer).await, declined(method)) {
                (Relayed::AsIs, _) => {}
                (Relayed::Instead(answer), _) => changes.push((key.text.into_owned(), answer)),
                (Relayed::Refused, Some(declined)) => changes.push((key.text.into_owned(), declined.to_owned())),
                (Relayed::Refused, None) => {
                    let server = errand.server.name();
                    return Err(Failure::Denied(format!(
                        "Vetgate refused the answer to `{method}` of the server `{server}`"
                    )));
                }
            }
        }
        if changes.is_empty() {
            return Ok(());
        }
        let mut edit = Edit::of(&errand.request);
        for (key, answer) in &changes {
            edit = edit.set(&["params", "inputResponses", key], answer);
        }
        errand.request = Message::read(edit.finish()).map_err(|error| Failure::edited(CallState::NotSent, &error))?;
        Ok(())
    }
}
