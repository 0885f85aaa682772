//! Server-sent events: several messages in one HTTP answer.

use super::door::Door;
use super::in_flight::Entry;
use super::work::{Driven, Work};
use crate::Principal;
use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedMutexGuard, mpsc, oneshot, watch};

/// How long a stream may be silent before a comment shows that it is not dead.
const SILENCE: Duration = Duration::from_secs(15);
const KEEP_ALIVE: &[u8] = b": keep-alive\n\n";

/// Who reads a stream, and the door that let them in: whoever is let in no more reads no more.
pub(crate) struct Reader {
    pub(crate) door: Arc<Door>,
    pub(crate) principal: Arc<Principal>,
}

impl Reader {
    fn is_welcome(&self) -> bool {
        self.door.knows(&self.principal)
    }
}

/// A request's answer, with what comes before it. A client that does not read does not stop the work on it, which holds
/// a place at the server and has a time to end.
pub(crate) fn of_request(
    first: Option<String>,
    work: Work,
    asides: mpsc::Receiver<String>,
    reader: Reader,
) -> Response {
    let state = Answering { first, work: Some(work.driven()), asides, reader };
    response(Body::from_stream(stream::unfold(state, |mut state| async move {
        let bytes = state.next().await?;
        Some((Ok::<_, Infallible>(bytes), state))
    })))
}

/// Messages that are all there already.
pub(crate) fn of_messages(messages: impl IntoIterator<Item = String>) -> Response {
    let mut text = String::new();
    messages.into_iter().for_each(|message| push(&mut text, &message));
    response(Body::from(text))
}

/// What a session has for its client, until either ends.
pub(crate) fn of_session(
    messages: OwnedMutexGuard<mpsc::Receiver<String>>,
    (entry, ended): (Entry, oneshot::Receiver<()>),
    stopping: watch::Receiver<bool>,
    reader: Reader,
) -> Response {
    let state = Listening { messages, ended, stopping, reader, greeted: false, _entry: entry };
    response(Body::from_stream(stream::unfold(state, |mut state| async move {
        let bytes = state.next().await?;
        Some((Ok::<_, Infallible>(bytes), state))
    })))
}

struct Answering {
    first: Option<String>,
    /// Nothing once it is answered.
    work: Option<Driven>,
    asides: mpsc::Receiver<String>,
    reader: Reader,
}

impl Answering {
    async fn next(&mut self) -> Option<Bytes> {
        let mut text = String::new();
        if let Some(first) = self.first.take() {
            push(&mut text, &first);
            return Some(text.into());
        }
        let work = self.work.as_mut()?;
        tokio::select! {
            reply = work => {
                self.work = None;
                while let Ok(aside) = self.asides.try_recv() {
                    push(&mut text, &aside);
                }
                push(&mut text, &reply?.text);
            }
            Some(aside) = self.asides.recv() => push(&mut text, &aside),
            () = tokio::time::sleep(SILENCE) => return self.reader.is_welcome().then(|| Bytes::from_static(KEEP_ALIVE)),
        }
        self.reader.is_welcome().then(|| text.into())
    }
}

struct Listening {
    messages: OwnedMutexGuard<mpsc::Receiver<String>>,
    ended: oneshot::Receiver<()>,
    stopping: watch::Receiver<bool>,
    reader: Reader,
    greeted: bool,
    _entry: Entry,
}

impl Listening {
    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.greeted, true) {
            return Some(Bytes::from_static(KEEP_ALIVE));
        }
        let mut text = String::new();
        tokio::select! {
            message = self.messages.recv() => push(&mut text, &message?),
            _ = &mut self.ended => return None,
            _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            () = tokio::time::sleep(SILENCE) => text.push_str(": keep-alive\n\n"),
        }
        self.reader.is_welcome().then(|| text.into())
    }
}

fn response(body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

/// Writes a message as one event.
fn push(text: &mut String, message: &str) {
    text.reserve(message.len() + 32);
    text.push_str("event: message\ndata: ");
    super::line::push(text, message);
    text.push_str("\n\n");
}

#[cfg(test)]
mod tests {
    use super::super::token::Mark;
    use super::super::{Agent, Settings};
    use super::*;
    use crate::Reply;

    fn agent() -> Agent {
        Agent { name: "a".to_owned(), token: "t".to_owned(), servers: None, operations: None }
    }

    fn reader() -> Reader {
        let settings = Settings { agents: vec![agent()], ..Settings::local("unused".into()) };
        let door = Arc::new(Door::new(&settings, Mark::of("admin")).unwrap());
        Reader { door, principal: Arc::new(Principal::unrestricted("a")) }
    }

    fn answering(work: Work, asides: mpsc::Receiver<String>) -> Answering {
        Answering { first: None, work: Some(work.driven()), asides, reader: reader() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_stream_shows_that_it_is_not_dead_until_its_answer_comes() {
        let (_aside, asides) = mpsc::channel(1);
        let work = async {
            tokio::time::sleep(SILENCE * 5 / 2).await;
            Some(Reply { text: "{\n}".to_owned(), status: 200 })
        };
        let mut stream = answering(Work::new(work, None), asides);
        let mut all = Vec::new();
        while let Some(bytes) = stream.next().await {
            all.push(String::from_utf8(bytes.to_vec()).unwrap());
        }
        assert_eq!(all, [": keep-alive\n\n", ": keep-alive\n\n", "event: message\ndata: { }\n\n"]);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_let_in_no_more_hears_no_more() {
        let (aside, asides) = mpsc::channel(1);
        let mut stream = answering(Work::new(std::future::pending(), None), asides);
        aside.send("1".to_owned()).await.unwrap();
        assert_eq!(stream.next().await.as_deref(), Some(&b"event: message\ndata: 1\n\n"[..]));
        stream.reader.door.change(&Settings::local("unused".into())).unwrap();
        aside.send("2".to_owned()).await.unwrap();
        assert_eq!(stream.next().await, None);
    }
}
