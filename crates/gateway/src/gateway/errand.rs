//! One request on its way to a server and back, across revisions.
//!
//! | client | server | what happens |
//! | --- | --- | --- |
//! | with handshake | with handshake | messages pass as they are |
//! | stateless | stateless | messages pass as they are; `requestState` is sealed |
//! | with handshake | stateless | requests say who the client is; what a result asks for becomes requests to the client |
//! | stateless | with handshake | a server's requests become a result that asks; the call is held until the client comes back |

use super::held::Held;
use super::input::{Interim, PATIENCE};
use super::inquiry::{self, Inquiry};
use super::leg::Leg;
use super::progress::Progress;
use super::{Aside, Caller, Gateway, route};
use crate::failure::{CallState, Failure};
use crate::log_level;
use crate::revision::{anonymize, introduce, key};
use crate::seal::{Binding, State as Sealed};
use crate::server::{Attached, List, Permit, Seated, Server, Shelf};
use crate::session::Session;
use crate::trouble::Reason;
use std::sync::Arc;
use tokio::time::{Instant, sleep_until};
use vetgate_mcp::link::{Era, Incoming, LinkError};
use vetgate_mcp::rpc::{self, Edit, Malformed, Message, Sort, code, quote};

/// How often one call may ask the client for more.
const ROUNDS: usize = 16;

/// How many times the server's timeout a call may last, however much it says meanwhile.
const LONGEST: u32 = 60;

/// A request for one server: what to send, for whom.
pub(super) struct Errand<'e> {
    pub(super) caller: &'e Caller,
    pub(super) server: &'e Arc<Server>,
    pub(super) aside: &'e Aside,
    /// The request with the server's own names.
    pub(super) request: Message,
    /// The tool, prompt or resource as the server names it.
    pub(super) name: String,
    /// Arguments that are repeated in headers.
    pub(super) mirrored: Vec<(String, String)>,
}

/// What comes back.
pub(super) enum Outcome {
    /// The server's answer, under an id of its link.
    Answer(Message),
    /// A result of the gateway's own that asks the client for more; JSON.
    Asks(String),
}

impl Outcome {
    /// What the server said, or the gateway; JSON.
    pub(super) fn body(&self) -> Option<&str> {
        match self {
            Self::Answer(answer) => answer.body(),
            Self::Asks(result) => Some(result),
        }
    }

    /// Whether it asks the client for more.
    pub(super) fn asks(&self) -> bool {
        match self {
            Self::Answer(answer) => asks(answer),
            Self::Asks(_) => true,
        }
    }
}

/// Whether an answer is an interim result.
pub(super) fn asks(answer: &Message) -> bool {
    answer.sort() == Sort::Result && answer.get("resultType").is_some_and(|kind| kind == "\"input_required\"")
}

/// Why a request has no outcome.
enum Setback {
    /// The connection was gone before anything was sent or heard.
    NotSent(Permit, Failure),
    Failed(Failure),
}

impl From<Failure> for Setback {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// A request under way.
pub(super) struct Trip {
    pub(super) seat: Seated,
    pub(super) leg: Leg,
    pub(super) permit: Permit,
}

impl Errand<'_> {
    pub(super) fn is_stateless(&self) -> bool {
        self.caller.session.is_none()
    }

    pub(super) fn binding(&self) -> Binding<'_> {
        Binding {
            principal: &self.caller.principal.name,
            server: self.server.name(),
            method: self.request.method(),
            name: &self.name,
        }
    }

    /// The request as a server of `era` expects it.
    pub(super) fn dressed(&self, era: &Era) -> Result<Message, Malformed> {
        let text = match (&self.caller.session, era) {
            (Some(session), Era::Stateless) => {
                let edit = introduce(Edit::of(&self.request), &session.client(), &session.capabilities());
                // With a handshake a server logs unasked; without one it has to be asked.
                let level = session.log_level().unwrap_or_else(|| quote("debug"));
                edit.set(&["params", "_meta", key::LOG_LEVEL], level).finish()
            }
            (None, Era::Handshake(_)) => {
                let edit = anonymize(Edit::of(&self.request));
                edit.remove(&["params", "inputResponses"]).remove(&["params", "requestState"]).finish()
            }
            (Some(_), Era::Handshake(_)) | (None, Era::Stateless) => return Ok(self.request.clone()),
        };
        Message::read(text)
    }

    /// Whether the client wants such a notification. A stateless one gets log messages only if it asks for them.
    fn wants(&self, notification: &Message) -> bool {
        let is_log = notification.method() == "notifications/message";
        let least = match &self.caller.session {
            Some(session) => session.log_level(),
            None => self.request.meta(key::LOG_LEVEL),
        };
        match least {
            Some(least) => log_level::reaches(notification, &least),
            None => !(is_log && self.is_stateless()),
        }
    }

    /// Whether the tool or prompt that is asked for is declared as it was on `shelf`.
    fn is_as_on(&self, shelf: &Shelf) -> bool {
        let list = match self.request.method() {
            "tools/call" => List::Tools,
            "prompts/get" => List::Prompts,
            _ => return true,
        };
        let raw = |shelf: &Shelf| shelf.find(list, &self.name).map(|item| item.definition.raw().to_owned());
        raw(&self.server.shelf()) == raw(shelf)
    }

    fn late(&self) -> Failure {
        Failure::Late { server: self.server.name().into(), seconds: self.server.settings.timeout.as_secs() }
    }

    fn broken(&self, error: LinkError) -> Failure {
        Failure::Broken { server: self.server.name().into(), error }
    }

    /// Whether a server that has been silent since `heard` is so because its client, a person perhaps, was asked
    /// something and has not answered yet.
    fn waits_for_client(&self, attached: &Arc<Attached>, heard: Instant) -> bool {
        let is_asked = |session: &Arc<Session>| session.asking().iter().any(|asking| Arc::ptr_eq(asking, attached));
        heard.elapsed() < PATIENCE && self.caller.session.as_ref().is_some_and(is_asked)
    }

    /// Sends something to the client before the answer. A call whose client does not read ends, because it keeps others
    /// from the server.
    pub(super) async fn tell(&self, text: String) -> Result<(), Failure> {
        if self.aside.send(text).await || self.aside.is_closed() {
            return Ok(());
        }
        Err(Failure::Denied(
            "Vetgate ended the call: the client does not read the messages that the server sends before the answer"
                .into(),
        ))
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.server.settings.timeout
    }
}

/// Why an answer is dropped that a server did send.
fn unfit(error: &LinkError) -> Option<&'static str> {
    match error {
        LinkError::TooLarge { .. } | LinkError::Flood { .. } => Some("its answer is larger than the limit"),
        LinkError::Garbage { .. } => Some("its answer is not a JSON-RPC message"),
        LinkError::WrongId { .. } => Some("its answer belongs to another request"),
        _ => None,
    }
}

/// What a message before the answer means for the call.
enum Flow {
    Goes,
    /// The server wants something of a client that can only be asked in a result.
    Waits(Message, Option<Box<Inquiry>>),
}

impl Gateway {
    /// Sends the request and sees it through.
    pub(super) async fn run(&self, errand: &Errand<'_>) -> Result<Outcome, Failure> {
        // A server that is known to be gone says so at once, and counts for nothing.
        errand.server.home().await?;
        let mut permit = errand.server.admit().await?;
        let judged = errand.server.shelf();
        let mut is_second = false;
        loop {
            let attached = match errand.server.attach(errand.caller.session.as_ref()).await {
                Ok(attached) => attached,
                Err(failure) => {
                    permit.failed();
                    return Err(failure);
                }
            };
            // What was judged was the tool as it was before the server came back.
            if is_second && !errand.is_as_on(&judged) {
                permit.failed();
                let (server, trouble) = (errand.server.name().into(), Reason::Changed.into());
                return Err(Failure::Unavailable { server, trouble });
            }
            if let Err(failure) = route::is_still_shown(errand.server, errand.request.method(), &errand.name) {
                permit.succeeded();
                return Err(failure);
            }
            let request = match errand.dressed(attached.link.era()) {
                Ok(request) => request,
                Err(error) => {
                    permit.succeeded();
                    return Err(Failure::edited(CallState::NotSent, &error));
                }
            };
            Progress::current().sent();
            let leg = Leg::begin(&attached.link, request, errand.mirrored.clone());
            let trip = Trip { seat: attached.sit(errand.caller), leg, permit };
            permit = match self.travel(errand, trip).await {
                Ok(outcome) => return Ok(outcome),
                Err(Setback::NotSent(permit, failure)) => {
                    // A process was handed nothing. A server over HTTP may have read the request before it refused it.
                    if errand.server.is_process() {
                        Progress::current().not_sent();
                    }
                    if is_second {
                        permit.failed();
                        return Err(failure);
                    }
                    // Nothing was done: once more over a new connection.
                    permit
                }
                Err(Setback::Failed(failure)) => return Err(failure),
            };
            is_second = true;
        }
    }

    /// Sees a request through that has been under way.
    pub(super) async fn see_through(&self, errand: &Errand<'_>, trip: Trip) -> Result<Outcome, Failure> {
        self.travel(errand, trip).await.map_err(|setback| match setback {
            Setback::NotSent(permit, failure) => {
                permit.failed();
                failure
            }
            Setback::Failed(failure) => failure,
        })
    }

    /// Waits for the answer, and passes on what comes before it.
    async fn travel(&self, errand: &Errand<'_>, trip: Trip) -> Result<Outcome, Setback> {
        let Trip { mut seat, mut leg, mut permit } = trip;
        let attached = seat.attached().clone();
        let mut rounds = 0;
        let mut is_untouched = true;
        let mut heard = Instant::now();
        let end = heard + errand.server.settings.timeout * LONGEST;
        loop {
            let deadline = errand.deadline().min(end);
            let incoming = tokio::select! {
                incoming = leg.next() => incoming,
                message = seat.next() => Ok(Incoming::Aside(message)),
                () = sleep_until(deadline) => {
                    if Instant::now() < end && errand.waits_for_client(&attached, heard) {
                        permit.make_room();
                        continue;
                    }
                    permit.failed();
                    errand.server.dropped(errand.request.method(), "it did not answer in time");
                    return Err(errand.late().into());
                }
            };
            heard = Instant::now();
            let was_untouched = std::mem::replace(&mut is_untouched, false);
            match incoming {
                Ok(Incoming::Aside(message)) => {
                    if let Flow::Waits(question, inquiry) = self.aside(errand, &attached, message).await? {
                        return Ok(self.hold(errand, Trip { seat, leg, permit }, question, inquiry)?);
                    }
                }
                Ok(Incoming::Answer(answer)) => {
                    self.last_asides(errand, &mut seat).await?;
                    if !asks(&answer) && !errand.shows_requests(&answer) {
                        permit.succeeded();
                        return Ok(Outcome::Answer(answer));
                    }
                    rounds += 1;
                    if rounds > ROUNDS {
                        permit.succeeded();
                        return Err(Failure::Denied(format!(
                            "the server asked for more input {ROUNDS} times, which is the limit"
                        ))
                        .into());
                    }
                    permit.make_room();
                    let request = match self.interim(errand, &attached, answer).await {
                        Ok(Interim::Asks(answer)) => {
                            permit.succeeded();
                            return Ok(Outcome::Answer(answer));
                        }
                        Ok(Interim::Again(request)) => request,
                        Err(failure) => {
                            permit.succeeded();
                            return Err(failure.into());
                        }
                    };
                    leg = Leg::begin(&attached.link, request, errand.mirrored.clone());
                }
                Err(error) => {
                    if let Some(reason) = unfit(&error) {
                        errand.server.dropped(errand.request.method(), reason);
                    }
                    if matches!(error, LinkError::Ended { .. } | LinkError::Unreachable { .. }) {
                        errand.server.lose(&attached);
                    }
                    if was_untouched && !leg.has_begun() && matches!(error, LinkError::Ended { .. }) {
                        return Err(Setback::NotSent(permit, errand.broken(error)));
                    }
                    // A server that answers too much answers: what one client asks for must not close it to others.
                    if matches!(error, LinkError::TooLarge { .. }) {
                        permit.succeeded();
                    } else {
                        permit.failed();
                    }
                    return Err(errand.broken(error).into());
                }
            }
        }
    }

    /// Passes on what the server said before its answer on a stream that the answer does not share.
    async fn last_asides(&self, errand: &Errand<'_>, seat: &mut Seated) -> Result<(), Failure> {
        let attached = seat.attached().clone();
        attached.catch_up().await;
        while let Some(message) = seat.try_next() {
            if let Flow::Waits(question, _) = self.aside(errand, &attached, message).await? {
                self.refuse(&attached, &question).await;
            }
        }
        Ok(())
    }

    /// Passes on a message that comes before the answer.
    async fn aside(&self, errand: &Errand<'_>, attached: &Arc<Attached>, message: Message) -> Result<Flow, Failure> {
        if errand.server.misnames(attached, &message).await {
            return Ok(Flow::Goes);
        }
        if message.sort() == Sort::Notification {
            if List::ALL.iter().any(|list| list.changed() == message.method()) {
                errand.server.heard(attached, message).await;
            } else if !errand.server.hushes(&message)
                && errand.wants(&message)
                && !errand.server.asks_too_much(&message)
                && let Some(message) = self.hub.remark(errand.caller, errand.server, &errand.request, message)
            {
                errand.tell(message.into_text()).await?;
            }
            return Ok(Flow::Goes);
        }
        if message.method() == "ping" {
            let id = message.id().unwrap_or("null");
            let _ = attached.link.answer(rpc::result(id, "{}")).await;
            return Ok(Flow::Goes);
        }
        if errand.server.hushes(&message) {
            self.refuse(attached, &message).await;
            return Ok(Flow::Goes);
        }
        if !errand.can_ask(&message) {
            self.refuse(attached, &message).await;
            return Ok(Flow::Goes);
        }
        let (method, id) = (message.method().to_owned(), message.id().unwrap_or("null").to_owned());
        let Ok((question, inquiry)) = self.hub.inquire(errand.asking(), message).await else {
            let _ = attached.link.answer(inquiry::refusal(&method, &id)).await;
            return Ok(Flow::Goes);
        };
        if errand.server.nags(errand.caller, &question) {
            let _ = attached.link.answer(inquiry::refusal(&method, &id)).await;
            return Err(Failure::Denied("the server sends the same form to the user repeatedly".into()));
        }
        let Some(session) = &errand.caller.session else { return Ok(Flow::Waits(question, inquiry)) };
        match session.ask(attached, &question, inquiry) {
            Some(text) => errand.tell(text).await?,
            None => self.refuse(attached, &question).await,
        }
        Ok(Flow::Goes)
    }

    /// Tells a server that its client cannot answer.
    async fn refuse(&self, attached: &Attached, question: &Message) {
        let id = question.id().unwrap_or("null");
        let refusal = rpc::error(id, code::NO_METHOD, "the client does not support this");
        let _ = attached.link.answer(refusal).await;
    }

    /// Holds a call open until the client, which cannot be asked directly, comes back with the answer.
    pub(super) fn hold(
        &self,
        errand: &Errand<'_>,
        trip: Trip,
        question: Message,
        inquiry: Option<Box<Inquiry>>,
    ) -> Result<Outcome, Failure> {
        let params = question.body().unwrap_or("{}").to_owned();
        let method = quote(question.method());
        // A call that waits for its client must not keep others from the server.
        let mut trip = trip;
        trip.permit.make_room();
        let number = self.held.keep(Held { client: errand.caller.key(), trip, question, inquiry });
        let state = self.seal(errand, &Sealed::Held(number))?;
        Ok(Outcome::Asks(format!(
            r#"{{"resultType":"input_required","inputRequests":{{"vetgate-{number}":{{"method":{method},"params":{params}}}}},"requestState":{state}}}"#
        )))
    }

    /// A stateless server's interim result with its state sealed: it can come back only from the same client, for the
    /// same call, unchanged.
    pub(super) fn sealed(&self, errand: &Errand<'_>, answer: &Message) -> Result<Message, Failure> {
        let Some(state) = answer.text_of("requestState") else { return Ok(answer.clone()) };
        let state = self.seal(errand, &Sealed::Upstream(Some(state.into_owned())))?;
        let text = Edit::of(answer).set(&["result", "requestState"], state).finish();
        Message::read(text).map_err(|error| Failure::edited(CallState::Answered, &error))
    }

    /// A state that only this client can bring back, for this call; JSON.
    fn seal(&self, errand: &Errand<'_>, state: &Sealed) -> Result<String, Failure> {
        let expires = self.now() + super::held::PATIENCE;
        let sealed = self.sealer.seal(state, &errand.binding(), expires);
        sealed.map(|text| quote(&text)).map_err(|error| Failure::Invalid(error.to_string()))
    }
}
