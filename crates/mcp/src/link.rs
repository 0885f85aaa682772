//! Long-lived connections to servers, over which many requests are under way at once.
//!
//! A [`Dialer`] knows how to reach one server and opens [`Link`]s to it. Over a link the gateway sends the requests of
//! its clients; each becomes an [`Exchange`], which yields what belongs to it and at last the answer. What belongs to
//! no exchange arrives as [`Unbidden`].

mod alias;
mod dialer;
mod error;
mod events;
mod exchange;
mod feed;
mod greeting;
mod headers;
mod keeper;
mod listener;
mod options;
mod outbox;
mod reply;
mod requests;
mod switchboard;
mod tally;

pub use crate::transport::revision::Era;
pub use dialer::Dialer;
pub use error::LinkError;
pub use exchange::{Exchange, Incoming};
pub use greeting::{Greeting, Hello};
pub use options::LinkOptions;
pub use tally::{Tally, Vain};

use crate::client::{Carrier, Opened};
use crate::rpc::Message;
use crate::transport::endpoint::Endpoint;
use crate::transport::excerpt::Mask;
use crate::{Cause, ConnectError};
use alias::Alias;
use events::Events;
use feed::Feed;
use keeper::Kept;
use requests::Requests;
use std::fmt;
use std::sync::Arc;
use switchboard::Switchboard;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;

const CANCELLED: &str = "notifications/cancelled";
/// The last revision whose servers are not told of a cancelled request: the Python SDK of its time does not know the
/// notification and ends, and everyone else's requests with it.
const DIES_OF_CANCELLED: &str = "2024-11-05";

/// What a server says without being asked.
#[derive(Debug, Clone)]
pub enum Unbidden {
    /// A notification or a request of the server that belongs to no exchange.
    Message(Message),
    /// It sends what no server has a reason to send. Of many such things a few are told.
    Vain(Vain),
    /// The link is over, and not because it was closed from this side. Nothing follows.
    Ended(LinkError),
}

/// One connection to a server; cheap to clone. When the last clone is gone, so are the process and the session's
/// stream, but only [`close`](Self::close) takes leave politely.
#[derive(Clone)]
pub struct Link(Arc<Inner>);

struct Inner {
    era: Era,
    greeting: Greeting,
    board: Arc<Switchboard>,
    way: Way,
    options: LinkOptions,
}

/// How messages travel.
enum Way {
    Process(Kept),
    Events(Events),
    Requests(Arc<Requests>),
}

impl Link {
    fn new(
        opened: Opened,
        endpoint: Option<Arc<Endpoint>>,
        unbidden: mpsc::Sender<Unbidden>,
        options: &LinkOptions,
    ) -> Result<Self, ConnectError> {
        let Opened { era, greeting, last_id, carrier } = opened;
        let mask = match (&carrier, &endpoint) {
            (Carrier::Process { process, .. }, _) => process.mask().clone(),
            (_, Some(endpoint)) => endpoint.mask.clone(),
            (_, None) => Mask::default(),
        };
        let is_one_stream = !matches!(carrier, Carrier::Requests { .. });
        let board = Arc::new(Switchboard::new(unbidden, (last_id, is_one_stream), mask.clone(), options));
        let greeting = board.redacted(greeting.as_bytes().to_vec());
        let greeting = Greeting::read(&String::from_utf8_lossy(&greeting), &mask)?;
        let way = match (carrier, endpoint) {
            (Carrier::Process { process, stdin, lines }, _) => {
                Way::Process(Kept::start(process, stdin, lines, board.clone(), options))
            }
            (Carrier::Events { post_to, stream, parser, ready }, Some(endpoint)) => {
                let feed = Feed::resumed(stream, parser);
                Way::Events(Events::start((endpoint, post_to), era.revision(), (feed, ready), board.clone(), options))
            }
            (Carrier::Requests { session }, Some(endpoint)) => {
                Way::Requests(Arc::new(Requests::new(endpoint, session, &era, board.clone(), options)))
            }
            (_, None) => unreachable!("a carrier over HTTP has an endpoint"),
        };
        Ok(Self(Arc::new(Inner { era, greeting, board, way, options: options.clone() })))
    }

    /// The generation of the protocol that is spoken.
    pub fn era(&self) -> &Era {
        &self.0.era
    }

    /// What the server said about itself.
    pub fn greeting(&self) -> &Greeting {
        &self.0.greeting
    }

    /// Sends a request under an id of the link's own.
    ///
    /// `mirrored` are ready headers, name and encoded value: `Mcp-Param-*`, which only the stateless revision over HTTP
    /// has, and `traceparent` and `tracestate`, which every one has over Streamable HTTP. Over HTTP this waits until the server begins to answer, for as long as it takes. Dropping the future
    /// cancels the request.
    pub async fn request(&self, request: &Message, mirrored: &[(String, String)]) -> Result<Exchange, LinkError> {
        let Inner { board, way, .. } = &*self.0;
        if let Some(error) = board.ended() {
            return Err(error);
        }
        let id = board.next_id();
        let (text, alias) = Alias::apply(request, id);
        let mailbox = match way {
            Way::Requests(requests) if requests.is_stateless || alias.is_empty() => None,
            // Also where every request has an answer of its own: progress may come on the stream for the unasked.
            _ => Some(board.wait(id, alias.clone())?),
        };
        let exchange = Exchange::new(self.0.clone(), id, mailbox);
        let sent = match way {
            Way::Process(kept) => self.write(kept, text).await.map(|()| None),
            Way::Events(events) => events.post().send(text).await.map(|()| None),
            Way::Requests(requests) => requests.ask(request, text, (id, alias), mirrored).await.map(Some),
        };
        match sent {
            Ok(Some(reply)) => Ok(exchange.with_reply(reply)),
            Ok(None) => Ok(exchange),
            Err(error) => {
                exchange.give_up();
                Err(error)
            }
        }
    }

    /// Sends a notification. `notifications/cancelled` and `notifications/initialized` are not passed on: an exchange
    /// is cancelled by dropping it, and the handshake is over when there is a link.
    pub async fn notify(&self, notification: &Message) -> Result<(), LinkError> {
        if matches!(notification.method(), CANCELLED | "notifications/initialized") {
            return Ok(());
        }
        self.send(notification.text().to_owned(), Some(notification)).await
    }

    /// Answers a request of the server; the text carries the server's own id.
    pub async fn answer(&self, text: String) -> Result<(), LinkError> {
        self.send(text, None).await
    }

    /// Opens the stream on which a handshake server over HTTP says what nobody asked for, if it has one, and keeps it
    /// open. Returns once it is open or refused. Does nothing elsewhere.
    pub async fn listen(&self) {
        if let Way::Requests(requests) = &self.0.way {
            requests.listen(&self.0.options).await;
        }
    }

    /// The end of the process's standard error, safe to show; empty for HTTP.
    pub fn stderr(&self) -> String {
        match &self.0.way {
            Way::Process(kept) => kept.stderr.show(),
            Way::Events(_) | Way::Requests(_) => String::new(),
        }
    }

    /// What the server sent in vain so far.
    pub fn tally(&self) -> Tally {
        self.0.board.tally()
    }

    /// Whether requests can still be sent.
    pub fn is_open(&self) -> bool {
        self.0.board.ended().is_none()
    }

    /// The error that requests fail with because the link is over; nothing while it is open.
    pub fn ended(&self) -> Option<LinkError> {
        self.0.board.ended()
    }

    /// Takes leave: deletes the session, or closes the process's input and ends what does not leave by itself. No
    /// request can be sent any more, exchanges on a shared stream fail, and the channel for what is unbidden closes.
    /// An answer that is on its way over HTTP may still arrive.
    pub async fn close(&self) {
        match &self.0.way {
            Way::Process(kept) => kept.close().await,
            Way::Events(events) => events.close(),
            Way::Requests(requests) => requests.close().await,
        }
    }

    async fn send(&self, text: String, notification: Option<&Message>) -> Result<(), LinkError> {
        if let Some(error) = self.0.board.ended() {
            return Err(error);
        }
        match &self.0.way {
            Way::Process(kept) => self.write(kept, text).await,
            Way::Events(events) => events.post().tell(text).await,
            Way::Requests(requests) => requests.tell(text, notification).await,
        }
    }

    /// Writes a line. If the process takes none any more, it is ending, and the error says how.
    async fn write(&self, kept: &Kept, text: String) -> Result<(), LinkError> {
        if kept.outbox.send(text).await? {
            return Ok(());
        }
        let board = &self.0.board;
        if timeout(self.0.options.send, board.end()).await.is_err() {
            let reason = "it no longer accepts input".to_owned();
            board.finish(LinkError::Ended { cause: Cause::NoInput, reason, stderr: kept.stderr.show() }, false);
        }
        Err(board.end().await)
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("era", &self.0.era).field("is_open", &self.is_open()).finish_non_exhaustive()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Way::Requests(requests) = &self.way {
            requests.stop_listening();
        }
    }
}

impl Inner {
    /// Tells the server that nobody waits for the answer to `id`, without waiting for that.
    fn cancel(&self, id: u64) {
        self.board.forget(id);
        if self.era.revision() <= DIES_OF_CANCELLED {
            return;
        }
        let text = Message::notification(CANCELLED, &format!(r#"{{"requestId":{id}}}"#)).into_text();
        match (&self.way, Handle::try_current()) {
            _ if self.board.ended().is_some() => {}
            (Way::Process(kept), _) => kept.outbox.try_send(text),
            (Way::Events(events), Ok(runtime)) => {
                let post = events.post().clone();
                runtime.spawn(async move { post.tell(text).await });
            }
            // Where requests stand alone, closing the response says it.
            (Way::Requests(requests), Ok(runtime)) if !requests.is_stateless => {
                let requests = requests.clone();
                runtime.spawn(async move { requests.tell(text, None).await });
            }
            _ => {}
        }
    }
}
