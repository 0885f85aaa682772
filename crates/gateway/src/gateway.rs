//! What is done with each message of a client.

use crate::{Caller, Session, Sessions};
use std::sync::Arc;
use tokio::sync::mpsc;
use vetgate_mcp::rpc::{self, Message, code};

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The JSON-RPC answer.
    pub text: String,
    /// The HTTP status that goes with it.
    pub status: u16,
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

/// The gateway itself; cheap to share.
#[derive(Debug, Default)]
pub struct Gateway {
    sessions: Sessions,
}

impl Gateway {
    /// The open sessions.
    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// Answers a request of a client.
    pub async fn request(&self, _caller: &Caller, request: Message, _aside: &Aside) -> Reply {
        let id = request.id().unwrap_or("null");
        Reply { text: rpc::error(id, code::NO_METHOD, "Method not found"), status: 404 }
    }

    /// Takes a notification of a client.
    pub async fn notify(&self, _caller: &Caller, _notification: Message) {}

    /// Takes a client's answer to a request of the gateway.
    pub async fn answer(&self, _caller: &Caller, _answer: Message) {}

    /// Ends a session and everything that hangs on it.
    pub async fn close(&self, _session: Arc<Session>) {}
}
