//! Requests and their answers over a wire, within deadlines.
//!
//! Every wait ends: with the answer, with an error that says what was waited for, or at the deadline. What a
//! server sends besides answers is answered (its requests), counted (notifications) or kept as a cap (lines
//! that are no messages), and too much of it is a flood.

use super::message::{self, Id, Malformed, Message, RpcError};
use super::wire::{Fault, Outgoing, Wire};
use super::{ConnectError, Options, Phase};
use crate::transport::revision::{Era, STATELESS};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};
use vetgate_model::Cap;

/// The answer to a request.
pub(super) struct Answer {
    pub(super) id: u64,
    /// The message as it arrived.
    pub(super) text: Arc<str>,
    /// Where its results stand in the text, or its error.
    pub(super) outcome: Result<Vec<Range<usize>>, RpcError>,
}

impl Answer {
    /// The results as they are written; more than one if the member is duplicated.
    pub(super) fn results(&self) -> impl Iterator<Item = &str> {
        self.outcome.iter().flatten().map(|range| &self.text[range.clone()])
    }
}

pub(super) struct Conversation<'o> {
    wire: Wire,
    server: &'o str,
    options: &'o Options,
    deadline: Instant,
    pub(super) phase: Phase,
    /// What was agreed on, once it is.
    pub(super) era: Option<Era>,
    pub(super) caps: Vec<Cap>,
    last_id: u64,
    /// Requests whose answer nobody waits for any more.
    abandoned: Vec<u64>,
    queue: VecDeque<(Arc<str>, Message)>,
    noise: usize,
    stray: usize,
    first_stray: Option<String>,
    is_lossy: bool,
    has_spoken: bool,
}

impl<'o> Conversation<'o> {
    pub(super) fn new(wire: Wire, server: &'o str, options: &'o Options, deadline: Instant) -> Self {
        Self {
            wire,
            server,
            options,
            deadline,
            phase: Phase::Handshake,
            era: None,
            caps: vec![],
            last_id: 0,
            abandoned: vec![],
            queue: VecDeque::new(),
            noise: 0,
            stray: 0,
            first_stray: None,
            is_lossy: false,
            has_spoken: false,
        }
    }

    pub(super) fn wire(&self) -> &Wire {
        &self.wire
    }

    /// The wire, once a revision is agreed on, and the last id that was given out on it.
    pub(super) fn into_wire(self) -> (Wire, u64) {
        (self.wire, self.last_id)
    }

    /// Sends a request and returns its id.
    pub(super) async fn ask(&mut self, method: &str, params: &str, until: Instant) -> Result<u64, ConnectError> {
        self.last_id += 1;
        let id = self.last_id;
        let text = message::request(id, method, params);
        self.send(text, Some(method), true, until).await?;
        Ok(id)
    }

    /// Sends a request and waits for its answer.
    pub(super) async fn call(&mut self, method: &str, params: &str) -> Result<Answer, ConnectError> {
        let until = self.until(self.options.request);
        let id = self.ask(method, params, until).await?;
        match self.answer(&[id], until).await? {
            Some(answer) => Ok(answer),
            None => Err(self.hung(until)),
        }
    }

    pub(super) async fn notify(&mut self, method: &str) -> Result<(), ConnectError> {
        let until = self.until(self.options.request);
        self.send(message::notification(method), Some(method), false, until).await
    }

    /// The moment after `patience`, or the deadline of the connection if that is earlier.
    pub(super) fn until(&self, patience: std::time::Duration) -> Instant {
        self.deadline.min(Instant::now() + patience)
    }

    /// A request that goes unanswered, or whose answer no longer matters.
    pub(super) fn abandon(&mut self, id: u64) {
        self.abandoned.push(id);
    }

    async fn send(
        &mut self,
        text: String,
        method: Option<&str>,
        is_request: bool,
        until: Instant,
    ) -> Result<(), ConnectError> {
        let is_discovery = method == Some("server/discover");
        let revision = if is_discovery { Some(STATELESS) } else { self.era.as_ref().map(Era::revision) };
        let is_stateless = is_discovery || self.era == Some(Era::Stateless);
        let message = Outgoing { text, method, is_request, revision, is_stateless };
        match timeout_at(until, self.wire.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(fault)) => Err(self.failed(fault).await),
            Err(_) => Err(self.hung(until)),
        }
    }

    /// Waits for the answer to any of `ids`; `None` if there is none by `until`.
    pub(super) async fn answer(&mut self, ids: &[u64], until: Instant) -> Result<Option<Answer>, ConnectError> {
        loop {
            let (text, message) = match self.queue.pop_front() {
                Some(next) => next,
                None => match timeout_at(until, self.wire.next()).await {
                    Ok(Ok(bytes)) => {
                        self.read(bytes)?;
                        continue;
                    }
                    Ok(Err(fault)) => return Err(self.failed(fault).await),
                    Err(_) => return Ok(None),
                },
            };
            self.has_spoken = true;
            match message {
                Message::Response { id, outcome } => match id {
                    Id::Number(id) if ids.contains(&id) => return Ok(Some(Answer { id, text, outcome })),
                    Id::Number(id) if self.abandoned.contains(&id) => self.count_noise()?,
                    // A server that cannot read a request does not know its id; over HTTP some make one up.
                    Id::Null | Id::Other(_) if outcome.is_err() && (id == Id::Null || self.is_paired()) => {
                        return Ok(Some(Answer { id: ids.first().copied().unwrap_or_default(), text, outcome }));
                    }
                    id => return Err(self.other_id(ids, &id)),
                },
                Message::Request { id, method } => {
                    self.count_noise()?;
                    self.send(message::reply(&id, &method), None, false, until).await?;
                }
                Message::Notification => self.count_noise()?,
            }
        }
    }

    /// Queues the messages of one text.
    fn read(&mut self, bytes: Vec<u8>) -> Result<(), ConnectError> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let text: Arc<str> = match String::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(error) => {
                self.is_lossy = true;
                String::from_utf8_lossy(error.as_bytes()).into()
            }
        };
        match message::read(&text) {
            Ok(messages) => {
                self.queue.extend(messages.into_iter().map(|message| (text.clone(), message)));
                Ok(())
            }
            Err(Malformed::OtherVersion(found)) => {
                let found = found.map_or("no `jsonrpc` member".to_owned(), |raw| format!("`{}`", self.wire.show(&raw)));
                Err(ConnectError::OtherVersion { phase: self.phase.clone(), found })
            }
            Err(Malformed::NotJson(_) | Malformed::NotAMessage) => {
                self.stray += 1;
                let shown = self.wire.show(&text);
                let first = self.first_stray.get_or_insert(shown);
                // Programs print banners; a wire that carries nothing but lines of its own can only be read so far.
                if matches!(self.wire, Wire::Stdio(_)) && self.stray <= self.options.stray_lines {
                    return Ok(());
                }
                Err(ConnectError::NotAMessage { phase: self.phase.clone(), found: format!("`{first}`") })
            }
        }
    }

    /// Whether the wire itself says which request an answer belongs to.
    fn is_paired(&self) -> bool {
        matches!(self.wire, Wire::Streamable(_))
    }

    fn count_noise(&mut self) -> Result<(), ConnectError> {
        self.noise += 1;
        if self.noise <= self.options.noise {
            return Ok(());
        }
        let found = format!("{} messages that answer no request", self.noise);
        Err(ConnectError::Flooded { phase: self.phase.clone(), found, limit: self.options.noise })
    }

    async fn failed(&mut self, fault: Fault) -> ConnectError {
        let phase = self.phase.clone();
        match fault {
            Fault::Error(error) => error,
            Fault::TooLarge => ConnectError::TooLarge { phase, limit: self.options.message_bytes },
            Fault::Flood => {
                let limit = self.options.total_bytes;
                ConnectError::Flooded { phase, found: format!("more than {limit} bytes"), limit }
            }
            Fault::Ended => match self.only_stray() {
                Some(error) => error,
                None => self.wire.ended(phase).await,
            },
        }
    }

    /// The error for an answer that did not come by `until`.
    pub(super) fn hung(&self, until: Instant) -> ConnectError {
        if let Some(error) = self.only_stray() {
            return error;
        }
        let after = if until >= self.deadline { self.options.total } else { self.options.request };
        ConnectError::Hung { phase: self.phase.clone(), after, stderr: self.wire.stderr() }
    }

    /// What arrived instead, if nothing that arrived was a message.
    fn only_stray(&self) -> Option<ConnectError> {
        let first = self.first_stray.as_ref().filter(|_| !self.has_spoken)?;
        Some(ConnectError::NotAMessage { phase: self.phase.clone(), found: format!("`{first}`") })
    }

    fn other_id(&self, ids: &[u64], found: &Id) -> ConnectError {
        let found = match found {
            Id::Number(id) => id.to_string(),
            Id::Null => "null".to_owned(),
            Id::Other(id) => self.wire.show(id),
        };
        let expected = ids.first().copied().unwrap_or_default();
        ConnectError::OtherId { phase: self.phase.clone(), expected, found }
    }

    /// Takes leave and returns what was not as it should be.
    pub(super) async fn close(mut self) -> Vec<Cap> {
        if let Some(first) = &self.first_stray {
            let detail =
                format!("{} lines were not JSON-RPC messages and were not scanned; the first: `{first}`", self.stray);
            self.caps.push(Cap::new("mcp.stray", self.server, detail));
        }
        if self.is_lossy {
            let detail = "bytes that are not UTF-8 were read as U+FFFD, so what was scanned is not what was sent";
            self.caps.push(Cap::new("mcp.utf8", self.server, detail));
        }
        self.wire.close().await;
        self.caps
    }
}
