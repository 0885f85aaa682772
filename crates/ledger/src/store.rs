//! Where the ledger is kept: one trait, so that another database can take SQLite's place.
//!
//! A store knows rows and transactions and nothing else. The chain, its signatures, the quarantine's rules and retention
//! are above it and the same for every store; `tests/conformance` holds every store to what this file says.

use crate::record::{Digest, Hash};
use crate::{Checkpoint, Entry, Hold, Item, Page, Query, Record, RowChange, RowSet, ServerKey, Standing, Subject};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a store did not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process holds it for too long.
    #[error("another process has locked the ledger")]
    Locked,
    /// There is no room for more.
    #[error("the disk has no space left for the ledger")]
    Full,
    /// What is there cannot be read.
    #[error("the ledger's file is damaged: {0}")]
    Damaged(String),
    /// The file was moved, removed, replaced or cut, or it has fewer records than were signed.
    #[error("records are missing or would be lost: {0}")]
    Lost(String),
    /// It may be read only.
    #[error("the ledger's file cannot be written: {0}")]
    ReadOnly(String),
    /// It was made by another version.
    #[error("the ledger's file has format version {found}, but this version of Vetgate supports only up to {known}")]
    Newer {
        /// Its format.
        found: i64,
        /// What is known.
        known: i64,
    },
    /// Anything else.
    #[error("the ledger's file cannot be used: {0}")]
    Other(String),
}

/// A call that has been begun and has no record yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// Its number within the run.
    pub ticket: u64,
    /// The run of the gateway that began it.
    pub run: String,
    /// What is known of it, masked.
    pub entry: Entry,
    /// The ledger's mark on all of that.
    pub seal: String,
}

impl Begun {
    /// What the seal is made of.
    pub(crate) fn sealed(&self) -> Hash {
        let mut digest = Digest::new(b"vetgate.begun.v1");
        digest.number(self.ticket).part(self.run.as_bytes()).part(&self.entry.digest().0);
        digest.finish()
    }
}

/// A message that waits to be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queued {
    /// Its number.
    pub id: u64,
    /// What is to be sent.
    pub body: String,
    /// How often that was tried.
    pub attempts: u32,
    /// When it may be tried next, in milliseconds since 1970.
    pub next_ms: u64,
}

/// How much there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Records, the removed ones not counted.
    pub records: u64,
    /// The id of the first record that is still there; 0 if there is none.
    pub first: u64,
    /// Bytes in use. What is removed leaves room for what comes; the file itself does not become smaller.
    pub bytes: u64,
}

/// How many calls there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Calls {
    /// All of them.
    pub all: u64,
    /// Those with an error.
    pub failed: u64,
}

/// A place for the ledger.
pub trait Store: Send {
    /// Runs `work` in one transaction that excludes other writers: all of it is there afterwards, or nothing.
    fn transact(&mut self, work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>) -> Result<(), StoreError>;

    /// The same without waiting for another writer: [`StoreError::Locked`] at once, before `work` has begun.
    fn transact_now(
        &mut self,
        work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.transact(work)
    }

    /// Whether [`transact_now`](Self::transact_now) waits for nothing, the disk included, so that whoever must not block
    /// may call it.
    fn is_quick(&self) -> bool {
        false
    }

    /// A view for one more reader, which sees what is committed.
    fn reader(&self) -> Result<Box<dyn Reading>, StoreError>;

    /// A view that sees what is committed now, whatever is written later. It costs space for as long as it is kept.
    fn snapshot(&self) -> Result<Box<dyn Reading>, StoreError>;
}

/// What can be read.
pub trait Reading: Send {
    /// The signed end of the chain; nothing if there is no record.
    fn head(&mut self) -> Result<Option<Checkpoint>, StoreError>;
    /// The same with the ledger's seal of [`standing_set`](Self::standing_set), which is empty if there is none yet.
    fn sealed_head(&mut self) -> Result<Option<(Checkpoint, String)>, StoreError>;
    /// All standings, and the lists that servers have ever declared, as they are in the store.
    fn standing_set(&mut self) -> Result<RowSet, StoreError>;
    /// Changes whenever another connection has written.
    fn outside_changes(&mut self) -> Result<u64, StoreError>;
    /// The records that fit, with their bodies.
    fn page(&mut self, query: &Query) -> Result<Page, StoreError>;
    /// Up to `limit` records in the order of their ids, from the first one behind `after`.
    fn records(&mut self, after: u64, limit: usize) -> Result<Vec<Record>, StoreError>;
    /// How many calls of each server there are. Reads all records, if not their bodies.
    fn calls(&mut self) -> Result<BTreeMap<String, Calls>, StoreError>;
    /// How much there is.
    fn size(&mut self) -> Result<Size, StoreError>;
    /// Changes whenever a standing changes.
    fn revision(&mut self) -> Result<u64, StoreError>;
    /// Where everything stands, ordered by subject.
    fn standings(&mut self) -> Result<Vec<Standing>, StoreError>;
    /// Where one thing stands.
    fn standing(&mut self, subject: &Subject) -> Result<Option<Standing>, StoreError>;
    /// Where everything of one kind of a server stands.
    fn standings_of(&mut self, server: &ServerKey, item: Item) -> Result<Vec<Standing>, StoreError>;
    /// Whether a server has ever declared a list of the kind.
    fn has_listed(&mut self, server: &ServerKey, item: Item) -> Result<bool, StoreError>;
    /// The signed states that were kept, oldest first.
    fn checkpoints(&mut self) -> Result<Vec<Checkpoint>, StoreError>;
    /// The calls under way, or interrupted.
    fn begun(&mut self) -> Result<Vec<Begun>, StoreError>;
    /// The ledger's mark on all calls under way; nothing if there is none yet.
    fn call_mark(&mut self) -> Result<Option<String>, StoreError>;
    /// The calls that wait for a person, the oldest first.
    fn holds(&mut self) -> Result<Vec<Hold>, StoreError>;
    /// One of them.
    fn hold(&mut self, id: &str) -> Result<Option<Hold>, StoreError>;
    /// The oldest messages that may be tried at `now_ms`.
    fn queued(&mut self, now_ms: u64, limit: usize) -> Result<Vec<Queued>, StoreError>;
    /// How many messages wait.
    fn queue_length(&mut self) -> Result<u64, StoreError>;
    /// Looks for damage in the store's own structures, such as its indexes.
    fn examine(&mut self) -> Result<(), StoreError>;
}

/// What can be changed, within a transaction.
pub trait Writing: Reading {
    /// Adds a record. Its id must be the one behind the last, and is refused if it is there already.
    fn append(&mut self, record: &Record) -> Result<(), StoreError>;
    /// Puts another end of the chain in the place of the last.
    fn set_head(&mut self, head: &Checkpoint, standing_seal: &str) -> Result<(), StoreError>;
    /// Keeps a signed state.
    fn keep_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), StoreError>;
    /// Writes where something stands, and changes the revision.
    fn put_standing(&mut self, standing: &Standing) -> Result<RowChange, StoreError>;
    /// Notes that a server has declared a list of the kind; nothing if that was noted before.
    fn note_listed(&mut self, server: &ServerKey, item: Item) -> Result<Option<RowChange>, StoreError>;
    /// Notes a call that begins.
    fn begin(&mut self, begun: &Begun) -> Result<(), StoreError>;
    /// Forgets a call that has begun; whether it was there.
    fn end(&mut self, run: &str, ticket: u64) -> Result<bool, StoreError>;
    /// Puts a mark on all calls under way in the place of another one, or where there was none; whether that was the mark.
    fn mark_calls(&mut self, before: Option<&str>, mark: &str) -> Result<bool, StoreError>;
    /// Writes a call that waits, in the place of what it was before.
    fn put_hold(&mut self, hold: &Hold) -> Result<(), StoreError>;
    /// Forgets a call that waits; whether it was there.
    fn remove_hold(&mut self, id: &str) -> Result<bool, StoreError>;
    /// Forgets the bodies of all records up to this id; how many records had any. Nothing of the texts may be left on
    /// the disk soon after the transaction.
    fn forget_bodies(&mut self, through: u64) -> Result<u64, StoreError>;
    /// Removes all records, and checkpoints, up to this id; how many records there were. Nothing of them may be left on
    /// the disk soon after the transaction.
    fn remove(&mut self, through: u64) -> Result<u64, StoreError>;
    /// Adds a message to the queue.
    fn enqueue(&mut self, body: &str, next_ms: u64) -> Result<(), StoreError>;
    /// Takes a message from the queue.
    fn dequeue(&mut self, id: u64) -> Result<(), StoreError>;
    /// Has a message tried again later.
    fn postpone(&mut self, id: u64, attempts: u32, next_ms: u64) -> Result<(), StoreError>;
}
