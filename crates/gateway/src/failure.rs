//! Why a request has no answer of a server, in words for the client.
//!
//! Displayed, a [`Failure`] has no text that a server chose. [`Failure::for_people`] may, and is for records and the log.

use crate::curtain::BLOCKED;
use crate::trouble::Trouble;
use vetgate_mcp::link::LinkError;
use vetgate_mcp::rpc::{self, Malformed, code};

/// Where people find what the server said.
const ELSEWHERE: &str = "The server's own message is in Vetgate's log and in `vetgate servers`";

/// Why the gateway answers with an error of its own.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The server cannot be reached now.
    #[error("Vetgate: the server `{server}` is unavailable: {trouble}. {ELSEWHERE}")]
    Unavailable { server: String, trouble: Trouble },
    /// The server did not answer in time.
    #[error("the server `{server}` did not answer within {seconds} s")]
    Late { server: String, seconds: u64 },
    /// Too many calls wait for the server.
    #[error("the server `{server}` is busy: {waiting} calls are waiting for it already; try again later")]
    Busy { server: String, waiting: usize },
    /// The connection broke, or carried something that is no answer.
    #[error("Vetgate: the server `{server}` failed: {}. {ELSEWHERE}", .error.cause())]
    Broken { server: String, error: LinkError },
    /// No such tool, prompt, resource, task or server, or none for this client.
    #[error("{0}")]
    Unknown(String),
    /// A result that the client does not get.
    #[error("Vetgate withheld the result: {reason}")]
    Withheld {
        reason: &'static str,
        /// For people; may hold text of the server.
        detail: String,
    },
    /// Parameters that make no sense.
    #[error("{0}")]
    Invalid(String),
    /// Headers that say something else than the body.
    #[error("{0}")]
    Mismatch(String),
    /// No such method here.
    #[error("Method not found: {0}")]
    NoMethod(String),
    /// The client cannot do what the server asks of it.
    #[error("the server `{server}` needs the client capability `{capability}`, which this client does not have")]
    Incapable { server: String, capability: String },
    /// The gateway's judgement.
    #[error("{0}")]
    Denied(String),
    /// Nobody may use it before a person has looked at it. The words are for that person, who is told where to look and
    /// not what to type: a model that reads them must not be able to do it itself.
    #[error("Vetgate blocks the {item} `{name}` of the server `{server}`: {reason}{}", whereabouts(.item, .reason))]
    Held { server: String, item: &'static str, name: String, reason: String },
    /// What is not on record does not happen, and what has happened is not told.
    #[error("{}, because Vetgate cannot record it: {reason}", if *.was_made { "the call was made, and its result is withheld" } else { "the call was not made" })]
    Unrecorded { was_made: bool, reason: String },
    /// The gateway itself failed.
    #[error("Vetgate failed on this request (internal error); {state}. See Vetgate's log for details")]
    Internal {
        state: CallState,
        /// For people; may hold text of the server.
        detail: String,
    },
    /// One of the others, which is on record.
    #[error(transparent)]
    Recorded(Box<Failure>),
}

/// State of a call at the moment at which the gateway failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CallState {
    #[error("the call was not sent")]
    NotSent,
    #[error("the call was sent, and its effect on the server is unknown")]
    Sent,
    #[error("the call was sent and answered, and the answer is withheld")]
    Answered,
}

/// Where a person looks at what is held back. What is blocked waits for nobody, and data is not decided about.
fn whereabouts(item: &str, reason: &str) -> &'static str {
    match (item, reason) {
        (_, BLOCKED) | ("resource", _) => "",
        _ => ". A person has to review it; `vetgate tools --pending` lists everything that is pending",
    }
}

impl Failure {
    /// The failure for a message that cannot be read any more after the gateway has changed it. It is refused: what it
    /// was before the change must not be sent instead.
    pub(crate) fn edited(state: CallState, error: &Malformed) -> Self {
        Self::Internal {
            state,
            detail: format!("Vetgate changed a message and cannot parse the changed text: {error}"),
        }
    }

    pub(crate) fn code(&self) -> i64 {
        match self {
            Self::Unavailable { .. } | Self::Late { .. } | Self::Busy { .. } | Self::Broken { .. } => code::INTERNAL,
            Self::Unrecorded { .. } | Self::Internal { .. } => code::INTERNAL,
            Self::Recorded(failure) => failure.code(),
            Self::Unknown(_) | Self::Invalid(_) | Self::Denied(_) => code::INVALID_PARAMS,
            Self::Held { .. } | Self::Withheld { .. } => code::INVALID_PARAMS,
            Self::Mismatch(_) => code::HEADER_MISMATCH,
            Self::NoMethod(_) => code::NO_METHOD,
            Self::Incapable { .. } => code::MISSING_CAPABILITY,
        }
    }

    /// Whether the gateway refused the call, and did not try it in vain.
    pub(crate) fn is_refusal(&self) -> bool {
        match self {
            Self::Unavailable { .. } | Self::Busy { .. } | Self::Unknown(_) | Self::Invalid(_) | Self::Mismatch(_) => {
                true
            }
            Self::NoMethod(_) | Self::Denied(_) | Self::Held { .. } | Self::Unrecorded { .. } => true,
            Self::Withheld { .. } | Self::Internal { .. } => true,
            Self::Late { .. } | Self::Broken { .. } | Self::Incapable { .. } => false,
            Self::Recorded(failure) => failure.is_refusal(),
        }
    }

    /// Whether it is a decision about the call, and no accident on its way.
    pub(crate) fn is_judgement(&self) -> bool {
        match self {
            Self::Denied(_) | Self::Held { .. } | Self::Withheld { .. } => true,
            Self::Recorded(failure) => failure.is_judgement(),
            _ => false,
        }
    }

    /// The text for people, which may hold text of the server: for records and the log, never for an agent.
    pub(crate) fn for_people(&self) -> String {
        match self {
            Self::Unavailable { server, trouble } => {
                format!("the server `{server}` is unavailable: {}", trouble.for_people())
            }
            Self::Broken { server, error } => format!("the server `{server}` failed: {error}"),
            Self::Withheld { detail, .. } => format!("{detail}; the result is withheld"),
            Self::Internal { state, detail } => format!("internal: {state}: {detail}"),
            Self::Recorded(failure) => failure.for_people(),
            other => other.to_string(),
        }
    }

    /// Whether the request was begun and then denied. One for a server of which nothing is approved is not begun.
    pub(crate) fn is_denial(&self) -> bool {
        matches!(self, Self::Recorded(failure) if matches!(**failure, Self::Denied(_)))
    }

    /// Whether there is a record of it, or there can be none.
    pub(crate) fn is_recorded(&self) -> bool {
        matches!(self, Self::Recorded(_) | Self::Unrecorded { .. })
    }

    /// A word that programs can tell failures of the gateway apart by.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "unavailable",
            Self::Late { .. } => "timeout",
            Self::Busy { .. } => "busy",
            Self::Broken { .. } => "broken",
            Self::Unknown(_) => "unknown",
            Self::Invalid(_) => "invalid",
            Self::Mismatch(_) => "header_mismatch",
            Self::NoMethod(_) => "no_method",
            Self::Incapable { .. } => "missing_capability",
            Self::Denied(_) | Self::Withheld { .. } => "denied",
            Self::Held { .. } => "held",
            Self::Unrecorded { .. } => "unrecorded",
            Self::Internal { .. } => "internal",
            Self::Recorded(failure) => failure.word(),
        }
    }

    /// The answer to the request with this id, which is JSON.
    pub(crate) fn answer(&self, id: &str) -> String {
        if let Self::Recorded(failure) = self {
            return failure.answer(id);
        }
        let data = match self {
            Self::Incapable { capability, .. } => {
                format!(r#"{{"requiredCapabilities":{{{}:{{}}}}}}"#, rpc::quote(capability))
            }
            Self::Held { server, item, name, reason } => format!(
                r#"{{"gateway":"vetgate","reason":"held","server":{},"item":"{item}","name":{},"why":{}}}"#,
                rpc::quote(server),
                rpc::quote(name),
                rpc::quote(reason)
            ),
            _ => format!(r#"{{"gateway":"vetgate","reason":"{}"}}"#, self.word()),
        };
        rpc::error_with(id, self.code(), &self.to_string(), &data)
    }
}
