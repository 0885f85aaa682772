//! Having the curtain look at what a server declares, and putting what it leaves on the shelf.

use super::Server;
use super::preface::Preface;
use super::shelf::{Declared, List, Shelf};
use crate::curtain::Review;
use crate::events::What;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use vetgate_mcp::rpc::Message;
use vetgate_model::{Definition, DefinitionKind};

/// By which decisions, and in which epoch of the curtain, everything was reviewed.
pub(super) struct Heeded {
    decisions: AtomicU64,
    epoch: AtomicU64,
}

impl Default for Heeded {
    fn default() -> Self {
        // No decisions have this number.
        Self { decisions: AtomicU64::new(u64::MAX), epoch: AtomicU64::new(0) }
    }
}

impl Heeded {
    fn is(&self, decisions: u64, epoch: u64) -> bool {
        self.decisions.load(Ordering::Acquire) == decisions && self.epoch.load(Ordering::Acquire) == epoch
    }

    fn note(&self, decisions: u64, epoch: u64) {
        self.epoch.store(epoch, Ordering::Release);
        self.decisions.store(decisions, Ordering::Release);
    }
}

impl Server {
    /// Puts a list on the shelf as a review leaves it; says whether what is seen of it has changed.
    pub(super) async fn shelve(&self, list: List, declared: Arc<Declared>) -> bool {
        let _turn = self.shelving.lock().await;
        self.shelve_in_turn(list, declared).await
    }

    /// Puts on the shelf what the server says of itself, its instructions first of all, or that there are none.
    pub(super) async fn shelve_instructions(&self, preface: Preface) {
        let _turn = self.shelving.lock().await;
        let text = preface.text();
        let parse = |raw: String| Definition::parse(self.name(), DefinitionKind::Instructions, &raw);
        let (preface, said) = match text.map(parse).transpose() {
            Ok(said) => (preface, said),
            // What cannot be reviewed is not said.
            Err(_) => (preface.plain(), None),
        };
        self.instruct_in_turn(Arc::new(preface), said.into_iter().collect()).await;
    }

    /// Takes a list that the server does not have off the shelf; says whether anything was seen of it. That it is not
    /// there is reviewed like a list without entries: what comes later is new.
    pub(super) async fn unshelve(&self, list: List) -> bool {
        let known = self.shelf().declared(list).filter(|known| known.is(&[], false)).cloned();
        let declared = known.unwrap_or_else(|| Arc::new(Declared::read(self.name(), list, vec![], false)));
        self.shelve(list, declared).await
    }

    /// Reviews everything on the shelf again, without asking the server, unless it was reviewed by these decisions last;
    /// tells clients whose lists have changed.
    pub(crate) async fn heed(&self, decisions: u64) {
        if self.heeded.is(decisions, self.curtain.epoch()) {
            return;
        }
        let turn = self.shelving.lock().await;
        // Whatever moves from here on is for the next time.
        let epoch = self.curtain.epoch();
        if self.heeded.is(decisions, epoch) {
            return;
        }
        let shelf = self.shelf();
        let mut changed = Vec::new();
        for list in List::ALL {
            if let Some(declared) = shelf.declared(list)
                && self.shelve_in_turn(list, declared.clone()).await
            {
                changed.push(list);
            }
        }
        if let Some(said) = shelf.all_instructions() {
            self.instruct_in_turn(said.preface.clone(), said.definitions.clone()).await;
        }
        self.heeded.note(decisions, epoch);
        drop(turn);
        for list in &changed {
            self.hub.events.tell(What::CatalogChanged { server: self.name().into(), list: list.method() });
        }
        self.tell_changed(&changed);
    }

    /// Takes up what other servers have come to show since the last review, and nothing that people have decided since.
    pub(crate) async fn heed_neighbours(&self) {
        self.heed(self.heeded.decisions.load(Ordering::Acquire)).await;
    }

    /// Takes up what people have decided until now, wherever they did so.
    pub(crate) async fn heed_latest(&self) {
        let curtain = self.curtain.clone();
        if let Ok(Some(decisions)) = tokio::task::spawn_blocking(move || curtain.decisions()).await {
            self.heed(decisions).await;
        }
    }

    /// Tells clients that lists have changed.
    pub(super) fn tell_changed(&self, lists: &[List]) {
        let methods: BTreeSet<&str> = lists.iter().map(|list| list.changed()).collect();
        for method in methods {
            self.hub.changed(self.name(), &Message::notification(method, "{}"));
        }
    }

    async fn shelve_in_turn(&self, list: List, declared: Arc<Declared>) -> bool {
        let Review { hidden, news } = self.review(list.kind(), declared.definitions.clone()).await;
        let told: BTreeSet<String> = news.iter().filter_map(name_in).map(str::to_owned).collect();
        news.into_iter().for_each(|news| self.hub.events.tell(news));
        let before = self.shelf();
        if before.is(list, &declared, &hidden) {
            return false;
        }
        let is_first = before.declared(list).is_none();
        let (shelf, omitted) = before.with(&self.settings, list, declared, hidden);
        let raw_of = |shelf: &Shelf| -> Vec<String> {
            shelf.list(list).iter().map(|item| item.definition.raw().to_owned()).collect()
        };
        let has_changed = raw_of(&before) != raw_of(&shelf);
        self.put(shelf);
        if has_changed || is_first {
            for omission in omitted.into_iter().filter(|omission| !told.contains(&omission.name)) {
                let (server, name, reason) = (self.name().to_owned(), omission.name, omission.reason);
                self.hub.events.tell(What::Hidden { server, name, reason });
            }
        }
        has_changed
    }

    async fn instruct_in_turn(&self, preface: Arc<Preface>, said: Arc<[Definition]>) {
        let Review { hidden, news } = self.review(DefinitionKind::Instructions, said.clone()).await;
        news.into_iter().for_each(|news| self.hub.events.tell(news));
        self.put(self.shelf().instructed(preface, said, hidden));
    }

    /// A review scans and asks a database: it does not belong on the threads that serve clients.
    async fn review(&self, kind: DefinitionKind, definitions: Arc<[Definition]>) -> Review {
        let (curtain, settings, all) = (self.curtain.clone(), self.settings.clone(), definitions.clone());
        let reviewed = tokio::task::spawn_blocking(move || curtain.review(&settings, kind, &all)).await;
        reviewed.unwrap_or_else(|_| Review::closed(&definitions, "it cannot be reviewed"))
    }

    fn put(&self, shelf: Shelf) {
        *self.shelf.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shelf);
    }
}

/// What it is told of that it is held back, or decided about.
fn name_in(news: &What) -> Option<&str> {
    match news {
        What::Held { name, .. } | What::Decided { name, .. } => Some(name),
        _ => None,
    }
}
