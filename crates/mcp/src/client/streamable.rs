//! Streamable HTTP: every message is a POST, answered by one JSON body or by a stream of events.
//!
//! Up to 2025-11-25 a server may give a session (`Mcp-Session-Id`), which is named in every later request and
//! deleted at the end. From 2026-07-28 on there is none, and headers repeat the revision and the method.

use super::message;
use super::wire::{Fault, Meter, Outgoing};
use super::{ConnectError, Options};
use crate::transport::endpoint::{Endpoint, media_type};
use crate::transport::events::{Event, EventParser};
use crate::transport::excerpt::Mask;
use reqwest::header::HeaderValue;
use reqwest::{RequestBuilder, Response, StatusCode};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

const SESSION: &str = "mcp-session-id";
const REVISION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const LAST_EVENT: &str = "last-event-id";

pub(super) struct Streamable {
    endpoint: Arc<Endpoint>,
    session: Option<HeaderValue>,
    revision: Option<HeaderValue>,
    /// The stream that answers the request under way.
    stream: Option<(Response, EventParser)>,
    last_event: Option<String>,
    ready: VecDeque<Vec<u8>>,
    last_status: Option<StatusCode>,
    meter: Meter,
    message_bytes: usize,
    farewell: Duration,
}

impl Streamable {
    pub(super) fn new(endpoint: Arc<Endpoint>, options: &Options) -> Self {
        Self {
            endpoint,
            session: None,
            revision: None,
            stream: None,
            last_event: None,
            ready: VecDeque::new(),
            last_status: None,
            meter: Meter::new(options.total_bytes),
            message_bytes: options.message_bytes,
            farewell: options.farewell,
        }
    }

    /// Whether the last answer was one that servers give which speak another transport at this address.
    pub(super) fn looks_like_another_transport(&self) -> bool {
        let status = self.last_status.map_or(0, |status| status.as_u16());
        matches!(status, 400 | 404 | 405 | 406 | 415 | 501)
    }

    pub(super) async fn send(&mut self, message: Outgoing<'_>) -> Result<(), Fault> {
        self.revision = message.revision.and_then(|revision| revision.parse().ok());
        let mut request = self.with_state(self.endpoint.post(&self.endpoint.url, message.text));
        if let (true, Some(method)) = (message.is_stateless, message.method) {
            request = request.header(METHOD, method);
        }
        if message.is_request {
            // An answer that nobody waits for any more goes with its stream.
            (self.stream, self.last_event) = (None, None);
            self.ready.clear();
        }
        let mut response = request.send().await.map_err(|error| self.endpoint.failure(&error))?;
        if message.is_request {
            self.last_status = Some(response.status());
            if let Some(session) = response.headers().get(SESSION).filter(|_| !message.is_stateless) {
                self.session = Some(session.clone());
            }
        }
        if !response.status().is_success() {
            return self.refused(&mut response, message.is_request).await;
        }
        if message.is_request { self.accept(response).await } else { Ok(()) }
    }

    fn with_state(&self, mut request: RequestBuilder) -> RequestBuilder {
        if let Some(session) = &self.session {
            request = request.header(SESSION, session);
        }
        if let Some(revision) = &self.revision {
            request = request.header(REVISION, revision);
        }
        request
    }

    /// A status that says no: an error response in the body is an answer like any other.
    async fn refused(&mut self, response: &mut Response, is_request: bool) -> Result<(), Fault> {
        if !is_request {
            // A notification or an answer that the server does not care for changes nothing.
            return Ok(());
        }
        let page = Endpoint::page(response).await;
        if media_type(response) == "application/json"
            && std::str::from_utf8(&page).is_ok_and(|text| message::read(text).is_ok())
        {
            self.ready.push_back(page);
            return Ok(());
        }
        Err(self.endpoint.status(response.status(), response.headers().get("location"), &page).into())
    }

    async fn accept(&mut self, mut response: Response) -> Result<(), Fault> {
        match media_type(&response).as_str() {
            "text/event-stream" => {
                self.stream = Some((response, EventParser::new(self.message_bytes)));
            }
            "application/json" => {
                let body = self.body(&mut response).await?;
                self.ready.push_back(body);
            }
            other => {
                let found = if other.is_empty() { "no content type".to_owned() } else { self.mask().show(other, 100) };
                return Err(ConnectError::ContentType { url: self.endpoint.shown(), found }.into());
            }
        }
        Ok(())
    }

    /// A whole body within the limit.
    async fn body(&mut self, response: &mut Response) -> Result<Vec<u8>, Fault> {
        let mut body = vec![];
        while let Some(chunk) = response.chunk().await.map_err(|error| self.endpoint.failure(&error))? {
            self.meter.add(chunk.len())?;
            if body.len() + chunk.len() > self.message_bytes {
                return Err(Fault::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    pub(super) async fn next(&mut self) -> Result<Vec<u8>, Fault> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            let Some((response, parser)) = &mut self.stream else { return Err(Fault::Ended) };
            match response.chunk().await {
                Ok(Some(chunk)) => {
                    self.meter.add(chunk.len())?;
                    let events = parser.push(&chunk).map_err(|_| Fault::TooLarge)?;
                    self.take(events);
                }
                Ok(None) | Err(_) => self.resume().await?,
            }
        }
    }

    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            if event.id.is_some() {
                self.last_event = event.id;
            }
            // An empty event only tells where to resume.
            if event.kind == "message" && !event.data.is_empty() {
                self.ready.push_back(event.data);
            }
        }
    }

    /// A stream that broke off before the answer goes on behind the last event, where the server named one.
    async fn resume(&mut self) -> Result<(), Fault> {
        self.stream = None;
        let last = self.last_event.take().and_then(|id| HeaderValue::from_str(&id).ok()).ok_or(Fault::Ended)?;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let request = self.with_state(self.endpoint.get_events(&self.endpoint.url)).header(LAST_EVENT, last);
        let response = request.send().await.map_err(|error| self.endpoint.failure(&error))?;
        if !response.status().is_success() || media_type(&response) != "text/event-stream" {
            return Err(Fault::Ended);
        }
        self.stream = Some((response, EventParser::new(self.message_bytes)));
        Ok(())
    }

    pub(super) fn ended(&self) -> ConnectError {
        let reason = "the connection closed before the answer came".to_owned();
        ConnectError::Unreachable { url: self.endpoint.shown(), reason }
    }

    pub(super) fn mask(&self) -> &Mask {
        &self.endpoint.mask
    }

    /// The session, for a connection that stays.
    pub(super) fn into_session(self) -> Option<HeaderValue> {
        self.session
    }

    pub(super) async fn close(self) {
        if self.session.is_some() {
            // Servers may refuse this, and there is nothing to do about it.
            let _ = self.with_state(self.endpoint.delete(&self.endpoint.url, self.farewell)).send().await;
        }
    }
}
