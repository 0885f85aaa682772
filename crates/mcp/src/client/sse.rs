//! The older HTTP+SSE transport (2024-11-05): one long stream of events for what the server says, and an
//! address, named by its first event, to which messages are posted.

use super::wire::{Fault, Meter, Outgoing};
use super::{ConnectError, Options, Phase};
use crate::transport::endpoint::{Endpoint, media_type};
use crate::transport::events::{Event, EventParser};
use crate::transport::excerpt::Mask;
use reqwest::{Response, Url};
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};

pub(super) struct Sse {
    endpoint: Arc<Endpoint>,
    post_to: Url,
    stream: Response,
    parser: EventParser,
    ready: VecDeque<Vec<u8>>,
    meter: Meter,
}

impl Sse {
    /// Opens the stream and waits until `until` for the address to post to.
    pub(super) async fn open(endpoint: Arc<Endpoint>, options: &Options, until: Instant) -> Result<Self, ConnectError> {
        let late = |_| ConnectError::Hung { phase: Phase::Connect, after: options.request, stderr: String::new() };
        let until = until.min(Instant::now() + options.request);
        timeout_at(until, Self::connect(endpoint, options)).await.map_err(late)?
    }

    async fn connect(endpoint: Arc<Endpoint>, options: &Options) -> Result<Self, ConnectError> {
        let sent = endpoint.get_events(&endpoint.url).send().await;
        let mut stream = sent.map_err(|error| endpoint.failure(&error))?;
        if !stream.status().is_success() {
            let page = Endpoint::page(&mut stream).await;
            return Err(endpoint.status(stream.status(), stream.headers().get("location"), &page));
        }
        let media = media_type(&stream);
        if media != "text/event-stream" {
            let found = endpoint.mask.show(&media, 100);
            return Err(ConnectError::ContentType { url: endpoint.shown(), found });
        }
        let parser = EventParser::new(options.message_bytes);
        let meter = Meter::new(options.total_bytes);
        let post_to = endpoint.url.clone();
        let mut sse = Self { endpoint, post_to, stream, parser, ready: VecDeque::new(), meter };
        let bad = |sse: &Self, found: String| ConnectError::Shape {
            phase: Phase::Connect,
            expected: "an `endpoint` event with an address of the same origin",
            found: sse.endpoint.mask.show(&found, 200),
        };
        loop {
            let events = match sse.read().await {
                Ok(events) => events,
                Err(Fault::Error(error)) => return Err(error),
                Err(Fault::Ended) => return Err(sse.ended()),
                Err(_) => return Err(bad(&sse, "more than the limit".to_owned())),
            };
            let mut is_named = false;
            for event in events {
                if event.kind != "endpoint" {
                    sse.ready.push_back(event.data);
                    continue;
                }
                let text = String::from_utf8_lossy(&event.data).into_owned();
                match sse.endpoint.url.join(&text) {
                    // Messages carry the configured headers, so they stay within the origin.
                    Ok(url) if url.origin() == sse.endpoint.url.origin() => sse.post_to = url,
                    _ => return Err(bad(&sse, text)),
                }
                is_named = true;
            }
            if is_named {
                return Ok(sse);
            }
        }
    }

    async fn read(&mut self) -> Result<Vec<Event>, Fault> {
        match self.stream.chunk().await {
            Ok(Some(chunk)) => {
                self.meter.add(chunk.len())?;
                self.parser.push(&chunk).map_err(|_| Fault::TooLarge)
            }
            Ok(None) | Err(_) => Err(Fault::Ended),
        }
    }

    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Fault> {
        let mut request = self.endpoint.post(&self.post_to, message.text);
        if let Some(revision) = message.revision {
            request = request.header("mcp-protocol-version", revision);
        }
        let mut response = request.send().await.map_err(|error| self.endpoint.failure(&error))?;
        if response.status().is_success() || !message.is_request {
            return Ok(());
        }
        let page = Endpoint::page(&mut response).await;
        Err(self.endpoint.status(response.status(), response.headers().get("location"), &page).into())
    }

    pub(super) async fn next(&mut self) -> Result<Vec<u8>, Fault> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            let events = self.read().await?;
            self.ready.extend(events.into_iter().filter(|event| event.kind == "message").map(|event| event.data));
        }
    }

    pub(super) fn ended(&self) -> ConnectError {
        let reason = "the event stream closed before the answer came".to_owned();
        ConnectError::Unreachable { url: self.endpoint.shown(), reason }
    }

    /// The stream and what was read of it, for a connection that stays.
    pub(super) fn into_parts(self) -> (Url, Response, EventParser, VecDeque<Vec<u8>>) {
        (self.post_to, self.stream, self.parser, self.ready)
    }

    pub(super) fn mask(&self) -> &Mask {
        &self.endpoint.mask
    }
}
