//! New records as they come. The store is asked again and again: whoever writes is another process and tells nobody.

use super::{Log, PAGE, USUAL_BEFORE_FOLLOWING};
use crate::cli::Activity;
use crate::ledger::Holding;
use crate::today::now_ms;
use anyhow::Context;
use std::time::Duration;
use vetgate_command::runtime::stop_signal;
use vetgate_ledger::store::{Reading, StoreError};
use vetgate_ledger::{Filter, Order, Query};

/// How often the store is asked.
const PERIOD: Duration = Duration::from_millis(250);

/// Shows records until somebody wants it to end, or nobody reads any more.
pub(super) fn run(args: &Activity, holding: &Holding, log: &mut Log) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("the async runtime does not start")?;
    let mut reader = holding.reader()?;
    let filter = args.filters.at(now_ms());
    let limit = args.limit.unwrap_or(USUAL_BEFORE_FOLLOWING);
    let mut after = end(reader.as_mut()).with_context(|| holding.place())?;
    earlier(reader.as_mut(), &filter, after, limit, log).with_context(|| holding.place())?;
    runtime.block_on(async {
        let stop = stop_signal();
        tokio::pin!(stop);
        loop {
            match newer(reader.as_mut(), &filter, after, log) {
                // It will be free again.
                Err(error) if error.downcast_ref() == Some(&StoreError::Locked) => {}
                result => after = result.with_context(|| holding.place())?,
            }
            if log.sink.is_closed() {
                return Ok(());
            }
            tokio::select! {
                () = &mut stop => return Ok(()),
                () = tokio::time::sleep(PERIOD) => {}
            }
        }
    })
}

/// The id of the last record.
fn end(reader: &mut dyn Reading) -> Result<u64, StoreError> {
    Ok(reader.head()?.map_or(0, |head| head.id))
}

/// The newest records up to `through`, the oldest of them first.
fn earlier(reader: &mut dyn Reading, filter: &Filter, through: u64, limit: usize, log: &mut Log) -> anyhow::Result<()> {
    let query = Query { filter: filter.clone(), order: Order::Newest, after: through.checked_add(1), limit };
    let page = if limit == 0 { vec![] } else { reader.page(&query)?.records };
    for record in page.iter().rev() {
        if log.shows(record) {
            log.add(record)?;
        }
    }
    Ok(())
}

/// Shows what came behind `after`; up to which record everything was looked at.
fn newer(reader: &mut dyn Reading, filter: &Filter, after: u64, log: &mut Log) -> anyhow::Result<u64> {
    let end = end(reader)?;
    let mut query = Query { filter: filter.clone(), order: Order::Oldest, after: Some(after), limit: PAGE };
    let mut shown = after;
    while shown < end && !log.sink.is_closed() {
        let page = reader.page(&query)?;
        for record in &page.records {
            if log.shows(record) {
                log.add(record)?;
            }
            shown = record.id;
        }
        match page.next {
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    Ok(shown.max(end))
}
