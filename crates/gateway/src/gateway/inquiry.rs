//! A server's request to a client: looked at before the client sees it, and on record with its answer.
//!
//! ```text
//!  server ── request ── guard ── begin ── client ── answer ── guard ── end ── server
//!                         │      on the                         │     on the
//!                         └ refused: the server is told so,     │     record
//!                           the client never sees it            └ refused: the server gets no answer of the client
//! ```
//!
//! What a client answers leaves to the server that asked, so it is judged as the arguments of a call are. Nobody holds an
//! answer for a person: what a call would wait for, an answer is refused for.

use super::recording::{out_of_the_way, readable_id};
use super::{judging, keying};
use crate::Caller;
use crate::events::What;
use crate::hub::Hub;
use crate::late::Unwritten;
use crate::method_names;
use crate::server::{Server, member};
use crate::telemetry::context;
use crate::wall_clock;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::Instant;
use vetgate_guard::{Action, Asked, Before, Call, Decision, Handled, Note, Question};
use vetgate_ledger::{Ending, Entry, Kind, Ticket, Verdict};
use vetgate_mcp::rpc::{self, Edit, Message, Sort};

/// How the protocol says that a client's user rejects a request.
const REJECTED: i64 = -1;

const UNANSWERED: &str = "not answered: the client disconnected or did not answer, or the server cancelled the request";
const IN_A_RESULT: &str = "asked in a result; the client answers with a later request";
const WITH_A_REQUEST: &str = "an answer that was sent with a request";

/// Who is asked by whom, and in the middle of what.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) server: &'a Arc<Server>,
    /// The call in the middle of which the server asks; outside of one, the server's own message.
    pub(crate) request: &'a Message,
    /// The tool, prompt or resource that is called; nothing outside of a call.
    pub(crate) name: &'a str,
}

/// A request that its client may see, until it is answered. Dropped before that, it is recorded as not answered.
pub(crate) struct Inquiry {
    hub: Arc<Hub>,
    server: Arc<Server>,
    method: String,
    name: String,
    stage: Stage,
    started: Instant,
    note: Note,
    risk: u8,
    is_replaced: bool,
}

/// What of an inquiry is on record.
#[allow(clippy::large_enum_variant, reason = "there are few, and they are moved rarely")]
enum Stage {
    Begun(Ticket),
    /// It is written as a whole with its answer.
    Whole(Entry),
    Over,
}

/// What becomes of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Relayed {
    AsIs,
    /// This goes on in its place; JSON.
    Instead(String),
    /// It does not go on.
    Refused,
}

/// That a request is not passed on, and why; for whoever runs the gateway and for the client.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) String);

/// Whether requests of that method are looked at, and their answers: a ping says nothing.
pub(crate) fn is_watched(method: &str) -> bool {
    method != "ping"
}

/// What a refused server is told, without the reason: whoever attacks learns nothing from it.
pub(crate) fn refusal(method: &str, id: &str) -> String {
    match declined(method) {
        Some(result) => rpc::result(id, result),
        None => rpc::error(id, REJECTED, "the request was refused"),
    }
}

/// The result that says no, where the protocol has one; JSON.
pub(super) fn declined(method: &str) -> Option<&'static str> {
    (method == "elicitation/create").then_some(r#"{"action":"decline"}"#)
}

/// The method that an answer belongs to, by its shape.
pub(super) fn method_of(answer: &str) -> &'static str {
    let has = |name| member(answer, name).is_some();
    match () {
        () if has("action") => "elicitation/create",
        () if has("roots") && !has("content") => "roots/list",
        () => "sampling/createMessage",
    }
}

impl Hub {
    /// Has the guard look at a request of a server, and notes that it is passed on. Returns it as its client is to see it.
    pub(crate) async fn inquire(
        self: &Arc<Self>,
        asking: Asking<'_>,
        question: Message,
    ) -> Result<(Message, Option<Box<Inquiry>>), Refused> {
        if !is_watched(question.method()) {
            return Ok((question, None));
        }
        let params = question.body().unwrap_or("{}");
        let (inquiry, replaced) = self.inquire_about(asking, question.method(), params).await?;
        let question = match replaced {
            Some(params) => {
                let text = Edit::of(&question).set(&["params"], params).finish();
                Message::read(text).map_err(|_| Refused("it cannot be parsed after masking".to_owned()))?
            }
            None => question,
        };
        Ok((question, Some(Box::new(inquiry))))
    }

    /// The same for a request that is no message of its own: returns parameters if others are to be asked with.
    pub(super) async fn inquire_about(
        self: &Arc<Self>,
        asking: Asking<'_>,
        method: &str,
        params: &str,
    ) -> Result<(Inquiry, Option<String>), Refused> {
        let server = asking.server.name();
        if !method_names::is_of_server(method) {
            return Err(Refused(format!("the server `{server}` sent a request whose method name is not valid")));
        }
        if asking.server.insists(method) {
            return Err(Refused(format!("the server `{server}` sends too many refused requests")));
        }
        let question = Question { server, method, params };
        let asked = out_of_the_way(params.len(), || self.guard.asked(&question));
        let Asked { refused, is_enforced, params: replaced, handled, findings, risk, notices } = asked;
        let session = keying::shown(&keying::session(asking.caller, asking.request, self.conducts().keying));
        self.tell_notices(&asking.caller.principal.name, (server, method), &session, risk, &notices);
        let note = Note { findings, handled, is_logged_only: refused.is_some() && !is_enforced, ..Note::default() };
        let mut entry = self.entry_of(asking, method, session);
        if let Some(ledger) = &self.ledger {
            entry.arguments = Some(ledger.body(params));
        }
        if let Some(reason) = refused.filter(|_| is_enforced) {
            asking.server.note_refused();
            self.refuse(Entry { note: note.write(), risk, ..entry }, &reason).await;
            return Err(Refused(reason));
        }
        if note.is_logged_only {
            self.tell_flagged(asking, method, note.findings.first().cloned().unwrap_or_default(), risk);
        }
        let inquiry = Inquiry {
            hub: self.clone(),
            server: asking.server.clone(),
            method: method.to_owned(),
            name: asking.name.to_owned(),
            stage: Stage::Over,
            started: Instant::now(),
            note,
            risk,
            is_replaced: replaced.is_some(),
        };
        Ok((inquiry.begun(entry).await?, replaced))
    }

    /// An answer that comes by itself: what it was asked with is on record elsewhere.
    pub(super) fn answer_alone(self: &Arc<Self>, asking: Asking<'_>, method: &str) -> Inquiry {
        let session = keying::shown(&keying::session(asking.caller, asking.request, self.conducts().keying));
        Inquiry {
            hub: self.clone(),
            server: asking.server.clone(),
            method: method.to_owned(),
            name: asking.name.to_owned(),
            stage: Stage::Whole(self.entry_of(asking, method, session)),
            started: Instant::now(),
            note: Note { said: Some(WITH_A_REQUEST.to_owned()), ..Note::default() },
            risk: 0,
            is_replaced: false,
        }
    }

    fn entry_of(&self, asking: Asking<'_>, method: &str, session: String) -> Entry {
        let Asking { caller, server, request, name } = asking;
        let is_of_client = !name.is_empty();
        Entry {
            session,
            principal: caller.principal.name.clone(),
            server: server.name().to_owned(),
            method: method.to_owned(),
            name: name.to_owned(),
            request: request.id().filter(|_| is_of_client).unwrap_or_default().to_owned(),
            trace: context::of(request, caller).map(|context| context.trace_id()).unwrap_or_default(),
            ..Entry::new(Kind::Call)
        }
    }

    /// Records and tells that a request is not passed on.
    async fn refuse(self: &Arc<Self>, entry: Entry, reason: &str) {
        let (principal, server, name) = (entry.principal.clone(), entry.server.clone(), entry.method.clone());
        let risk = entry.risk;
        self.write(Entry { verdict: Some(Verdict::Deny), error: Some(reason.to_owned()), ..entry }).await;
        let level = judging::level(self.conducts().log_level);
        self.events.tell(What::Refused { principal, server, name, reason: reason.to_owned(), risk, level });
    }

    /// Writes an entry, whether or not anybody still waits; says whether that counts as done.
    async fn write(self: &Arc<Self>, entry: Entry) -> bool {
        let Some(ledger) = self.ledger.clone() else { return true };
        let (place, entry) = (self.queue.place().await, readable_id(&ledger, entry));
        let hub = self.clone();
        let written = tokio::spawn(async move {
            let written = ledger.record(entry).await;
            hub.events.heed(&written);
            drop(place);
            written.is_ok()
        });
        written.await.unwrap_or_default() || self.lets_unrecorded_pass.load(Ordering::Relaxed)
    }

    fn tell_flagged(&self, asking: Asking<'_>, method: &str, reason: String, risk: u8) {
        self.events.tell(What::Flagged {
            principal: asking.caller.principal.name.clone(),
            server: asking.server.name().to_owned(),
            name: method.to_owned(),
            action: Action::Deny.name(),
            is_enforced: false,
            risk,
            reason,
            level: judging::level(self.conducts().log_level),
        });
    }
}

impl Inquiry {
    /// Notes that it begins. A task of its own, so that it is on record even if nobody waits for it any more.
    async fn begun(mut self, entry: Entry) -> Result<Self, Refused> {
        let Some(ledger) = self.hub.ledger.clone() else { return Ok(self) };
        let (place, entry) = (self.hub.queue.place().await, readable_id(&ledger, entry));
        let beginning = tokio::spawn(async move {
            let begun = ledger.begin(entry).await;
            self.hub.events.heed(&begun);
            drop(place);
            match begun {
                Ok(ticket) => {
                    self.stage = Stage::Begun(ticket);
                    Ok(self)
                }
                Err(_) if self.hub.lets_unrecorded_pass.load(Ordering::Relaxed) => Ok(self),
                Err(error) => Err(Refused(format!("it cannot be recorded: {error}"))),
            }
        });
        beginning.await.unwrap_or_else(|error| Err(Refused(error.to_string())))
    }

    /// Notes that the client has got it in a result: its answer comes with another request, and is judged there.
    pub(super) async fn handed_on(mut self) -> Result<(), Refused> {
        self.note.said = Some(IN_A_RESULT.to_owned());
        let verdict = if self.is_replaced { Verdict::Mask } else { Verdict::Allow };
        let is_written = self.end(verdict, None, None).await;
        if is_written { Ok(()) } else { Err(Refused("it cannot be recorded".to_owned())) }
    }

    /// A client's answer as the server is to get it, under the server's own id.
    pub(crate) async fn relay(self, caller: &Caller, answer: &Message, id: &str) -> String {
        let method = self.method.clone();
        let (body, member) =
            (answer.body().unwrap_or("{}"), if answer.sort() == Sort::Error { "error" } else { "result" });
        match self.answered(caller, answer, body).await {
            Relayed::AsIs => answer.with_id(id),
            Relayed::Instead(body) => Edit::of_json(&answer.with_id(id)).set(&[member], body).finish(),
            Relayed::Refused => refusal(&method, id),
        }
    }

    /// Judges an answer and writes it down. `request` says whose session it is.
    pub(super) async fn answered(mut self, caller: &Caller, request: &Message, answer: &str) -> Relayed {
        let session = keying::session(caller, request, self.hub.conducts().keying);
        let tool = Arc::new(self.server.shelf().asking(&self.server.settings, &self.method));
        let now_ms = u64::try_from(wall_clock::now().as_millis()).unwrap_or(u64::MAX);
        let principal = caller.principal.name.as_str();
        let call = Call {
            session: &session,
            principal,
            tool: &tool,
            arguments: answer,
            other_params: None,
            is_address: false,
            intent: None,
            now_ms,
        };
        let hub = self.hub.clone();
        let mut relayed = Relayed::AsIs;
        let mut refused = None;
        if let Some(before) = out_of_the_way(answer.len(), || hub.guard.answering(&call)) {
            let Before { decision, is_enforced, arguments: replaced, assessment, notices, ticket, .. } = before;
            self.risk = self.risk.max(assessment.risk.score);
            let shown = keying::shown(&session);
            hub.tell_notices(principal, (self.server.name(), &self.method), &shown, self.risk, &notices);
            let is_stopped = decision.action != Action::Allow;
            if is_stopped && is_enforced {
                refused = Some(reason(&decision));
            } else {
                if is_stopped {
                    let asking = Asking { caller, server: &self.server, request, name: &self.name };
                    hub.tell_flagged(asking, &self.method, decision.reason.clone(), self.risk);
                }
                hub.guard.sent(&call, &ticket);
                // What is sent with a call is what comes back from a request.
                if hub.guard.handled_arguments(&call, replaced.is_some()) == Some(Handled::ArgumentsMasked) {
                    self.note.handled.push(Handled::ResponseMasked);
                    self.note.is_logged_only |= !is_enforced;
                }
                relayed = replaced.filter(|_| is_enforced).map_or(Relayed::AsIs, Relayed::Instead);
            }
            if is_stopped || decision.is_flagged {
                self.note.is_logged_only |= !is_enforced;
                self.note.decision = Some(decision);
            }
            self.note.assessment = Some(assessment);
        }
        self.is_replaced |= matches!(relayed, Relayed::Instead(_));
        let verdict = match (&refused, self.is_replaced) {
            (Some(_), _) => Verdict::Deny,
            (None, true) => Verdict::Mask,
            (None, false) => Verdict::Allow,
        };
        let (server, name, risk) = (self.server.name().to_owned(), self.method.clone(), self.risk);
        let is_written = self.end(verdict, refused.clone(), Some(answer)).await;
        if let Some(reason) = refused {
            let level = judging::level(hub.conducts().log_level);
            hub.events.tell(What::Refused { principal: principal.to_owned(), server, name, reason, risk, level });
            return Relayed::Refused;
        }
        // What is not on record does not happen.
        if is_written { relayed } else { Relayed::Refused }
    }

    /// Writes down what became of it; says whether that counts as done.
    async fn end(&mut self, verdict: Verdict, error: Option<String>, answer: Option<&str>) -> bool {
        let Some(ledger) = self.hub.ledger.clone() else { return true };
        let (risk, duration_us, note) = (self.risk, self.micros(), self.note.write());
        let verdict = Some(verdict);
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Over => true,
            Stage::Whole(entry) => {
                let response = answer.map(|answer| ledger.body(answer));
                let entry = Entry { verdict, risk, duration_us: Some(duration_us), error, note, response, ..entry };
                self.hub.write(entry).await
            }
            Stage::Begun(ticket) => {
                let ending =
                    Ending { verdict, risk, duration_us, error: error.clone(), response: answer, note: note.clone() };
                let bytes = answer.map_or(0, str::len);
                let written = out_of_the_way(bytes, || ledger.finish(ticket.clone(), ending)).await;
                let response = answer.map(str::to_owned);
                self.hub.heed_end(&written, || Unwritten { ticket, verdict, risk, duration_us, error, response, note });
                written.is_ok() || self.hub.lets_unrecorded_pass.load(Ordering::Relaxed)
            }
        }
    }

    fn micros(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

impl Drop for Inquiry {
    fn drop(&mut self) {
        if let Stage::Begun(ticket) = std::mem::replace(&mut self.stage, Stage::Over) {
            let (error, duration_us, note) = (Some(UNANSWERED.to_owned()), self.micros(), self.note.write());
            let verdict = Some(if self.is_replaced { Verdict::Mask } else { Verdict::Allow });
            self.hub.finish(Unwritten { ticket, verdict, risk: self.risk, duration_us, error, response: None, note });
        }
    }
}

/// Why an answer does not go on.
fn reason(decision: &Decision) -> String {
    match decision.action {
        Action::Hold => {
            format!("{} Answers cannot be held for approval, so Vetgate refuses this one.", decision.reason)
        }
        Action::Allow | Action::Deny => decision.reason.clone(),
    }
}
