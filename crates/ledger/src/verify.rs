//! Proving that the chain is what was written.
//!
//! Every record is read once, in order and in small batches, and held against its own hash, against the record before
//! it, against the ledger's own account of what it removed and forgot, and against every signed state: the head, the
//! checkpoints in the store, and the witnesses that were kept elsewhere. Standings are held against the records that
//! speak of them, and the store is asked to look for damage in itself. The first record that does not hold is named.
//!
//! # What it cannot see
//! - Whoever holds the signing key can write another history and sign it.
//! - Whoever puts an older copy of the whole folder in its place is found only with a checkpoint that was kept
//!   elsewhere and is given as a witness.
//! - Calls that have begun are held against the ledger's mark on all of them, which whoever puts an older state of that
//!   table back puts back too.
//! - The queue of alerts and the number of the revision are in no record. Neither is whether a server that has never
//!   declared anything has been asked.

mod fault;
mod folder;
mod standings;
mod states;

pub use fault::{Part, VerifyError, Witness, Wrong};
pub use folder::{UnverifiedFolder, verify_folder};

use crate::retention::{Redaction, Removal};
use crate::store::{Reading, StoreError};
use crate::under_way;
use crate::{Checkpoint, Filter, Hash, Kind, PublicKey, Query, Record, SealedBody};
use serde::Serialize;
use standings::Told;
use states::States;

/// Records that are in memory at a time.
const BATCH: usize = 64;

/// What was proved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// How many records there are.
    pub records: u64,
    /// The first one's id; 0 if there is none. Those before it were removed by the ledger.
    pub first: u64,
    /// The last one's id.
    pub last: u64,
    /// The last one's hash.
    pub head: Option<Hash>,
    /// When the last one was written, in milliseconds since 1970.
    pub until_ms: u64,
    /// Signed states that agree with the records, the head and the witnesses counted.
    pub checkpoints: u64,
    /// Bodies that can be read.
    pub bodies_kept: u64,
    /// Bodies that the ledger has forgotten.
    pub bodies_forgotten: u64,
    /// Standings that agree with the records.
    pub standings: u64,
}

/// Proves everything that `reader` sees. It must see one moment: a store's [`snapshot`](crate::store::Store::snapshot)
/// does. `progress` is told how many records are done.
///
/// ```no_run
/// # fn show(store: &dyn vetgate_ledger::store::Store, key: &vetgate_ledger::PublicKey) -> Result<(), Box<dyn std::error::Error>> {
/// let verified = vetgate_ledger::verify(store.snapshot()?.as_mut(), key, &[], &mut |_| ())?;
/// println!("{} records hold", verified.records);
/// # Ok(()) }
/// ```
pub fn verify(
    reader: &mut dyn Reading,
    key: &PublicKey,
    witnesses: &[Checkpoint],
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, VerifyError> {
    let mut states = States::gather(reader, key, witnesses)?;
    let (removed, redacted) = (account(reader, Removal::METHOD), account(reader, Redaction::METHOD));
    let mut walk = Walk {
        is_blind: removed.is_err() || redacted.is_err(),
        removed: removed.unwrap_or_default(),
        redacted: redacted.unwrap_or_default(),
        ..Walk::default()
    };
    let mut after = 0;
    loop {
        let batch = batch(reader, after).map_err(|error| walk.first(error))?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        for record in &batch {
            if let Err(error) = walk.step(record, &mut states) {
                // What is missing may have been accounted for by what was replaced.
                let is_cause = is_account(record) || matches!(error.wrong, Wrong::OtherHash { .. });
                return Err(if is_cause { error } else { walk.first(error) });
            }
        }
        progress(walk.done.records);
    }
    walk.end(reader)?;
    states.end(walk.done.last)?;
    walk.done.standings = standings::check(reader, walk.told)?;
    let calls = under_way::check(reader).map_err(|error| VerifyError::store(None, error))?;
    if let Some(what) = calls {
        return Err(VerifyError { record: None, wrong: Wrong::CallsChanged { what } });
    }
    reader.examine().map_err(|error| VerifyError::store(None, error))?;
    walk.done.checkpoints = states.agreed();
    Ok(walk.done)
}

/// Returns an error if a standing is not what the records say, or is gone. Reads all records.
pub(crate) fn standings_are_recorded(reader: &mut dyn Reading) -> Result<(), VerifyError> {
    let (mut told, mut after) = (Told::default(), 0);
    loop {
        let batch = batch(reader, after)?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        batch.iter().for_each(|record| told.hear(record));
    }
    standings::check(reader, told).map(drop)
}

/// The ledger's last account of what it removed or forgot. The walk comes by it later, and proves it then.
fn account<T: serde::de::DeserializeOwned>(
    reader: &mut dyn Reading,
    method: &str,
) -> Result<Option<(u64, T)>, StoreError> {
    let filter = Filter { kinds: vec![Kind::Ledger], method: Some(method.to_owned()), ..Filter::default() };
    let record = reader.page(&Query { filter, limit: 1, ..Query::default() })?.records.pop();
    Ok(record.and_then(|record| Some((record.id, serde_json::from_str(&record.note).ok()?))))
}

/// Whether a record is, or was before somebody altered it, an account of what was removed or forgotten.
fn is_account(record: &Record) -> bool {
    [Removal::METHOD, Redaction::METHOD].contains(&record.method.as_str())
        || serde_json::from_str::<Redaction>(&record.note).is_ok()
}

/// The next records; where they cannot be read, the error names the first one that cannot.
fn batch(reader: &mut dyn Reading, after: u64) -> Result<Vec<Record>, VerifyError> {
    let error = match reader.records(after, BATCH) {
        Ok(records) => return Ok(records),
        Err(error) => error,
    };
    // Where nothing was read yet, the first record need not be the one with the id 1.
    let first = if after == 0 { reader.size().map_or(1, |size| size.first.max(1)) } else { after + 1 };
    let mut at = first - 1;
    for _ in 0..BATCH {
        match reader.records(at, 1) {
            Ok(one) => at = one.last().map_or(at, |record| record.id),
            Err(error) => return Err(VerifyError::store(Some(at + 1), error)),
        }
    }
    Err(VerifyError::store(Some(first), error))
}

/// How far the walk has come.
#[derive(Default)]
struct Walk {
    /// Whether the accounts cannot be read; the walk comes by the record that is in the way.
    is_blind: bool,
    removed: Option<(u64, Removal)>,
    redacted: Option<(u64, Redaction)>,
    /// The ids of the last records of either kind that were met.
    met: (u64, u64),
    previous: Option<Hash>,
    /// Something is gone that no account speaks of; if an account further on was altered, that is what is wrong.
    unaccounted: Option<VerifyError>,
    told: Told,
    done: Verified,
}

impl Walk {
    fn step(&mut self, record: &Record, states: &mut States) -> Result<(), VerifyError> {
        let id = record.id;
        match self.previous {
            None => {
                self.done.first = record.id;
                let begun = self.begin(record, states);
                self.account_for(begun);
            }
            Some(_) if id != self.done.last + 1 => {
                return Err(VerifyError::at(self.done.last + 1, Wrong::Missing { next: id }));
            }
            Some(_) => {}
        }
        if record.digest() != record.hash {
            return Err(VerifyError::at(id, Wrong::Altered));
        }
        if self.previous.is_some_and(|previous| previous != record.previous) {
            // This one is whole, and was written behind another one than the one that is there.
            return Err(VerifyError::at(id - 1, Wrong::Replaced));
        }
        for (part, body) in [(Part::Arguments, &record.arguments), (Part::Response, &record.response)] {
            let Some(body) = body else { continue };
            if !body.is_whole() {
                return Err(VerifyError::at(id, Wrong::BodyAltered { part }));
            }
            let accounted = self.body(id, part, body);
            self.account_for(accounted);
        }
        states.pass(id, record.hash)?;
        if record.kind == Kind::Ledger {
            match record.method.as_str() {
                Removal::METHOD => self.met.0 = id,
                Redaction::METHOD => self.met.1 = id,
                _ => {}
            }
        }
        self.told.hear(record);
        self.previous = Some(record.hash);
        self.done.records += 1;
        self.done.last = id;
        self.done.head = Some(record.hash);
        self.done.until_ms = record.time_ms;
        Ok(())
    }

    /// Whether the chain may begin with this record.
    fn begin(&mut self, record: &Record, states: &mut States) -> Result<(), VerifyError> {
        let (through, hash) = match &self.removed {
            None => (0, Hash::NONE),
            Some((id, removal)) => {
                (removal.through, Hash::from_hex(&removal.hash).ok_or(VerifyError::at(*id, Wrong::Altered))?)
            }
        };
        if record.id <= through {
            return Err(VerifyError::at(record.id, Wrong::Back));
        }
        if record.id > through.saturating_add(1) {
            return Err(VerifyError::at(through.saturating_add(1), Wrong::Missing { next: record.id }));
        }
        if record.digest() == record.hash && record.previous != hash {
            return Err(VerifyError::at(record.id, Wrong::Beginning));
        }
        states.pass(through, hash)
    }

    /// Whether a body may be there, or gone.
    fn body(&mut self, id: u64, part: Part, body: &SealedBody) -> Result<(), VerifyError> {
        let is_forgotten = self.redacted.as_ref().is_some_and(|(_, redaction)| id <= redaction.through);
        match (&body.kept, is_forgotten) {
            (Some(_), true) => Err(VerifyError::at(id, Wrong::BodyBack { part })),
            (None, false) => Err(VerifyError::at(id, Wrong::BodyGone { part })),
            (Some(_), false) => {
                self.done.bodies_kept += 1;
                Ok(())
            }
            (None, true) => {
                self.done.bodies_forgotten += 1;
                Ok(())
            }
        }
    }

    fn account_for(&mut self, accounted: Result<(), VerifyError>) {
        if let Err(error) = accounted {
            self.unaccounted.get_or_insert(error);
        }
    }

    /// The first of what is wrong.
    fn first(&mut self, error: VerifyError) -> VerifyError {
        self.unaccounted.take().filter(|_| !self.is_blind).unwrap_or(error)
    }

    /// Whether the accounts that the walk relied on were the last ones, and nothing hides from it.
    fn end(&mut self, reader: &mut dyn Reading) -> Result<(), VerifyError> {
        if let Some(error) = self.unaccounted.take() {
            return Err(error);
        }
        let relied_on = [self.removed.as_ref().map(|(id, _)| *id), self.redacted.as_ref().map(|(id, _)| *id)];
        let size = reader.size().map_err(|error| VerifyError::store(None, error))?;
        if relied_on.map(Option::unwrap_or_default) != [self.met.0, self.met.1] || size.first != self.done.first {
            reader.examine().map_err(|error| VerifyError::store(None, error))?;
            let damage = "its indexes show other records than its tables".to_owned();
            return Err(VerifyError::store(None, StoreError::Damaged(damage)));
        }
        Ok(())
    }
}
