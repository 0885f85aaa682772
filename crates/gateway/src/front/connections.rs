//! Open connections. When there is no room for another, the one that has waited longest is closed.
//!
//! A connection waits while its TLS handshake, the headers or the body of its request have not arrived, and between
//! requests. Closing such a connection costs a client little; an answer under way is never broken off. So a client
//! that opens connections and sends nothing, or sends it slowly, takes places only from itself:
//!
//! 1. Connections that have shown no token are closed first, and of them those of the address with the most of them.
//! 2. Then connections that have shown a token.
//! 3. If every connection has an answer under way, the new one gets one of a few reserved places, on which only probes and
//!    whoever manages the gateway are served. Among those, too, the one that has waited longest is closed for a new one.

use super::rate::network;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tokio::sync::Notify;

/// Nothing is being answered.
const WAITING: u8 = 0;
/// A request that was authenticated and has arrived is being answered.
const ANSWERING: u8 = 1;
/// It was chosen to be closed.
const CLOSED: u8 = 2;

/// Places beyond the limit, for probes and for whoever manages the gateway.
const RESERVED: usize = 16;

/// All open connections, by their number.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
    turns: Arc<AtomicU64>,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Connection {
    /// The address, or the network of it that counts as one.
    network: IpAddr,
    state: AtomicU8,
    has_token: AtomicBool,
    /// Whether its place is a reserved one.
    is_reserved: bool,
    /// A number that grows with the time of the last thing that happened here.
    turn: AtomicU64,
    turns: Arc<AtomicU64>,
    closing: Notify,
}

/// The place of a connection, given up when dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    number: u64,
    connections: Arc<Connections>,
    pub(crate) connection: Arc<Connection>,
}

/// What became of a new connection.
#[derive(Debug)]
pub(crate) struct Entered {
    /// Its place; nothing if there is none.
    pub(crate) seat: Option<Seat>,
    /// The addresses whose connections were closed to make room.
    pub(crate) closed: Vec<IpAddr>,
}

impl Connections {
    /// Gives a connection from `peer` a place. No more than `limit` have one at a time, besides those in reserved places.
    pub(crate) fn enter(self: &Arc<Self>, peer: IpAddr, limit: usize) -> Entered {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut closed = Vec::new();
        let is_reserved = !make_room(&mut open, false, limit, &mut closed);
        if is_reserved && !make_room(&mut open, true, RESERVED, &mut closed) {
            return Entered { seat: None, closed };
        }
        let number = self.turns.fetch_add(1, Ordering::Relaxed);
        let connection = Arc::new(Connection {
            network: network(peer),
            state: AtomicU8::new(WAITING),
            has_token: AtomicBool::new(false),
            is_reserved,
            turn: AtomicU64::new(number),
            turns: self.turns.clone(),
            closing: Notify::new(),
        });
        open.insert(number, connection.clone());
        Entered { seat: Some(Seat { number, connections: self.clone(), connection }), closed }
    }

    /// Closes the connection that has waited longest, if one waits; its address.
    pub(crate) fn make_room(&self) -> Option<IpAddr> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        close_one(&mut open, false).or_else(|| close_one(&mut open, true))
    }
}

/// Closes connections until there is room for another one in places of one kind; whether there is.
fn make_room(
    open: &mut BTreeMap<u64, Arc<Connection>>,
    is_reserved: bool,
    limit: usize,
    closed: &mut Vec<IpAddr>,
) -> bool {
    let is_of_kind = |connection: &&Arc<Connection>| connection.is_reserved == is_reserved;
    while open.len() >= limit && open.values().filter(is_of_kind).count() >= limit {
        match close_one(open, is_reserved) {
            Some(address) => closed.push(address),
            None => return false,
        }
    }
    true
}

fn close_one(open: &mut BTreeMap<u64, Arc<Connection>>, is_reserved: bool) -> Option<IpAddr> {
    loop {
        let is_waiting = |connection: &Connection| {
            connection.is_reserved == is_reserved && connection.state.load(Ordering::Acquire) == WAITING
        };
        let waiting = || open.iter().filter(|(_, connection)| is_waiting(connection));
        let mut without_token: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for (_, connection) in waiting().filter(|(_, connection)| !connection.has_token()) {
            *without_token.entry(connection.network).or_default() += 1;
        }
        let most = without_token.values().max();
        let is_candidate = |connection: &Connection| match most {
            Some(most) => !connection.has_token() && without_token.get(&connection.network) == Some(most),
            None => true,
        };
        let candidates = waiting().filter(|(_, connection)| is_candidate(connection));
        let (number, _) = candidates.min_by_key(|(_, connection)| connection.turn.load(Ordering::Relaxed))?;
        let number = *number;
        // Its request may have arrived this moment; then another one is looked for.
        if open[&number].changes(WAITING, CLOSED) {
            let connection = open.remove(&number)?;
            connection.closing.notify_one();
            return Some(connection.network);
        }
    }
}

impl Connection {
    /// Notes that the headers of a request have arrived.
    pub(crate) fn touch(&self) {
        self.turn.store(self.turns.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Whether only probes and whoever manages the gateway are served here.
    pub(crate) fn is_reserved(&self) -> bool {
        self.is_reserved
    }

    /// Notes that a valid token was shown.
    pub(crate) fn note_token(&self) {
        self.has_token.store(true, Ordering::Relaxed);
    }

    /// Notes that a request was authenticated and has arrived. `false` if the connection is being closed; then the
    /// request must not be acted on.
    pub(crate) fn begin_answer(&self) -> bool {
        self.changes(WAITING, ANSWERING) || self.state.load(Ordering::Acquire) == ANSWERING
    }

    /// Ends with the returned value what [`begin_answer`](Self::begin_answer) has begun.
    pub(crate) fn answering(self: &Arc<Self>) -> Answering {
        Answering(self.clone())
    }

    /// Waits until the connection was chosen to be closed.
    pub(crate) async fn closing(&self) {
        self.closing.notified().await;
    }

    fn has_token(&self) -> bool {
        self.has_token.load(Ordering::Relaxed)
    }

    fn changes(&self, from: u8, to: u8) -> bool {
        self.state.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.connections.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

/// An answer under way, from the arrival of its request to the last byte.
#[derive(Debug)]
pub(crate) struct Answering(Arc<Connection>);

impl Answering {
    /// Goes on until the body was sent or given up.
    pub(crate) fn until_sent(self, body: Body) -> Body {
        Body::new(Sending { body, _answering: self })
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.touch();
        self.0.changes(ANSWERING, WAITING);
    }
}

struct Sending {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const TWO: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    fn enter(connections: &Arc<Connections>, peer: IpAddr) -> Seat {
        connections.enter(peer, 4).seat.unwrap()
    }

    fn is_closed(seat: &Seat) -> bool {
        seat.connection.state.load(Ordering::Acquire) == CLOSED
    }

    #[test]
    fn the_address_with_the_most_waiting_connections_gives_up_its_oldest() {
        let connections = Arc::<Connections>::default();
        let other = enter(&connections, TWO);
        let own: Vec<Seat> = (0..3).map(|_| enter(&connections, ONE)).collect();
        own[0].connection.touch();
        let entered = connections.enter(TWO, 4);
        assert_eq!((entered.seat.is_some(), entered.closed), (true, vec![ONE]));
        assert!(!is_closed(&other) && !is_closed(&own[0]) && is_closed(&own[1]) && !is_closed(&own[2]));
    }

    #[test]
    fn a_token_is_worth_more_than_patience_and_an_answer_under_way_more_than_both() {
        let connections = Arc::<Connections>::default();
        let seats: Vec<Seat> = (0..4).map(|_| enter(&connections, ONE)).collect();
        seats[0].connection.note_token();
        seats[1].connection.note_token();
        assert!(seats[1].connection.begin_answer() && seats[2].connection.begin_answer());
        let answering = seats[2].connection.answering();
        let fifth = connections.enter(TWO, 4).seat.unwrap();
        assert!(is_closed(&seats[3]), "the only one that waits without a token");
        assert!(fifth.connection.begin_answer());
        let sixth = connections.enter(TWO, 4).seat.unwrap();
        assert!(is_closed(&seats[0]) && sixth.connection.begin_answer());
        let reserved: Vec<Seat> = (0..RESERVED).map(|_| enter(&connections, TWO)).collect();
        assert!(reserved.iter().all(|seat| seat.connection.is_reserved()), "all others are being answered");
        let probe = enter(&connections, ONE);
        assert!(is_closed(&reserved[0]) && probe.connection.is_reserved(), "a flood does not keep the reserved places");
        assert!(reserved[1..].iter().chain([&probe]).all(|seat| seat.connection.begin_answer()));
        assert!(connections.enter(TWO, 4).seat.is_none(), "nothing waits");
        assert!(!seats[0].connection.begin_answer(), "what is closed answers nothing");
        drop(answering);
        let entered = connections.enter(TWO, 4).seat.unwrap();
        assert!(is_closed(&seats[2]) && !entered.connection.is_reserved());
    }

    #[test]
    fn addresses_of_one_network_count_as_one() {
        let connections = Arc::<Connections>::default();
        let other = enter(&connections, ONE);
        let second = enter(&connections, "2001:db8::1".parse().unwrap());
        let _third = enter(&connections, "2001:db8::2".parse().unwrap());
        let _fourth = enter(&connections, TWO);
        drop(connections.enter(TWO, 4));
        assert!(is_closed(&second) && !is_closed(&other));
    }

    #[test]
    fn a_place_is_free_again_when_given_up() {
        let connections = Arc::<Connections>::default();
        let seats: Vec<Seat> = (0..4).map(|_| enter(&connections, ONE)).collect();
        drop(seats);
        assert!(connections.open.lock().unwrap().is_empty());
    }
}
