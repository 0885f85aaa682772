//! Transactions: whatever waits is written in one, with one signature, and only then answered.

use crate::checkpoint_file::CheckpointFile;
use crate::ledger::LedgerError;
use crate::record::{Hash, Record};
use crate::standing_set::{Standings, examined};
use crate::store::{Begun, Store, StoreError, Writing};
use crate::under_way::UnderWay;
use crate::{Checkpoint, Entry, Item, PublicKey, Role, ServerKey, SigningKey, Standing, Subject};
use ring::rand::{SecureRandom as _, SystemRandom};
use std::sync::Arc;
use tokio::sync::oneshot;

/// A signed state is kept every so many records.
pub(crate) const CHECKPOINT_EVERY: u64 = 1_000;

/// What is done in a transaction.
type Work<'w> = dyn FnMut(&mut dyn Writing) -> Result<(), StoreError> + 'w;

/// What a job sees of the store.
pub(crate) struct Desk<'t> {
    pub(crate) rows: &'t mut dyn Writing,
    pub(crate) key: &'t SigningKey,
    pub(crate) now_ms: u64,
    standings: Standings,
    calls: UnderWay,
    end: (u64, Hash),
    began: u64,
    random: SystemRandom,
}

impl Desk<'_> {
    /// Whether the ledger itself has written where this subject stands.
    pub(crate) fn is_genuine(&self, subject: &Subject, standing: &Standing) -> bool {
        standing.subject == *subject && self.key.has_sealed(standing.sealed(), &standing.seal)
    }

    /// Writes where something stands.
    pub(crate) fn put_standing(&mut self, standing: &Standing) -> Result<(), StoreError> {
        let change = self.rows.put_standing(standing)?;
        self.standings.set.follow(change);
        Ok(())
    }

    /// Notes that a server has declared a list of the kind for the first time.
    pub(crate) fn note_listed(&mut self, server: &ServerKey, item: Item) -> Result<(), StoreError> {
        if let Some(change) = self.rows.note_listed(server, item)? {
            self.standings.set.follow(change);
        }
        Ok(())
    }

    /// Notes a call that begins.
    pub(crate) fn begin(&mut self, begun: &Begun) -> Result<(), StoreError> {
        self.rows.begin(begun)?;
        self.calls.change(self.rows, self.key, |set| set.add(begun.sealed()))
    }

    /// Forgets a call that has begun; whether its row was still there.
    pub(crate) fn end(&mut self, run: &str, ticket: u64, sealed: Hash) -> Result<bool, StoreError> {
        let was_there = self.rows.end(run, ticket)?;
        self.calls.change(self.rows, self.key, |set| set.remove(sealed))?;
        Ok(was_there)
    }

    /// Compares the calls that have begun with the ledger's mark on them, and renews the mark; what is wrong.
    pub(crate) fn examine_calls(&mut self, begun: &[Begun]) -> Result<Option<String>, StoreError> {
        self.calls.examine(self.rows, self.key, begun)
    }

    /// Returns an error if the standings are not those that the ledger has written. Nearly free where no other connection
    /// has written since this was asked last.
    pub(crate) fn examine_standings(&mut self) -> Result<(), StoreError> {
        self.standings.examine(self.rows)
    }

    /// Adds an entry, which is masked by now, to the chain.
    pub(crate) fn record(&mut self, mut entry: Entry) -> Result<u64, StoreError> {
        if entry.time_ms == 0 {
            entry.time_ms = self.now_ms;
        }
        let mut salts = [[0; 16]; 2];
        if entry.arguments.is_some() || entry.response.is_some() {
            let filled = self.random.fill(salts.as_flattened_mut());
            filled.map_err(|_| StoreError::Other("the operating system returned no random bytes".to_owned()))?;
        }
        let (id, previous) = self.end;
        let record = Record::seal(entry, id + 1, previous, salts);
        self.rows.append(&record)?;
        self.end = (record.id, record.hash);
        Ok(record.id)
    }
}

/// Something to be done in a transaction, and to be answered after it.
pub(crate) trait Job: Send {
    fn run(&mut self, desk: &mut Desk<'_>) -> Result<(), StoreError>;
    fn answer(self: Box<Self>, committed: Result<(), LedgerError>);
}

/// A job made of a closure.
pub(crate) struct Task<F, T> {
    work: Option<F>,
    outcome: Option<T>,
    reply: oneshot::Sender<Result<T, LedgerError>>,
}

impl<F, T> Task<F, T> {
    pub(crate) fn new(work: F) -> (Self, oneshot::Receiver<Result<T, LedgerError>>) {
        let (reply, receiver) = oneshot::channel();
        (Self { work: Some(work), outcome: None, reply }, receiver)
    }
}

impl<F, T> Job for Task<F, T>
where
    F: FnOnce(&mut Desk<'_>) -> Result<T, StoreError> + Send,
    T: Send,
{
    fn run(&mut self, desk: &mut Desk<'_>) -> Result<(), StoreError> {
        if let Some(work) = self.work.take() {
            self.outcome = Some(work(desk)?);
        }
        Ok(())
    }

    fn answer(self: Box<Self>, committed: Result<(), LedgerError>) {
        let answer = match (committed, self.outcome) {
            (Ok(()), Some(outcome)) => Ok(outcome),
            (Ok(()), None) => Err(LedgerError::Closed),
            (Err(error), _) => Err(error),
        };
        // Whoever does not wait does not want to know.
        let _ = self.reply.send(answer);
    }
}

/// What writes.
pub(crate) struct Writer {
    pub(crate) store: Box<dyn Store>,
    pub(crate) key: Arc<SigningKey>,
    /// Where the chain ended when this last looked, once it has: what is found there later is that, or was signed by
    /// another process.
    pub(crate) last: Option<Option<Checkpoint>>,
    /// The standings that were sealed with that end.
    pub(crate) standings: Standings,
    /// The calls under way as this process has marked them last.
    pub(crate) calls: UnderWay,
    pub(crate) clock: fn() -> u64,
    pub(crate) file: CheckpointFile,
    /// The last record of the checkpoint that was written because the store could not be used.
    pub(crate) noted: Option<u64>,
}

impl Writer {
    /// Does all jobs of a batch in one transaction, and waits for other processes where it must.
    pub(crate) fn commit(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
        self.commit_by(batch, &mut false, |store, work| store.transact(work))
    }

    /// The same without a wait; nothing if another process writes. No job was begun then.
    pub(crate) fn commit_now(&mut self, batch: &mut [Box<dyn Job>]) -> Option<Result<(), StoreError>> {
        let mut has_begun = false;
        match self.commit_by(batch, &mut has_begun, |store, work| store.transact_now(work)) {
            Err(StoreError::Locked) if !has_begun => None,
            done => Some(done),
        }
    }

    fn commit_by(
        &mut self,
        batch: &mut [Box<dyn Job>],
        has_begun: &mut bool,
        transact: fn(&mut dyn Store, &mut Work<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let (key, last, now_ms) = (&self.key, &self.last, (self.clock)());
        let (mut kept, mut new_last, mut standings) = (None, None, self.standings.clone());
        let mut calls = self.calls.clone();
        let done = transact(self.store.as_mut(), &mut |rows| {
            *has_begun = true;
            let (head, seal) = rows.sealed_head()?.map_or_else(Default::default, |(head, seal)| (Some(head), seal));
            if last.as_ref() != Some(&head) || standings.sealed != seal {
                examine_end(rows, &key.public(), last.iter().flatten().next(), head.as_ref())?;
                standings = examined(rows, key, head.as_ref().map(|head| (head, seal.as_str())), &standings)?;
            }
            let known = standings.set;
            let end = head.as_ref().map_or((0, Hash::NONE), |head| (head.id, head.hash));
            new_last = head;
            let mut desk = Desk {
                rows,
                key,
                now_ms,
                standings: standings.clone(),
                calls: calls.clone(),
                end,
                began: end.0,
                random: SystemRandom::new(),
            };
            for job in &mut *batch {
                job.run(&mut desk)?;
            }
            let Desk { rows, end, began, .. } = desk;
            (standings, calls) = (desk.standings, desk.calls);
            if end.0 > began {
                let head = Checkpoint::sign(key, Role::End, end.0, end.1, now_ms);
                standings.sealed = standings.seal(key, &head);
                rows.set_head(&head, &standings.sealed)?;
                new_last = Some(head);
                if began / CHECKPOINT_EVERY != end.0 / CHECKPOINT_EVERY {
                    let checkpoint = Checkpoint::sign(key, Role::Kept, end.0, end.1, now_ms);
                    rows.keep_checkpoint(&checkpoint)?;
                    kept = Some(checkpoint);
                }
            } else if standings.set != known
                && let Some(head) = &new_last
            {
                standings.sealed = standings.seal(key, head);
                rows.set_head(head, &standings.sealed)?;
            }
            Ok(())
        });
        if let Err(error) = done {
            self.note_end(&error);
            return Err(error);
        }
        (self.last, self.standings, self.calls) = (Some(new_last), standings, calls);
        match kept {
            Some(checkpoint) => self.file.write(&checkpoint, true),
            None => self.note_if_due(),
        }
        Ok(())
    }

    /// Writes the end of the chain beside the store if that was not done for a while.
    pub(crate) fn note_if_due(&mut self) {
        let Some(end) = self.last.iter().flatten().next().filter(|end| self.file.is_due(end.id)) else { return };
        self.file.write(&Checkpoint::sign(&self.key, Role::Kept, end.id, end.hash, end.time_ms), false);
    }

    /// Keeps the end of the chain, so that the next start can tell whether it was cut meanwhile.
    pub(crate) fn sign_off(&mut self) {
        let (key, last) = (&self.key, &self.last);
        let mut kept = None;
        let signed = self.store.transact(&mut |rows| {
            let Some(head) = rows.head()? else { return Ok(()) };
            if last.iter().flatten().next() != Some(&head) {
                examine_end(rows, &key.public(), last.iter().flatten().next(), Some(&head))?;
            }
            if rows.checkpoints()?.last().is_none_or(|kept| kept.id != head.id) {
                let checkpoint = Checkpoint::sign(key, Role::Kept, head.id, head.hash, head.time_ms);
                rows.keep_checkpoint(&checkpoint)?;
                kept = Some(checkpoint);
            }
            Ok(())
        });
        match (signed, kept) {
            (Ok(()), Some(checkpoint)) => self.file.write(&checkpoint, true),
            (Ok(()), None) => {}
            (Err(error), _) => self.note_end(&error),
        }
    }

    /// Writes the last known end of the chain beside a store that is lost or damaged, for example put back from an older
    /// copy: the next start must not go on from an earlier record unnoticed.
    fn note_end(&mut self, error: &StoreError) {
        if matches!(error, StoreError::Locked | StoreError::Full) {
            return;
        }
        let Some(end) = self.last.iter().flatten().next() else { return };
        if self.noted != Some(end.id) {
            self.noted = Some(end.id);
            self.file.write(&Checkpoint::sign(&self.key, Role::Kept, end.id, end.hash, end.time_ms), true);
        }
    }
}

/// Whether the chain ends where this ledger, or another process with its key, has left it. Nothing is ever signed behind
/// what somebody else has written.
fn examine_end(
    rows: &mut dyn Writing,
    key: &PublicKey,
    last: Option<&Checkpoint>,
    head: Option<&Checkpoint>,
) -> Result<(), StoreError> {
    let broken = |what: String| {
        Err(StoreError::Damaged(format!(
            "{what}; Vetgate writes no more records: run `vetgate audit verify` for details"
        )))
    };
    let Some(head) = head else {
        return match (last, rows.size()?.records) {
            (None, 0) => Ok(()),
            _ => broken("the signed end of the activity record is missing".to_owned()),
        };
    };
    if !head.is_signed_as(Role::End, key) {
        return broken(format!("the end of the record, {}, is not signed with this ledger's key", head.id));
    }
    if last.is_some_and(|last| last.id > head.id) {
        return broken(format!("the activity record ends at {}, but was longer before", head.id));
    }
    if let Some(last) = last {
        let found = rows.records(last.id.saturating_sub(1), 1)?;
        if found.first().is_some_and(|record| record.id == last.id && record.hash != last.hash) {
            return broken(format!("record {} differs from the record that was signed", last.id));
        }
    }
    match rows.records(head.id.saturating_sub(1), 2)?.as_slice() {
        [record] if record.hash == head.hash && record.digest() == head.hash => Ok(()),
        _ => broken(format!("the last record is not the signed one, {}", head.id)),
    }
}
