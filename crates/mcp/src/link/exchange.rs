//! One request under way.

use super::LinkError;
use crate::rpc::Message;

/// One request under way. Dropping it before the answer cancels the request.
#[derive(Debug)]
pub struct Exchange(());

/// What arrives for a request.
#[derive(Debug, Clone)]
pub enum Incoming {
    /// A notification, or a request of the server, that belongs to the exchange.
    Aside(Message),
    /// The answer, under the link's own id. Nothing follows.
    Answer(Message),
}

impl Exchange {
    /// What arrives next. Cancel safe. An error ends the exchange.
    pub async fn next(&mut self) -> Result<Incoming, LinkError> {
        Err(LinkError::Ended { reason: "not open".to_owned(), stderr: String::new() })
    }
}
