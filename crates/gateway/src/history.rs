//! What the record tells of calls that were made: sessions and what flowed in them, figures over time, and calls that
//! another policy can judge again.
//!
//! The command line and the management surface both ask here. Where records come from is the caller's matter: each
//! function takes something that answers a [`Query`], reads a page at a time, and stops at a limit, which it tells.

mod figures;
mod judged;
mod listing;
mod session;

pub use figures::{Counts, Figures};
pub use judged::{JudgedCall, JudgedCalls};
pub use listing::{FlowCounts, SessionRow, SessionRows};
pub use session::{FlowCall, SessionFlow, Trifecta};

use vetgate_ledger::{Filter, Order, Page, Query, Record};

/// Records that are in memory at a time.
const PAGE: usize = 200;

/// Hands the records that fit to `each`, at most `most` of them. Whether that was all.
pub fn walk<E>(
    page: &mut dyn FnMut(&Query) -> Result<Page, E>,
    filter: Filter,
    order: Order,
    most: usize,
    each: &mut dyn FnMut(Record),
) -> Result<bool, E> {
    let mut query = Query { filter, order, after: None, limit: PAGE };
    let mut left = most;
    loop {
        query.limit = PAGE.min(left.max(1));
        let Page { records, next } = page(&query)?;
        for record in records {
            if left == 0 {
                return Ok(false);
            }
            left -= 1;
            each(record);
        }
        match next {
            Some(next) => query.after = Some(next),
            None => return Ok(true),
        }
    }
}
