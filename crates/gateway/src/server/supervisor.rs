//! The task that keeps one server connected.

use super::preface::Preface;
use super::shelf::List;
use super::{Abilities, Attached, LIST_PATIENCE, Server, State, UNBIDDEN};
use crate::Session;
use crate::events::What;
use crate::revision::{CAPABILITIES, VETGATE, introduce};
use crate::throttle::Backoff;
use crate::trouble::{Reason, Trouble};
use futures_util::FutureExt as _;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use vetgate_mcp::link::{Era, Exchange, Incoming, LinkError, Unbidden};
use vetgate_mcp::rpc::{Edit, Message, quote};

/// How long to wait before a stream of changes is opened again.
const PAUSE: Duration = Duration::from_secs(5);
/// How long the calls of a server that is no longer configured may go on, and how often they are looked after.
const PATIENCE: Duration = Duration::from_secs(600);
const BREATH: Duration = Duration::from_millis(50);
/// From here on a server counts as one that works.
const LONG_LIFE: Duration = Duration::from_secs(60);

impl Server {
    /// Connects, attends and connects again, for as long as the task lives.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut backoff = Backoff::default();
        loop {
            let started = Instant::now();
            // What a server declares is read and reviewed here. A panic in that must not leave the server without a task.
            let trouble = match AssertUnwindSafe(self.connect()).catch_unwind().await {
                Ok(Ok((attached, unbidden))) => {
                    let attended = AssertUnwindSafe(self.attend(&attached, unbidden)).catch_unwind().await;
                    attached.link.close().await;
                    attended.unwrap_or_else(|_| Reason::Internal.into())
                }
                Ok(Err(trouble)) => trouble,
                Err(_) => Reason::Internal.into(),
            };
            let wait = backoff.after(started.elapsed());
            let is_known = matches!(&*self.state.borrow(), State::Down(known) if *known == trouble);
            if !is_known {
                let reason = trouble.for_people().to_owned();
                self.hub.events.tell(What::ServerDown { server: self.name().into(), reason });
            }
            // One that had been up for long is most likely back at once: its callers wait instead of failing.
            let is_back_soon = started.elapsed() > LONG_LIFE;
            self.state.send_replace(if is_back_soon { State::Starting } else { State::Down(trouble) });
            sleep(wait).await;
        }
    }

    /// Takes leave of the server.
    pub(crate) async fn stop(&self) {
        if let State::Up(attached) = self.state() {
            attached.link.close().await;
        }
        self.state.send_replace(State::Down(Reason::Removed.into()));
    }

    /// Takes leave of the server once the calls under way are over. `task` attends it until then, because a call may
    /// still ask its client something.
    pub(crate) async fn retire(&self, task: &AbortHandle) {
        let _ = timeout(self.settings.timeout.max(PATIENCE), async {
            let _slots = self.slots.acquire_many(self.all_slots()).await;
            // A call that waits for its client has given up its slot, and is under way all the same.
            while self.is_busy().await {
                sleep(BREATH).await;
            }
        })
        .await;
        task.abort();
        for session in self.hub.sessions.all() {
            if let Some(attached) = session.detach(self).await {
                attached.link.close().await;
            }
        }
        self.stop().await;
    }

    /// Whether calls are under way on any connection to it.
    async fn is_busy(&self) -> bool {
        if matches!(self.state(), State::Up(home) if home.is_busy()) {
            return true;
        }
        for session in self.hub.sessions.all() {
            if session.place(self).lock().await.as_ref().is_some_and(|own| own.is_busy()) {
                return true;
            }
        }
        false
    }

    fn all_slots(&self) -> u32 {
        u32::try_from(self.settings.concurrency).unwrap_or(u32::MAX)
    }

    async fn connect(&self) -> Result<(Arc<Attached>, mpsc::Receiver<Unbidden>), Trouble> {
        let mut introduced = self.hello.subscribe();
        let hello = match introduced.wait_for(Option::is_some).await {
            Ok(hello) => hello.clone(),
            Err(_) => None,
        };
        let hello = hello.ok_or(Reason::NoClient)?;
        let started = Instant::now();
        let (sender, receiver) = mpsc::channel(UNBIDDEN);
        let unbidden = sender.downgrade();
        let patience = self.settings.connect_timeout;
        let mut changed = Vec::new();
        let connected = timeout(patience, async {
            let link = self.dialer.dial(&hello, sender).await.map_err(|error| Trouble::from(&error))?;
            let attached = Attached::shared(link, unbidden);
            let abilities = Abilities::read(&attached.link.greeting().capabilities);
            for list in List::ALL {
                let is_first = self.shelf().declared(list).is_none();
                let has_changed = match abilities.has(list.capability()) {
                    true => self.refresh(&attached, list).await?,
                    false => self.unshelve(list).await,
                };
                if has_changed && !is_first {
                    changed.push(list);
                }
            }
            self.shelve_instructions(Preface::of(attached.link.greeting(), attached.link.era())).await;
            Ok::<_, Trouble>(attached)
        });
        let attached = connected.await.map_err(|_| Reason::SlowStart { seconds: patience.as_secs() })??;
        let revision = match attached.link.era() {
            Era::Handshake(revision) => revision.clone(),
            Era::Stateless => crate::revision::STATELESS.to_owned(),
        };
        let shelf = self.shelf();
        let (tools, waiting) = (shelf.list(List::Tools).len(), shelf.waiting(List::Tools));
        let was_seen_without = !self.is_starting() || started.elapsed() >= LIST_PATIENCE;
        self.state.send_replace(State::Up(attached.clone()));
        self.hub.events.tell(What::ServerUp { server: self.name().into(), revision, tools, waiting });
        self.tell_changed(if was_seen_without { &List::ALL } else { &changed });
        Ok((attached, receiver))
    }

    /// Listens until the connection is over, and says why it is.
    async fn attend(self: &Arc<Self>, attached: &Arc<Attached>, mut unbidden: mpsc::Receiver<Unbidden>) -> Trouble {
        attached.link.listen().await;
        self.subscribe_again(attached).await;
        let is_stateless = *attached.link.era() == Era::Stateless;
        let mut changes = self.open_changes(attached).await;
        // Takes the place of the other once the server has said something on it, so that no change falls between.
        let mut coming = None;
        loop {
            tokio::select! {
                message = attached.next_unbidden(&mut unbidden) => match message {
                    Some(Unbidden::Message(message)) => {
                        self.heard(attached, message).await;
                        attached.handed();
                    }
                    Some(Unbidden::Vain(vain)) => {
                        self.heard_in_vain(vain);
                        attached.handed();
                    }
                    Some(Unbidden::Ended(error)) => return (&error).into(),
                    None => return Reason::Lost.into(),
                },
                change = next_change(&mut changes) => match change {
                    Ok(Incoming::Aside(message)) => self.heard(attached, message).await,
                    Ok(Incoming::Answer(_)) | Err(_) => changes = None,
                },
                change = next_change(&mut coming) => match change {
                    Ok(Incoming::Aside(message)) => {
                        changes = coming.take();
                        self.heard(attached, message).await;
                    }
                    Ok(Incoming::Answer(_)) | Err(_) => (changes, coming) = (None, None),
                },
                () = self.watched.changed.notified() => match self.open_changes(attached).await {
                    Some(opened) => coming = Some(opened),
                    None => (changes, coming) = (None, None),
                },
                () = sleep(PAUSE), if changes.is_none() && coming.is_none() && is_stateless => {
                    changes = self.open_changes(attached).await;
                }
                // Whoever finds the connection dead may know it before its end has come in as a message.
                () = attached.lost.notified() => {
                    return attached.link.ended().map_or_else(|| Reason::Lost.into(), |error| (&error).into());
                }
            }
        }
    }

    /// Listens on a link that belongs to one session, until it is over.
    pub(super) async fn attend_session(
        self: Arc<Self>,
        attached: Arc<Attached>,
        mut unbidden: mpsc::Receiver<Unbidden>,
    ) {
        attached.link.listen().await;
        while let Some(said) = attached.next_unbidden(&mut unbidden).await {
            match said {
                // A panic costs this message, not those that follow.
                Unbidden::Message(message) => {
                    let _ = AssertUnwindSafe(self.heard(&attached, message)).catch_unwind().await;
                }
                Unbidden::Vain(vain) => self.heard_in_vain(vain),
                Unbidden::Ended(_) => return,
            }
            attached.handed();
        }
    }

    /// Asks a stateless server to say what changes.
    async fn open_changes(&self, attached: &Attached) -> Option<Exchange> {
        if *attached.link.era() != Era::Stateless {
            return None;
        }
        let abilities = Abilities::read(&attached.link.greeting().capabilities);
        let mut wishes = Vec::new();
        for (list, wish) in [
            (List::Tools, "toolsListChanged"),
            (List::Prompts, "promptsListChanged"),
            (List::Resources, "resourcesListChanged"),
        ] {
            if abilities.announces(list) {
                wishes.push(format!("\"{wish}\":true"));
            }
        }
        let uris: Vec<String> = self.watched.uris().iter().map(|uri| quote(uri)).collect();
        if !uris.is_empty() {
            wishes.push(format!("\"resourceSubscriptions\":[{}]", uris.join(",")));
        }
        if wishes.is_empty() {
            return None;
        }
        let params = format!(r#"{{"notifications":{{{}}}}}"#, wishes.join(","));
        let request = Message::request("0", "subscriptions/listen", &params);
        let request = Message::read(introduce(Edit::of(&request), VETGATE, CAPABILITIES).finish()).ok()?;
        attached.link.request(&request, &[]).await.ok()
    }

    /// Asks a server with a handshake, after it has come back, for the resources that somebody still waits for.
    async fn subscribe_again(&self, attached: &Attached) {
        if *attached.link.era() == Era::Stateless {
            return;
        }
        for uri in self.watched.uris() {
            let params = format!(r#"{{"uri":{}}}"#, quote(&uri));
            let request = Message::request("0", "resources/subscribe", &params);
            if let Ok(mut exchange) = attached.link.request(&request, &[]).await {
                let _ = timeout(self.settings.timeout, exchange.next()).await;
            }
        }
    }

    /// Ends what a session has of this server.
    pub(crate) async fn leave(&self, session: &Session) {
        for uri in session.forget_resources(self.name()) {
            self.unwatch(&uri).await;
        }
    }

    /// Somebody wants to hear of a resource; the first one makes the server know.
    pub(crate) async fn watch(&self, uri: &str) {
        if self.watched.add(uri) {
            self.tell_resource("resources/subscribe", uri).await;
        }
    }

    /// Somebody does not want to hear of a resource any more.
    pub(crate) async fn unwatch(&self, uri: &str) {
        if self.watched.remove(uri) {
            self.tell_resource("resources/unsubscribe", uri).await;
        }
    }

    async fn tell_resource(&self, method: &str, uri: &str) {
        let State::Up(attached) = self.state() else { return };
        if *attached.link.era() == Era::Stateless {
            return;
        }
        let request = Message::request("0", method, &format!(r#"{{"uri":{}}}"#, quote(uri)));
        if let Ok(mut exchange) = attached.link.request(&request, &[]).await {
            let _ = timeout(self.settings.timeout, exchange.next()).await;
        }
    }
}

async fn next_change(changes: &mut Option<Exchange>) -> Result<Incoming, LinkError> {
    match changes {
        Some(exchange) => exchange.next().await,
        None => std::future::pending().await,
    }
}
