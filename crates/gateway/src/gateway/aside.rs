//! What goes back to a client: the answer, and what comes before it.

use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;
use vetgate_mcp::rpc::{self, code};

/// How long a client may leave a message unread while others wait behind it.
const PATIENCE: Duration = Duration::from_secs(10);

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The JSON-RPC answer.
    pub text: String,
    /// The HTTP status that goes with it.
    pub status: u16,
}

impl Reply {
    /// An answer with a result; both are JSON.
    pub(super) fn result(id: &str, result: &str) -> Self {
        Self { text: rpc::result(id, result), status: 200 }
    }

    pub(super) fn status_of(found: i64, is_stateless: bool) -> u16 {
        match found {
            code::HEADER_MISMATCH | code::MISSING_CAPABILITY | code::UNSUPPORTED_REVISION => 400,
            code::NO_METHOD if is_stateless => 404,
            _ => 200,
        }
    }
}

/// Takes what goes to the client before the answer to its request: notifications and the gateway's own requests.
#[derive(Debug, Clone)]
pub struct Aside(mpsc::Sender<String>);

impl Aside {
    /// An aside and where it arrives.
    pub fn channel() -> (Self, mpsc::Receiver<String>) {
        let (sender, receiver) = mpsc::channel(16);
        (Self(sender), receiver)
    }

    /// An aside that writes to `sender`.
    pub fn to(sender: mpsc::Sender<String>) -> Self {
        Self(sender)
    }

    /// Sends a message; `false` if the client is gone, or does not read: it must not hold up a call for ever, and with it
    /// a place at the server.
    pub async fn send(&self, text: String) -> bool {
        timeout(PATIENCE, self.0.send(text)).await.is_ok_and(|sent| sent.is_ok())
    }
    /// Whether the client is gone, or wants nothing before the answer.
    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}
