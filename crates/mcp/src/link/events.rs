//! The older transport over HTTP: one stream of events for everything the server says, and an address to post to.
//!
//! The address came from the server. That it is of the same origin as the configured one was checked when the stream
//! was opened, so messages and the configured headers go nowhere else.

use super::feed::Feed;
use super::headers::REVISION;
use super::switchboard::{Switchboard, Taken};
use super::tally::Pace;
use super::{LinkError, LinkOptions};
use crate::Cause;
use crate::transport::endpoint::Endpoint;
use reqwest::Url;
use reqwest::header::HeaderValue;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{sleep_until, timeout};

/// The side of the stream that the link holds.
pub(super) struct Events {
    post: Arc<Post>,
    board: Arc<Switchboard>,
    reader: JoinHandle<()>,
}

/// Where messages go.
pub(super) struct Post {
    endpoint: Arc<Endpoint>,
    url: Url,
    revision: Option<HeaderValue>,
    patience: Duration,
}

impl Events {
    /// Reads `feed` from now on; `ready` was read of it before.
    pub(super) fn start(
        (endpoint, url): (Arc<Endpoint>, Url),
        revision: &str,
        (feed, ready): (Feed, VecDeque<Vec<u8>>),
        board: Arc<Switchboard>,
        options: &LinkOptions,
    ) -> Self {
        let post = Arc::new(Post { endpoint, url, revision: revision.parse().ok(), patience: options.send });
        let pace = Pace::new(options.noise);
        let reader = tokio::spawn(read(feed, ready, board.clone(), post.clone(), pace));
        Self { post, board, reader }
    }

    pub(super) fn post(&self) -> &Arc<Post> {
        &self.post
    }

    /// Hangs up, which is all the leave there is to take.
    pub(super) fn close(&self) {
        self.reader.abort();
        self.board.finish(LinkError::closed(), true);
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

impl Post {
    /// Posts a message for which nothing comes back.
    pub(super) async fn tell(&self, text: String) -> Result<(), LinkError> {
        let told = timeout(self.patience, self.send(text)).await;
        told.unwrap_or(Err(LinkError::Timeout { after: self.patience }))
    }

    /// Posts a message and waits for as long as the server takes, which may be until it has done what is asked.
    pub(super) async fn send(&self, text: String) -> Result<(), LinkError> {
        let mut request = self.endpoint.post(&self.url, text);
        if let Some(revision) = &self.revision {
            request = request.header(REVISION, revision);
        }
        let mut response = request.send().await.map_err(|error| self.endpoint.failure(&error))?;
        if response.status().is_success() {
            return Ok(());
        }
        let page = timeout(self.patience, Endpoint::page(&mut response)).await.unwrap_or_default();
        Err(self.endpoint.status(response.status(), response.headers().get("location"), &page).into())
    }
}

async fn read(mut feed: Feed, mut ready: VecDeque<Vec<u8>>, board: Arc<Switchboard>, post: Arc<Post>, mut pace: Pace) {
    let (cause, reason) = loop {
        while let Some(text) = ready.pop_front() {
            match board.take(text) {
                Taken::Used => continue,
                Taken::Wasted => {}
                Taken::Refused(answer) => _ = post.tell(answer).await,
            }
            if let Some(until) = pace.waste() {
                sleep_until(until).await;
            }
        }
        match feed.next().await {
            Ok(Some(texts)) => ready.extend(texts),
            Ok(None) => break (Cause::StreamClosed, "its event stream closed"),
            Err(_) => {
                let reason = "it sent an event that is larger than the limit for a message";
                break (Cause::EventTooLarge, reason);
            }
        }
    };
    board.finish(LinkError::ended(cause, reason.to_owned()), false);
}
