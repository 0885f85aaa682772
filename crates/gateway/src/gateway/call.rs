//! The path of every request that goes to a server: resolve, begin, admit, before, send, after, end, answer.
//!
//! ```text
//!  client ── resolve ── begin ── admit ── before ── send ── after ── end ── answer ── client
//!             which     on the    may      guard    errand   guard  on the   in the client's
//!             server    record    it?                               record   revision
//! ```

use super::errand::{Errand, Outcome};
use super::methods::is_of_protocol;
use super::progress::Progress;
use super::recording::{Recording, is_still_shown, out_of_the_way};
use super::{Aside, Caller, Gateway, Reply, intent, judging, route};
use crate::caching::{self, Audience};
use crate::events::What;
use crate::failure::Failure;
use crate::mirror::PREFIX;
use crate::seal::State as Sealed;
use crate::server::{List, Server};
use std::sync::Arc;
use vetgate_capability::OperationClass;
use vetgate_mcp::link::Era;
use vetgate_mcp::rpc::{Edit, Message, Sort, code, quote, unquote};

/// How older revisions say that a resource is not there.
const NO_RESOURCE: i64 = -32002;

/// A request or notification that knows where it goes.
pub(super) struct Resolved {
    pub(super) server: Arc<Server>,
    /// The request with the server's own names.
    pub(super) request: Message,
    /// The tool, prompt or resource as the server names it; empty for other requests.
    pub(super) name: String,
    /// What the agent says it means to do; JSON.
    pub(super) intent: Option<String>,
    /// What the user asked for, as the client program reports it.
    pub(super) user_words: Option<String>,
}

/// What is told of a call that is over.
struct Told {
    micros: u64,
    verdict: &'static str,
    risk: u8,
}

impl Gateway {
    /// `tools/call`, `prompts/get` and `resources/read`.
    pub(super) async fn call(&self, caller: &Caller, request: Message, aside: &Aside) -> Result<Reply, Failure> {
        if request.method() == "resources/read" {
            // Which server a resource belongs to is known once they have all said what they have.
            self.settle(caller).await;
        }
        let resolved = route::resolve(&self.roster(), caller, request).await?;
        self.perform(caller, resolved, aside).await
    }

    /// Everything after a request has found its server.
    pub(super) async fn perform(
        &self,
        caller: &Caller,
        mut resolved: Resolved,
        aside: &Aside,
    ) -> Result<Reply, Failure> {
        let id = resolved.request.id().unwrap_or("null").to_owned();
        intent::take(&mut resolved, self.conducts().offers_intent)?;
        let mut recording = self.begin(caller, &resolved).await?;
        let outcome = self.judged(caller, &mut resolved, aside, &mut recording).await;
        let told =
            Told { micros: recording.micros(), verdict: recording.verdict(&outcome).name(), risk: recording.risk() };
        if recording.is_replaced {
            caller.trace.replaced();
        }
        let outcome = recording.end(outcome).await;
        self.tell_outcome(caller, &resolved, &outcome, told);
        Ok(match outcome? {
            Outcome::Asks(result) => Reply::result(&id, &result),
            Outcome::Answer(answer) => self.answer_in_revision(caller, &resolved, &answer, &id),
        })
    }

    fn tell_outcome(&self, caller: &Caller, resolved: &Resolved, outcome: &Result<Outcome, Failure>, told: Told) {
        let Told { micros, verdict, risk } = told;
        let (principal, server) = (caller.principal.name.clone(), resolved.server.name().to_owned());
        let (method, name) = (resolved.request.method().to_owned(), resolved.name.clone());
        self.hub.events.tell(match outcome {
            Err(failure) if failure.is_refusal() => {
                let level = judging::level(self.conducts().log_level);
                let name = if name.is_empty() { method } else { name };
                What::Refused { principal, server, name, reason: failure.for_people(), risk, level }
            }
            // Events and metrics of calls are about tools, prompts and resources.
            _ if name.is_empty() => return,
            _ => {
                let ok = match outcome {
                    Ok(Outcome::Answer(answer)) => answer.sort() == Sort::Result,
                    Ok(Outcome::Asks(_)) => true,
                    Err(_) => false,
                };
                What::Call { principal, server, method, name, ok, micros, verdict, risk }
            }
        });
    }

    /// admit, before, send, after.
    async fn judged(
        &self,
        caller: &Caller,
        resolved: &mut Resolved,
        aside: &Aside,
        recording: &mut Recording,
    ) -> Result<Outcome, Failure> {
        is_still_shown(resolved)?;
        self.admit(caller, resolved)?;
        let judged = self.before(caller, resolved, aside, recording).await?;
        let mirrored = mirrored(resolved);
        let Resolved { server, request, name, .. } = &*resolved;
        let mut errand = Errand { caller, server, aside, request: request.clone(), name: name.clone(), mirrored };
        let outcome = self.send(&mut errand).await?;
        self.after(caller, resolved, &judged, outcome, recording)
    }

    /// Sends a request, or goes on with the held one that it comes back to.
    pub(super) async fn send(&self, errand: &mut Errand<'_>) -> Result<Outcome, Failure> {
        let number = self.reopened(errand)?;
        let span = errand.trace()?;
        let outcome = match number {
            Some(number) => {
                Progress::current().sent();
                self.resume(errand, number).await
            }
            None if errand.request.get("inputResponses").is_some() => match self.relay_responses(errand).await {
                Ok(()) => self.run(errand).await,
                Err(failure) => Err(failure),
            },
            None => self.run(errand).await,
        };
        if outcome.is_ok() {
            Progress::current().answered();
        }
        if let Some(span) = span {
            span.end(outcome.as_ref().map(Outcome::answer));
        }
        outcome
    }

    /// May this client do this here, and do its headers say what its body says?
    pub(super) fn admit(&self, caller: &Caller, resolved: &Resolved) -> Result<(), Failure> {
        let shelf = resolved.server.shelf();
        let method = resolved.request.method();
        let tool = match method {
            "tools/call" => shelf.find(List::Tools, &resolved.name),
            _ => None,
        };
        let operation = match tool.map(|tool| tool.operation) {
            // What nobody can tell is treated as what it may be.
            Some(OperationClass::Unknown) => OperationClass::Write,
            Some(operation) => operation,
            None => operation_of(method),
        };
        if !caller.principal.may_do(operation) {
            let name = if resolved.name.is_empty() { method } else { &resolved.name };
            return Err(Failure::Denied(format!(
                "Blocked by Vetgate: the agent `{}` may not call `{name}`: this is a {operation} operation, and the agent's entry in `gateway.agents` does not allow it",
                caller.principal.name
            )));
        }
        if let Some(headers) = &caller.mirrored {
            let arguments = resolved.request.get("arguments").unwrap_or("{}");
            match tool {
                Some(tool) => tool.mirrored.check(headers, arguments).map_err(|m| Failure::Mismatch(m.to_string()))?,
                None if !headers.is_empty() => {
                    let reason = "this tool declares no `Mcp-Param-*` headers; send the request without them";
                    return Err(Failure::Mismatch(reason.to_owned()));
                }
                None => {}
            }
        }
        if method == "tools/call" {
            let arguments = resolved.request.get("arguments").unwrap_or("{}");
            let names = tool.map(|tool| &tool.names);
            out_of_the_way(arguments.len(), || names.map_or(Ok(()), |names| names.check(arguments)))
                .map_err(|mistaken| Failure::Invalid(mistaken.to_string()))?;
        }
        Ok(())
    }

    /// Opens the sealed state that a stateless client brings back; the number of the held call, if it is one.
    fn reopened(&self, errand: &mut Errand<'_>) -> Result<Option<u64>, Failure> {
        let read = |text: String| Message::read(text).map_err(|error| Failure::Invalid(error.to_string()));
        if errand.caller.session.is_some() {
            // Between such a client and a stateless server only the gateway has a state to bring.
            if errand.server.era() == Some(Era::Stateless) && errand.request.get("requestState").is_some() {
                let edit = Edit::of(&errand.request).remove(&["params", "requestState"]);
                errand.request = read(edit.remove(&["params", "inputResponses"]).finish())?;
            }
            return Ok(None);
        }
        let Some(raw) = errand.request.get("requestState") else { return Ok(None) };
        let Some(sealed) = unquote(raw) else {
            return Err(Failure::Invalid("`requestState` is not a string, so Vetgate did not issue it".to_owned()));
        };
        let opened = self.sealer.open(&sealed, &errand.binding(), self.now());
        match opened.map_err(|error| Failure::Invalid(error.to_string()))? {
            Sealed::Held(number) => Ok(Some(number)),
            Sealed::Upstream(state) => {
                let edit = Edit::of(&errand.request);
                let text = match state {
                    Some(state) => edit.set(&["params", "requestState"], quote(&state)).finish(),
                    None => edit.remove(&["params", "requestState"]).finish(),
                };
                errand.request = read(text)?;
                Ok(None)
            }
        }
    }

    /// The server's answer under the client's id, with what the client's revision asks for.
    pub(super) fn answer_in_revision(&self, caller: &Caller, resolved: &Resolved, answer: &Message, id: &str) -> Reply {
        self.note_task(caller, &resolved.server, answer);
        let is_stateless = caller.session.is_none();
        let status = answer.error_code().map_or(200, |code| Reply::status_of(code, is_stateless));
        let method = resolved.request.method();
        let is_as_it_should = !is_stateless || (answer.get("resultType").is_some() && method != "resources/read");
        let text = match answer.body() {
            Some(result) if answer.sort() == Sort::Result && !is_as_it_should => {
                let result = caching::shape(result, method, Audience::Stateless);
                Edit::of_json(&answer.with_id(id)).set(&["result"], result).finish()
            }
            // The newest revision has given up this code for a resource that is not there.
            _ if is_stateless && answer.error_code() == Some(NO_RESOURCE) => {
                Edit::of_json(&answer.with_id(id)).set(&["error", "code"], code::INVALID_PARAMS.to_string()).finish()
            }
            _ => answer.with_id(id),
        };
        Reply { text, status }
    }
}

/// What a method other than a tool's does: one that the protocol does not have may do anything that is no deletion.
fn operation_of(method: &str) -> OperationClass {
    match method {
        "tasks/cancel" | "tasks/update" => OperationClass::Write,
        _ if is_of_protocol(method) => OperationClass::Read,
        _ => OperationClass::Write,
    }
}

/// The headers that repeat arguments, made from the body that is sent.
fn mirrored(resolved: &Resolved) -> Vec<(String, String)> {
    if resolved.request.method() != "tools/call" {
        return vec![];
    }
    let shelf = resolved.server.shelf();
    let Some(tool) = shelf.find(List::Tools, &resolved.name) else { return vec![] };
    let headers = tool.mirrored.headers(resolved.request.get("arguments").unwrap_or("{}"));
    headers.into_iter().map(|(name, value)| (format!("{PREFIX}{name}"), value)).collect()
}
