//! The service that the front hands messages to.

use crate::events::What;
use crate::{Aside, Caller, Gateway, Reply, Session, Sessions};
use futures_util::future::BoxFuture;
use std::net::IpAddr;
use std::sync::Arc;
use vetgate_mcp::rpc::Message;

/// A service that answers MCP messages: the [`Gateway`], or a double of it in tests.
///
/// Its futures are boxed, one allocation a message: the code that answers a message is then compiled in the crate of the
/// service, once, and not again in every program that polls it.
///
/// Dropping the future of a request cancels it.
pub trait McpService: Send + Sync + 'static {
    /// Answers a request of a client. Messages to the client before the answer go into `aside`.
    fn request<'a>(&'a self, caller: &'a Caller, request: Message, aside: &'a Aside) -> BoxFuture<'a, Reply>;

    /// Takes a notification of a client.
    fn notify<'a>(&'a self, caller: &'a Caller, notification: Message) -> BoxFuture<'a, ()>;

    /// Takes a client's answer to a request made to it.
    fn answer<'a>(&'a self, caller: &'a Caller, answer: Message) -> BoxFuture<'a, ()>;

    /// Ends a session and everything that hangs on it.
    fn close(&self, session: Arc<Session>) -> BoxFuture<'_, ()>;

    /// The open sessions.
    fn sessions(&self) -> &Sessions;

    /// The gateway that is managed under `/api/`; a double has nothing to manage.
    fn gateway(&self) -> Option<&Gateway> {
        None
    }

    /// Records that a message of a client was refused before it was read.
    fn refused<'a>(
        &'a self,
        _caller: &'a Caller,
        _method: &'a str,
        _id: Option<&'a str>,
        _reason: &'a str,
    ) -> BoxFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Reports that a client was not let in, and why.
    fn turned_away(&self, _address: IpAddr, _reason: &str) {}
}

impl McpService for Gateway {
    fn request<'a>(&'a self, caller: &'a Caller, request: Message, aside: &'a Aside) -> BoxFuture<'a, Reply> {
        Box::pin(Gateway::request(self, caller, request, aside))
    }

    fn notify<'a>(&'a self, caller: &'a Caller, notification: Message) -> BoxFuture<'a, ()> {
        Box::pin(Gateway::notify(self, caller, notification))
    }

    fn answer<'a>(&'a self, caller: &'a Caller, answer: Message) -> BoxFuture<'a, ()> {
        Box::pin(Gateway::answer(self, caller, answer))
    }

    fn close(&self, session: Arc<Session>) -> BoxFuture<'_, ()> {
        Box::pin(Gateway::close(self, session))
    }

    fn sessions(&self) -> &Sessions {
        Gateway::sessions(self)
    }

    fn gateway(&self) -> Option<&Gateway> {
        Some(self)
    }

    fn refused<'a>(
        &'a self,
        caller: &'a Caller,
        method: &'a str,
        id: Option<&'a str>,
        reason: &'a str,
    ) -> BoxFuture<'a, ()> {
        Box::pin(Gateway::refused_unread(self, caller, method, id, reason))
    }

    fn turned_away(&self, address: IpAddr, reason: &str) {
        let (address, reason) = (address.to_canonical().to_string(), reason.to_owned());
        Gateway::events(self).tell(What::TurnedAway { address, reason });
    }
}
