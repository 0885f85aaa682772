//! One stream of everything that happens, for whoever wants to know: logs, the management surface, the record.
//!
//! An event names servers, tools and reasons, never arguments, results or secrets. A listener that is too slow loses
//! the oldest events and is told how many; it never slows the gateway down.

use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;
use tokio::sync::broadcast;
use tokio::time::Instant;

/// Events a slow listener may fall behind.
const BACKLOG: usize = 1024;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Counts from 1, without gaps.
    pub sequence: u64,
    /// When, in milliseconds since 1970. Nothing is decided by it.
    pub time_ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What can happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    /// The gateway can be reached.
    Listening {
        /// Where all servers are.
        url: String,
        /// The file with the token that opens the management surface.
        admin_token: String,
    },
    /// The configuration sets something that this version does not act on.
    NotEnforced {
        /// Where it stands, and that it is not acted on.
        reason: String,
    },
    /// A server is connected, and what it declares is known.
    ServerUp {
        /// Which.
        server: String,
        /// The protocol revision spoken with it.
        revision: String,
        /// How many tools it declares.
        tools: usize,
    },
    /// A server cannot be used.
    ServerDown {
        /// Which.
        server: String,
        /// Why, safe to show.
        reason: String,
    },
    /// A server is no longer configured.
    ServerRemoved {
        /// Which.
        server: String,
    },
    /// What a server declares has changed.
    CatalogChanged {
        /// Which.
        server: String,
        /// Which of its lists.
        list: &'static str,
    },
    /// A definition is not shown to anybody.
    Hidden {
        /// Whose.
        server: String,
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// A client opened a session.
    SessionOpened {
        /// Its short name: the id itself is a secret.
        session: String,
        /// Who.
        principal: String,
    },
    /// A session is over.
    SessionClosed {
        /// Its short name.
        session: String,
    },
    /// A call was answered.
    Call {
        /// By whom it was made.
        principal: String,
        /// The server.
        server: String,
        /// The method.
        method: String,
        /// The tool, prompt or resource.
        name: String,
        /// Whether the server answered with a result.
        ok: bool,
        /// How long it took, in microseconds.
        micros: u64,
    },
    /// A call was refused by the gateway.
    Refused {
        /// By whom it was made.
        principal: String,
        /// The server, where it is known.
        server: String,
        /// The tool, prompt or resource.
        name: String,
        /// Why.
        reason: String,
    },
    /// Somebody was not let in: a wrong token or none, a name or an origin that is not the gateway's, a server that is
    /// not theirs, too many requests. Of many in a row from one address, only some are told.
    TurnedAway {
        /// The address they came from.
        address: String,
        /// Why.
        reason: String,
    },
    /// `content` and `structuredContent` of a result say different things.
    Disagreement {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
        /// Where they differ first.
        place: String,
    },
    /// A message of a server that belongs to nobody, or to nobody in particular, was dropped.
    Dropped {
        /// The server.
        server: String,
        /// The message's method.
        method: String,
        /// Why.
        reason: &'static str,
    },
    /// The quarantine holds something back: it is new, or not what was approved.
    Held {
        /// Whose.
        server: String,
        /// `tool`, `prompt` or `instructions`.
        item: &'static str,
        /// Its name.
        name: String,
        /// Where it stands: `quarantined`, `rug_pull`, `blocked`, or `approved` if only a scan speaks against it.
        state: &'static str,
        /// Why it is held back.
        reason: String,
        /// What the scan says, 0 to 100.
        risk: u8,
    },
    /// A person, or the trust that a person has set, has decided about something.
    Decided {
        /// Whose.
        server: String,
        /// `tool`, `prompt` or `instructions`.
        item: &'static str,
        /// Its name.
        name: String,
        /// `approve` or `block`.
        decision: &'static str,
        /// Who.
        by: String,
    },
    /// What happens cannot be recorded.
    LedgerFailed {
        /// Why.
        reason: String,
    },
    /// What happens is recorded again.
    LedgerWorks,
    /// An alert could not be delivered.
    AlertFailed {
        /// Why, and what becomes of it.
        reason: String,
    },
    /// The configuration was read again.
    Reloaded {
        /// What changed, in words.
        changes: String,
    },
    /// The configuration was read again and is wrong; the old one stays.
    ReloadFailed {
        /// What is wrong.
        reason: String,
    },
}

/// The stream.
#[derive(Debug)]
pub struct Events {
    sender: broadcast::Sender<Event>,
    last: AtomicU64,
    /// One moment by both clocks: what is told later is dated by the one that only goes forward.
    start: (Instant, u64),
}

impl Default for Events {
    fn default() -> Self {
        Self { sender: broadcast::channel(BACKLOG).0, last: AtomicU64::new(0), start: (Instant::now(), since_1970()) }
    }
}

impl Events {
    /// Tells every listener.
    pub fn tell(&self, what: What) {
        let sequence = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        // It fails only if nobody listens.
        let _ = self.sender.send(Event { sequence, time_ms: self.now(), what });
    }

    fn now(&self) -> u64 {
        let (start, since_1970) = self.start;
        since_1970 + u64::try_from(start.elapsed().as_millis()).unwrap_or_default()
    }

    /// Listens from now on.
    pub fn listen(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }
}

#[allow(clippy::disallowed_methods, reason = "a record needs the time, and nothing is decided by it")]
fn since_1970() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn events_arrive_in_order_as_flat_json() {
        let events = Events::default();
        let mut listener = events.listen();
        events.tell(What::ServerRemoved { server: "a".into() });
        events.tell(What::ServerDown { server: "b".into(), reason: "gone".into() });
        let first = listener.recv().await.unwrap();
        let time = first.time_ms;
        assert!(time > 1_700_000_000_000, "{time}");
        let expected = format!(r#"{{"sequence":1,"time_ms":{time},"event":"server_removed","server":"a"}}"#);
        assert_eq!(serde_json::to_string(&first).unwrap(), expected);
        assert_eq!(listener.recv().await.unwrap().sequence, 2);
    }
}
