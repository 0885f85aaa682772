//! Who writes: whoever has something to be written, if nobody is writing; else it waits for the next transaction.
//!
//! To hand a job to a thread and to be woken by it takes longer than the job itself. So a job is done where it is
//! submitted, together with all that wait, as long as that takes no waiting: not for the disk, and not for another
//! process. Everything else is left to one thread, and so is what comes while somebody writes.

use crate::ledger::LedgerError;
use crate::store::StoreError;
use crate::writer::{Job, Writer};
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Jobs of one transaction.
const BATCH: usize = 256;
/// How long the thread waits for jobs before it sees to it that the last records are named beside the store.
const IDLE: Duration = Duration::from_secs(1);

/// The jobs, and what does them.
pub(crate) struct Scribe {
    queue: Mutex<Queue>,
    waking: Condvar,
    writer: Mutex<Writer>,
    /// Whether a transaction is over without a wait for the disk.
    is_quick: bool,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Box<dyn Job>>,
    is_closed: bool,
}

impl Scribe {
    pub(crate) fn new(writer: Writer) -> Self {
        let is_quick = writer.store.is_quick();
        Self { queue: Mutex::default(), waking: Condvar::new(), writer: Mutex::new(writer), is_quick }
    }

    /// Has a job done: here and now, if that is possible.
    pub(crate) fn submit(&self, job: Box<dyn Job>) {
        if self.push(job).is_err() {
            return;
        }
        if !self.is_quick {
            self.waking.notify_one();
        } else if let Ok(writer) = self.writer.try_lock() {
            self.write(writer);
        }
        // Else whoever writes looks into the queue when it is done.
    }

    /// Leaves a job to the thread; gives it back if there will be no more transactions.
    pub(crate) fn leave(&self, job: Box<dyn Job>) -> Result<(), Box<dyn Job>> {
        self.push(job)?;
        self.waking.notify_one();
        Ok(())
    }

    /// Whether no more jobs are taken.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue().is_closed
    }

    /// Takes no more jobs. The thread does those that wait, and ends.
    pub(crate) fn close(&self) {
        self.queue().is_closed = true;
        self.waking.notify_one();
    }

    /// Does what is left to it until [`close`](Self::close), then signs where the chain ends.
    pub(crate) fn run(&self) {
        loop {
            let mut queue = self.queue();
            while queue.jobs.is_empty() {
                if queue.is_closed {
                    drop(queue);
                    self.writer.lock().unwrap_or_else(PoisonError::into_inner).sign_off();
                    return;
                }
                let (woken, wait) = self.waking.wait_timeout(queue, IDLE).unwrap_or_else(PoisonError::into_inner);
                queue = woken;
                if wait.timed_out() {
                    drop(queue);
                    self.writer.lock().unwrap_or_else(PoisonError::into_inner).note_if_due();
                    queue = self.queue();
                }
            }
            drop(queue);
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            let mut batch = self.take();
            let committed = guarded(|| writer.commit(&mut batch)).unwrap_or_else(Err);
            drop(writer);
            answer(batch, &committed);
        }
    }

    fn write(&self, mut writer: MutexGuard<'_, Writer>) {
        let mut batch = self.take();
        let committed = match batch.is_empty() {
            true => Some(Ok(())),
            false => guarded(|| writer.commit_now(&mut batch)).unwrap_or_else(|error| Some(Err(error))),
        };
        drop(writer);
        match committed {
            Some(committed) => answer(batch, &committed),
            None => {
                let mut queue = self.queue();
                batch.into_iter().rev().for_each(|job| queue.jobs.push_front(job));
            }
        }
        if !self.queue().jobs.is_empty() {
            self.waking.notify_one();
        }
    }

    fn push(&self, job: Box<dyn Job>) -> Result<(), Box<dyn Job>> {
        let mut queue = self.queue();
        if queue.is_closed {
            return Err(job);
        }
        queue.jobs.push_back(job);
        Ok(())
    }

    fn take(&self) -> Vec<Box<dyn Job>> {
        let mut queue = self.queue();
        let end = queue.jobs.len().min(BATCH);
        queue.jobs.drain(..end).collect()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A fault in one job must not end the ledger for all others.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, StoreError> {
    std::panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| StoreError::Other("an internal error; nothing was written".to_owned()))
}

fn answer(batch: Vec<Box<dyn Job>>, committed: &Result<(), StoreError>) {
    for job in batch {
        job.answer(committed.clone().map_err(LedgerError::from));
    }
}

#[cfg(test)]
mod tests {
    use crate::{DATABASE, Durability, Entry, Kind, Ledger, Options, Sqlite};
    use rusqlite::Connection;
    use std::future::Future as _;
    use std::path::Path;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    fn ledger(folder: &Path, durability: Durability) -> Ledger {
        let store = Sqlite::open(&folder.join(DATABASE), durability).unwrap();
        Ledger::open(folder, Box::new(store), Options::default()).unwrap()
    }

    #[test]
    fn a_job_is_done_where_it_is_submitted_if_nothing_is_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path(), Durability::Process);
        let mut context = Context::from_waker(Waker::noop());
        let reply = pin!(ledger.record(Entry::new(Kind::Call)));
        assert!(matches!(reply.poll(&mut context), Poll::Ready(Ok(1))));
    }

    #[test]
    fn a_job_that_would_wait_is_left_to_the_thread_and_done_in_its_turn() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path(), Durability::Process);
        let other = Connection::open(folder.path().join(DATABASE)).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let mut context = Context::from_waker(Waker::noop());
        let mut first = ledger.record(Entry::new(Kind::Call));
        let second = ledger.record(Entry::new(Kind::Scan));
        assert!(pin!(&mut first).poll(&mut context).is_pending(), "another process writes");
        other.execute_batch("ROLLBACK").unwrap();
        assert_eq!((first.wait(), second.wait()), (Ok(1), Ok(2)));
        assert_eq!(ledger.record(Entry::new(Kind::Call)).wait(), Ok(3));
    }

    #[test]
    fn what_waits_for_the_disk_is_done_by_the_thread() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path(), Durability::Power);
        let replies: Vec<_> = (0..20).map(|_| ledger.record(Entry::new(Kind::Call))).collect();
        let ids: Vec<u64> = replies.into_iter().map(|reply| reply.wait().unwrap()).collect();
        assert_eq!(ids, (1..=20).collect::<Vec<u64>>());
    }

    #[test]
    fn what_many_threads_submit_is_all_done_once() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path(), Durability::Process);
        let mut ids: Vec<u64> = std::thread::scope(|scope| {
            let submit =
                || (0..50).map(|_| ledger.record(Entry::new(Kind::Call)).wait().unwrap()).collect::<Vec<u64>>();
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(submit)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        ids.sort_unstable();
        assert_eq!(ids, (1..=400).collect::<Vec<u64>>());
    }
}
