//! What a server says without being asked, and who hears it.
//!
//! On a link that belongs to one session everything is for that session. On a shared one a message goes to whom it is
//! addressed: changed lists to everybody, a changed resource to those who asked for it, a log line or a request to the
//! only client that has calls under way. What is for nobody in particular is dropped, and the drop is an event: one
//! client must not read what belongs to another.
//!
//! A server of which nothing can be seen, because nobody has approved it, is not heard either: what it says is text that
//! nobody has looked at, and what it asks for would be answered.

use super::attached::Users;
use super::shelf::List;
use super::{Attached, Server};
use crate::Session;
use crate::events::What;
use crate::hub::RESOURCE_UPDATED;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::timeout;
use vetgate_mcp::rpc::{self, Edit, Message, Sort, code};

/// How long a question waits for the only client to finish its handshake.
const HANDSHAKE_PATIENCE: Duration = Duration::from_secs(5);

/// Why what a server says goes nowhere while nothing of it can be seen.
const HUSHED: &str = "nothing of this server is approved";

/// Dropped messages that are told of one by one.
const TOLD: u64 = 10;

impl Server {
    pub(crate) async fn heard(self: &Arc<Self>, attached: &Arc<Attached>, message: Message) {
        match message.sort() {
            Sort::Notification => self.notified(attached, message),
            Sort::Request => self.asked(attached, message).await,
            Sort::Result | Sort::Error => {}
        }
    }

    fn notified(self: &Arc<Self>, attached: &Arc<Attached>, message: Message) {
        if let Some(list) = List::ALL.into_iter().find(|list| list.changed() == message.method()) {
            self.list_changed(list, message);
            return;
        }
        if message.method() == "notifications/subscriptions/acknowledged" {
            // Answers the gateway's own wish to hear of changes.
            return;
        }
        if message.method() == "notifications/cancelled" {
            self.withdrawn(attached, &message);
            return;
        }
        if self.hushes(&message) {
            return;
        }
        if let Some(session) = attached.session() {
            session.tell(message);
            return;
        }
        if message.method() == RESOURCE_UPDATED {
            let uri = message.text_of("uri").unwrap_or_default().into_owned();
            for session in self.hub.sessions.all() {
                if session.watches(self.name(), &uri) {
                    session.post(message.text().to_owned());
                }
            }
            self.hub.updated(self.name(), &uri, &message);
            return;
        }
        if let Err(message) = attached.hand(message) {
            match self.only_session(attached) {
                Some(session) => session.tell(message),
                None => self.dropped(&message, "nobody can tell which client it is for"),
            }
        }
    }

    /// Has what has changed read, and everybody told.
    fn list_changed(self: &Arc<Self>, list: List, message: Message) {
        if !self.rereading.begin(list) {
            return;
        }
        let server = self.clone();
        tokio::spawn(async move {
            loop {
                server.rereading.rest(list).await;
                let outcome = server.read_again(list, &message).await;
                if server.rereading.end(list, outcome) {
                    return;
                }
            }
        });
    }

    /// Reads what has changed, then tells everybody.
    async fn read_again(self: &Arc<Self>, list: List, message: &Message) -> Result<(), String> {
        // One that is not connected is read as a whole when it is.
        let Ok(home) = self.home().await else { return Ok(()) };
        let lists = if list == List::Resources { vec![List::Resources, List::Templates] } else { vec![list] };
        let (mut has_changed, mut outcome) = (false, Ok(()));
        for list in lists {
            match self.refresh(&home, list).await {
                Ok(changed) => has_changed |= changed,
                // It may have changed; clients find out when they ask.
                Err(reason) => (has_changed, outcome) = (true, Err(reason)),
            }
        }
        if has_changed {
            self.hub.events.tell(What::CatalogChanged { server: self.name().into(), list: list.method() });
        }
        if !self.shelf().is_hushed() {
            // The server says so, whatever was seen of it here: what clients do about it is theirs.
            self.hub.changed(self.name(), message);
        } else if has_changed {
            // In the gateway's own words.
            self.tell_changed(&[list]);
        }
        outcome
    }

    /// The server no longer needs an answer of a client.
    fn withdrawn(&self, attached: &Arc<Attached>, message: &Message) {
        let Some(id) = message.get("requestId") else { return };
        let sessions = match attached.session() {
            Some(session) => vec![session],
            None => self.hub.sessions.all(),
        };
        for session in sessions {
            let Some(asked) = session.take_back(attached, id) else { continue };
            session.post(match self.shelf().is_hushed() {
                // Without the reason, which is the server's text.
                true => Message::notification(message.method(), &format!(r#"{{"requestId":{asked}}}"#)).into_text(),
                false => Edit::of(message).set(&["params", "requestId"], asked).finish(),
            });
        }
    }

    async fn asked(self: &Arc<Self>, attached: &Arc<Attached>, message: Message) {
        let id = message.id().unwrap_or("null").to_owned();
        if message.method() == "ping" {
            let _ = attached.link.answer(rpc::result(&id, "{}")).await;
            return;
        }
        if self.hushes(&message) {
            let _ = attached.link.answer(refusal(&id)).await;
            return;
        }
        let Err(message) = attached.hand(message) else { return };
        self.await_only_client().await;
        let session = attached.session().or_else(|| self.only_session(attached));
        let asked = session.as_ref().and_then(|session| session.ask(attached, &message));
        if let (Some(session), Some(text)) = (session, asked) {
            session.post(text);
            return;
        }
        // Most servers ask for something right after their start; that nobody is there yet is no news.
        if self.hub.sessions.all().iter().any(|session| session.sees(self.name())) {
            self.dropped(&message, "no client can answer it, or nobody can tell which one should");
        }
        let _ = attached.link.answer(refusal(&id)).await;
    }

    /// Whether a message goes nowhere because nothing of its server can be seen; tells that it was dropped.
    pub(crate) fn hushes(&self, message: &Message) -> bool {
        let is_hushed = self.shelf().is_hushed();
        if is_hushed {
            self.dropped(message, HUSHED);
        }
        is_hushed
    }

    /// A server that is started for one client may ask it something before the client's handshake is done, because the
    /// client is greeted with what the server says of itself. The question waits until the client may be asked.
    async fn await_only_client(&self) {
        if self.settings.is_solo
            && let Some(session) = self.hub.sessions.all().into_iter().next()
        {
            let _ = timeout(HANDSHAKE_PATIENCE, session.ready()).await;
        }
    }

    /// The session that has the shared link to itself: nobody else is there, and nobody else ever used it.
    fn only_session(&self, attached: &Attached) -> Option<Arc<Session>> {
        let mut sessions = self.hub.sessions.all().into_iter().filter(|session| session.sees(self.name()));
        let only = sessions.next()?;
        let is_alone = sessions.next().is_none()
            && match attached.users() {
                Users::None => true,
                Users::One(client) => client == only.id,
                Users::Many => false,
            };
        is_alone.then_some(only)
    }

    /// Tells of the first few, and of a few of the many: a flood must not become a flood of events.
    fn dropped(&self, message: &Message, reason: &'static str) {
        let count = self.drops.fetch_add(1, Ordering::Relaxed);
        if count >= TOLD && !count.is_multiple_of(1_000) {
            return;
        }
        let (server, method) = (self.name().to_owned(), message.method().to_owned());
        self.hub.events.tell(What::Dropped { server, method, reason });
    }
}

fn refusal(id: &str) -> String {
    rpc::error(id, code::NO_METHOD, "no client can be asked this now")
}
