//! Long-lived connections to servers, over which many requests are under way at once.
//!
//! A [`Dialer`] knows how to reach one server and opens [`Link`]s to it. Over a link the gateway sends the requests of
//! its clients; each becomes an [`Exchange`], which yields what belongs to it and at last the answer. What belongs to
//! no exchange arrives as [`Unbidden`].

mod dialer;
mod error;
mod exchange;
mod options;

pub use dialer::Dialer;
pub use error::LinkError;
pub use exchange::{Exchange, Incoming};
pub use options::LinkOptions;

use crate::rpc::Message;
use std::sync::Arc;

/// What the gateway says about the client it speaks for.
#[derive(Debug, Clone)]
pub struct Hello {
    /// Name and version of the client; JSON, as `clientInfo` has it.
    pub info: String,
    /// What the client can do; JSON, as `capabilities` of `initialize` has it.
    pub capabilities: String,
    /// The revision that the client asked for in its own handshake, which is then offered first.
    pub revision: Option<String>,
    /// The parameters of the client's `initialize`; JSON, sent as they are to servers with a handshake.
    pub params: Option<String>,
}

/// The generations of the protocol that differ in how a conversation works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Era {
    /// Revisions up to 2025-11-25: a handshake first. Which one, as the server wrote it.
    Handshake(String),
    /// The revision 2026-07-28: every request stands alone.
    Stateless,
}

/// What a server said about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greeting {
    /// The whole result of `initialize` or `server/discover`, as written.
    pub result: String,
    /// Its `capabilities`, as written; `{}` if there are none.
    pub capabilities: String,
    /// Its `serverInfo`, as written; `{}` if there is none.
    pub info: String,
    /// Its `instructions`, a JSON string as written.
    pub instructions: Option<String>,
}

/// What a server says without being asked.
#[derive(Debug, Clone)]
pub enum Unbidden {
    /// A notification or a request of the server that belongs to no exchange.
    Message(Message),
    /// The link is over, and not because it was closed from this side. Nothing follows.
    Ended(LinkError),
}

/// One connection to a server; cheap to clone.
#[derive(Debug, Clone)]
pub struct Link(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    era: Era,
    greeting: Greeting,
}

impl Link {
    /// The generation of the protocol that is spoken.
    pub fn era(&self) -> &Era {
        &self.0.era
    }

    /// What the server said about itself.
    pub fn greeting(&self) -> &Greeting {
        &self.0.greeting
    }

    /// Sends a request under an id of the link's own.
    ///
    /// `mirrored` are ready `Mcp-Param-*` headers, name and encoded value, which only the stateless revision over HTTP
    /// has. Over HTTP this waits until the server begins to answer. Dropping the future cancels the request.
    pub async fn request(&self, _request: &Message, _mirrored: &[(String, String)]) -> Result<Exchange, LinkError> {
        Err(LinkError::Ended { reason: "not open".to_owned(), stderr: String::new() })
    }

    /// Sends a notification. `notifications/cancelled` and `notifications/initialized` are not passed on: an exchange
    /// is cancelled by dropping it, and the handshake is over when there is a link.
    pub async fn notify(&self, _notification: &Message) -> Result<(), LinkError> {
        Ok(())
    }

    /// Answers a request of the server; the text carries the server's own id.
    pub async fn answer(&self, _text: String) -> Result<(), LinkError> {
        Ok(())
    }

    /// Opens the stream on which a handshake server over HTTP says what nobody asked for, if it has one, and keeps it
    /// open. Does nothing elsewhere.
    pub async fn listen(&self) {}

    /// The end of the process's standard error, safe to show; empty for HTTP.
    pub fn stderr(&self) -> String {
        String::new()
    }

    /// Whether requests can still be sent.
    pub fn is_open(&self) -> bool {
        false
    }

    /// Takes leave: deletes the session, or closes the process's input and ends what does not leave by itself.
    pub async fn close(&self) {}
}
