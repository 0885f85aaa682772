//! One request on a link, from before it is sent to its answer.
//!
//! Over HTTP a server may ask something on another stream before it begins to answer, so a request that is still being
//! sent must be something that can be waited for, and held, like one that is being answered.

use futures_util::future::BoxFuture;
use vetgate_mcp::link::{Exchange, Incoming, Link, LinkError};
use vetgate_mcp::rpc::Message;

/// A request on a link. Dropping it cancels the request.
#[allow(clippy::large_enum_variant, reason = "there is one a call, and the answer is on the hot path")]
pub(super) enum Leg {
    /// It is being sent, or the server has not begun to answer.
    Sending(BoxFuture<'static, Result<Exchange, LinkError>>),
    /// The server is answering.
    Answered(Exchange),
}

impl Leg {
    pub(super) fn begin(link: &Link, request: Message, mirrored: Vec<(String, String)>) -> Self {
        let link = link.clone();
        Self::Sending(Box::pin(async move { link.request(&request, &mirrored).await }))
    }

    /// What arrives next. May be dropped at any time; nothing is lost.
    pub(super) async fn next(&mut self) -> Result<Incoming, LinkError> {
        loop {
            match self {
                Self::Sending(sending) => *self = Self::Answered(sending.await?),
                Self::Answered(exchange) => return exchange.next().await,
            }
        }
    }

    /// Whether the server has begun to answer.
    pub(super) fn has_begun(&self) -> bool {
        matches!(self, Self::Answered(_))
    }
}
