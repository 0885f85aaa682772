//! A call on the record: begun before anything is sent, ended before the answer goes out, whatever happens between.
//!
//! ```text
//!  begin ── heed decisions ── judge, send, judge ── end ── answer
//!    │                                │              │
//!    └ cannot be written: refused     └ the client   └ cannot be written:
//!                                       leaves: ended  the result is withheld,
//!                                       all the same   and the end written later
//! ```
//!
//! Two writes a call are on the hot path: see `gateway` in `docs/benchmarks.md`. What is masked is masked here, on the
//! caller's time, and of a large body no more is copied than is kept.

use super::call::Resolved;
use super::errand::Outcome;
use super::progress::Progress;
use super::{Caller, Gateway, keying, params, route};
use crate::Scope;
use crate::events::What;
use crate::failure::{CallState, Failure};
use crate::holds::HoldOutcome;
use crate::hub::Hub;
use crate::late::Unwritten;
use crate::server::{List, Server, member};
use crate::telemetry::context;
use serde_json::Value;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::block_in_place;
use tokio::time::Instant;
use vetgate_guard::{Action, Assessment, Decision, Handled, HoldEnding, HoldResult, Note};
use vetgate_ledger::{Body, Ending, Entry, Kind, Ledger, LedgerError, Reply, Ticket, Verdict};
use vetgate_mcp::rpc::{Edit, Message, Sort, quote, unquote};
use vetgate_model::json::Document;

/// Bodies from this size on are masked where no other call waits for the thread.
const LARGE: usize = 32 << 10;

/// The longest other parameters that are kept whole, in bytes.
const PARAMS: usize = 4 << 10;

const CANCELLED: &str = "cancelled: the client disconnected before the answer; the effect on the server is unknown";
const CANCELLED_EARLY: &str = "cancelled: the client disconnected before anything was sent";

/// One call on the record. Dropped before its end, it is recorded as cancelled, or as an internal error where the gateway
/// panicked.
pub(super) struct Recording {
    hub: Arc<Hub>,
    stage: Stage,
    started: Instant,
    /// How long the call has waited for a person, and since when it does.
    waited: (Duration, Option<Instant>),
    /// What the record is to say besides.
    note: &'static str,
    /// Parameters besides the arguments.
    params: Option<Value>,
    /// What the guard has said so far.
    guarded: Option<Box<Guarded>>,
    /// How far the call has got.
    progress: Progress,
    /// Whether the guard put something else in the place of arguments or result.
    pub(super) is_replaced: bool,
    /// What the server sent and the client does not get.
    pub(super) withheld: Option<Outcome>,
}

/// What the guard has said of a call.
struct Guarded {
    note: Note,
    risk: u8,
}

#[allow(clippy::large_enum_variant, reason = "there is one a call, and it is on the hot path")]
enum Stage {
    /// With the place that it takes until it is written.
    Beginning(Reply<Ticket>, Option<OwnedSemaphorePermit>),
    Begun(Ticket),
    /// There is nothing left to write, or nothing to write to.
    Over,
}

impl Gateway {
    /// Notes that a call begins. Returns once that is written, and once what was decided before that is heeded.
    pub(super) async fn begin(&self, caller: &Caller, resolved: &Resolved) -> Result<Recording, Failure> {
        let Resolved { server, request, name, .. } = resolved;
        let name = if name.is_empty() { subject(request) } else { Cow::Borrowed(name.as_str()) };
        let entry = || self.record_of(caller, request, server.name(), &name);
        self.begin_with(entry, note_of(request), Some(server)).await
    }

    /// Notes a call that concerns no one server.
    pub(super) async fn begin_for_all(&self, caller: &Caller, request: &Message) -> Result<Recording, Failure> {
        self.begin_with(|| self.record_of(caller, request, "", ""), "", None).await
    }

    async fn begin_with(
        &self,
        entry: impl FnOnce() -> Entry,
        note: &'static str,
        server: Option<&Arc<Server>>,
    ) -> Result<Recording, Failure> {
        let (hub, started) = (self.hub.clone(), Instant::now());
        let (stage, guarded) = (Stage::Over, None);
        let mut recording = Recording {
            hub,
            stage,
            started,
            waited: (Duration::ZERO, None),
            note,
            params: None,
            guarded,
            progress: Progress::current(),
            is_replaced: false,
            withheld: None,
        };
        let Some(ledger) = &self.hub.ledger else { return Ok(recording) };
        recording.progress.recorded();
        let (place, entry) = (self.hub.queue.place().await, readable_id(ledger, entry()));
        recording.params = Note::read(&entry.note).params;
        let bytes = entry.arguments.as_ref().map_or(0, |body| body.text.len());
        recording.stage = Stage::Beginning(out_of_the_way(bytes, || ledger.begin(entry)), place);
        let Stage::Beginning(reply, _) = &mut recording.stage else { return Ok(recording) };
        let begun = reply.await;
        self.hub.events.heed(&begun);
        match begun {
            Ok(ticket) => {
                let revision = ticket.revision;
                recording.stage = Stage::Begun(ticket);
                match server {
                    // What another server does to the ledger must not hold up this call.
                    Some(server) => server.heed(revision).await,
                    None => self.heed_decisions(revision).await,
                }
                Ok(recording)
            }
            Err(error) => {
                recording.stage = Stage::Over;
                match self.hub.lets_unrecorded_pass.load(Ordering::Relaxed) {
                    true => Ok(recording),
                    false => Err(Failure::Unrecorded { was_made: false, reason: error.to_string() }),
                }
            }
        }
    }

    /// What a request of a client says of itself, in case that it is refused before its server is known.
    pub(super) fn draft(&self, caller: &Caller, request: &Message) -> Option<Entry> {
        let method = request.method();
        let stays_here =
            List::asked_by(method).is_some() || matches!(method, "initialize" | "ping" | "server/discover");
        let server = match &caller.scope {
            Scope::One(server) => server.as_str(),
            Scope::All => "",
        };
        (!stays_here).then(|| self.record_of(caller, request, server, &subject(request)))
    }

    /// A draft with the server that its name leads to, and the name there.
    pub(super) fn aimed(&self, caller: &Caller, draft: Entry) -> Entry {
        match route::aimed_at(&self.roster(), caller, &draft.method, &draft.name) {
            Some((server, name)) => Entry { server: server.name().to_owned(), name, ..draft },
            None => draft,
        }
    }

    /// Records and tells that a request was refused, before its client hears of it.
    pub(super) async fn refused(&self, draft: Entry, reason: String) {
        let (principal, server) = (draft.principal.clone(), draft.server.clone());
        let name = draft.name.clone();
        if let Some(ledger) = &self.hub.ledger {
            let entry = Entry { verdict: Some(Verdict::Deny), error: Some(reason.clone()), ..draft };
            let (place, entry) = (self.hub.queue.place().await, readable_id(ledger, entry));
            let bytes = entry.arguments.as_ref().map_or(0, |body| body.text.len());
            let reply = out_of_the_way(bytes, || ledger.record(entry));
            let events = self.hub.events.clone();
            // A task of its own, so that a client that leaves keeps the place until it is written.
            let written = tokio::spawn(async move {
                events.heed(&reply.await);
                drop(place);
            });
            let _ = written.await;
        }
        self.hub.events.tell(What::Refused { principal, server, name, reason, risk: 0, level: "warn" });
    }

    /// Records and tells that a message of a client was refused before it was read; `id` is JSON.
    pub(crate) async fn refused_unread(&self, caller: &Caller, method: &str, id: Option<&str>, reason: &str) {
        // Nothing of the message but this is sure.
        let message = match id {
            Some(id) => Message::request(id, method, "{}"),
            None => Message::notification(method, "{}"),
        };
        let server = match &caller.scope {
            Scope::One(server) => server.as_str(),
            Scope::All => "",
        };
        self.refused(Entry { arguments: None, ..self.record_of(caller, &message, server, "") }, reason.to_owned())
            .await;
    }

    pub(super) fn record_of(&self, caller: &Caller, request: &Message, server: &str, name: &str) -> Entry {
        let params = self.hub.ledger.as_deref().and_then(|ledger| other_params(ledger, caller, request));
        Entry {
            session: keying::shown(&keying::session(caller, request, self.conducts().keying)),
            principal: caller.principal.name.clone(),
            server: server.to_owned(),
            method: request.method().to_owned(),
            name: name.to_owned(),
            request: request.id().unwrap_or_default().to_owned(),
            trace: context::of(request, caller).map(|context| context.trace_id()).unwrap_or_default(),
            arguments: self.hub.ledger.as_deref().and_then(|ledger| arguments(ledger, request)),
            note: Note { params, ..Note::default() }.write(),
            ..Entry::new(Kind::Call)
        }
    }
}

impl Recording {
    /// How long the call has taken so far, without what it has waited for a person.
    pub(super) fn micros(&self) -> u64 {
        let (before, since) = self.waited;
        let waited = before + since.map_or(Duration::ZERO, |since| since.elapsed());
        u64::try_from(self.started.elapsed().saturating_sub(waited).as_micros()).unwrap_or(u64::MAX)
    }

    /// Notes what the guard says before the call is sent. Of a call that nothing speaks against and no rule vouches for, no
    /// decision is kept: see [`Note::judgement`].
    pub(super) fn judged(&mut self, decision: &Decision, is_enforced: bool, assessment: &Assessment) {
        let is_by_rule = decision.by.starts_with("rule.");
        let is_plain = decision.action == Action::Allow && !decision.is_flagged && !is_by_rule;
        let note = Note {
            decision: (!is_plain).then(|| decision.clone()),
            is_logged_only: !is_plain && !is_enforced,
            assessment: Some(assessment.clone()),
            ..Note::default()
        };
        self.guarded = Some(Box::new(Guarded { note, risk: assessment.risk.score }));
    }

    /// The number of the call in the ledger, if it is on the record.
    pub(super) fn call(&self) -> Option<u64> {
        match &self.stage {
            Stage::Begun(ticket) => Some(ticket.number()),
            Stage::Beginning(..) | Stage::Over => None,
        }
    }

    /// Notes that the call waits for a person.
    pub(super) fn held(&mut self) {
        self.waited.1 = Some(Instant::now());
        // If the call is dropped from here on, this is how its hold ended.
        self.guarded().note.hold = Some(HoldResult { ended: HoldEnding::Cancelled, by: String::new(), sent: false });
    }

    /// Notes that it waits no longer, and the way in which its hold ended.
    pub(super) fn waited(&mut self, outcome: &HoldOutcome) {
        if let Some(since) = self.waited.1.take() {
            self.waited.0 += since.elapsed();
        }
        let (ended, by) = match outcome {
            HoldOutcome::Approved(released) => (HoldEnding::Approved, released.by()),
            HoldOutcome::Denied { by, .. } => (HoldEnding::Denied, by.as_str()),
            HoldOutcome::TimedOut => (HoldEnding::Expired, ""),
            HoldOutcome::Closing => (HoldEnding::Stopped, ""),
            HoldOutcome::Full | HoldOutcome::Failed(_) => (HoldEnding::NotAsked, ""),
        };
        self.guarded().note.hold = Some(HoldResult { ended, by: by.to_owned(), sent: false });
    }

    /// Notes what is done to arguments or response, or would be.
    pub(super) fn handled(&mut self, handled: impl IntoIterator<Item = Handled>, is_enforced: bool) {
        let mut handled = handled.into_iter().peekable();
        if handled.peek().is_some() {
            let note = &mut self.guarded().note;
            note.handled.extend(handled);
            note.is_logged_only |= !is_enforced;
        }
    }

    fn guarded(&mut self) -> &mut Guarded {
        self.guarded.get_or_insert_with(|| Box::new(Guarded { note: Note::default(), risk: 0 }))
    }

    /// Notes what the guard has found in what came back.
    pub(super) fn found(&mut self, findings: Vec<String>, risk: u8) {
        if findings.is_empty() && risk == 0 {
            return;
        }
        // What stands in `content` and in `structuredContent` is told once.
        let mut once: Vec<String> = Vec::with_capacity(findings.len());
        for finding in findings {
            if !once.contains(&finding) {
                once.push(finding);
            }
        }
        let guarded = self.guarded();
        guarded.note.findings = once;
        guarded.risk = guarded.risk.max(risk);
    }

    /// 0 to 100.
    pub(super) fn risk(&self) -> u8 {
        self.guarded.as_ref().map_or(0, |guarded| guarded.risk)
    }

    fn is_held(&self) -> bool {
        self.guarded.as_ref().is_some_and(|guarded| guarded.note.hold.is_some())
    }

    fn is_approved(&self) -> bool {
        let hold = self.guarded.as_ref().and_then(|guarded| guarded.note.hold.as_ref());
        hold.is_some_and(|hold| hold.ended == HoldEnding::Approved)
    }

    /// Whether something was taken away from arguments or response. A warning that was added is no mask.
    fn is_masked(&self) -> bool {
        let handled = self.guarded.as_ref().map_or(&[][..], |guarded| &guarded.note.handled);
        self.is_replaced && (handled.is_empty() || handled.iter().any(|handled| handled.removes()))
    }

    /// What became of the call.
    pub(super) fn verdict(&self, outcome: &Result<Outcome, Failure>) -> Verdict {
        match outcome {
            // A person approved it, and something else than a decision kept it from being sent.
            Err(failure) if self.is_approved() && !failure.is_judgement() => Verdict::Hold,
            Err(failure) if failure.is_refusal() => Verdict::Deny,
            _ => self.verdict_of_sent(),
        }
    }

    /// What the record is to say besides, with these words in it.
    fn noted(&mut self, said: &str) -> String {
        let params = self.params.take();
        if self.guarded.is_none() && params.is_none() {
            return said.to_owned();
        }
        let said = Some(said.to_owned()).filter(|said| !said.is_empty());
        let mut note = self.guarded.take().map(|guarded| guarded.note).unwrap_or_default();
        if let Some(hold) = &mut note.hold {
            hold.sent = self.progress.state() != CallState::NotSent;
        }
        Note { said, params, ..note }.write()
    }

    /// Writes down what became of the call, and returns what its client is to hear of it.
    pub(super) async fn end(self, outcome: Result<Outcome, Failure>) -> Result<Outcome, Failure> {
        match outcome {
            Ok(outcome) => self.succeed(outcome).await,
            Err(failure) => Err(self.fail(failure).await),
        }
    }

    async fn succeed(mut self, outcome: Outcome) -> Result<Outcome, Failure> {
        let outcome = Ok(outcome);
        let (verdict, risk) = (self.verdict(&outcome), self.risk());
        let outcome = outcome?;
        let withheld = self.withheld.take();
        let sent = withheld.as_ref().unwrap_or(&outcome);
        let ledger = self.hub.ledger.as_deref();
        let error = match &outcome {
            Outcome::Answer(answer) => ledger.and_then(|ledger| error_of(ledger, answer)),
            Outcome::Asks(_) => None,
        };
        let note = match (self.note, sent.asks()) {
            ("", true) => "the server asks the client for more input",
            (_, true) => "resumed; the server asks the client for more input again",
            (note, false) => note,
        };
        let (response, note) = (sent.body(), self.noted(note));
        match self.write(Ending { verdict: Some(verdict), risk, error, response, note, ..Ending::default() }).await {
            Ok(()) => Ok(outcome),
            Err(error) => Err(Failure::Unrecorded { was_made: true, reason: error.to_string() }),
        }
    }

    /// Writes down why the call has no result, and returns what its client is to hear.
    pub(super) async fn fail(mut self, failure: Failure) -> Failure {
        let withheld = self.withheld.take();
        let (failed, risk) = (Err(failure), self.risk());
        let verdict = Some(self.verdict(&failed));
        let Err(failure) = failed else { unreachable!() };
        let (response, note) = (withheld.as_ref().and_then(Outcome::body), self.noted(self.note));
        let error = Some(failure.for_people());
        // That it cannot be written is told; there is no result that could be withheld.
        let _ = self.write(Ending { verdict, risk, error, response, note, ..Ending::default() }).await;
        Failure::Recorded(Box::new(failure))
    }

    /// Writes down that the gateway itself has done what was asked for.
    pub(super) async fn settle(mut self, result: &str, note: &str) -> Result<(), Failure> {
        let (verdict, risk, note) = (Some(self.verdict_of_sent()), self.risk(), self.noted(note));
        let written = self.write(Ending { verdict, risk, response: Some(result), note, ..Ending::default() }).await;
        written.map_err(|error| Failure::Unrecorded { was_made: true, reason: error.to_string() })
    }

    /// Writes down that a notification was sent, or why it could not be. There is no result that could be withheld.
    pub(super) async fn delivered(mut self, error: Option<String>) {
        let (verdict, risk, note) = (Some(self.verdict_of_sent()), self.risk(), self.noted(self.note));
        let _ = self.write(Ending { verdict, risk, error, note, ..Ending::default() }).await;
    }

    fn verdict_of_sent(&self) -> Verdict {
        match () {
            () if self.is_held() => Verdict::Hold,
            () if self.is_masked() => Verdict::Mask,
            () => Verdict::Allow,
        }
    }

    /// Writes the end; an error only if it counts.
    async fn write(mut self, ending: Ending<'_>) -> Result<(), LedgerError> {
        let Stage::Begun(ticket) = std::mem::replace(&mut self.stage, Stage::Over) else { return Ok(()) };
        let Some(ledger) = &self.hub.ledger else { return Ok(()) };
        let ending = Ending { duration_us: self.micros(), ..ending };
        let Ending { verdict, risk, duration_us, response, .. } = ending;
        let (kept, error, note) = (ticket.clone(), ending.error.clone(), ending.note.clone());
        let bytes = response.map_or(0, str::len);
        let written = out_of_the_way(bytes, || ledger.finish(ticket, ending)).await;
        let response = || response.map(str::to_owned);
        let end = || Unwritten { ticket: kept, verdict, risk, duration_us, error, response: response(), note };
        self.hub.heed_end(&written, end);
        match written {
            Err(error) if !self.hub.lets_unrecorded_pass.load(Ordering::Relaxed) => Err(error),
            _ => Ok(()),
        }
    }

    /// The end of a call that has no answer.
    fn cancelled(&mut self, error: &str, verdict: Option<Verdict>) -> impl FnOnce(Ticket) -> Unwritten + use<> {
        let (error, risk, duration_us) = (Some(error.to_owned()), self.risk(), self.micros());
        let note = self.noted(self.note);
        move |ticket| Unwritten { ticket, verdict, risk, duration_us, error, response: None, note }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Over);
        // A panic that leaves here while another one unwinds would end the process.
        let _ = catch_unwind(AssertUnwindSafe(|| self.end_early(stage)));
    }
}

impl Recording {
    /// Writes the end of a call that was dropped: the gateway panicked, or the client left.
    fn end_early(&mut self, stage: Stage) {
        let (error, verdict) = if std::thread::panicking() {
            (self.progress.panicked().for_people(), Verdict::Deny)
        } else {
            let is_sent = self.progress.state() != CallState::NotSent;
            let verdict = if self.is_held() { Verdict::Hold } else { Verdict::Allow };
            ((if is_sent { CANCELLED } else { CANCELLED_EARLY }).to_owned(), verdict)
        };
        match stage {
            Stage::Over => {}
            Stage::Begun(ticket) => {
                let end = self.cancelled(&error, Some(verdict));
                self.hub.finish(end(ticket));
            }
            Stage::Beginning(reply, place) => {
                let (hub, end) = (self.hub.clone(), self.cancelled(&error, None));
                // Without a runtime the program is ending, and the next start writes the record.
                if let Ok(runtime) = Handle::try_current() {
                    runtime.spawn(async move {
                        if let Ok(ticket) = reply.await {
                            hub.finish(end(ticket));
                        }
                        drop(place);
                    });
                }
            }
        }
    }
}

/// Whether what a call is about may be seen now: it may have been hidden since its server was found.
pub(super) fn is_still_shown(resolved: &Resolved) -> Result<(), Failure> {
    let Resolved { server, request, name, .. } = resolved;
    let is_shown = |server: &Server, list, name: &str| route::is_shown(server, list, name);
    match request.method() {
        "tools/call" => is_shown(server, List::Tools, name),
        "prompts/get" => is_shown(server, List::Prompts, name),
        "resources/read" | "resources/subscribe" => is_shown(server, List::Resources, &subject(request)),
        "completion/complete" => {
            let reference = request.get("ref").unwrap_or("{}");
            let list = if member(reference, "uri").is_some() { List::Templates } else { List::Prompts };
            is_shown(server, list, &subject(request))
        }
        _ => Ok(()),
    }
}

/// What a request is about: a tool, a prompt, a resource or a task.
fn subject(request: &Message) -> Cow<'_, str> {
    let direct = ["name", "uri", "taskId"].into_iter().find_map(|name| request.text_of(name));
    direct.unwrap_or_else(|| {
        let reference = request.get("ref").unwrap_or("{}");
        let named = member(reference, "uri").or_else(|| member(reference, "name"));
        named.and_then(|raw| Some(unquote(&raw)?.into_owned())).unwrap_or_default().into()
    })
}

/// An entry with its request's id masked as the text that it stands for: JSON in a string would hide what it says.
pub(super) fn readable_id(ledger: &Ledger, entry: Entry) -> Entry {
    match unquote(&entry.request).map(|text| quote(&ledger.masked_briefly(&text))) {
        Some(request) => Entry { request, ..entry },
        None => entry,
    }
}

/// What a request carries: the arguments, where its method has such, else all parameters but `_meta`.
fn arguments(ledger: &Ledger, request: &Message) -> Option<Body> {
    if matches!(request.method(), "tools/call" | "prompts/get") {
        return Some(ledger.body(request.get("arguments")?));
    }
    let params = request.body()?;
    match request.get("_meta") {
        Some(_) => Some(ledger.body(&Edit::of_json(params).remove(&["_meta"]).finish())),
        None => Some(ledger.body(params)),
    }
}

/// The parameters that the arguments on record leave out. Long ones are kept as the beginning of their text.
fn other_params(ledger: &Ledger, caller: &Caller, request: &Message) -> Option<Value> {
    let text = params::recorded_others(request, caller)?;
    let whole = (text.len() <= PARAMS).then(|| serde_json::from_str(&text).ok()).flatten();
    Some(whole.unwrap_or_else(|| Value::String(ledger.masked_briefly(&text))))
}

/// What the record says of a request that comes back with what its server asked for.
fn note_of(request: &Message) -> &'static str {
    let resumes = request.get("requestState").is_some() || request.get("inputResponses").is_some();
    if resumes { "resumes" } else { "" }
}

/// What went wrong at the server, in its own words.
fn error_of(ledger: &Ledger, answer: &Message) -> Option<String> {
    if answer.sort() == Sort::Error {
        let (code, message) = (answer.get("code").unwrap_or("?"), answer.text_of("message").unwrap_or_default());
        // Masked by itself: what stands beside a value has a say in what it is taken for.
        return Some(format!("{} (code {code})", ledger.masked_briefly(&message)));
    }
    if answer.get("isError") != Some("true") {
        return None;
    }
    let document = answer.get("content").and_then(|content| Document::parse(content).ok());
    let said = document.as_ref().and_then(|content| {
        let first = content.root().elements().next()?;
        Some(first.get("text")?.string()?.text.into_owned())
    });
    Some(said.filter(|text| !text.is_empty()).unwrap_or_else(|| "the tool reported an error".to_owned()))
}

/// Does what may take a while for a large body so that no other call waits for this thread.
pub(super) fn out_of_the_way<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let has_others = || Handle::try_current().is_ok_and(|own| own.runtime_flavor() == RuntimeFlavor::MultiThread);
    if bytes > LARGE && has_others() { block_in_place(work) } else { work() }
}
