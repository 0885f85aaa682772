//! What stands behind the front.

use crate::events::What;
use crate::{Aside, Caller, Gateway, Reply, Session, Sessions};
use std::net::IpAddr;
use std::sync::Arc;
use vetgate_mcp::rpc::Message;

/// Something that answers MCP messages: the [`Gateway`], or a stand-in for it in tests.
///
/// Dropping the future of a request cancels it.
pub trait Service: Send + Sync + 'static {
    /// Answers a request of a client. What goes to the client before the answer goes into `aside`.
    fn request(
        &self,
        caller: &Caller,
        request: Message,
        aside: &Aside,
    ) -> impl std::future::Future<Output = Reply> + Send;

    /// Takes a notification of a client.
    fn notify(&self, caller: &Caller, notification: Message) -> impl std::future::Future<Output = ()> + Send;

    /// Takes a client's answer to a request made to it.
    fn answer(&self, caller: &Caller, answer: Message) -> impl std::future::Future<Output = ()> + Send;

    /// Ends a session and everything that hangs on it.
    fn close(&self, session: Arc<Session>) -> impl std::future::Future<Output = ()> + Send;

    /// The open sessions.
    fn sessions(&self) -> &Sessions;

    /// What is managed under `/api/`; a stand-in has nothing to manage.
    fn gateway(&self) -> Option<&Gateway> {
        None
    }

    /// Hears that somebody was not let in, and why.
    fn turned_away(&self, _address: IpAddr, _reason: &str) {}
}

impl Service for Gateway {
    async fn request(&self, caller: &Caller, request: Message, aside: &Aside) -> Reply {
        Gateway::request(self, caller, request, aside).await
    }

    async fn notify(&self, caller: &Caller, notification: Message) {
        Gateway::notify(self, caller, notification).await;
    }

    async fn answer(&self, caller: &Caller, answer: Message) {
        Gateway::answer(self, caller, answer).await;
    }

    async fn close(&self, session: Arc<Session>) {
        Gateway::close(self, session).await;
    }

    fn sessions(&self) -> &Sessions {
        Gateway::sessions(self)
    }

    fn gateway(&self) -> Option<&Gateway> {
        Some(self)
    }

    fn turned_away(&self, address: IpAddr, reason: &str) {
        let (address, reason) = (address.to_canonical().to_string(), reason.to_owned());
        Gateway::events(self).tell(What::TurnedAway { address, reason });
    }
}
