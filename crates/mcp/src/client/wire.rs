//! The three ways messages travel, behind one face.
//!
//! A wire knows nothing of MCP's methods: it sends texts and yields texts, within the limits of the
//! connection. [`Wire::next`] is cancel safe.

use super::sse::Sse;
use super::stdio::Stdio;
use super::streamable::Streamable;
use super::{ConnectError, Phase};

/// A message on its way out.
pub(super) struct Outgoing<'m> {
    /// The JSON.
    pub(super) text: String,
    /// The method, where it is a request or a notification.
    pub(super) method: Option<&'m str>,
    /// Whether an answer will come back.
    pub(super) is_request: bool,
    /// The revision to name in HTTP headers, once it is known.
    pub(super) revision: Option<&'m str>,
    /// Whether that revision has no sessions and names the method in a header.
    pub(super) is_stateless: bool,
}

/// Why there is no next message.
pub(super) enum Fault {
    /// The stream is over.
    Ended,
    /// The next message is larger than the limit.
    TooLarge,
    /// More bytes than the limit of the connection.
    Flood,
    /// Something with its own explanation.
    Error(ConnectError),
}

impl From<ConnectError> for Fault {
    fn from(error: ConnectError) -> Self {
        Self::Error(error)
    }
}

/// Counts what has been received.
pub(super) struct Meter {
    received: usize,
    limit: usize,
}

impl Meter {
    pub(super) fn new(limit: usize) -> Self {
        Self { received: 0, limit }
    }

    /// Adds `bytes`, and fails once there are too many.
    pub(super) fn add(&mut self, bytes: usize) -> Result<(), Fault> {
        self.received = self.received.saturating_add(bytes);
        if self.received > self.limit { Err(Fault::Flood) } else { Ok(()) }
    }
}

pub(super) enum Wire {
    Stdio(Stdio),
    Streamable(Streamable),
    Sse(Sse),
}

impl Wire {
    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Fault> {
        match self {
            Self::Stdio(wire) => wire.send(message).await,
            Self::Streamable(wire) => wire.send(message).await,
            Self::Sse(wire) => wire.send(message).await,
        }
    }

    /// The next message as it arrived, not yet known to be JSON or even text.
    pub(super) async fn next(&mut self) -> Result<Vec<u8>, Fault> {
        match self {
            Self::Stdio(wire) => wire.next().await,
            Self::Streamable(wire) => wire.next().await,
            Self::Sse(wire) => wire.next().await,
        }
    }

    /// The error for a stream that ended while waiting for `phase`.
    pub(super) async fn ended(&mut self, phase: Phase) -> ConnectError {
        match self {
            Self::Stdio(wire) => wire.ended(phase).await,
            Self::Streamable(wire) => wire.ended(),
            Self::Sse(wire) => wire.ended(),
        }
    }

    /// The end of standard error, where there is one.
    pub(super) fn stderr(&self) -> String {
        match self {
            Self::Stdio(wire) => wire.stderr(),
            Self::Streamable(_) | Self::Sse(_) => String::new(),
        }
    }

    /// `text` of the server, safe to show.
    pub(super) fn show(&self, text: &str) -> String {
        const SHOWN: usize = 300;
        match self {
            Self::Stdio(wire) => wire.mask().show(text, SHOWN),
            Self::Streamable(wire) => wire.mask().show(text, SHOWN),
            Self::Sse(wire) => wire.mask().show(text, SHOWN),
        }
    }

    /// Takes leave, as far as the transport has a way to.
    pub(super) async fn close(self) {
        match self {
            Self::Stdio(wire) => wire.close().await,
            Self::Streamable(wire) => wire.close().await,
            Self::Sse(_) => {}
        }
    }
}
