//! Ends of calls that could not be written when they came: kept, and written as soon as that is possible again.
//!
//! A call that was made must not be without a record because the disk was full for a moment. What is kept is bounded: a
//! call whose end finds no place is on record after the next start, as one that was interrupted.

use crate::hub::Hub;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::sleep;
use vetgate_guard::Note;
use vetgate_ledger::{Ending, LedgerError, Ticket, Verdict};

/// How often it is tried while something waits.
const EVERY: Duration = Duration::from_secs(1);
/// Ends that wait.
const MOST: usize = 1_000;
/// What the results among them may take.
const BYTES: usize = 32 << 20;

/// What the record of such a call says besides.
const NOTE: &str = "recorded late: the ledger could not be written when the call ended";

/// The end of a call that is not written yet.
pub(crate) struct Unwritten {
    pub(crate) ticket: Ticket,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) risk: u8,
    pub(crate) duration_us: u64,
    pub(crate) error: Option<String>,
    /// What came back, JSON.
    pub(crate) response: Option<String>,
    pub(crate) note: String,
}

impl Unwritten {
    fn ending(&self) -> Ending<'_> {
        let Self { verdict, risk, duration_us, error, response, note, .. } = self;
        let (error, response, note) = (error.clone(), response.as_deref(), note.clone());
        Ending { verdict: *verdict, risk: *risk, duration_us: *duration_us, error, response, note }
    }

    fn bytes(&self) -> usize {
        self.response.as_ref().map_or(0, String::len)
    }
}

/// Those that wait.
#[derive(Default)]
pub(crate) struct Late(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    ends: VecDeque<Unwritten>,
    bytes: usize,
    is_tried: bool,
}

impl Late {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Unwritten> {
        let mut waiting = self.lock();
        let next = waiting.ends.pop_front();
        match &next {
            Some(next) => waiting.bytes -= next.bytes(),
            None => waiting.is_tried = false,
        }
        next
    }
}

impl Hub {
    /// Writes the end of a call that nobody waits for.
    pub(crate) fn finish(self: &Arc<Self>, end: Unwritten) {
        let Some(ledger) = &self.ledger else { return };
        let (reply, hub) = (ledger.finish(end.ticket.clone(), end.ending()), self.clone());
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move { hub.heed_end(&reply.await, || end) })),
            // It is written all the same, or after the next start.
            Err(_) => reply.detach(),
        }
    }

    /// Hears whether the end of a call was written; if it was not, it is tried again until it is.
    pub(crate) fn heed_end(self: &Arc<Self>, written: &Result<u64, LedgerError>, end: impl FnOnce() -> Unwritten) {
        self.events.heed(written);
        if matches!(written, Err(LedgerError::Store(_))) {
            let end = end();
            let note = Note::read(&end.note);
            let said = note.said.as_ref().map_or_else(|| NOTE.to_owned(), |said| format!("{said}; {NOTE}"));
            let note = Note { said: Some(said), ..note }.write();
            self.write_later(Unwritten { note, ..end });
        }
    }

    fn write_later(self: &Arc<Self>, unwritten: Unwritten) {
        let mut waiting = self.late.lock();
        if waiting.ends.len() >= MOST || waiting.bytes + unwritten.bytes() > BYTES {
            return;
        }
        waiting.bytes += unwritten.bytes();
        waiting.ends.push_back(unwritten);
        // Without a runtime the program is ending, and the next start writes the record.
        if !waiting.is_tried
            && let Ok(runtime) = Handle::try_current()
        {
            waiting.is_tried = true;
            runtime.spawn(rounds(Arc::downgrade(self)));
        }
    }

    /// Writes what waits; `false` if that is not possible now.
    pub(crate) async fn write_late(&self) -> bool {
        let Some(ledger) = &self.ledger else { return true };
        while let Some(unwritten) = self.late.next() {
            let written = ledger.finish(unwritten.ticket.clone(), unwritten.ending()).await;
            if matches!(written, Err(LedgerError::Store(_))) {
                let mut waiting = self.late.lock();
                waiting.bytes += unwritten.bytes();
                waiting.ends.push_front(unwritten);
                return false;
            }
            self.events.heed(&written);
        }
        true
    }
}

async fn rounds(hub: Weak<Hub>) {
    loop {
        sleep(EVERY).await;
        let Some(hub) = hub.upgrade() else { return };
        if hub.write_late().await {
            return;
        }
    }
}
