//! The two places where a call can be judged: before it goes to the server, and before its answer goes to the client; and
//! the two for what a server asks in between.
//!
//! A guard is synchronous and sees what is really sent: the arguments as they stand in the body (headers that repeat
//! them are made from the body afterwards), and both halves of a result. What it says is told in the types of
//! [`vetgate_guard`], whose [`Guard`](vetgate_guard::Guard) is the one that is used; others are for tests.

use std::sync::Arc;
use vetgate_guard::{After, Asked, Before, Call, Handled, PolicyError, Question, SessionKey, Settings, Ticket, Usage};

/// Judges calls and answers.
pub trait Guard: Send + Sync {
    /// Before the call is sent. Nothing if it goes on as it is and nothing is to be kept of it.
    fn before(&self, call: &Call) -> Option<Before>;

    /// The client program reports what the user asked for.
    fn user_said(&self, _session: &SessionKey, _principal: &str, _words: &str) {}

    /// The call goes out: at once where it was allowed, later where a person let it through.
    fn sent(&self, _call: &Call, _ticket: &Ticket) {}

    /// Before the answer is handed over; `result` is JSON.
    fn after(&self, call: &Call, ticket: &Ticket, result: &str) -> After;

    /// What is done to the arguments, for the record; where nothing is acted on, what would be.
    fn handled_arguments(&self, _call: &Call, _is_replaced: bool) -> Option<Handled> {
        None
    }

    /// What is done to `result`, for the record; where nothing is acted on, what would be. `is_telling` says whether
    /// something was found in it.
    fn handled_response(&self, _call: &Call, _result: &str, _is_replaced: bool, _is_telling: bool) -> Vec<Handled> {
        vec![]
    }

    /// Before a request of a server goes to its client.
    fn asked(&self, _question: &Question) -> Asked {
        Asked::default()
    }

    /// Before a client's answer to a request goes to the server; the answer is the arguments of the call. Nothing if it
    /// goes on as it is and nothing is to be kept of it.
    fn answering(&self, _call: &Call) -> Option<Before> {
        None
    }

    /// A session is over.
    fn end(&self, _session: &SessionKey) {}

    /// What it remembers of all sessions; nothing if it remembers none.
    fn usage(&self) -> Option<Usage> {
        None
    }

    /// Follows other settings from now on, if it follows any.
    fn configure(&self, _settings: &Settings) -> Result<(), PolicyError> {
        Ok(())
    }
}

impl Guard for vetgate_guard::Guard {
    fn before(&self, call: &Call) -> Option<Before> {
        Some(self.before(call))
    }

    fn user_said(&self, session: &SessionKey, principal: &str, words: &str) {
        self.user_said(session, principal, words);
    }

    fn sent(&self, call: &Call, ticket: &Ticket) {
        self.sent(call, ticket);
    }

    fn after(&self, call: &Call, ticket: &Ticket, result: &str) -> After {
        self.after(call, ticket, result)
    }

    fn handled_arguments(&self, call: &Call, is_replaced: bool) -> Option<Handled> {
        self.handled_arguments(call, is_replaced)
    }

    fn handled_response(&self, call: &Call, result: &str, is_replaced: bool, is_telling: bool) -> Vec<Handled> {
        self.handled_response(call, result, is_replaced, is_telling)
    }

    fn asked(&self, question: &Question) -> Asked {
        self.asked(question)
    }

    fn answering(&self, call: &Call) -> Option<Before> {
        Some(self.answering(call))
    }

    fn end(&self, session: &SessionKey) {
        self.end(session);
    }

    fn usage(&self) -> Option<Usage> {
        Some(self.usage())
    }

    fn configure(&self, settings: &Settings) -> Result<(), PolicyError> {
        self.configure(settings)
    }
}

/// A guard that somebody else configures while it is on duty.
impl<G: Guard> Guard for Arc<G> {
    fn before(&self, call: &Call) -> Option<Before> {
        self.as_ref().before(call)
    }

    fn user_said(&self, session: &SessionKey, principal: &str, words: &str) {
        self.as_ref().user_said(session, principal, words);
    }

    fn sent(&self, call: &Call, ticket: &Ticket) {
        self.as_ref().sent(call, ticket);
    }

    fn after(&self, call: &Call, ticket: &Ticket, result: &str) -> After {
        self.as_ref().after(call, ticket, result)
    }

    fn handled_arguments(&self, call: &Call, is_replaced: bool) -> Option<Handled> {
        self.as_ref().handled_arguments(call, is_replaced)
    }

    fn handled_response(&self, call: &Call, result: &str, is_replaced: bool, is_telling: bool) -> Vec<Handled> {
        self.as_ref().handled_response(call, result, is_replaced, is_telling)
    }

    fn asked(&self, question: &Question) -> Asked {
        self.as_ref().asked(question)
    }

    fn answering(&self, call: &Call) -> Option<Before> {
        self.as_ref().answering(call)
    }

    fn end(&self, session: &SessionKey) {
        self.as_ref().end(session);
    }

    fn usage(&self) -> Option<Usage> {
        self.as_ref().usage()
    }

    fn configure(&self, settings: &Settings) -> Result<(), PolicyError> {
        self.as_ref().configure(settings)
    }
}

/// Allows everything, and keeps nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Open;

impl Guard for Open {
    fn before(&self, _: &Call) -> Option<Before> {
        None
    }

    fn after(&self, _: &Call, _: &Ticket, _: &str) -> After {
        After::default()
    }
}
