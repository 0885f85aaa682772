//! Reading a server's lists to their end.

use super::shelf::{List, Shelf, Source};
use super::{Abilities, Attached, Server, State};
use crate::events::What;
use crate::revision::{CAPABILITIES, VETGATE, introduce};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};
use vetgate_mcp::link::{Era, Incoming};
use vetgate_mcp::rpc::{Edit, Message, Sort, code};
use vetgate_model::json::Document;

/// Pages of one list.
const PAGES: usize = 1_000;
/// Entries of one list.
const ENTRIES: usize = 10_000;
/// How long a list of a server that does not announce changes is good for.
const FRESH: Duration = Duration::from_secs(1);
/// How long a client waits for a list to be read again before it gets the last one.
const PATIENCE: Duration = Duration::from_secs(5);

impl Server {
    /// What the server declares; read again first if it may have changed without a word.
    pub(crate) async fn fresh(self: &Arc<Self>, list: List) -> Arc<Shelf> {
        if let State::Up(attached) = self.state() {
            let abilities = Abilities::read(&attached.link.greeting().capabilities);
            let is_old = self.fetched(list).is_none_or(|then| then.elapsed() > FRESH);
            if abilities.has(list.capability()) && !abilities.announces(list) && is_old {
                // If it fails the last shelf is the best there is.
                let _ = timeout(PATIENCE, self.refresh(&attached, list)).await;
            }
        }
        self.shelf()
    }

    /// Reads one list and puts it on the shelf; says whether it has changed.
    pub(super) async fn refresh(&self, attached: &Attached, list: List) -> Result<bool, String> {
        let raws = self.fetch(attached, list).await?;
        let before = self.shelf();
        let source = Source {
            server: self.name(),
            curtain: self.curtain.as_ref(),
            has_headers: *attached.link.era() == Era::Stateless && !self.dialer.is_process(),
        };
        let (shelf, omitted) = before.with(&source, list, &raws);
        let raw_of = |shelf: &Shelf| -> Vec<String> {
            shelf.list(list).iter().map(|item| item.definition.raw().to_owned()).collect()
        };
        let has_changed = raw_of(&before) != raw_of(&shelf);
        let is_first = self.fetched(list).is_none();
        *self.shelf.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shelf);
        self.fetched.lock().unwrap_or_else(PoisonError::into_inner)[list as usize] = Some(Instant::now());
        if has_changed || is_first {
            for omission in omitted {
                let (server, name, reason) = (self.name().to_owned(), omission.name, omission.reason);
                self.hub.events.tell(What::Hidden { server, name, reason });
            }
        }
        Ok(has_changed)
    }

    fn fetched(&self, list: List) -> Option<Instant> {
        self.fetched.lock().unwrap_or_else(PoisonError::into_inner)[list as usize]
    }

    async fn fetch(&self, attached: &Attached, list: List) -> Result<Vec<String>, String> {
        let mut entries = Vec::new();
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES {
            let Some(page) = self.page(attached, list, cursor.as_deref()).await? else { return Ok(entries) };
            let document = Document::parse(&page).map_err(|error| error.to_string())?;
            let Some(found) = document.root().get(list.member()) else {
                return Err(format!("the answer to `{}` has no `{}`", list.method(), list.member()));
            };
            entries.extend(found.elements().map(|entry| entry.raw().to_owned()));
            if entries.len() > ENTRIES {
                entries.truncate(ENTRIES);
                let reason = format!("`{}` has more than {ENTRIES} entries; the rest is left out", list.method());
                self.hub.events.tell(What::Hidden { server: self.name().into(), name: String::new(), reason });
                return Ok(entries);
            }
            let next = document.root().get("nextCursor").filter(|next| next.string().is_some());
            let next = next.map(|next| next.raw().to_owned());
            if next.is_none() || next == cursor {
                return Ok(entries);
            }
            cursor = next;
        }
        Ok(entries)
    }

    /// The result of one list request; nothing if the server has no such list.
    async fn page(&self, attached: &Attached, list: List, cursor: Option<&str>) -> Result<Option<String>, String> {
        let params = cursor.map_or_else(|| "{}".to_owned(), |cursor| format!(r#"{{"cursor":{cursor}}}"#));
        let mut request = Message::request("0", list.method(), &params);
        if *attached.link.era() == Era::Stateless {
            let text = introduce(Edit::of(&request), VETGATE, CAPABILITIES).finish();
            request = Message::read(text).map_err(|error| error.to_string())?;
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
                return Err(error.to_string());
            }
            Err(_) => return Err(format!("no answer to `{}`", list.method())),
        };
        match answer.sort() {
            Sort::Result => Ok(answer.body().map(str::to_owned)),
            _ if answer.error_code() == Some(code::NO_METHOD) => Ok(None),
            _ => Err(format!("`{}` was refused", list.method())),
        }
    }
}
