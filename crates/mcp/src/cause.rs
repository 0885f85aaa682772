//! Reasons for a missing answer, in fixed words.
//!
//! The errors of this crate quote the server: its standard error, the body of an HTTP error, an id it made up. People
//! need those words, and an agent must not get them, because nothing has inspected them. A [`Cause`] says the same in
//! words of this program, with numbers where there are some.

use std::process::ExitStatus;

/// Reason why a server gave no answer, in words that are safe to show to an agent.
///
/// It is `Copy`, so that no variant can hold text of a server: only numbers are the server's.
///
/// ```
/// use vetgate_mcp::Cause;
/// assert_eq!(Cause::Status(503).to_string(), "it answered HTTP 503");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The process could not be started.
    #[error("its process could not be started")]
    NotStarted,
    /// The process ended.
    #[error("its process ended ({0})")]
    Exited(Exit),
    /// The process runs and reads no input.
    #[error("its process no longer reads input")]
    NoInput,
    /// The connection was closed from this side.
    #[error("the connection to it was closed")]
    Closed,
    /// The connection broke before the answer was complete.
    #[error("it closed the connection before it answered; whether it processed the request is unknown")]
    CutOff,
    /// The stream of events that all answers come on has ended.
    #[error("it closed its event stream")]
    StreamClosed,
    /// The server does not know the session any more.
    #[error("it ended the session (HTTP {0})")]
    SessionEnded(u16),
    /// No connection could be made.
    #[error("it cannot be reached over the network")]
    Unreachable,
    /// The connection is not safe.
    #[error("the TLS connection to it failed")]
    Tls,
    /// An HTTP status that is no success.
    #[error("it answered HTTP {0}")]
    Status(u16),
    /// An error of JSON-RPC where there must be a result.
    #[error("it refused the request (JSON-RPC error {0})")]
    Refused(i64),
    /// Neither JSON nor an event stream.
    #[error("it answered with a content type that MCP does not use")]
    ContentType,
    /// Not JSON, or JSON that is no message.
    #[error("its answer is not a JSON-RPC message")]
    NotAMessage,
    /// A message that JSON readers disagree on.
    #[error("Vetgate refused its answer: members occur twice, or differ from known ones only in case")]
    Ambiguous,
    /// A result without what it must hold.
    #[error("its answer lacks members that MCP requires")]
    Shape,
    /// The answer to another request.
    #[error("it answered with the id of another request")]
    WrongId,
    /// No revision in common.
    #[error("it supports none of the protocol revisions that Vetgate supports")]
    Revision,
    /// More bytes than may be.
    #[error("it sent more than {0} bytes in one message, which was not read; request less data")]
    TooLarge(usize),
    /// An event of a stream with more bytes than may be.
    #[error("it sent an event that is larger than the limit for a message")]
    EventTooLarge,
    /// More messages than may be.
    #[error("it sent more messages than Vetgate reads")]
    Flood,
    /// No answer in time, in seconds.
    #[error("it did not answer within {0} s")]
    Timeout(u64),
    /// The configured address or header cannot be used.
    #[error("its configured address or headers cannot be used")]
    Misconfigured,
}

/// Exit code or signal of a process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exit {
    /// The exit code, if there is one.
    pub code: Option<i32>,
    /// The signal that ended it, where there are signals.
    pub signal: Option<i32>,
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exit status {code}"),
            (None, Some(signal)) => write!(f, "signal {signal}"),
            (None, None) => f.write_str("exit status unknown"),
        }
    }
}

impl From<Option<ExitStatus>> for Exit {
    fn from(status: Option<ExitStatus>) -> Self {
        #[cfg(unix)]
        let signal = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
        #[cfg(not(unix))]
        let signal = None;
        Self { code: status.and_then(|status| status.code()), signal }
    }
}
