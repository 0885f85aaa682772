//! One request under way.

use super::reply::Reply;
use super::switchboard::Mail;
use super::{Inner, LinkError};
use crate::rpc::Message;
use std::fmt;
use std::sync::Arc;
use tokio::sync::mpsc;

/// One request under way.
///
/// Dropping it before the answer cancels the request: the server is told by `notifications/cancelled`, or by closing
/// the response where requests stand alone. Servers of 2024-11-05 are not told, because some of them end when they are.
pub struct Exchange {
    id: u64,
    link: Arc<Inner>,
    /// What arrives for it on a stream that it shares.
    mailbox: Option<mpsc::Receiver<Mail>>,
    /// The answer to its own HTTP request.
    reply: Option<Reply>,
    is_over: bool,
}

/// What arrives for a request.
#[derive(Debug, Clone)]
pub enum Incoming {
    /// A notification, or a request of the server, that belongs to the exchange.
    Aside(Message),
    /// The answer, under the link's own id. Nothing follows.
    Answer(Message),
}

impl Exchange {
    pub(super) fn new(link: Arc<Inner>, id: u64, mailbox: Option<mpsc::Receiver<Mail>>) -> Self {
        Self { id, link, mailbox, reply: None, is_over: false }
    }

    /// Goes on with the answer to its own HTTP request.
    pub(super) fn with_reply(mut self, reply: Reply) -> Self {
        self.reply = Some(reply);
        self
    }

    /// Ends an exchange whose request did not reach the server.
    pub(super) fn give_up(mut self) {
        self.is_over = true;
        self.link.board.forget(self.id);
    }

    /// What arrives next. Cancel safe. An error ends the exchange.
    pub async fn next(&mut self) -> Result<Incoming, LinkError> {
        if self.is_over {
            return Err(LinkError::closed());
        }
        let mail = match (&mut self.mailbox, &mut self.reply) {
            (None, Some(reply)) => reply.next().await,
            (Some(mailbox), Some(reply)) => tokio::select! {
                biased;
                Some(mail) = mailbox.recv() => mail,
                mail = reply.next() => mail,
            },
            (Some(mailbox), None) => mailbox.recv().await.unwrap_or_else(|| Err(LinkError::closed())),
            (None, None) => Err(LinkError::closed()),
        };
        match &mail {
            Ok(Incoming::Aside(_)) => {}
            Ok(Incoming::Answer(_)) => {
                self.is_over = true;
                if self.reply.take().is_some() && self.mailbox.is_some() {
                    self.link.board.settle(self.id);
                }
            }
            Err(_) => {
                self.is_over = true;
                self.reply = None;
                self.link.board.forget(self.id);
            }
        }
        mail
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if !self.is_over {
            self.link.cancel(self.id);
        }
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("id", &self.id).field("is_over", &self.is_over).finish_non_exhaustive()
    }
}
