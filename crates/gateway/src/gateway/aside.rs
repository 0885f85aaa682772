//! What goes back to a client: the answer, and what comes before it.

use tokio::sync::mpsc;
use vetgate_mcp::rpc::{Message, code};

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The JSON-RPC answer.
    pub text: String,
    /// The HTTP status that goes with it.
    pub status: u16,
}

impl Reply {
    /// An answer with the status that its revision wants.
    pub(super) fn of(text: String, is_stateless: bool) -> Self {
        // Only errors need a look, and they are small.
        let is_short = text.len() < 4096;
        let found = (is_stateless && is_short).then(|| Message::read(text.clone()).ok()?.error_code()).flatten();
        let status = found.map_or(200, |code| Self::status_of(code, is_stateless));
        Self { text, status }
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

    /// Sends a message; `false` if the client is gone.
    pub async fn send(&self, text: String) -> bool {
        self.0.send(text).await.is_ok()
    }
}
