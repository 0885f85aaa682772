//! A gateway that keeps a record, and what stands in it.

use crate::upstream::Upstream;
use crate::waiting::{stands, until};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vetgate_gateway::{Drawn, Gateway, Guard, Open, ServerSettings};
use vetgate_ledger::store::{Reading, Store, StoreError, Writing};
use vetgate_ledger::{
    DATABASE, Durability, Filter, Kind, Ledger, Options, Order, Query, Record, Sqlite, verify_folder,
};

pub(crate) struct Recorded {
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) faults: Faults,
    pub(crate) folder: tempfile::TempDir,
}

/// What is wrong with the disk.
#[derive(Clone, Default)]
pub(crate) struct Faults {
    is_full: Arc<AtomicBool>,
    door: Arc<tokio::sync::Mutex<()>>,
}

impl Faults {
    /// Nothing can be written any more.
    pub(crate) fn fill(&self) {
        self.is_full.store(true, Ordering::SeqCst);
    }

    /// Everything can be written again.
    pub(crate) fn clear(&self) {
        self.is_full.store(false, Ordering::SeqCst);
    }

    /// Nothing is written before this is over.
    pub(crate) async fn pause(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.door.lock().await
    }
}

/// The real store on a disk that fails on command.
struct Failing {
    store: Sqlite,
    faults: Faults,
}

impl Store for Failing {
    fn transact(&mut self, work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let _door = self.faults.door.blocking_lock();
        if self.faults.is_full.load(Ordering::SeqCst) {
            return Err(StoreError::Full);
        }
        self.store.transact(work)
    }

    fn reader(&self) -> Result<Box<dyn Reading>, StoreError> {
        self.store.reader()
    }

    fn snapshot(&self) -> Result<Box<dyn Reading>, StoreError> {
        self.store.snapshot()
    }
}

impl Recorded {
    /// A gateway before these servers, all of them up.
    pub(crate) async fn before(servers: &[&Upstream]) -> Self {
        Self::guarded(servers, Box::new(Open)).await
    }

    pub(crate) async fn guarded(servers: &[&Upstream], guard: Box<dyn Guard>) -> Self {
        Self::settled(servers.iter().map(|server| server.settings()).collect(), guard).await
    }

    /// The same with settings of the servers' own.
    pub(crate) async fn settled(servers: Vec<ServerSettings>, guard: Box<dyn Guard>) -> Self {
        let names: Vec<String> = servers.iter().map(|server| server.name.clone()).collect();
        let (folder, faults) = (tempfile::tempdir().unwrap(), Faults::default());
        let store = Sqlite::open(&folder.path().join(DATABASE), Durability::Process).unwrap();
        let store = Failing { store, faults: faults.clone() };
        let ledger = Arc::new(Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap());
        let gateway = Arc::new(Gateway::keeping(ledger.clone(), guard, Arc::new(Drawn)));
        gateway.configure(servers, vec![]).await;
        for name in &names {
            stands(&gateway, name, "up").await;
        }
        Self { gateway, ledger, faults, folder }
    }

    pub(crate) fn records(&self, kind: Kind) -> Vec<Record> {
        let filter = Filter { kinds: vec![kind], ..Filter::default() };
        self.ledger.page(&Query { filter, order: Order::Oldest, after: None, limit: 1000 }).unwrap().records
    }

    /// The records of calls, oldest first.
    pub(crate) fn calls(&self) -> Vec<Record> {
        self.records(Kind::Call)
    }

    pub(crate) fn last(&self) -> Record {
        self.calls().pop().unwrap()
    }

    /// Waits for a record that nobody waits for.
    pub(crate) async fn comes(&self, kind: Kind, what: &str, is_it: impl Fn(&Record) -> bool) -> Record {
        until(what, || self.records(kind).into_iter().find(|record| is_it(record))).await
    }

    /// Ends everything, and proves the chain.
    pub(crate) async fn close(self) -> tempfile::TempDir {
        let Self { gateway, ledger, folder, .. } = self;
        gateway.shut_down().await;
        drop(gateway);
        drop(ledger);
        proves(folder.path());
        folder
    }
}

/// That the chain in a folder holds.
pub(crate) fn proves(folder: &Path) {
    verify_folder(folder, None, &[], &mut |_| {}).unwrap();
}

/// The text of a body.
pub(crate) fn text(body: &Option<vetgate_ledger::SealedBody>) -> &str {
    body.as_ref().and_then(|body| body.kept.as_ref()).map_or("", |kept| kept.text.as_str())
}
