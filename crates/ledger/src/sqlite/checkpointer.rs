//! Moves pages from the log of changes to where they belong. That waits for the disk, so it happens beside the writer.

use super::connect;
use crate::store::StoreError;
use rusqlite::OpenFlags;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::JoinHandle;
use std::time::Duration;

/// A thread that works whenever it is asked to.
#[derive(Debug)]
pub(super) struct Checkpointer {
    wanted: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    pub(super) fn start(path: PathBuf, patience: Duration) -> std::io::Result<Self> {
        let (wanted, receiver) = mpsc::sync_channel(1);
        let thread = std::thread::Builder::new().name("ledger-pages".to_owned());
        let thread = thread.spawn(move || {
            // What fails here is tried again, and in the end by the writer, which says so.
            let _ = run(&path, patience, &receiver);
        })?;
        Ok(Self { wanted: Some(wanted), thread: Some(thread) })
    }

    /// Has pages moved, unless that is asked for already.
    pub(super) fn ask(&self) {
        if let Some(wanted) = &self.wanted {
            let _ = wanted.try_send(());
        }
    }
}

fn run(path: &std::path::Path, patience: Duration, wanted: &Receiver<()>) -> Result<(), StoreError> {
    let Ok(()) = wanted.recv() else { return Ok(()) };
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, patience)?;
    loop {
        let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        if wanted.recv().is_err() {
            return Ok(());
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.wanted = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
