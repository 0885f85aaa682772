//! Why a request has no answer of a server, in words for the client.

use crate::curtain::BLOCKED;
use vetgate_mcp::link::LinkError;
use vetgate_mcp::rpc::{self, code};

/// Why the gateway answers with an error of its own.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The server cannot be reached now.
    #[error("the server `{server}` is unavailable: {reason}")]
    Unavailable { server: String, reason: String },
    /// The server did not answer in time.
    #[error("the server `{server}` did not answer within {seconds} s")]
    Late { server: String, seconds: u64 },
    /// Too many calls wait for the server.
    #[error("the server `{server}` is busy: {waiting} calls are waiting for it already; try again later")]
    Busy { server: String, waiting: usize },
    /// The connection broke, or carried something that is no answer.
    #[error("the server `{server}` failed: {error}")]
    Broken { server: String, error: LinkError },
    /// No such tool, prompt, resource, task or server, or none for this client.
    #[error("{0}")]
    Unknown(String),
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
    #[error("the server `{server}` needs the client's capability `{capability}`")]
    Incapable { server: String, capability: String },
    /// The gateway's judgement.
    #[error("{0}")]
    Denied(String),
    /// Nobody may use it before a person has looked at it. The words are for that person, who is told where to look and
    /// not what to type: a model that reads them must not be able to do it itself.
    #[error("Vetgate holds back the {item} `{name}` of the server `{server}`: {reason}{}", whereabouts(.item, .reason))]
    Held { server: String, item: &'static str, name: String, reason: String },
    /// What is not on record does not happen, and what has happened is not told.
    #[error("{}: it cannot be recorded: {reason}", if *.was_made { "the call was made, and its result is withheld" } else { "the call was not made" })]
    Unrecorded { was_made: bool, reason: String },
    /// One of the others, which is on record.
    #[error(transparent)]
    Recorded(Box<Failure>),
}

/// Where a person looks at what is held back. What is blocked waits for nobody, and data is not decided about.
fn whereabouts(item: &str, reason: &str) -> &'static str {
    match (item, reason) {
        (_, BLOCKED) | ("resource", _) => "",
        _ => ". A person has to look at it; `vetgate tools --pending` lists what waits",
    }
}

impl Failure {
    pub(crate) fn code(&self) -> i64 {
        match self {
            Self::Unavailable { .. } | Self::Late { .. } | Self::Busy { .. } | Self::Broken { .. } => code::INTERNAL,
            Self::Unrecorded { .. } => code::INTERNAL,
            Self::Recorded(failure) => failure.code(),
            Self::Unknown(_) | Self::Invalid(_) | Self::Denied(_) | Self::Held { .. } => code::INVALID_PARAMS,
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
            Self::Late { .. } | Self::Broken { .. } | Self::Incapable { .. } => false,
            Self::Recorded(failure) => failure.is_refusal(),
        }
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
            Self::Denied(_) => "denied",
            Self::Held { .. } => "held",
            Self::Unrecorded { .. } => "unrecorded",
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
