//! Reasons why a server cannot be used, in two texts: one for agents, one for people.
//!
//! A server chooses much of what is known about its failures: standard error, error bodies, ids, versions. Agents get a
//! [`Reason`], which has fixed words and numbers; the log, the API, the ledger and `vetgate servers` get the detail.

use vetgate_mcp::link::LinkError;
use vetgate_mcp::{Cause, ConnectError};

/// Reason why a server cannot be used, in words that are safe to show to an agent. It is `Copy`, so that no variant can
/// hold text of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Reason {
    #[error("it is starting")]
    Starting,
    #[error("it did not start within {seconds} s")]
    SlowStart { seconds: u64 },
    #[error("it is no longer configured")]
    Removed,
    #[error("no client has completed the handshake with it")]
    NoClient,
    #[error("its entry in the configuration is not valid")]
    Misconfigured,
    #[error("it failed repeatedly; the next attempt is in {seconds} s")]
    Paused { seconds: u64 },
    #[error("the connection to it was lost")]
    Lost,
    #[error("the definition changed while the server was disconnected; list it again")]
    Changed,
    #[error("the list `{method}` changed and cannot be read again: {fault}")]
    ChangedList { method: &'static str, fault: ListFault },
    #[error("`{method}` cannot be read: {fault}")]
    List { method: &'static str, fault: ListFault },
    #[error(transparent)]
    Cause(#[from] Cause),
    #[error("Vetgate failed while connecting to it (internal error)")]
    Internal,
}

/// Reason why a list of a server cannot be read, in fixed words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ListFault {
    #[error(transparent)]
    Cause(#[from] Cause),
    #[error("its answer is not JSON")]
    NotJson,
    #[error("it did not answer in time")]
    NoAnswer,
    #[error("Vetgate failed while it read the list (internal error)")]
    Internal,
}

/// A reason with its detail. Displayed, it is the reason alone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub(crate) struct Trouble {
    reason: Reason,
    /// What people are shown; may hold text of the server.
    detail: String,
}

impl Trouble {
    pub(crate) fn new(reason: Reason, detail: String) -> Self {
        Self { reason, detail }
    }

    pub(crate) fn reason(&self) -> Reason {
        self.reason
    }

    /// The text for people: log, API, ledger, command line. Never for an agent.
    pub(crate) fn for_people(&self) -> &str {
        &self.detail
    }
}

/// A reason about which there is no more to say.
impl From<Reason> for Trouble {
    fn from(reason: Reason) -> Self {
        Self::new(reason, reason.to_string())
    }
}

impl From<&LinkError> for Trouble {
    fn from(error: &LinkError) -> Self {
        Self::new(error.cause().into(), error.to_string())
    }
}

impl From<&ConnectError> for Trouble {
    fn from(error: &ConnectError) -> Self {
        Self::new(error.cause().into(), error.to_string())
    }
}
