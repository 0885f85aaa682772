//! Which request an arriving message belongs to.
//!
//! A stream carries everything a server says. The switchboard knows which exchanges wait, hands each what is its own,
//! and everything else to the gateway. It never waits: what cannot be taken is dropped and counted.

use super::alias::{Alias, Reference, own_id, reference};
use super::tally::{Counters, Tally, Told, Vain};
use super::{Incoming, LinkError, LinkOptions, Unbidden};
use crate::rpc::{self, Ambiguity, Edit, Malformed, Message, Payload, Sort};
use crate::transport::edges::Edges;
use crate::transport::excerpt::Mask;
use crate::transport::redactor::Redactor;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, watch};

/// Tasks whose progress is still told after the answer that began them.
const TASKS: usize = 1_000;

/// Requests that were given up and may still be answered.
const GIVEN_UP: usize = 1_000;

/// From where on ids are given out on a stream: small enough for a server that counts in 32 bits.
const FIRST_IDS: std::ops::Range<u64> = 1 << 20..1 << 30;

/// The id behind which those of a stream that all requests share begin. Whatever else gets to write on that stream, such
/// as a program that a server starts, has not seen the requests and cannot forge their answers.
pub(super) fn unguessable() -> u64 {
    FIRST_IDS.start + RandomState::new().hash_one(FIRST_IDS.end) % (FIRST_IDS.end - FIRST_IDS.start)
}

/// What became of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Somebody has it.
    Used,
    /// Nobody wanted it.
    Wasted,
    /// It is a request for which there was no room; this is the answer.
    Refused(String),
}

pub(super) type Mail = Result<Incoming, LinkError>;

pub(super) struct Switchboard {
    lines: Mutex<Lines>,
    last_id: AtomicU64,
    counters: Counters,
    /// Why the link is over, once it is.
    end: watch::Sender<Option<LinkError>>,
    asides: usize,
    message_bytes: usize,
    mask: Mask,
    redactor: Redactor,
}

struct Lines {
    waiting: BTreeMap<u64, Waiter>,
    /// Requests whose answers nobody waits for any more.
    given_up: BTreeSet<u64>,
    /// The last id of the handshake, whose requests may be answered late.
    handshake: u64,
    /// The id before the first that was given out here, and the last of which it is not known any more whether it was
    /// given up.
    before_first: u64,
    forgotten: u64,
    /// What the gateway was told of.
    told: Told,
    /// Whether all answers come on one stream.
    is_one_stream: bool,
    /// Progress tokens of tasks that have begun.
    tasks: BTreeMap<u64, Alias>,
    /// Gone once the link is over.
    unbidden: Option<mpsc::Sender<Unbidden>>,
}

struct Waiter {
    alias: Alias,
    mail: mpsc::Sender<Mail>,
}

impl Switchboard {
    /// A switchboard that gives out ids after `last_id`, or from a number on that nobody can guess if all answers come on
    /// one stream. What of the server is shown is shown through `mask`.
    pub(super) fn new(
        unbidden: mpsc::Sender<Unbidden>,
        (last_id, is_one_stream): (u64, bool),
        mask: Mask,
        options: &LinkOptions,
    ) -> Self {
        let before_first = if is_one_stream { unguessable() } else { last_id };
        let lines = Lines {
            waiting: BTreeMap::new(),
            given_up: BTreeSet::new(),
            handshake: last_id,
            before_first,
            forgotten: before_first,
            told: Told::default(),
            is_one_stream,
            tasks: BTreeMap::new(),
            unbidden: Some(unbidden),
        };
        Self {
            lines: Mutex::new(lines),
            last_id: AtomicU64::new(before_first),
            counters: Counters::default(),
            end: watch::Sender::new(None),
            asides: options.asides,
            message_bytes: options.message_bytes,
            mask,
            redactor: Redactor::of(&options.credentials),
        }
    }

    /// A message of the server without the credentials of its configuration.
    pub(super) fn redacted(&self, message: Vec<u8>) -> Vec<u8> {
        self.redactor.in_message(message)
    }

    pub(super) fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(super) fn tally(&self) -> Tally {
        self.counters.read()
    }

    /// Why the link is over, if it is.
    pub(super) fn ended(&self) -> Option<LinkError> {
        self.end.borrow().clone()
    }

    /// Waits for the end of the link and returns why.
    pub(super) async fn end(&self) -> LinkError {
        let mut end = self.end.subscribe();
        let ended = end.wait_for(Option::is_some).await.ok().and_then(|end| end.clone());
        ended.unwrap_or_else(LinkError::closed)
    }

    /// Opens a mailbox for a request.
    pub(super) fn wait(&self, id: u64, alias: Alias) -> Result<mpsc::Receiver<Mail>, LinkError> {
        // The last place is kept for the answer.
        let (mail, mailbox) = mpsc::channel(self.asides + 1);
        let mut lines = self.lines();
        match self.ended() {
            Some(error) => Err(error),
            None => {
                lines.waiting.insert(id, Waiter { alias, mail });
                Ok(mailbox)
            }
        }
    }

    /// Closes the mailbox of a request that is given up; what still comes for it is late.
    pub(super) fn forget(&self, id: u64) {
        let mut lines = self.lines();
        if lines.waiting.remove(&id).is_some() {
            lines.given_up.insert(id);
            if lines.given_up.len() > GIVEN_UP {
                lines.forgotten = lines.given_up.pop_first().unwrap_or_default().max(lines.forgotten);
            }
        }
    }

    /// Closes the mailbox of a request whose answer came another way.
    pub(super) fn settle(&self, id: u64) {
        let mut lines = self.lines();
        if let Some(waiter) = lines.waiting.remove(&id) {
            lines.keep_task(id, waiter.alias);
        }
    }

    /// Ends the link: every exchange fails with `error`, and the gateway is told unless it wanted this itself. Only
    /// the first end counts.
    pub(super) fn finish(&self, error: LinkError, is_wanted: bool) {
        let mut lines = self.lines();
        let is_first = self.end.send_if_modified(|end| end.is_none() && end.replace(error.clone()).is_none());
        if !is_first {
            return;
        }
        for (_, waiter) in std::mem::take(&mut lines.waiting) {
            let _ = waiter.mail.try_send(Err(error.clone()));
        }
        let Some(unbidden) = lines.unbidden.take().filter(|_| !is_wanted) else { return };
        if let Err(mpsc::error::TrySendError::Full(ended)) = unbidden.try_send(Unbidden::Ended(error)) {
            // The gateway has much to read before, and must not miss this.
            tokio::spawn(async move { unbidden.send(ended).await });
        }
    }

    /// Takes one text of the stream.
    pub(super) fn take(&self, bytes: Vec<u8>) -> Taken {
        if bytes.trim_ascii().is_empty() {
            return Taken::Wasted;
        }
        let bytes = self.redacted(bytes);
        let edges = Edges::of(&bytes);
        let read = match String::from_utf8(bytes) {
            Ok(text) => Payload::read(text).map_err(|error| match error {
                Malformed::Ambiguous(ambiguity) => Err(ambiguity),
                error => Ok(error.to_string()),
            }),
            Err(_) => Err(Ok("not UTF-8".to_owned())),
        };
        match read {
            Ok(Payload::One(message)) => self.deliver(message),
            Ok(Payload::Batch(messages)) => {
                let taken: Vec<_> = messages.into_iter().map(|message| self.deliver(message)).collect();
                taken.into_iter().find(|taken| *taken != Taken::Used).unwrap_or(Taken::Used)
            }
            Err(Err(ambiguity)) => self.ambiguous(&ambiguity),
            Err(Ok(reason)) => {
                Counters::add(&self.counters.garbage);
                let mut lines = self.lines();
                if let Some(waiter) = edges.id().and_then(|id| lines.waiting.remove(&id)) {
                    let _ = waiter.mail.try_send(Err(LinkError::garbage(&reason, &edges.head(), &self.mask)));
                }
                lines.tell(Vain::Garbage);
                Taken::Wasted
            }
        }
    }

    /// Takes a message that readers disagree on: the exchange that it belongs to fails, and a request is refused.
    fn ambiguous(&self, ambiguity: &Ambiguity) -> Taken {
        Counters::add(&self.counters.garbage);
        let mut lines = self.lines();
        lines.tell(Vain::Ambiguous);
        match (&ambiguity.id, &ambiguity.method) {
            (Some(id), Some(_)) => {
                Taken::Refused(rpc::error(id, rpc::code::INVALID_REQUEST, &LinkError::ambiguous(ambiguity).to_string()))
            }
            (Some(id), None) => {
                if let Some(waiter) = own_id(id).and_then(|id| lines.waiting.remove(&id)) {
                    let _ = waiter.mail.try_send(Err(LinkError::ambiguous(ambiguity)));
                }
                Taken::Wasted
            }
            (None, _) => Taken::Wasted,
        }
    }

    /// Tells the gateway what a server does that no server has a reason to do, if it is time to.
    pub(super) fn tell(&self, vain: Vain) {
        self.lines().tell(vain);
    }

    /// A text was too large to be read: the exchange whose id stands at one of its ends fails, or all of them if none
    /// does, because it is not known which of them would wait in vain.
    pub(super) fn too_large(&self, edges: &Edges) {
        let mut lines = self.lines();
        let named = edges.id().and_then(|id| Some(BTreeMap::from([(id, lines.waiting.remove(&id)?)])));
        let failed = named.unwrap_or_else(|| std::mem::take(&mut lines.waiting));
        for (_, waiter) in failed {
            let _ = waiter.mail.try_send(Err(LinkError::TooLarge { limit: self.message_bytes }));
        }
    }

    pub(super) fn count_late(&self) {
        Counters::add(&self.counters.late);
    }

    fn deliver(&self, message: Message) -> Taken {
        if message.left_out().is_some() {
            self.tell(Vain::Extended);
        }
        match message.sort() {
            Sort::Result | Sort::Error => self.answer(message),
            Sort::Notification => match reference(&message) {
                Reference::Progress(id) => self.progress(id, message),
                Reference::Subscription(id) => self.aside(id, message),
                Reference::None => self.unbidden(message),
            },
            Sort::Request => self.unbidden(message),
        }
    }

    fn answer(&self, message: Message) -> Taken {
        let mut lines = self.lines();
        let named = message.id().and_then(own_id);
        let is_nameless = message.sort() == Sort::Error && matches!(message.id(), None | Some("null"));
        let id = match named {
            // A server that cannot read a request does not know its id.
            None if is_nameless && lines.waiting.len() == 1 => lines.waiting.keys().next().copied(),
            named => named,
        };
        let Some((id, waiter)) = id.and_then(|id| Some((id, lines.waiting.remove(&id)?))) else {
            Counters::add(&self.counters.late);
            if let Some(vain) = lines.vain(named, is_nameless, self.last_id.load(Ordering::Relaxed)) {
                lines.tell(vain);
            }
            return Taken::Wasted;
        };
        let message = waiter.alias.restore(named_for(message, id));
        let _ = waiter.mail.try_send(Ok(Incoming::Answer(message)));
        lines.keep_task(id, waiter.alias);
        Taken::Used
    }

    fn progress(&self, id: Option<u64>, message: Message) -> Taken {
        let lines = self.lines();
        let task = id.and_then(|id| lines.tasks.get(&id));
        if let Some(message) = task.map(|alias| alias.restore(message.clone())) {
            drop(lines);
            return self.unbidden(message);
        }
        drop(lines);
        match id {
            Some(id) => self.aside(id, message),
            None => self.wasted(&self.counters.late),
        }
    }

    fn aside(&self, id: u64, message: Message) -> Taken {
        let lines = self.lines();
        let Some(waiter) = lines.waiting.get(&id).filter(|waiter| !waiter.alias.is_empty()) else {
            return self.wasted(&self.counters.late);
        };
        if waiter.mail.capacity() <= 1 {
            return self.wasted(&self.counters.dropped);
        }
        let _ = waiter.mail.try_send(Ok(Incoming::Aside(waiter.alias.restore(message))));
        Taken::Used
    }

    fn unbidden(&self, message: Message) -> Taken {
        let refusal = |message: &Message| {
            let id = message.id().filter(|_| message.sort() == Sort::Request)?;
            Some(rpc::error(id, rpc::code::INTERNAL, "Too many requests at once"))
        };
        let sent = match &self.lines().unbidden {
            Some(unbidden) => unbidden.try_send(Unbidden::Message(message)),
            None => return Taken::Wasted,
        };
        match sent {
            Ok(()) => Taken::Used,
            Err(mpsc::error::TrySendError::Full(Unbidden::Message(message))) => {
                Counters::add(&self.counters.dropped);
                refusal(&message).map_or(Taken::Wasted, Taken::Refused)
            }
            Err(_) => self.wasted(&self.counters.dropped),
        }
    }

    fn wasted(&self, counter: &AtomicU64) -> Taken {
        Counters::add(counter);
        Taken::Wasted
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    /// What is wrong with an answer to `named` that nobody waits for; nothing if it is only late.
    fn vain(&mut self, named: Option<u64>, is_nameless: bool, last_id: u64) -> Option<Vain> {
        match named {
            Some(id) if self.is_forgotten(id) || self.given_up.remove(&id) => None,
            Some(id) if id <= last_id && id > self.before_first => Some(Vain::Repeated),
            // A server that cannot read what it gets, a notification perhaps, says so without an id.
            None if is_nameless => None,
            _ => Some(Vain::Unasked),
        }
    }

    fn is_forgotten(&self, id: u64) -> bool {
        id <= self.handshake || (id > self.before_first && id <= self.forgotten)
    }

    /// Tells the gateway, if it is time to.
    fn tell(&mut self, vain: Vain) {
        let Self { told, unbidden: Some(unbidden), is_one_stream, .. } = self else { return };
        if vain.needs_one_stream() && !*is_one_stream {
            return;
        }
        if unbidden.capacity() > 0 && told.note(vain) {
            let _ = unbidden.try_send(Unbidden::Vain(vain));
        }
    }

    fn keep_task(&mut self, id: u64, alias: Alias) {
        if alias.outlives_answer {
            self.tasks.insert(id, alias);
            if self.tasks.len() > TASKS {
                self.tasks.pop_first();
            }
        }
    }
}

/// An answer under the id it belongs to, whichever the server wrote.
pub(super) fn named_for(message: Message, id: u64) -> Message {
    if message.id().and_then(own_id) == Some(id) {
        return message;
    }
    Message::read(Edit::of(&message).set(&["id"], id.to_string()).finish()).unwrap_or(message)
}
