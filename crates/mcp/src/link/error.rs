//! Why a request over a link has no answer.

use crate::rpc::Ambiguity;
use crate::transport::excerpt::Mask;
use crate::{Cause, ConnectError};
use std::time::Duration;

/// How much of a text that is no message is shown.
const SHOWN: usize = 200;

/// Why a request has no answer. Text of the server is escaped, cut and masked, so an error can be shown to people as it
/// is. What an agent may be shown of it is its [`cause`](LinkError::cause).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The link is over; dial again.
    #[error("the connection to the server ended: {reason}{}", tail(.stderr))]
    Ended {
        /// How it ended, in fixed words.
        cause: Cause,
        /// How it ended.
        reason: String,
        /// The end of the process's standard error.
        stderr: String,
    },
    /// The answer broke off; the link may still work.
    #[error("{url} closed the connection before it answered; whether it processed the request is unknown")]
    CutOff {
        /// Without credentials and query.
        url: String,
    },
    /// The answer is larger than the limit.
    #[error("the server answered with more than {limit} bytes; the answer was not read, request less data at once")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// A message that does not end; the link is over.
    #[error("the server sent more than {limit} bytes without the end of a message; Vetgate ended the connection")]
    Flood {
        /// How much of it was waited for.
        limit: usize,
    },
    /// The answer is no message.
    #[error("expected a JSON-RPC message as the answer, found {found}")]
    Garbage {
        /// What is wrong with it, and its start.
        found: String,
    },
    /// A message that readers disagree on.
    #[error("Vetgate refused a message from the server: {reason}")]
    Ambiguous {
        /// The member, and why readers disagree on it.
        reason: String,
    },
    /// The answer is to something else.
    #[error("expected the answer with id {expected}, found one with id {found}; the server mixes up its answers")]
    WrongId {
        /// The id of the request.
        expected: u64,
        /// The id in the answer, as written.
        found: String,
    },
    /// The HTTP status says no.
    #[error("{url} answered HTTP {status}{detail}")]
    Status {
        /// Without credentials and query.
        url: String,
        /// The status code.
        status: u16,
        /// The start of the body, and what to do; starts with `: ` or `; ` if present.
        detail: String,
    },
    /// The body is neither JSON nor an event stream.
    #[error("expected application/json or text/event-stream from {url}, found {found}")]
    ContentType {
        /// Without credentials and query.
        url: String,
        /// The content type.
        found: String,
    },
    /// The connection could not be made, or is not safe.
    #[error("could not reach {url}: {reason}")]
    Unreachable {
        /// Without credentials and query.
        url: String,
        /// What the network said.
        reason: String,
    },
    /// The server does not take what is sent.
    #[error("the server read nothing for {} s; it hangs or is busy, restart it if this continues", .after.as_secs_f32())]
    Timeout {
        /// How long was waited.
        after: Duration,
    },
}

impl LinkError {
    /// The error of a link that was closed from this side.
    pub(super) fn closed() -> Self {
        Self::ended(Cause::Closed, "the connection was closed".to_owned())
    }

    /// The error of a link that is over and has no standard error.
    pub(super) fn ended(cause: Cause, reason: String) -> Self {
        Self::Ended { cause, reason, stderr: String::new() }
    }

    /// The error in fixed words, without text of the server.
    pub fn cause(&self) -> Cause {
        match self {
            Self::Ended { cause, .. } => *cause,
            Self::CutOff { .. } => Cause::CutOff,
            Self::TooLarge { limit } | Self::Flood { limit } => Cause::TooLarge(*limit),
            Self::Garbage { .. } => Cause::NotAMessage,
            Self::Ambiguous { .. } => Cause::Ambiguous,
            Self::WrongId { .. } => Cause::WrongId,
            Self::Status { status, .. } => Cause::Status(*status),
            Self::ContentType { .. } => Cause::ContentType,
            Self::Unreachable { .. } => Cause::Unreachable,
            Self::Timeout { after } => Cause::Timeout(after.as_secs()),
        }
    }

    /// The error for a message that readers disagree on.
    pub(super) fn ambiguous(ambiguity: &Ambiguity) -> Self {
        Self::Ambiguous { reason: ambiguity.reason.clone() }
    }

    /// The error for a text that is no message.
    pub(super) fn garbage(reason: &str, text: &str, mask: &Mask) -> Self {
        Self::Garbage { found: format!("`{}` ({})", mask.show(text, SHOWN), mask.show(reason, SHOWN)) }
    }
}

/// The failures of a request over HTTP are the same as those of a first contact.
impl From<ConnectError> for LinkError {
    fn from(error: ConnectError) -> Self {
        match error {
            ConnectError::Unreachable { url, reason } | ConnectError::Tls { url, reason } => {
                Self::Unreachable { url, reason }
            }
            ConnectError::Status { url, status, detail } => Self::Status { url, status, detail },
            ConnectError::ContentType { url, found } => Self::ContentType { url, found },
            other => Self::ended(other.cause(), other.to_string()),
        }
    }
}

fn tail(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("; its standard error ends with:\n{stderr}") }
}
