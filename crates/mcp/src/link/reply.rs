//! The answer to one request over HTTP, read as it arrives.

use super::alias::{Alias, Reference, own_id, reference};
use super::feed::Feed;
use super::requests::Requests;
use super::switchboard::named_for;
use super::tally::Vain;
use super::{Incoming, LinkError};
use crate::rpc::{Malformed, Message, Payload, Sort};
use crate::transport::edges::Edges;
use reqwest::Response;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How often a server that cannot be reached is asked for the rest of a stream, and how long apart.
const TRIES: usize = 3;
const PAUSE: Duration = Duration::from_millis(500);
/// How much room is made for a body because it says that it will be so large.
const RESERVED: usize = 1 << 20;
/// How much of a text is kept to show what it was.
const HEAD: usize = 200;

pub(super) struct Reply {
    requests: Arc<Requests>,
    id: u64,
    alias: Alias,
    ready: VecDeque<Message>,
    body: Body,
}

enum Body {
    /// One JSON text, as far as it has been read.
    Json { response: Response, text: Vec<u8> },
    /// A stream of messages, of which the answer is the last.
    Events { feed: Feed, place: Option<String> },
    /// A stream that broke off and is to be resumed.
    Broken { place: String, not_before: Instant, tries: usize },
    /// Nothing more comes.
    Over,
}

impl Reply {
    pub(super) fn json(requests: Arc<Requests>, id: u64, alias: Alias, response: Response) -> Self {
        Self::new(requests, id, alias, Body::Json { response, text: Vec::new() })
    }

    pub(super) fn events(requests: Arc<Requests>, id: u64, alias: Alias, response: Response) -> Self {
        let feed = Feed::new(response, requests.message_bytes);
        Self::new(requests, id, alias, Body::Events { feed, place: None })
    }

    pub(super) fn ready(requests: Arc<Requests>, id: u64, alias: Alias, answer: Message) -> Self {
        let mut reply = Self::new(requests, id, alias, Body::Over);
        reply.ready.push_back(answer);
        reply
    }

    fn new(requests: Arc<Requests>, id: u64, alias: Alias, body: Body) -> Self {
        Self { requests, id, alias, ready: VecDeque::new(), body }
    }

    /// What arrives next. Cancel safe.
    pub(super) async fn next(&mut self) -> Result<Incoming, LinkError> {
        loop {
            while let Some(message) = self.ready.pop_front() {
                if let Some(incoming) = self.sort(message)? {
                    return Ok(incoming);
                }
            }
            match &mut self.body {
                Body::Json { .. } => self.read_json().await?,
                Body::Events { feed, place } => match feed.next().await {
                    Ok(Some(texts)) => texts.into_iter().try_for_each(|text| self.read(text))?,
                    Ok(None) => {
                        let place = feed.place().map(str::to_owned).or(place.take());
                        // Streams of the stateless revision cannot be resumed.
                        let place = place.filter(|_| !self.requests.is_stateless);
                        let not_before = Instant::now() + feed.retry();
                        self.body = match place {
                            Some(place) => Body::Broken { place, not_before, tries: 0 },
                            None => Body::Over,
                        };
                    }
                    Err(_) => return Err(self.too_large()),
                },
                Body::Broken { .. } => self.resume().await?,
                Body::Over => return Err(self.requests.cut_off()),
            }
        }
    }

    async fn read_json(&mut self) -> Result<(), LinkError> {
        let limit = self.requests.message_bytes;
        let Body::Json { response, text } = &mut self.body else { return Ok(()) };
        if text.is_empty() {
            let length = response.content_length().and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
            if length > limit {
                return Err(self.too_large());
            }
            text.reserve_exact(length.min(RESERVED));
        }
        while let Some(chunk) = response.chunk().await.map_err(|error| self.requests.failure(&error))? {
            if text.len() + chunk.len() > limit {
                return Err(self.too_large());
            }
            text.extend_from_slice(&chunk);
        }
        let text = std::mem::take(text);
        self.body = Body::Over;
        self.read(text)
    }

    /// Queues the messages of one text.
    fn read(&mut self, bytes: Vec<u8>) -> Result<(), LinkError> {
        let text = String::from_utf8(self.requests.board.redacted(bytes))
            .map_err(|error| self.requests.garbage("not UTF-8", &Edges::of(error.as_bytes()).head()))?;
        let head = text[..text.floor_char_boundary(HEAD)].to_owned();
        match Payload::read(text) {
            Ok(Payload::One(message)) => self.queue(message),
            Ok(Payload::Batch(messages)) => messages.into_iter().for_each(|message| self.queue(message)),
            Err(Malformed::Ambiguous(ambiguity)) => {
                self.requests.board.tell(Vain::Ambiguous);
                return Err(LinkError::ambiguous(&ambiguity));
            }
            Err(reason) => return Err(self.requests.garbage(&reason.to_string(), &head)),
        }
        Ok(())
    }

    fn queue(&mut self, message: Message) {
        if message.left_out().is_some() {
            self.requests.board.tell(Vain::Extended);
        }
        self.ready.push_back(message);
    }

    async fn resume(&mut self) -> Result<(), LinkError> {
        let Body::Broken { place, not_before, tries } = &mut self.body else { return Ok(()) };
        sleep_until(*not_before).await;
        match self.requests.feed(Some(place)).await {
            Ok(feed) => self.body = Body::Events { feed, place: Some(std::mem::take(place)) },
            Err(error @ LinkError::Ended { .. }) => return Err(error),
            Err(LinkError::Unreachable { .. }) if *tries < TRIES => {
                *tries += 1;
                *not_before = Instant::now() + PAUSE;
            }
            Err(_) => return Err(self.requests.cut_off()),
        }
        Ok(())
    }

    /// Tells the answer from what comes before it; nothing if the message is none of this exchange's business.
    fn sort(&mut self, message: Message) -> Result<Option<Incoming>, LinkError> {
        let id = self.id;
        match message.sort() {
            Sort::Result | Sort::Error => {
                let named = message.id().and_then(own_id);
                // A server that cannot read a request does not know its id, and some then make one up.
                let is_nameless = named.is_none() && message.sort() == Sort::Error;
                if named != Some(id) && !is_nameless {
                    let found: String = message.id().unwrap_or("null").chars().take(50).collect();
                    return Err(LinkError::WrongId { expected: id, found: self.requests.show(&found) });
                }
                if let Body::Events { feed, .. } = std::mem::replace(&mut self.body, Body::Over) {
                    feed.drain();
                }
                Ok(Some(Incoming::Answer(self.alias.restore(named_for(message, id)))))
            }
            Sort::Request => Ok(Some(Incoming::Aside(message))),
            Sort::Notification => {
                let is_mine = match reference(&message) {
                    Reference::Progress(named) => named == Some(id) && self.alias.token.is_some(),
                    Reference::Subscription(named) => named == id,
                    Reference::None => true,
                };
                if !is_mine {
                    self.requests.board.count_late();
                    return Ok(None);
                }
                Ok(Some(Incoming::Aside(self.alias.restore(message))))
            }
        }
    }

    fn too_large(&self) -> LinkError {
        LinkError::TooLarge { limit: self.requests.message_bytes }
    }
}
