//! How a hold ended, from the record: its row is gone by then.

use super::Answer;
use crate::store::{Reading, StoreError};
use crate::{Filter, Kind, Order, Query, Record};
use serde_json::Value;

/// Decisions that are looked through, the newest first: whoever asks later has to look for it in the record.
const LOOKED: usize = 10_000;
const PAGE: usize = 200;

/// How a hold ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldEnd {
    /// What named it.
    pub id: String,
    /// What was decided; nothing if nobody has decided.
    pub answer: Option<Answer>,
    /// Who has decided; empty if nobody has.
    pub by: String,
    /// Why, in their words; why nobody has, if nobody has.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
}

impl HoldEnd {
    /// The end of the hold whose id is `id`, or begins so.
    pub fn find(rows: &mut dyn Reading, id: &str) -> Result<Option<Self>, StoreError> {
        let filter = Filter { kinds: vec![Kind::Decision], ..Filter::default() };
        let mut query = Query { filter, order: Order::Newest, after: None, limit: PAGE };
        let mut looked = 0;
        while looked < LOOKED {
            let page = rows.page(&query)?;
            looked += page.records.len();
            if let Some(end) = page.records.iter().find_map(|record| Self::of(record, id)) {
                return Ok(Some(end));
            }
            match page.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        Ok(None)
    }

    fn of(record: &Record, id: &str) -> Option<Self> {
        let answer = match record.method.as_str() {
            "approve_call" => Some(Answer::Approve),
            "deny_call" => Some(Answer::Deny),
            "close_hold" => None,
            _ => return None,
        };
        let note: Value = serde_json::from_str(&record.note).ok()?;
        let hold = note["hold"].as_str().filter(|hold| hold.starts_with(id))?;
        Some(Self {
            id: hold.to_owned(),
            answer,
            by: record.principal.clone(),
            reason: note["reason"].as_str().unwrap_or_default().to_owned(),
            time_ms: record.time_ms,
        })
    }
}
