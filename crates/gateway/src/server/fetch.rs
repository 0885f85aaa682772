//! Reading a server's lists to their end.

use super::shelf::{Declared, List, Shelf};
use super::{Abilities, Attached, Server, State};
use crate::events::What;
use crate::failure::Failure;
use crate::revision::{CAPABILITIES, VETGATE, introduce};
use crate::trouble::{ListFault, Reason, Trouble};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::MutexGuard;
use tokio::time::{Instant, timeout};
use vetgate_mcp::Cause;
use vetgate_mcp::link::{Era, Incoming};
use vetgate_mcp::rpc::{Edit, Message, Sort, code};
use vetgate_model::json::Document;

/// Pages of one list.
const PAGES: usize = 1_000;
/// Entries of one list. More than an agent can use, and few enough to be scanned while other servers wait.
const ENTRIES: usize = 1_000;
/// Bytes of one list, for the same reason.
const BYTES: usize = 4 << 20;
/// How long a list of a server that does not announce changes is good for.
const FRESH: Duration = Duration::from_secs(1);
/// How long a client waits for a list to be read again before it gets the last one.
const PATIENCE: Duration = Duration::from_secs(5);

impl Server {
    /// What the server declares; read again first if it may have changed without a word, and waited for if it is being
    /// read again because the server said so.
    pub(crate) async fn fresh(self: &Arc<Self>, list: List) -> Arc<Shelf> {
        if !self.rereading.is_over(list) && !self.rereading.is_restless(list) {
            // If it takes long the last shelf is the best there is.
            let _ = timeout(PATIENCE, self.rereading.settled(list)).await;
        }
        if let State::Up(attached) = self.state() {
            let abilities = Abilities::read(&attached.link.greeting().capabilities);
            let is_silent = abilities.has(list.capability()) && !abilities.announces(list);
            if is_silent && self.is_old(list) {
                // If it fails the last shelf is the best there is.
                let _ = timeout(PATIENCE, async {
                    let reading = self.reading[list as usize].lock().await;
                    // Whoever waited for another reader has the list by now.
                    if self.is_old(list) { self.refresh_in_turn(&attached, list, &reading).await } else { Ok(false) }
                })
                .await;
            }
        }
        self.shelf()
    }

    /// Waits until a list that the server says has changed was read and reviewed. A list that cannot be read is tried
    /// once more for whoever wants to use it.
    pub(crate) async fn settled(&self, list: List) -> Result<(), Failure> {
        if self.rereading.is_over(list) {
            return Ok(());
        }
        let late = |_| Failure::Late { server: self.name().into(), seconds: self.settings.timeout.as_secs() };
        let settled = timeout(self.settings.timeout, self.rereading.settled(list)).await.map_err(late)?;
        let Err(mut trouble) = settled else { return Ok(()) };
        if let State::Up(home) = self.state() {
            match timeout(PATIENCE, self.refresh(&home, list)).await {
                Ok(Ok(_)) => return Ok(()),
                Ok(Err(again)) => trouble = again,
                Err(_) => {}
            }
        }
        let method = list.method();
        let reason = match trouble.reason() {
            Reason::List { fault, .. } => Reason::ChangedList { method, fault },
            other => other,
        };
        let detail = format!("`{method}` has changed and cannot be read: {}", trouble.for_people());
        Err(Failure::Unavailable { server: self.name().into(), trouble: Trouble::new(reason, detail) })
    }

    /// Reads one list, has it reviewed and puts it on the shelf; says whether what is seen of it has changed.
    pub(super) async fn refresh(&self, attached: &Attached, list: List) -> Result<bool, Trouble> {
        let reading = self.reading[list as usize].lock().await;
        self.refresh_in_turn(attached, list, &reading).await
    }

    async fn refresh_in_turn(
        &self,
        attached: &Attached,
        list: List,
        _turn: &MutexGuard<'_, ()>,
    ) -> Result<bool, Trouble> {
        let raws = self.fetch(attached, list).await?;
        let has_headers = *attached.link.era() == Era::Stateless && !self.is_process();
        let known = self.shelf().declared(list).filter(|known| known.is(&raws, has_headers)).cloned();
        let declared = known.unwrap_or_else(|| Arc::new(Declared::read(self.name(), list, raws, has_headers)));
        let has_changed = self.shelve(list, declared).await;
        self.fetched.lock().unwrap_or_else(PoisonError::into_inner)[list as usize] = Some(Instant::now());
        self.rereading.caught_up(list);
        Ok(has_changed)
    }

    fn is_old(&self, list: List) -> bool {
        self.fetched(list).is_none_or(|then| then.elapsed() > FRESH)
    }

    fn fetched(&self, list: List) -> Option<Instant> {
        self.fetched.lock().unwrap_or_else(PoisonError::into_inner)[list as usize]
    }

    async fn fetch(&self, attached: &Attached, list: List) -> Result<Vec<String>, Trouble> {
        let unread =
            |fault: ListFault, detail: String| Trouble::new(Reason::List { method: list.method(), fault }, detail);
        let mut entries = Vec::new();
        let mut bytes = 0;
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES {
            let Some(page) = self.page(attached, list, cursor.as_deref()).await? else { return Ok(entries) };
            let document = Document::parse(&page).map_err(|error| unread(ListFault::NotJson, error.to_string()))?;
            let Some(found) = document.root().get(list.member()) else {
                let detail = format!("the answer to `{}` has no `{}`", list.method(), list.member());
                return Err(unread(Cause::Shape.into(), detail));
            };
            for entry in found.elements() {
                bytes += entry.raw().len();
                if entries.len() == ENTRIES || bytes > BYTES {
                    self.tell_cut(list, entries.len());
                    return Ok(entries);
                }
                entries.push(entry.raw().to_owned());
            }
            let next = document.root().get("nextCursor").filter(|next| next.string().is_some());
            let next = next.map(|next| next.raw().to_owned());
            if next.is_none() || next == cursor {
                return Ok(entries);
            }
            cursor = next;
        }
        self.tell_cut(list, entries.len());
        Ok(entries)
    }

    /// Tells that a list is too long, or does not end.
    fn tell_cut(&self, list: List, kept: usize) {
        let reason =
            format!("`{}` has more than {kept} entries, which is the limit; the rest is ignored", list.method());
        self.hub.events.tell(What::Hidden { server: self.name().into(), name: String::new(), reason });
    }

    /// The result of one list request; nothing if the server has no such list.
    async fn page(&self, attached: &Attached, list: List, cursor: Option<&str>) -> Result<Option<String>, Trouble> {
        let unread =
            |fault: ListFault, detail: String| Trouble::new(Reason::List { method: list.method(), fault }, detail);
        let params = cursor.map_or_else(|| "{}".to_owned(), |cursor| format!(r#"{{"cursor":{cursor}}}"#));
        let mut request = Message::request("0", list.method(), &params);
        if *attached.link.era() == Era::Stateless {
            let text = introduce(Edit::of(&request), VETGATE, CAPABILITIES).finish();
            request = Message::read(text).map_err(|error| unread(ListFault::Internal, error.to_string()))?;
        }
        let answer = timeout(self.settings.timeout, async {
            let mut exchange = attached.link.request(&request, &[]).await?;
            loop {
                if let Incoming::Answer(answer) = exchange.next().await? {
                    return Ok(answer);
                }
            }
        });
        let answer = match answer.await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                let error: vetgate_mcp::link::LinkError = error;
                return Err(unread(error.cause().into(), error.to_string()));
            }
            Err(_) => return Err(unread(ListFault::NoAnswer, format!("no answer to `{}`", list.method()))),
        };
        match answer.sort() {
            Sort::Result => Ok(answer.body().map(str::to_owned)),
            _ if answer.error_code() == Some(code::NO_METHOD) => Ok(None),
            _ => {
                let code = answer.error_code().unwrap_or_default();
                let detail = format!("the server refused `{}` (error {code})", list.method());
                Err(unread(Cause::Refused(code).into(), detail))
            }
        }
    }
}
