//! From a configured transport to an inventory, by whichever way works.

use super::conversation::Conversation;
use super::handshake::{self, Attempt, Greeting};
use super::listing::Listing;
use super::sse::Sse;
use super::stdio::Stdio;
use super::streamable::Streamable;
use super::wire::Wire;
use super::{ConnectError, Options, Phase};
use futures_util::stream::{FuturesUnordered, StreamExt};
use std::time::Duration;
use tokio::time::Instant;
use vetgate_model::{Inventory, Transport};

/// Connects to one server and returns everything it declares.
///
/// `name` is what the server goes by in the inventory and in its definitions. The transport is used as it is:
/// expand references to the environment first, with [`configs::expand`](crate::configs::expand).
///
/// Needs a tokio runtime with time and I/O. Cancel safe: dropping the future kills and reaps a started process
/// with its whole group.
pub async fn inventory(name: &str, transport: &Transport, options: &Options) -> Result<Inventory, ConnectError> {
    let attempt = Connector { name, options, deadline: Instant::now() + options.total };
    match transport {
        Transport::Stdio { command, args, env, cwd } => {
            let start = || Stdio::start(command, args, env, cwd.as_deref(), options).map(Wire::Stdio);
            match attempt.over_stream(start()?, Attempt::Any).await {
                // Some old servers end on a first request they do not know, or answer it with something else.
                Err(error) if may_be_the_probe(&error) => attempt.over_stream(start()?, Attempt::HandshakeOnly).await,
                result => result,
            }
        }
        Transport::Http { url, headers, sse: true } => {
            let wire = Sse::open(url, headers, options, attempt.deadline).await;
            match wire {
                Ok(wire) => attempt.over_stream(Wire::Sse(wire), Attempt::HandshakeOnly).await,
                Err(error @ (ConnectError::Status { .. } | ConnectError::ContentType { .. })) => {
                    let wire = Streamable::new(url, headers, options)?;
                    attempt.over_requests(wire).await.map_err(|(_, _)| error)
                }
                Err(error) => Err(error),
            }
        }
        Transport::Http { url, headers, sse: false } => {
            let wire = Streamable::new(url, headers, options)?;
            match attempt.over_requests(wire).await {
                Ok(inventory) => Ok(inventory),
                Err((error, true)) => match Sse::open(url, headers, options, attempt.deadline.min(soon())).await {
                    Ok(wire) => attempt.over_stream(Wire::Sse(wire), Attempt::HandshakeOnly).await,
                    Err(_) => Err(error),
                },
                Err((error, false)) => Err(error),
            }
        }
    }
}

/// Connects to many servers, `parallel` at a time, and returns their results in the order given.
///
/// `done` is called with the index and the result of each server as it finishes, for progress. No task is
/// spawned for a server: dropping the future stops everything it started, which is how to handle ctrl-c.
pub async fn inventories(
    servers: &[(String, Transport)],
    options: &Options,
    parallel: usize,
    mut done: impl FnMut(usize, &Result<Inventory, ConnectError>),
) -> Vec<Result<Inventory, ConnectError>> {
    let mut waiting = servers
        .iter()
        .enumerate()
        .map(|(index, (name, transport))| async move { (index, inventory(name, transport, options).await) });
    let mut running: FuturesUnordered<_> = waiting.by_ref().take(parallel.max(1)).collect();
    let mut results: Vec<Option<Result<Inventory, ConnectError>>> = servers.iter().map(|_| None).collect();
    while let Some((index, result)) = running.next().await {
        done(index, &result);
        results[index] = Some(result);
        running.extend(waiting.next());
    }
    results.into_iter().flatten().collect()
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

struct Connector<'o> {
    name: &'o str,
    options: &'o Options,
    deadline: Instant,
}

impl Connector<'_> {
    async fn over_stream(&self, wire: Wire, attempt: Attempt) -> Result<Inventory, ConnectError> {
        let mut conversation = Conversation::new(wire, self.name, self.options, self.deadline);
        let greeting = handshake::on_stream(&mut conversation, attempt, self.options).await?;
        self.collect(conversation, &greeting).await
    }

    /// The error comes with whether another transport may be spoken at this address.
    async fn over_requests(&self, wire: Streamable) -> Result<Inventory, (ConnectError, bool)> {
        let wire = Wire::Streamable(wire);
        let mut conversation = Conversation::new(wire, self.name, self.options, self.deadline);
        match handshake::by_request(&mut conversation, self.options).await {
            Ok(greeting) => self.collect(conversation, &greeting).await.map_err(|error| (error, false)),
            Err(error) => {
                let is_other = match conversation.wire() {
                    Wire::Streamable(wire) => wire.looks_like_another_transport(),
                    Wire::Stdio(_) | Wire::Sse(_) => false,
                };
                Err((error, is_other))
            }
        }
    }

    async fn collect(
        &self,
        mut conversation: Conversation<'_>,
        greeting: &Greeting,
    ) -> Result<Inventory, ConnectError> {
        let protocol = conversation.revision.as_ref().map(|revision| revision.name().to_owned());
        let mut listing = Listing::new(self.name, self.options);
        listing.collect(&mut conversation, greeting).await?;
        let Listing { definitions, mut caps, .. } = listing;
        caps.extend(conversation.close().await);
        caps.sort();
        Ok(Inventory { server: self.name.to_owned(), protocol, definitions, caps })
    }
}
