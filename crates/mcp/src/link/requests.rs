//! Streamable HTTP: every message is a request of its own.
//!
//! Hot path: one call is one POST, one body, one parse. No task, no channel and no lock that another call holds.

use super::alias::Alias;
use super::feed::Feed;
use super::headers::{LAST_EVENT, REVISION, SESSION, stateless, trace};
use super::listener;
use super::reply::Reply;
use super::switchboard::Switchboard;
use super::tally::Vain;
use super::{LinkError, LinkOptions};
use crate::Cause;
use crate::rpc::{Malformed, Message, Sort};
use crate::transport::endpoint::{Endpoint, media_type};
use crate::transport::revision::Era;
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{RequestBuilder, Response};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// What is needed to send a request; shared with what reads its answer.
pub(super) struct Requests {
    endpoint: Arc<Endpoint>,
    /// What every POST carries.
    headers: HeaderMap,
    pub(super) is_stateless: bool,
    pub(super) board: Arc<Switchboard>,
    pub(super) message_bytes: usize,
    patience: Duration,
    farewell: Duration,
    listener: Mutex<Option<JoinHandle<()>>>,
}

impl Requests {
    pub(super) fn new(
        endpoint: Arc<Endpoint>,
        session: Option<HeaderValue>,
        era: &Era,
        board: Arc<Switchboard>,
        options: &LinkOptions,
    ) -> Self {
        let mut headers = endpoint.post_headers();
        if let Some(session) = session {
            headers.insert(SESSION, session);
        }
        if let Ok(revision) = era.revision().parse() {
            headers.insert(REVISION, revision);
        }
        Self {
            endpoint,
            headers,
            is_stateless: *era == Era::Stateless,
            board,
            message_bytes: options.message_bytes,
            patience: options.send,
            farewell: options.farewell,
            listener: Mutex::new(None),
        }
    }

    /// Posts a request and waits until the server begins to answer.
    pub(super) async fn ask(
        self: &Arc<Self>,
        request: &Message,
        text: String,
        (id, alias): (u64, Alias),
        mirrored: &[(String, String)],
    ) -> Result<Reply, LinkError> {
        let mut response = self.endpoint.post_with(self.headers(Some(request), mirrored), text).await?;
        if !response.status().is_success() {
            let answer = self.refusal(&mut response).await?;
            return Ok(Reply::ready(self.clone(), id, alias, answer));
        }
        match media_type(&response).as_str() {
            "application/json" => Ok(Reply::json(self.clone(), id, alias, response)),
            "text/event-stream" => Ok(Reply::events(self.clone(), id, alias, response)),
            other => {
                let found = if other.is_empty() { "no content type" } else { other };
                let found = self.endpoint.mask.show(found, 100);
                Err(LinkError::ContentType { url: self.endpoint.shown(), found })
            }
        }
    }

    /// Posts a notification or an answer, for which nothing comes back.
    pub(super) async fn tell(&self, text: String, notification: Option<&Message>) -> Result<(), LinkError> {
        let sent = timeout(self.patience, self.endpoint.post_with(self.headers(notification, &[]), text)).await;
        let mut response = sent.map_err(|_| LinkError::Timeout { after: self.patience })??;
        match response.status().is_success() {
            true => Ok(()),
            false => {
                let page = timeout(self.patience, Endpoint::page(&mut response)).await.unwrap_or_default();
                Err(self.refused(&response, &page))
            }
        }
    }

    /// Asks for a stream of events, resumed behind `place` if there is one.
    pub(super) async fn feed(&self, place: Option<&str>) -> Result<Feed, LinkError> {
        let mut get = self.with_state(self.endpoint.get_events(&self.endpoint.url));
        if let Some(place) = place.and_then(|place| HeaderValue::from_str(place).ok()) {
            get = get.header(LAST_EVENT, place);
        }
        let mut response = get.send().await.map_err(|error| self.endpoint.failure(&error))?;
        if !response.status().is_success() {
            let page = timeout(self.patience, Endpoint::page(&mut response)).await.unwrap_or_default();
            return Err(self.refused(&response, &page));
        }
        let media = media_type(&response);
        if media != "text/event-stream" {
            let found = self.endpoint.mask.show(&media, 100);
            return Err(LinkError::ContentType { url: self.endpoint.shown(), found });
        }
        Ok(Feed::new(response, self.message_bytes))
    }

    /// Listens to what the server says unasked, if it has a stream for it.
    pub(super) async fn listen(self: &Arc<Self>, options: &LinkOptions) {
        if self.is_stateless || self.listener().is_some() {
            return;
        }
        let opened = timeout(options.connect, self.feed(None)).await;
        let task = match opened {
            Ok(Ok(feed)) => listener::listen(self.clone(), Some(feed), options),
            // It may be down for a moment; what it refuses, it does not have.
            Ok(Err(LinkError::Unreachable { .. })) | Err(_) => listener::listen(self.clone(), None, options),
            Ok(Err(_)) => return,
        };
        if let Some(other) = self.listener().replace(task) {
            other.abort();
        }
    }

    /// Hangs up on what the server says unasked.
    pub(super) fn stop_listening(&self) {
        if let Some(listener) = self.listener().take() {
            listener.abort();
        }
    }

    /// Takes leave of the session, if there is one.
    pub(super) async fn close(&self) {
        self.stop_listening();
        if self.has_session() && self.board.ended().is_none() {
            // Servers may refuse this, and there is nothing to do about it.
            let _ = self.with_state(self.endpoint.delete(&self.endpoint.url, self.farewell)).send().await;
        }
        self.board.finish(LinkError::closed(), true);
    }

    pub(super) fn failure(&self, error: &reqwest::Error) -> LinkError {
        self.endpoint.failure(error).into()
    }

    pub(super) fn cut_off(&self) -> LinkError {
        LinkError::CutOff { url: self.endpoint.shown() }
    }

    /// Text of the server, safe to show.
    pub(super) fn show(&self, text: &str) -> String {
        self.endpoint.mask.show(text, 200)
    }

    pub(super) fn garbage(&self, reason: &str, text: &str) -> LinkError {
        LinkError::garbage(reason, text, &self.endpoint.mask)
    }

    fn headers(&self, message: Option<&Message>, mirrored: &[(String, String)]) -> HeaderMap {
        let mut headers = self.headers.clone();
        trace(&mut headers, mirrored);
        if let Some(message) = message.filter(|_| self.is_stateless) {
            stateless(&mut headers, message, mirrored);
        }
        headers
    }

    /// Names the session and the revision in a request without a body.
    fn with_state(&self, mut request: RequestBuilder) -> RequestBuilder {
        for name in [SESSION, REVISION] {
            if let Some(value) = self.headers.get(&name) {
                request = request.header(name, value);
            }
        }
        request
    }

    fn has_session(&self) -> bool {
        self.headers.contains_key(SESSION)
    }

    /// A status that says no: an error of the protocol in the body is an answer like any other.
    async fn refusal(&self, response: &mut Response) -> Result<Message, LinkError> {
        let page = self.board.redacted(Endpoint::page(response).await);
        let refused = self.refused(response, &page);
        if matches!(refused, LinkError::Ended { .. }) || media_type(response) != "application/json" {
            return Err(refused);
        }
        let answer = match String::from_utf8(page).map(Message::read) {
            Ok(Err(Malformed::Ambiguous(ambiguity))) => {
                self.board.tell(Vain::Ambiguous);
                return Err(LinkError::ambiguous(&ambiguity));
            }
            Ok(answer) => answer.ok(),
            Err(_) => None,
        };
        if answer.as_ref().is_some_and(|answer| answer.left_out().is_some()) {
            self.board.tell(Vain::Extended);
        }
        answer.filter(|answer| answer.sort() == Sort::Error).ok_or(refused)
    }

    /// The error for a status that says no. A session that the server does not know any more is the end of the link.
    fn refused(&self, response: &Response, page: &[u8]) -> LinkError {
        let status = response.status().as_u16();
        if self.has_session() && (status == 404 || (status == 400 && speaks_of_session(page))) {
            let reason = format!("it no longer knows this session (HTTP {status})");
            let error = LinkError::ended(Cause::SessionEnded(status), reason);
            self.board.finish(error.clone(), false);
            return error;
        }
        self.endpoint.status(response.status(), response.headers().get("location"), page).into()
    }

    fn listener(&self) -> std::sync::MutexGuard<'_, Option<JoinHandle<()>>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an error says that the session is not known: the protocol wants 404 for it, and some servers answer 400.
fn speaks_of_session(page: &[u8]) -> bool {
    let message = String::from_utf8(page.to_vec()).ok().and_then(|text| Message::read(text).ok());
    let words = message.as_ref().and_then(|message| message.text_of("message"));
    words.is_some_and(|words| words.to_ascii_lowercase().contains("session id"))
}
