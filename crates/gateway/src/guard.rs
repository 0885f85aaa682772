//! The two places where a call can be judged: before it goes to the server, and before its answer goes to the client.
//!
//! A guard is synchronous and sees what is really sent: the arguments as they stand in the body (headers that repeat
//! them are made from the body afterwards), and both halves of a result.

use crate::Principal;

/// A call as the guard sees it.
#[derive(Debug, Clone, Copy)]
pub struct Call<'c> {
    /// Who calls.
    pub principal: &'c Principal,
    /// The session, where there is one.
    pub session: Option<&'c str>,
    /// The server's name.
    pub server: &'c str,
    /// `tools/call`, `prompts/get`, `resources/read` or another method.
    pub method: &'c str,
    /// The tool or prompt as the server names it, or the resource's URI.
    pub name: &'c str,
    /// The arguments as JSON; `{}` where there are none.
    pub arguments: &'c str,
    /// What the agent says it means to do, as JSON, where it says so.
    pub intent: Option<&'c str>,
}

/// What is to be done with a call or an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on as it is.
    Allow,
    /// It goes on with these arguments, or this result, instead; JSON.
    Replace(String),
    /// It goes no further.
    Deny {
        /// Why, for the client to read.
        reason: String,
    },
}

/// Judges calls and answers.
pub trait Guard: Send + Sync {
    /// Before the call is sent.
    fn before(&self, call: &Call) -> Verdict;
    /// Before the answer is handed over; `result` is JSON.
    fn after(&self, call: &Call, result: &str) -> Verdict;
}

/// Allows everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Open;

impl Guard for Open {
    fn before(&self, _: &Call) -> Verdict {
        Verdict::Allow
    }

    fn after(&self, _: &Call, _: &str) -> Verdict {
        Verdict::Allow
    }
}
