//! Sessions by their names, or by the beginnings of these, as lists show them.

use crate::ledger::Holding;
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use vetgate_ledger::{Filter, Kind, Order, Query};

/// Records that are in memory at a time.
const PAGE: usize = 200;
/// The fewest characters that may stand for a name.
const LEAST: usize = 4;
/// Characters that lists show of a name.
const SHOWN: usize = 8;
/// Names that are listed where several fit.
const LISTED: usize = 5;

/// The beginning of a session's name, for lists; [`named`] takes it.
pub(crate) fn short(name: &str) -> &str {
    name.get(..SHOWN).unwrap_or(name)
}

/// The session that is meant by `given`: its name, or a beginning that no other has. What fits none is returned as it is:
/// whoever looks for it says what is missing.
pub(crate) fn named(holding: &Holding, given: &str) -> anyhow::Result<String> {
    let mut reader = holding.reader()?;
    let calls = Filter { kinds: vec![Kind::Call], ..Filter::default() };
    let exact = Filter { session: Some(given.to_owned()), ..calls.clone() };
    let query = Query { filter: exact, order: Order::Newest, after: None, limit: 1 };
    let is_whole = !reader.page(&query).with_context(|| holding.place())?.records.is_empty();
    if is_whole || given.chars().count() < LEAST {
        return Ok(given.to_owned());
    }
    let mut query = Query { filter: calls, order: Order::Newest, after: None, limit: PAGE };
    let mut found: BTreeSet<String> = BTreeSet::new();
    loop {
        let page = reader.page(&query).with_context(|| holding.place())?;
        found.extend(page.records.into_iter().map(|record| record.session).filter(|name| name.starts_with(given)));
        match page.next {
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    if found.len() > 1 {
        let names: Vec<&str> = found.iter().take(LISTED).map(String::as_str).collect();
        bail!("{} sessions start with {given}: {}", found.len(), names.join(", "));
    }
    Ok(found.pop_first().unwrap_or_else(|| given.to_owned()))
}
