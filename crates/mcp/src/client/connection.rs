//! From a configured transport to an agreed revision, by whichever way works.

use super::conversation::Conversation;
use super::handshake::{self, Attempt, Greeting};
use super::sse::Sse;
use super::stdio::Stdio;
use super::streamable::Streamable;
use super::wire::Wire;
use super::{ConnectError, Options, Phase};
use crate::transport::endpoint::Endpoint;
use crate::transport::revision::Introduction;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use vetgate_model::Transport;

/// What is known of a server before it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Acquaintance {
    /// Nothing.
    Stranger,
    /// It wants a handshake.
    Handshake,
    /// It speaks the older transport of events over HTTP.
    Events,
}

/// Opens one connection to a server.
pub(super) struct Connector<'o> {
    pub(super) name: &'o str,
    pub(super) options: &'o Options,
    pub(super) introduction: &'o Introduction,
    pub(super) deadline: Instant,
}

impl<'o> Connector<'o> {
    /// Starts or contacts the server and agrees on a revision. `endpoint` is the address of an HTTP transport.
    pub(super) async fn connect(
        &self,
        transport: &Transport,
        endpoint: Option<Arc<Endpoint>>,
        known: Acquaintance,
    ) -> Result<(Conversation<'o>, Greeting), ConnectError> {
        let attempt = if known == Acquaintance::Stranger { Attempt::Any } else { Attempt::HandshakeOnly };
        match transport {
            Transport::Stdio { command, args, env, cwd } => {
                let start = || Stdio::start(command, args, env, cwd.as_deref(), self.options).map(Wire::Stdio);
                match self.over_stream(start()?, attempt).await {
                    // Some old servers end on a first request they do not know, or answer it with something else.
                    Err(error) if attempt == Attempt::Any && may_be_the_probe(&error) => {
                        self.over_stream(start()?, Attempt::HandshakeOnly).await
                    }
                    result => result,
                }
            }
            Transport::Http { url, headers, sse } => {
                let endpoint = match endpoint {
                    Some(endpoint) => endpoint,
                    None => Arc::new(Endpoint::new(url, headers, self.options.request, &self.options.resolved)?),
                };
                if *sse || known == Acquaintance::Events {
                    self.over_events(endpoint, attempt).await
                } else {
                    self.over_http(endpoint, attempt).await
                }
            }
        }
    }

    async fn over_events(
        &self,
        endpoint: Arc<Endpoint>,
        attempt: Attempt,
    ) -> Result<(Conversation<'o>, Greeting), ConnectError> {
        match Sse::open(endpoint.clone(), self.options, self.deadline).await {
            Ok(wire) => self.over_stream(Wire::Sse(wire), Attempt::HandshakeOnly).await,
            Err(error @ (ConnectError::Status { .. } | ConnectError::ContentType { .. })) => {
                let wire = Streamable::new(endpoint, self.options);
                self.over_requests(wire, attempt).await.map_err(|(_, _)| error)
            }
            Err(error) => Err(error),
        }
    }

    async fn over_http(
        &self,
        endpoint: Arc<Endpoint>,
        attempt: Attempt,
    ) -> Result<(Conversation<'o>, Greeting), ConnectError> {
        let wire = Streamable::new(endpoint.clone(), self.options);
        match self.over_requests(wire, attempt).await {
            Err((error, true)) => match Sse::open(endpoint, self.options, self.deadline.min(soon())).await {
                Ok(wire) => self.over_stream(Wire::Sse(wire), Attempt::HandshakeOnly).await,
                Err(_) => Err(error),
            },
            result => result.map_err(|(error, _)| error),
        }
    }

    async fn over_stream(&self, wire: Wire, attempt: Attempt) -> Result<(Conversation<'o>, Greeting), ConnectError> {
        let mut conversation = Conversation::new(wire, self.name, self.options, self.deadline);
        let greeting = handshake::on_stream(&mut conversation, attempt, self.introduction, self.options).await?;
        Ok((conversation, greeting))
    }

    /// The error comes with whether another transport may be spoken at this address.
    async fn over_requests(
        &self,
        wire: Streamable,
        attempt: Attempt,
    ) -> Result<(Conversation<'o>, Greeting), (ConnectError, bool)> {
        let wire = Wire::Streamable(wire);
        let mut conversation = Conversation::new(wire, self.name, self.options, self.deadline);
        match handshake::by_request(&mut conversation, attempt, self.introduction, self.options).await {
            Ok(greeting) => Ok((conversation, greeting)),
            Err(error) => {
                let is_other = match conversation.wire() {
                    Wire::Streamable(wire) => wire.looks_like_another_transport(),
                    Wire::Stdio(_) | Wire::Sse(_) => false,
                };
                Err((error, is_other))
            }
        }
    }
}

/// A server of the older transport names its address at once; a stream that does not is something else.
fn soon() -> Instant {
    Instant::now() + Duration::from_secs(5)
}

/// Whether a server that speaks only older revisions may have failed like this because of the first request.
fn may_be_the_probe(error: &ConnectError) -> bool {
    matches!(
        error,
        ConnectError::Exited { phase: Phase::Handshake, .. }
            | ConnectError::OtherId { phase: Phase::Handshake, .. }
            | ConnectError::OtherVersion { phase: Phase::Handshake, .. }
    )
}
