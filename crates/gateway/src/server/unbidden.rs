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
use super::insistence::Insistence;
use super::shelf::List;
use super::{Attached, Server};
use crate::events::What;
use crate::gateway::inquiry::{self, Asking};
use crate::hub::RESOURCE_UPDATED;
use crate::method_names;
use crate::trouble::{ListFault, Reason, Trouble};
use crate::{Caller, Session};
use futures_util::FutureExt as _;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};
use vetgate_guard::Question;
use vetgate_mcp::link::Vain;
use vetgate_mcp::rpc::{self, Message, Sort, code, quote};
use vetgate_model::json::Document;

/// How long a question waits for the only client to finish its handshake.
const HANDSHAKE_PATIENCE: Duration = Duration::from_secs(5);

/// Why what a server says goes nowhere while nothing of it can be seen.
const HUSHED: &str = "no definition of this server is approved";

/// Why a notification goes nowhere that shows a client what it would not be asked.
const REFUSED: &str = "it asks the client for something that Vetgate refuses";
/// Why a message goes nowhere whose method could be a text.
const MISNAMED: &str = "its method name is empty or too long, contains spaces or invisible characters, or differs from a known one only in case";
/// Why a request goes nowhere that nobody has read.
const INSISTS: &str = "the server sent too many refused requests within one minute";
/// Why a form is not shown that was shown before.
const NAGS: &str = "the server sent the same form to the user too often within one minute";

/// Dropped messages that are told of one by one.
const TOLD: u64 = 10;

impl Server {
    pub(crate) async fn heard(self: &Arc<Self>, attached: &Arc<Attached>, message: Message) {
        if self.misnames(attached, &message).await {
            return;
        }
        match message.sort() {
            Sort::Notification => self.notified(attached, message),
            Sort::Request => self.asked(attached, message).await,
            Sort::Result | Sort::Error => {}
        }
    }

    fn notified(self: &Arc<Self>, attached: &Arc<Attached>, message: Message) {
        if let Some(list) = List::ALL.into_iter().find(|list| list.changed() == message.method()) {
            self.list_changed(list);
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
        if self.hushes(&message) || self.asks_too_much(&message) {
            return;
        }
        if let Some(session) = attached.session() {
            self.tell_read(&session, message);
            return;
        }
        if message.method() == RESOURCE_UPDATED {
            let uri = message.text_of("uri").unwrap_or_default().into_owned();
            for session in self.hub.sessions.all() {
                if session.watches(self.name(), &uri) {
                    self.tell_read(&session, message.clone());
                }
            }
            // Who listens without a session gets the address alone: whatever else the message holds, nothing has inspected.
            let message = Message::notification(RESOURCE_UPDATED, &format!(r#"{{"uri":{}}}"#, quote(&uri)));
            self.hub.updated(self.name(), &uri, &message);
            return;
        }
        if let Err(message) = attached.hand(message) {
            match self.only_session(attached) {
                Some(session) => self.tell_read(&session, message),
                None => self.dropped(message.method(), "it does not show which client it is for"),
            }
        }
    }

    /// Tells a client what its server says, if what it says can be shown.
    fn tell_read(self: &Arc<Self>, session: &Arc<Session>, message: Message) {
        let request = message.clone();
        if let Some(message) = self.hub.remark(&Caller::of(session), self, &request, message) {
            session.tell(message);
        }
    }

    /// Tells that a server does what no server has a reason to do.
    pub(super) fn heard_in_vain(&self, vain: Vain) {
        self.dropped(
            "",
            match vain {
                Vain::Garbage => "it writes lines that are not JSON-RPC messages",
                Vain::Repeated => "it answered the same request more than once",
                Vain::Unasked => "it sent an answer that matches no request",
                Vain::Ambiguous => "members of its messages occur twice, or differ from known ones only in case",
                Vain::Extended => {
                    "its messages have members that JSON-RPC does not define; Vetgate removed only these members"
                }
            },
        );
    }

    /// Has what has changed read, and everybody told.
    fn list_changed(self: &Arc<Self>, list: List) {
        if self.rereading.is_flooded(list) {
            self.dropped(
                list.changed(),
                "it reports changes of its list too often, so Vetgate reads the list less often",
            );
        }
        if !self.rereading.begin(list) {
            return;
        }
        let server = self.clone();
        tokio::spawn(async move {
            loop {
                server.rereading.rest(list).await;
                let read = AssertUnwindSafe(server.read_again(list)).catch_unwind().await;
                let (method, fault) = (list.method(), ListFault::Internal);
                let outcome = read.unwrap_or_else(|_| Err(Reason::List { method, fault }.into()));
                if server.rereading.end(list, outcome) {
                    return;
                }
            }
        });
    }

    /// Reads what has changed, then tells everybody.
    async fn read_again(self: &Arc<Self>, list: List) -> Result<(), Trouble> {
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
        // Clients of an approved server are notified whatever was seen of the change here. The words are the gateway's own.
        if has_changed || !self.shelf().is_hushed() {
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
            // Without the reason, which is text of the server that nothing has inspected.
            let params = format!(r#"{{"requestId":{asked}}}"#);
            session.post(Message::notification(message.method(), &params).into_text());
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
        if let Some(session) = session.filter(|session| session.can_answer(message.method())) {
            let caller = Caller::of(&session);
            let asking = Asking { caller: &caller, server: self, request: &message, name: "" };
            let refused = match self.hub.inquire(asking, message.clone()).await {
                Ok((question, _)) if self.nags(&caller, &question) => inquiry::refusal(message.method(), &id),
                Ok((question, inquiry)) => match session.ask(attached, &question, inquiry) {
                    Some(text) => {
                        session.post(text);
                        return;
                    }
                    None => refusal(&id),
                },
                Err(_) => inquiry::refusal(message.method(), &id),
            };
            let _ = attached.link.answer(refused).await;
            return;
        }
        // Most servers ask for something right after their start; that nobody is there yet is no news.
        if self.hub.sessions.all().iter().any(|session| session.sees(self.name())) {
            self.dropped(message.method(), "no client can answer it, or it does not show which client should");
        }
        let _ = attached.link.answer(refusal(&id)).await;
    }

    /// Whether a request or notification goes nowhere because its method is none: a name is read by no guard, and by whoever
    /// gets the message. Tells that it was dropped, and the server that its request was refused.
    pub(crate) async fn misnames(&self, attached: &Attached, message: &Message) -> bool {
        let is_asked = matches!(message.sort(), Sort::Request | Sort::Notification);
        let misnames = is_asked && !method_names::is_of_server(message.method());
        if misnames {
            self.dropped("", MISNAMED);
            if let Some(id) = message.id() {
                let refusal =
                    rpc::error(id, code::INVALID_REQUEST, "Vetgate refused this request: its method name is not valid");
                let _ = attached.link.answer(refusal).await;
            }
        }
        misnames
    }

    /// Whether a message goes nowhere because nothing of its server can be seen; tells that it was dropped.
    pub(crate) fn hushes(&self, message: &Message) -> bool {
        let is_hushed = self.shelf().is_hushed();
        if is_hushed {
            self.dropped(message.method(), HUSHED);
        }
        is_hushed
    }

    /// Whether a notification goes nowhere because what it says that its server waits for would be refused as a request.
    pub(crate) fn asks_too_much(&self, notification: &Message) -> bool {
        let Some(wanted) = notification.get("inputRequests") else { return false };
        let Ok(document) = Document::parse(wanted) else { return false };
        let is_refused = document.root().members().any(|(_, question)| {
            let method = question.get("method").and_then(|method| method.string());
            let method = method.map(|method| method.text.into_owned()).unwrap_or_default();
            let params = question.get("params").map_or("{}", |params| params.raw());
            let asked = self.hub.guard.asked(&Question { server: self.name(), method: &method, params });
            inquiry::is_watched(&method) && asked.is_enforced && asked.refused.is_some()
        });
        if is_refused {
            self.dropped(notification.method(), REFUSED);
        }
        is_refused
    }

    /// Whether a request of the server is not even read: it has asked for too much that was refused.
    pub(crate) fn insists(&self, method: &str) -> bool {
        let insists = self.insistence().is_too_much(Instant::now());
        if insists {
            self.dropped(method, INSISTS);
        }
        insists
    }

    /// Whether a form is not shown because its user was asked the same too often. Notes that it is asked.
    pub(crate) fn nags(&self, caller: &Caller, question: &Message) -> bool {
        if question.method() != "elicitation/create" {
            return false;
        }
        let params = question.body().unwrap_or("{}");
        let mut nagging = self.nagging.lock().unwrap_or_else(PoisonError::into_inner);
        let nags = nagging.asks(&caller.key(), params, Instant::now());
        drop(nagging);
        if nags {
            self.dropped(question.method(), NAGS);
        }
        nags
    }

    /// Notes that a request of the server was refused.
    pub(crate) fn note_refused(&self) {
        self.insistence().refused(Instant::now());
    }

    fn insistence(&self) -> MutexGuard<'_, Insistence> {
        self.insistence.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Tells of something that goes nowhere; with no method if it is no message. Of each reason the first few are told, and
    /// a few of the many: a flood must not become a flood of events.
    pub(crate) fn dropped(&self, method: &str, reason: &'static str) {
        let count = {
            let mut drops = self.drops.lock().unwrap_or_else(PoisonError::into_inner);
            let count = drops.entry(reason).or_default();
            *count += 1;
            *count
        };
        if count > TOLD && !count.is_multiple_of(1_000) {
            return;
        }
        let (server, method) = (self.name().to_owned(), method.to_owned());
        self.hub.events.tell(What::Dropped { server, method, reason });
    }
}

fn refusal(id: &str) -> String {
    rpc::error(id, code::NO_METHOD, "no connected client can answer this now")
}
