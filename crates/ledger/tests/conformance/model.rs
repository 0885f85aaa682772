//! A store as it would be without a disk: plain lists, no indexes, nothing clever.

use std::collections::{BTreeMap, BTreeSet};
use vetgate_ledger::store::{Begun, Queued, Reading, StoreError, Writing};
use vetgate_ledger::{Checkpoint, Filter, Item, Order, Query, Record, ServerKey, Standing, Subject};

#[derive(Debug, Clone, Default)]
pub(crate) struct Model {
    pub(crate) records: Vec<Record>,
    pub(crate) head: Option<Checkpoint>,
    pub(crate) checkpoints: BTreeMap<u64, Checkpoint>,
    pub(crate) standings: BTreeMap<Subject, Standing>,
    pub(crate) listed: BTreeSet<(ServerKey, Item)>,
    pub(crate) begun: BTreeMap<(String, u64), Begun>,
    pub(crate) queue: Vec<Queued>,
    pub(crate) messages: u64,
}

impl Model {
    pub(crate) fn forget(&mut self, through: u64) -> u64 {
        let mut forgotten = 0;
        for record in self.records.iter_mut().filter(|record| record.id <= through) {
            let bodies = [&mut record.arguments, &mut record.response];
            let taken = bodies.into_iter().flatten().filter_map(|body| body.kept.take()).count();
            forgotten += u64::from(taken > 0);
        }
        forgotten
    }

    pub(crate) fn remove(&mut self, through: u64) -> u64 {
        let before = self.records.len();
        self.records.retain(|record| record.id > through);
        self.checkpoints.retain(|id, _| *id > through);
        (before - self.records.len()) as u64
    }

    pub(crate) fn page(&self, query: &Query) -> (Vec<Record>, Option<u64>) {
        let mut fitting: Vec<Record> = self.records.iter().filter(|one| fits(&query.filter, one)).cloned().collect();
        match query.order {
            Order::Oldest => fitting.retain(|record| query.after.is_none_or(|after| record.id > after)),
            Order::Newest => {
                fitting.retain(|record| query.after.is_none_or(|after| record.id < after));
                fitting.reverse();
            }
        }
        let has_more = fitting.len() > query.limit;
        fitting.truncate(query.limit);
        let next = fitting.last().filter(|_| has_more).map(|record| record.id);
        (fitting, next)
    }

    /// Everything else that can be read.
    pub(crate) fn compare(&self, rows: &mut dyn Reading) -> Result<(), StoreError> {
        assert_eq!(rows.records(0, usize::MAX)?, self.records);
        assert_eq!(rows.head()?, self.head);
        assert_eq!(rows.checkpoints()?, self.checkpoints.values().cloned().collect::<Vec<_>>());
        assert_eq!(rows.standings()?, self.standings.values().cloned().collect::<Vec<_>>());
        let size = rows.size()?;
        let first = self.records.first().map_or(0, |record| record.id);
        assert_eq!((size.records, size.first), (self.records.len() as u64, first));
        let mut begun = rows.begun()?;
        begun.sort_by_key(|begun| (begun.run.clone(), begun.ticket));
        assert_eq!(begun, self.begun.values().cloned().collect::<Vec<_>>());
        for now in [0, 3, u64::MAX] {
            let due: Vec<Queued> = self.queue.iter().filter(|message| message.next_ms <= now).cloned().collect();
            assert_eq!(rows.queued(now, 100)?, due);
        }
        assert_eq!(rows.queue_length()?, self.queue.len() as u64);
        for (server, item) in &self.listed {
            assert!(rows.has_listed(server, *item)?);
        }
        Ok(())
    }
}

/// Written apart from [`Filter::fits`], which is under test as well.
fn fits(filter: &Filter, record: &Record) -> bool {
    if !filter.kinds.is_empty() && !filter.kinds.contains(&record.kind) {
        return false;
    }
    if !filter.verdicts.is_empty() && !filter.verdicts.iter().any(|verdict| Some(*verdict) == record.verdict) {
        return false;
    }
    for (wanted, found) in [
        (&filter.session, &record.session),
        (&filter.principal, &record.principal),
        (&filter.server, &record.server),
        (&filter.method, &record.method),
        (&filter.name, &record.name),
        (&filter.request, &record.request),
        (&filter.trace, &record.trace),
    ] {
        if wanted.as_ref().unwrap_or(found) != found {
            return false;
        }
    }
    let sizes = |body: &Option<vetgate_ledger::SealedBody>| body.as_ref().map_or(0, |body| body.bytes);
    filter.failed.unwrap_or(record.error.is_some()) == record.error.is_some()
        && filter.risk_from.unwrap_or(0) <= record.risk
        && (filter.duration_from_us.is_none() || record.duration_us >= filter.duration_from_us)
        && filter.bytes_from.unwrap_or(0) <= sizes(&record.arguments) + sizes(&record.response)
        && filter.since_ms.unwrap_or(0) <= record.time_ms
        && (filter.until_ms.is_none() || filter.until_ms > Some(record.time_ms))
}

/// What is done to a store and to its model alike.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Append(Vec<Record>),
    Head(Checkpoint),
    Checkpoint(Checkpoint),
    Standing(Box<Standing>),
    Listed(ServerKey, Item),
    Begin(Box<Begun>),
    End(String, u64),
    Forget(u64),
    Remove(u64),
    Enqueue(String, u64),
    Dequeue(u64),
    Postpone(u64, u32, u64),
}

impl Step {
    /// Does it to both, and compares the answers.
    pub(crate) fn take(&self, rows: &mut dyn Writing, model: &mut Model) -> Result<(), StoreError> {
        match self {
            Self::Append(records) => {
                model.records.extend(records.iter().cloned());
                records.iter().try_for_each(|record| rows.append(record))
            }
            Self::Head(head) => {
                model.head = Some(head.clone());
                rows.set_head(head, "a seal")
            }
            Self::Checkpoint(checkpoint) => {
                model.checkpoints.insert(checkpoint.id, checkpoint.clone());
                rows.keep_checkpoint(checkpoint)
            }
            Self::Standing(standing) => {
                let before = rows.revision()?;
                model.standings.insert(standing.subject.clone(), standing.as_ref().clone());
                rows.put_standing(standing)?;
                assert_ne!(rows.revision()?, before);
                Ok(())
            }
            Self::Listed(server, item) => {
                assert_eq!(rows.has_listed(server, *item)?, model.listed.contains(&(server.clone(), *item)));
                model.listed.insert((server.clone(), *item));
                rows.note_listed(server, *item).map(drop)
            }
            Self::Begin(begun) => match model.begun.insert((begun.run.clone(), begun.ticket), begun.as_ref().clone()) {
                None => rows.begin(begun),
                Some(_) => {
                    assert!(rows.end(&begun.run, begun.ticket)?);
                    rows.begin(begun)
                }
            },
            Self::End(run, ticket) => {
                let was_there = model.begun.remove(&(run.clone(), *ticket)).is_some();
                assert_eq!(rows.end(run, *ticket)?, was_there);
                Ok(())
            }
            Self::Forget(through) => {
                assert_eq!(rows.forget_bodies(*through)?, model.forget(*through));
                Ok(())
            }
            Self::Remove(through) => {
                assert_eq!(rows.remove(*through)?, model.remove(*through));
                Ok(())
            }
            Self::Enqueue(body, next_ms) => {
                model.messages += 1;
                model.queue.push(Queued { id: model.messages, body: body.clone(), attempts: 0, next_ms: *next_ms });
                rows.enqueue(body, *next_ms)
            }
            Self::Dequeue(id) => {
                model.queue.retain(|message| message.id != *id);
                rows.dequeue(*id)
            }
            Self::Postpone(id, attempts, next_ms) => {
                for message in model.queue.iter_mut().filter(|message| message.id == *id) {
                    (message.attempts, message.next_ms) = (*attempts, *next_ms);
                }
                rows.postpone(*id, *attempts, *next_ms)
            }
        }
    }
}
