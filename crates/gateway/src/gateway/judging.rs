//! The guard's word on a call, and what is made of it: sent, held, refused, replaced, told.
//!
//! ```text
//!  before ── allow ───────────────────────────▶ sent ── after ── as it is, replaced or blocked
//!     │      hold ───── a person ── approves ──▶ ▲
//!     │                   └ denies, or nobody in time: refused
//!     └ deny: refused; a server that has lied has its tool back in quarantine
//! ```
//!
//! Where verdicts are only written down, everything goes through as it is and the record says what would have been.

use super::call::Resolved;
use super::errand::Outcome;
use super::methods::{TASKS, is_of_protocol};
use super::monotony::Monotony;
use super::params::{self, Params};
use super::recording::{Recording, is_still_shown, out_of_the_way};
use super::{Aside, Caller, Gateway, blocks, depth, keying};
use crate::agreement::Disagreement;
use crate::config::LogLevel;
use crate::events::What;
use crate::failure::{CallState, Failure};
use crate::holds::{HoldClient, HoldOutcome, HoldRequest};
use crate::promise::Breach;
use crate::server::{List, Server};
use crate::wall_clock;
use std::sync::{Arc, MutexGuard, PoisonError};
use tokio::time::Instant;
use vetgate_capability::OperationClass;
use vetgate_guard::{Action, After, Assessment, Before, Call, Decision, SessionKey, Ticket, Tool, explain};
use vetgate_ledger::{Item, ServerKey, Subject};
use vetgate_mcp::rpc::{Edit, Message, Sort};
use vetgate_text::render::safe;

/// The name under which methods and notifications that the protocol does not have are judged.
const UNKNOWN_METHOD: &str = "unknown method";

/// How much of the other parameters a person is shown, in bytes.
const SHOWN_PARAMS: usize = 2048;

/// A call that was judged, on its way.
pub(super) struct Judged {
    session: SessionKey,
    tool: Arc<Tool>,
    /// As the agent wrote them.
    arguments: String,
    /// The other parameters that the server gets; JSON.
    other_params: Option<String>,
    is_address: bool,
    ticket: Ticket,
    is_enforced: bool,
}

impl Judged {
    /// The call as the guard sees it.
    fn call<'c>(&'c self, caller: &'c Caller, resolved: &'c Resolved) -> Call<'c> {
        Call {
            session: &self.session,
            principal: &caller.principal.name,
            tool: &self.tool,
            arguments: &self.arguments,
            other_params: self.other_params.as_deref(),
            is_address: self.is_address,
            intent: resolved.intent.as_deref(),
            now_ms: now_ms(),
        }
    }
}

impl Gateway {
    /// Has the guard judge a call before it is sent, and does what it says. Returns when the call may be sent.
    pub(super) async fn before(
        &self,
        caller: &Caller,
        resolved: &mut Resolved,
        aside: &Aside,
        recording: &mut Recording,
    ) -> Result<Judged, Failure> {
        let session = keying::session(caller, &resolved.request, self.conducts().keying);
        let tool = tool_of(resolved);
        let Params { arguments, others: other_params, is_address } = Params::read(&resolved.request, caller);
        let arguments = arguments.into_owned();
        if resolved.request.method() == "tools/call" {
            let of = (session.name.as_str(), resolved.server.name(), resolved.name.as_str());
            if let Some(reason) = self.monotony().refuses(of, Instant::now()) {
                return Err(Failure::Denied(reason));
            }
        }
        if let Some(words) = resolved.user_words.take() {
            self.guard.user_said(&session, &caller.principal.name, &words);
        }
        let ticket = Ticket::default();
        let mut judged = Judged { session, tool, arguments, other_params, is_address, ticket, is_enforced: true };
        let call = judged.call(caller, resolved);
        let bytes = call.arguments.len() + call.other_params.map_or(0, str::len);
        let before = out_of_the_way(bytes, || self.guard.before(&call));
        if let Some(before) = before {
            let Before { decision, is_enforced, arguments: replaced, other_params, assessment, notices, ticket } =
                before;
            (judged.ticket, judged.is_enforced) = (ticket, is_enforced);
            let replaced = replaced.filter(|_| is_enforced);
            let replaced_others = other_params.filter(|_| is_enforced);
            // What a person is asked about is what would be sent.
            if let Some(replaced) = &replaced {
                judged.arguments.clone_from(replaced);
            }
            if let Some(replaced) = &replaced_others {
                judged.other_params = Some(replaced.clone());
            }
            recording.judged(&decision, is_enforced, &assessment);
            if !notices.is_empty() {
                self.tell_notices(caller, resolved, &keying::shown(&judged.session), recording.risk(), &notices);
            }
            let action = if is_enforced { decision.action } else { Action::Allow };
            let is_quiet = decision.action == Action::Allow && !decision.is_flagged;
            // Of what is refused or held, others tell.
            if action == Action::Allow && !is_quiet {
                self.tell_flagged(caller, resolved, &decision, is_enforced, assessment.risk.score);
            }
            if decision.action == Action::Allow && assessment.operation == OperationClass::Destructive {
                self.tell_destructive(caller, resolved, &decision, assessment.risk.score);
            }
            if is_enforced && decision.quarantines {
                self.accuse(resolved, &decision.reason).await;
            }
            match action {
                Action::Allow => {}
                Action::Deny => return Err(Failure::Denied(decision.reason)),
                Action::Hold if resolved.request.sort() == Sort::Notification => {
                    let reason = decision.reason.trim_end_matches('.');
                    return Err(Failure::Denied(format!(
                        "{reason}; notifications cannot be held for approval, so Vetgate refuses this one"
                    )));
                }
                Action::Hold => {
                    recording.held();
                    let outcome = self
                        .await_person(caller, resolved, aside, &judged, (&decision, &assessment), recording.call())
                        .await;
                    recording.waited(&outcome);
                    // There is one release for each call, and this call is sent once.
                    let _released = outcome.released().map_err(|refusal| {
                        Failure::Denied(format!("{}; {refusal}", decision.reason.trim_end_matches('.')))
                    })?;
                    // Whoever has blocked the tool in the meantime comes first.
                    resolved.server.heed_latest().await;
                    is_still_shown(resolved)?;
                }
            }
            let is_replaced = replaced.is_some() || replaced_others.is_some();
            if is_replaced || !is_enforced {
                let handled = self.guard.handled_arguments(&judged.call(caller, resolved), is_replaced);
                recording.handled(handled, is_enforced);
            }
            if is_replaced {
                resolved.request = params::replaced(&resolved.request, replaced, replaced_others.as_deref())
                    .map_err(|error| Failure::edited(CallState::NotSent, &error))?;
                recording.is_replaced = true;
            }
        }
        self.guard.sent(&judged.call(caller, resolved), &judged.ticket);
        Ok(judged)
    }

    /// Why a server must not be told who a client says it is, if it must not.
    pub(super) fn introduction_to(
        &self,
        caller: &Caller,
        server: &Arc<Server>,
        session: &SessionKey,
        request: &Message,
    ) -> Option<String> {
        let tool = Arc::new(server.shelf().protocol(&server.settings, request.method()));
        let Params { arguments, others, is_address } = Params::read(request, caller);
        let call = Call {
            session,
            principal: &caller.principal.name,
            tool: &tool,
            arguments: &arguments,
            other_params: others.as_deref(),
            is_address,
            intent: None,
            now_ms: now_ms(),
        };
        let before = self.guard.before(&call).filter(|before| before.is_enforced)?;
        // There is no other name to be known by, so one that would be masked is not told either.
        let is_stopped = before.decision.action != Action::Allow || before.other_params.is_some();
        is_stopped.then_some(before.decision.reason)
    }

    /// Has the guard judge what came back, and does what it says.
    pub(super) fn after(
        &self,
        caller: &Caller,
        resolved: &Resolved,
        judged: &Judged,
        outcome: Outcome,
        recording: &mut Recording,
    ) -> Result<Outcome, Failure> {
        let result = match &outcome {
            Outcome::Answer(answer) if answer.sort() == Sort::Result => answer.body().unwrap_or("{}"),
            Outcome::Asks(result) => result.as_str(),
            // What a server says when it fails is read by the model too.
            Outcome::Answer(answer) => answer.body().unwrap_or("{}"),
        };
        let is_error = matches!(&outcome, Outcome::Answer(answer) if answer.sort() != Sort::Result);
        if judged.is_enforced && depth::is_too_deep(result) {
            recording.is_replaced = true;
            recording.withheld = Some(outcome);
            return Err(Failure::Denied(format!(
                "Vetgate withheld the result: it is nested more than {} levels deep",
                depth::LIMIT
            )));
        }
        if judged.is_enforced && blocks::are_too_many(result) {
            recording.is_replaced = true;
            recording.withheld = Some(outcome);
            return Err(Failure::Denied(format!(
                "Vetgate withheld the result: it has more than {} blocks",
                blocks::LIMIT
            )));
        }
        if resolved.request.method() == "tools/call" && judged.is_enforced {
            let of = (judged.session.name.as_str(), resolved.server.name(), resolved.name.as_str());
            self.monotony().note(of, &judged.arguments, result, Instant::now());
        }
        let has_both = matches!(&outcome, Outcome::Answer(answer) if answer.get("structuredContent").is_some());
        if let Some(breach) = (judged.is_enforced && has_both).then(|| breach(resolved, result)).flatten() {
            recording.is_replaced = true;
            recording.withheld = Some(outcome);
            return Err(Failure::Withheld { reason: Breach::REASON, detail: breach.to_string() });
        }
        if let Some(disagreement) = has_both.then(|| Disagreement::of(result)).flatten() {
            let (server, tool) = (resolved.server.name().to_owned(), resolved.name.clone());
            let place = disagreement.to_string();
            self.hub.events.tell(What::Disagreement { server, tool, place });
        }
        let call = judged.call(caller, resolved);
        let after = out_of_the_way(result.len(), || self.guard.after(&call, &judged.ticket, result));
        let After { blocked, result: replacement, findings, risk, notices, .. } = after;
        let (is_replaced, is_telling) = (blocked.is_some() || replacement.is_some(), !findings.is_empty());
        recording.found(findings, risk);
        if is_replaced || !judged.is_enforced {
            let handled =
                out_of_the_way(result.len(), || self.guard.handled_response(&call, result, is_replaced, is_telling));
            recording.handled(handled, judged.is_enforced);
        }
        if !notices.is_empty() {
            self.tell_notices(caller, resolved, &keying::shown(&judged.session), recording.risk(), &notices);
        }
        if !judged.is_enforced {
            return Ok(outcome);
        }
        let replaced = match (blocked, replacement) {
            (None, None) => return Ok(outcome),
            (Some(reason), _) => Err(Failure::Denied(reason)),
            (None, Some(result)) => match &outcome {
                Outcome::Answer(answer) => {
                    let text = Edit::of(answer).set(&[if is_error { "error" } else { "result" }], result).finish();
                    Message::read(text)
                        .map(Outcome::Answer)
                        .map_err(|error| Failure::edited(CallState::Answered, &error))
                }
                Outcome::Asks(_) => Ok(Outcome::Asks(result)),
            },
        };
        recording.is_replaced = true;
        recording.withheld = Some(outcome);
        replaced
    }

    fn monotony(&self) -> MutexGuard<'_, Monotony> {
        self.monotony.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a call wait for a person.
    async fn await_person(
        &self,
        caller: &Caller,
        resolved: &Resolved,
        aside: &Aside,
        judged: &Judged,
        (decision, assessment): (&Decision, &Assessment),
        call: Option<u64>,
    ) -> HoldOutcome {
        let mut explanation = explain(assessment, decision);
        if let Some(params) = &judged.other_params {
            let end = params.floor_char_boundary(SHOWN_PARAMS.min(params.len()));
            let cut = if end < params.len() { " …" } else { "" };
            explanation
                .push_str(&format!("\nOther parameters of the request: {}{cut}\n", safe(&params[..end], usize::MAX)));
        }
        let request = HoldRequest {
            principal: caller.principal.name.clone(),
            session: keying::shown(&judged.session),
            server: resolved.server.name().to_owned(),
            method: resolved.request.method().to_owned(),
            name: if resolved.name.is_empty() { resolved.request.method() } else { &resolved.name }.to_owned(),
            arguments: judged.arguments.clone(),
            risk: assessment.risk.score,
            reason: decision.reason.clone(),
            explanation,
            judgement: serde_json::json!({"decision": decision, "assessment": assessment}).to_string(),
            call,
        };
        let client = HoldClient::of(caller, &resolved.request, aside);
        self.hub.holds.wait(request, client).await
    }

    /// Puts a tool whose server has lied back into quarantine.
    async fn accuse(&self, resolved: &Resolved, reason: &str) {
        let Some(ledger) = self.hub.ledger.as_ref().filter(|_| resolved.request.method() == "tools/call") else {
            return;
        };
        let settings = &resolved.server.settings;
        let server = ServerKey::of(&settings.name, &settings.transport);
        let subject = Subject { server, item: Item::Tool, name: resolved.name.clone() };
        let written = ledger.accuse(subject, reason).await;
        self.hub.events.heed(&written);
        if let Ok(Some(standing)) = written {
            self.hub.events.tell(What::Held {
                server: resolved.server.name().to_owned(),
                item: Item::Tool.name(),
                name: resolved.name.clone(),
                state: standing.state.name(),
                reason: crate::quarantine::ACCUSED.to_owned(),
                risk: standing.risk(),
            });
        }
    }

    fn tell_destructive(&self, caller: &Caller, resolved: &Resolved, decision: &Decision, risk: u8) {
        self.hub.events.tell(What::DestructiveAllowed {
            principal: caller.principal.name.clone(),
            server: resolved.server.name().to_owned(),
            name: resolved.name.clone(),
            by: decision.by.clone(),
            risk,
            level: level(self.conducts().log_level),
        });
    }

    fn tell_flagged(&self, caller: &Caller, resolved: &Resolved, decision: &Decision, is_enforced: bool, risk: u8) {
        self.hub.events.tell(What::Flagged {
            principal: caller.principal.name.clone(),
            server: resolved.server.name().to_owned(),
            name: resolved.name.clone(),
            action: decision.action.name(),
            is_enforced,
            risk,
            reason: decision.reason.clone(),
            level: level(self.conducts().log_level),
        });
    }
}

/// Words in a structured result that the tool has promised not to have.
fn breach(resolved: &Resolved, result: &str) -> Option<Breach> {
    if resolved.request.method() != "tools/call" {
        return None;
    }
    let promise = resolved.server.shelf().find(List::Tools, &resolved.name)?.promise.clone()?;
    out_of_the_way(result.len(), || Breach::of(&promise, result))
}

/// The stable name of a level.
pub(super) fn level(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Debug => "debug",
        LogLevel::Info => "info",
        LogLevel::Warn => "warn",
        LogLevel::Error => "error",
    }
}

/// What is called, as the guard knows it: prompts, resources and methods of the protocol are tools that read, and a method
/// that the protocol does not have is one that writes.
fn tool_of(resolved: &Resolved) -> Arc<Tool> {
    let shelf = resolved.server.shelf();
    let (method, name) = (resolved.request.method(), resolved.name.as_str());
    let known = match method {
        "tools/call" => shelf.find(List::Tools, name).and_then(|item| item.tool.clone()),
        _ => None,
    };
    let named = if name.is_empty() { method } else { name };
    let settings = &resolved.server.settings;
    known.unwrap_or_else(|| {
        Arc::new(match method {
            "tools/call" | "prompts/get" | "resources/read" => shelf.reading(settings, named),
            _ if method.starts_with(TASKS) => shelf.reading(settings, named),
            _ if is_of_protocol(method) => shelf.protocol(settings, named),
            // Without its name, which is a client's to choose and may be a secret: baselines are kept by names.
            _ => shelf.asking(settings, UNKNOWN_METHOD),
        })
    })
}

fn now_ms() -> u64 {
    u64::try_from(wall_clock::now().as_millis()).unwrap_or(u64::MAX)
}
