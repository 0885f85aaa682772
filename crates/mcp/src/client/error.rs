//! Why a server could not be asked.
//!
//! Every message says what was expected, what was found and what to do. Text that came from the server
//! (standard error, error messages, bodies) is escaped and cut, and values that the configuration passed in
//! as environment, headers or address are masked, so that an error can be shown to people and logged as it is. What
//! an agent may be shown of it is its [`cause`](ConnectError::cause).

use crate::{Cause, Exit};
use std::fmt;
use std::time::Duration;

/// What was being waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// The connection, or the start of the process.
    Connect,
    /// The answer to the first request: `server/discover` or `initialize`.
    Handshake,
    /// The answer to this method.
    List(&'static str),
}

impl Phase {
    /// What was asked, where the display says what was awaited.
    fn request(&self) -> String {
        match self {
            Self::Connect => "the connection".to_owned(),
            Self::Handshake => "the handshake".to_owned(),
            Self::List(method) => format!("`{method}`"),
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connect => f.write_str("the connection"),
            Self::Handshake => f.write_str("the answer to the handshake"),
            Self::List(method) => write!(f, "the answer to `{method}`"),
        }
    }
}

/// Why a server could not be asked for what it declares.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The process could not be started.
    #[error("could not start `{command}`: {reason}; check that the command is installed and on the PATH")]
    Start {
        /// The program.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// The process ended, or closed its output, before it answered.
    #[error("the server ended ({status}) while waiting for {phase}{}", tail(.stderr))]
    Exited {
        /// What was being waited for.
        phase: Phase,
        /// The exit code or signal, in words.
        status: String,
        /// The exit code, if there is one.
        code: Option<i32>,
        /// The signal that ended it, if there was one.
        signal: Option<i32>,
        /// The end of its standard error.
        stderr: String,
    },
    /// No answer in time.
    #[error(
        "no answer within {} s while waiting for {phase}; the server hangs or needs a longer timeout{}",
        .after.as_secs_f32(), tail(.stderr)
    )]
    Hung {
        /// What was being waited for.
        phase: Phase,
        /// How long.
        after: Duration,
        /// The end of its standard error.
        stderr: String,
    },
    /// Too many messages that answer no request.
    #[error("the server sent {found} while waiting for {phase}, expected at most {limit}; it sends too much")]
    Flooded {
        /// What was being waited for.
        phase: Phase,
        /// What there was too much of.
        found: String,
        /// The limit.
        limit: usize,
    },
    /// One message is larger than the limit.
    #[error("a message of more than {limit} bytes arrived while waiting for {phase}; it was not read")]
    TooLarge {
        /// What was being waited for.
        phase: Phase,
        /// The limit.
        limit: usize,
    },
    /// A response to something that was not asked.
    #[error(
        "expected the response with id {expected} as {phase}, found one with id {found}; the server mixes up its answers"
    )]
    OtherId {
        /// What was being waited for.
        phase: Phase,
        /// The id of the request.
        expected: u64,
        /// The id in the response, as written.
        found: String,
    },
    /// Not JSON-RPC 2.0.
    #[error("expected JSON-RPC \"2.0\" as {phase}, found {found}; this is not MCP")]
    OtherVersion {
        /// What was being waited for.
        phase: Phase,
        /// The `jsonrpc` member as written, or that there is none.
        found: String,
    },
    /// Not JSON, or JSON that is no message.
    #[error("expected a JSON-RPC message as {phase}, found {found}; is this an MCP server?")]
    NotAMessage {
        /// What was being waited for.
        phase: Phase,
        /// What arrived, cut and escaped.
        found: String,
    },
    /// The server answered with an error.
    #[error("the server refused {}: error {code}: {message}", .phase.request())]
    Refused {
        /// What was asked.
        phase: Phase,
        /// The JSON-RPC error code.
        code: i64,
        /// Its message, cut and escaped.
        message: String,
    },
    /// A result without what it must hold.
    #[error("expected {expected} in {phase}, found {found}")]
    Shape {
        /// What was asked.
        phase: Phase,
        /// What the result must hold.
        expected: &'static str,
        /// What it holds.
        found: String,
    },
    /// The server speaks only revisions that are not known here.
    #[error("the server uses protocol revision {found}; Vetgate supports 2024-11-05 to 2026-07-28")]
    Revision {
        /// What it offered, as written.
        found: String,
    },
    /// Not a URL that can be asked.
    #[error("`{url}` is not an http or https URL: {reason}")]
    Url {
        /// As configured, without credentials.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A header that cannot be sent.
    #[error("the configured header `{name}` cannot be sent: {reason}")]
    Header {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The connection could not be made or broke.
    #[error("could not reach {url}: {reason}; is the server running?")]
    Unreachable {
        /// Without credentials and query.
        url: String,
        /// What the network said.
        reason: String,
    },
    /// The connection is not safe.
    #[error(
        "the TLS connection to {url} failed: {reason}; the certificate must be valid and its issuer trusted on this machine"
    )]
    Tls {
        /// Without credentials and query.
        url: String,
        /// What the check said.
        reason: String,
    },
    /// The HTTP status says no.
    #[error("{url} answered HTTP {status}{detail}{}", status_hint(*.status))]
    Status {
        /// Without credentials and query.
        url: String,
        /// The status code.
        status: u16,
        /// The start of the body or the redirect's target, cut and escaped; starts with `: ` if present.
        detail: String,
    },
    /// The body is neither JSON nor an event stream.
    #[error("expected application/json or text/event-stream from {url}, found {found}; is this an MCP endpoint?")]
    ContentType {
        /// Without credentials and query.
        url: String,
        /// The content type, cut and escaped.
        found: String,
    },
}

impl ConnectError {
    /// The error in fixed words, without text of the server.
    pub fn cause(&self) -> Cause {
        match self {
            Self::Start { .. } => Cause::NotStarted,
            Self::Exited { code, signal, .. } => Cause::Exited(Exit { code: *code, signal: *signal }),
            Self::Hung { after, .. } => Cause::Timeout(after.as_secs()),
            Self::Flooded { .. } => Cause::Flood,
            Self::TooLarge { limit, .. } => Cause::TooLarge(*limit),
            Self::OtherId { .. } => Cause::WrongId,
            Self::OtherVersion { .. } | Self::NotAMessage { .. } => Cause::NotAMessage,
            Self::Refused { code, .. } => Cause::Refused(*code),
            Self::Shape { .. } => Cause::Shape,
            Self::Revision { .. } => Cause::Revision,
            Self::Url { .. } | Self::Header { .. } => Cause::Misconfigured,
            Self::Unreachable { .. } => Cause::Unreachable,
            Self::Tls { .. } => Cause::Tls,
            Self::Status { status, .. } => Cause::Status(*status),
            Self::ContentType { .. } => Cause::ContentType,
        }
    }
}

fn tail(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("; its standard error ends with:\n{stderr}") }
}

fn status_hint(status: u16) -> &'static str {
    match status {
        300..=399 => "; redirects to another origin are not followed, use the new address if you trust it",
        401 | 403 => "; it needs authorization, set the Authorization header in the configuration",
        404 | 405 => "; check the path, it is often /mcp or /sse",
        429 => "; try again later",
        _ => "",
    }
}
