//! Forgetting without breaking the chain.
//!
//! The oldest records are removed, and the bodies of the oldest ones forgotten, in steps that are small enough that no
//! call waits long behind one. Each step writes in the same transaction what it did, as a record that the next head
//! signs; so the chain holds after every step, and `verify` accepts exactly what the ledger did. An account that is
//! itself removed later is no loss: the account of that removal speaks of all before it.
//!
//! Nothing is removed or forgotten that does not hold: whoever gives records another date must not have the ledger
//! itself take the evidence away.
//!
//! A standing is never left without its record: before that is removed the standing is written again, as it is.

use crate::Reply;
use crate::scribe::Scribe;
use crate::sighting::put;
use crate::store::StoreError;
use crate::writer::{Desk, Job};
use crate::{Entry, Filter, Hash, Kind, Ledger, LedgerError, Order, Query, SealedBody, Subject};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Weak};
use tokio::sync::oneshot;

/// Records that one step removes, or whose bodies it forgets.
const STEP: u64 = 500;
/// Records that one step removes at least, where the store is too large: its own account takes space too.
const LEAST: u64 = 50;
/// Records that are in memory at a time.
const BATCH: usize = 64;
/// Standings that one step writes again.
const CARRIED: usize = 100;

/// How long records are kept. What is `None` sets no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// Records that are older are removed.
    pub keep_ms: Option<u64>,
    /// At most so many records are kept; the newest one always is.
    pub keep_records: Option<u64>,
    /// The oldest records are removed until the store takes no more space than this.
    pub keep_bytes: Option<u64>,
    /// Bodies of records that are older are forgotten.
    pub redact_after_ms: Option<u64>,
}

/// What was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Retained {
    /// Records that were removed.
    pub removed: u64,
    /// Records whose bodies were forgotten.
    pub redacted: u64,
    /// Standings that were written again, because their records were removed.
    pub carried: u64,
    /// A record that is not what was written. Nothing was removed or forgotten from it on.
    pub broken: Option<u64>,
}

/// The note of a record that tells of a removal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Removal {
    /// All records up to this one are gone.
    pub(crate) through: u64,
    /// The hash of that one.
    pub(crate) hash: String,
    /// How many records this step removed.
    pub(crate) count: u64,
    /// Which limit asked for it.
    pub(crate) reason: String,
}

impl Removal {
    pub(crate) const METHOD: &str = "removed";
}

/// The note of a record that tells of forgotten bodies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Redaction {
    /// The bodies of all records up to this one are gone.
    pub(crate) through: u64,
    /// How many records had bodies.
    pub(crate) count: u64,
    /// Which limit asked for it.
    pub(crate) reason: String,
}

impl Redaction {
    pub(crate) const METHOD: &str = "redacted";
}

impl Ledger {
    /// Removes and forgets what is not to be kept any longer, in small steps between what else is written. If the ledger
    /// is closed meanwhile, what is left waits for the next time.
    ///
    /// ```no_run
    /// # fn show(ledger: &vetgate_ledger::Ledger) -> Result<(), vetgate_ledger::LedgerError> {
    /// use vetgate_ledger::Retention;
    /// let days = |days: u64| Some(days * 24 * 60 * 60 * 1000);
    /// let rules = Retention { keep_ms: days(90), redact_after_ms: days(30), ..Retention::default() };
    /// println!("{} records removed", ledger.retain(rules).wait()?.removed);
    /// # Ok(()) }
    /// ```
    pub fn retain(&self, retention: Retention) -> Reply<Retained> {
        let (reply, receiver) = oneshot::channel();
        let work = Work {
            retention,
            plan: None,
            is_done: false,
            step: Retained::default(),
            total: Retained::default(),
            again: Arc::downgrade(&self.scribe),
            reply,
        };
        // It fails only when the ledger is closed; the receiver says so then.
        let _ = self.scribe.leave(Box::new(work));
        Reply::of(receiver)
    }
}

/// What is to be done, found out in the first step. What comes later is left for the next time.
struct Plan {
    /// The newest record then: it stays.
    last: u64,
    /// By age or number, with the reason.
    remove_through: (u64, &'static str),
    /// From the first to the second, bodies are to be forgotten.
    redact: (u64, u64),
    /// Whose records may have to go, by record.
    standings: Vec<(u64, Subject)>,
}

/// One retention: a job that queues itself again until all is done.
struct Work {
    retention: Retention,
    plan: Option<Plan>,
    is_done: bool,
    step: Retained,
    total: Retained,
    /// Gone when the ledger is closed.
    again: Weak<Scribe>,
    reply: oneshot::Sender<Result<Retained, LedgerError>>,
}

impl Job for Work {
    fn run(&mut self, desk: &mut Desk<'_>) -> Result<(), StoreError> {
        self.step = Retained::default();
        let plan = match &mut self.plan {
            Some(plan) => plan,
            none => none.insert(plan(desk, self.retention)?),
        };
        self.is_done =
            !remove(desk, plan, self.retention.keep_bytes, &mut self.step)? && !redact(desk, plan, &mut self.step)?;
        Ok(())
    }

    fn answer(mut self: Box<Self>, committed: Result<(), LedgerError>) {
        if let Err(error) = committed {
            let _ = self.reply.send(Err(error));
            return;
        }
        self.total.removed += self.step.removed;
        self.total.redacted += self.step.redacted;
        self.total.carried += self.step.carried;
        self.total.broken = self.total.broken.or(self.step.broken);
        match self.again.upgrade() {
            Some(scribe) if !self.is_done && !scribe.is_closed() => {
                let _ = scribe.leave(self);
            }
            _ => {
                let _ = self.reply.send(Ok(self.total));
            }
        }
    }
}

fn plan(desk: &mut Desk<'_>, retention: Retention) -> Result<Plan, StoreError> {
    let size = desk.rows.size()?;
    let last = size.first.saturating_add(size.records).saturating_sub(1);
    // The account of a removal is a record too.
    let too_many = retention.keep_records.filter(|keep| size.records > *keep);
    let by_number = too_many.map_or(0, |keep| (last + 1).saturating_sub(keep));
    let by_age = match retention.keep_ms {
        Some(keep) => older(desk, desk.now_ms.saturating_sub(keep), last)?,
        None => 0,
    };
    let redact = match retention.redact_after_ms {
        Some(after) => {
            let through = older(desk, desk.now_ms.saturating_sub(after), last)?;
            (size.first.max(redacted_through(desk)?.saturating_add(1)), through)
        }
        None => (1, 0),
    };
    let remove_through = if by_age >= by_number { (by_age, "age") } else { (by_number, "number") };
    let mut standings = Vec::new();
    if remove_through.0 >= size.first || retention.keep_bytes.is_some_and(|keep| size.bytes > keep) {
        standings.extend(desk.rows.standings()?.into_iter().map(|standing| (standing.record, standing.subject)));
        standings.sort();
    }
    Ok(Plan { last, remove_through, redact, standings })
}

/// The last record of those at the beginning that are all older than `cutoff_ms`. A date that is too late, because a
/// clock was wrong, keeps what is behind it; one that is too early takes nothing along that is younger.
fn older(desk: &mut Desk<'_>, cutoff_ms: u64, last: u64) -> Result<u64, StoreError> {
    let filter = Filter { since_ms: Some(cutoff_ms), ..Filter::default() };
    let younger = desk.rows.page(&Query { filter, order: Order::Oldest, after: None, limit: 1 })?;
    Ok(younger.records.first().map_or(last, |record| record.id.saturating_sub(1)))
}

/// Removes some records; whether there was anything to be done.
fn remove(
    desk: &mut Desk<'_>,
    plan: &mut Plan,
    keep_bytes: Option<u64>,
    step: &mut Retained,
) -> Result<bool, StoreError> {
    let size = desk.rows.size()?;
    let excess = keep_bytes.map_or(0, |keep| size.bytes.saturating_sub(keep));
    let (through, count, reason) = if excess > 0 {
        // Its share of the records, so that not much more goes than must.
        let share = u128::from(size.records) * u128::from(excess) / u128::from(size.bytes);
        (plan.last, u64::try_from(share).unwrap_or(STEP).clamp(LEAST, STEP), "size")
    } else {
        (plan.remove_through.0, STEP, plan.remove_through.1)
    };
    let through = through.min(plan.last.saturating_sub(1)).min((size.first + count).saturating_sub(1));
    if size.records == 0 || through < size.first {
        return Ok(false);
    }
    let last = match last_of(desk, size.first, through)? {
        Ok(hash) => hash,
        Err(broken) => {
            step.broken = Some(broken);
            return Ok(false);
        }
    };
    let touched = plan.standings.iter().take_while(|(record, _)| *record <= through).count();
    for (_, subject) in plan.standings.drain(..touched.min(CARRIED)) {
        // It may have moved on since.
        if let Some(standing) = desk.rows.standing(&subject)?
            && standing.record <= through
            // What somebody else has written gets no new record.
            && desk.is_genuine(&subject, &standing)
        {
            put(desk, standing, Kind::Ledger, "carried", "")?;
            step.carried += 1;
        }
    }
    if touched > CARRIED {
        return Ok(true);
    }
    let count = desk.rows.remove(through)?;
    let note = Removal { through, hash: last.to_string(), count, reason: reason.to_owned() };
    tell(desk, Removal::METHOD, &note)?;
    step.removed += count;
    Ok(true)
}

/// Forgets some bodies; whether there was anything to be done.
fn redact(desk: &mut Desk<'_>, plan: &mut Plan, step: &mut Retained) -> Result<bool, StoreError> {
    let (first, last) = plan.redact;
    let first = desk.rows.size()?.first.max(first);
    if first == 0 || first > last {
        return Ok(false);
    }
    let through = last.min(first + STEP - 1);
    plan.redact.0 = through + 1;
    if let Err(broken) = last_of(desk, first, through)? {
        step.broken = Some(broken);
        return Ok(false);
    }
    let count = desk.rows.forget_bodies(through)?;
    if count > 0 {
        let note = Redaction { through, count, reason: "age".to_owned() };
        tell(desk, Redaction::METHOD, &note)?;
    }
    step.redacted += count;
    Ok(true)
}

fn redacted_through(desk: &mut Desk<'_>) -> Result<u64, StoreError> {
    let filter = Filter { kinds: vec![Kind::Ledger], method: Some(Redaction::METHOD.to_owned()), ..Filter::default() };
    let last = desk.rows.page(&Query { filter, limit: 1, ..Query::default() })?;
    let note = last.records.first().and_then(|record| serde_json::from_str::<Redaction>(&record.note).ok());
    Ok(note.map_or(0, |note| note.through))
}

/// The hash of the last of these records, if all of them are there and hold; else the first that does not.
fn last_of(desk: &mut Desk<'_>, first: u64, through: u64) -> Result<Result<Hash, u64>, StoreError> {
    let mut previous: Option<Hash> = None;
    let mut next = first;
    while next <= through {
        let batch = desk.rows.records(next - 1, usize::try_from(through - next + 1).unwrap_or(BATCH).min(BATCH))?;
        if batch.is_empty() {
            return Ok(Err(next));
        }
        for record in batch {
            let is_linked = previous.is_none_or(|previous| previous == record.previous);
            let are_whole = [&record.arguments, &record.response].into_iter().flatten().all(SealedBody::is_whole);
            if record.id != next || record.digest() != record.hash || !is_linked || !are_whole {
                return Ok(Err(next));
            }
            previous = Some(record.hash);
            next += 1;
        }
    }
    Ok(previous.ok_or(first))
}

fn tell(desk: &mut Desk<'_>, method: &str, note: &impl Serialize) -> Result<(), StoreError> {
    let note = serde_json::to_string(note).unwrap_or_default();
    desk.record(Entry { method: method.to_owned(), note, ..Entry::new(Kind::Ledger) }).map(drop)
}
