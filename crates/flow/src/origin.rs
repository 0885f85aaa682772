//! Where data came from, and where it goes.

use crate::Certainty;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One end of a flow: a place in what a call sent or got. The names are shared: a call has many places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The call, as the session counts them, from 1; 0 if it was a call of another session.
    pub call: u64,
    /// The server.
    pub server: Arc<str>,
    /// The tool.
    pub tool: Arc<str>,
    /// Where in the arguments or the response; a JSON pointer.
    pub pointer: String,
}

impl Place {
    /// Another place in the same call.
    pub(crate) fn at(&self, pointer: &str) -> Self {
        let (server, tool) = (Arc::clone(&self.server), Arc::clone(&self.tool));
        Self { call: self.call, server, tool, pointer: pointer.to_owned() }
    }
}

/// More calls than one session makes.
const ONE_SESSION: u64 = u64::MAX >> 1;

/// The name of a call in sentences: 0 is a call of another session of the same principal, and so are numbers that no session
/// counts to.
///
/// ```
/// assert_eq!(vetgate_flow::call_name(3), "call 3");
/// assert_eq!(vetgate_flow::call_name(0), "another session");
/// ```
pub fn call_name(call: u64) -> String {
    match call {
        1..=ONE_SESSION => format!("call {call}"),
        _ => "another session".to_owned(),
    }
}

/// What is known of a response when it is remembered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The number of the session that read it, where several share a memory.
    pub session: u64,
    /// The call that it answers, as the session counts them; 0 if another session made it.
    pub call: u64,
    /// The server.
    pub server: Arc<str>,
    /// The tool.
    pub tool: Arc<str>,
    /// Whether it is private by where it comes from.
    pub private: Certainty,
    /// Whether strangers may have written it.
    pub outside: Certainty,
    /// Whether it comes from where secrets are kept, so that all of it is one.
    pub is_secret: bool,
}
