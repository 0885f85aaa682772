//! The calls that have begun and have no record yet, all together under one mark: a row that another program removes while
//! no gateway runs would otherwise leave no trace of its call.
//!
//! # Limits
//! Nothing in the chain speaks of a call before it has ended. Whoever puts an older state of the whole table back, with the
//! mark of that time, hides the calls that began since.

use crate::row_set::RowSet;
use crate::store::{Begun, Reading, StoreError, Writing};
use crate::{Hash, SigningKey};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};

/// The calls under way, of all processes that use the ledger.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnderWay {
    set: RowSet,
    /// As it was read or written last.
    mark: Option<String>,
}

/// The mark as it is written.
#[derive(Serialize, Deserialize)]
struct Mark {
    calls: u64,
    sum: String,
    seal: String,
}

impl UnderWay {
    /// Changes the set, and the mark with it.
    pub(crate) fn change(
        &mut self,
        rows: &mut dyn Writing,
        key: &SigningKey,
        change: impl Fn(&mut RowSet),
    ) -> Result<(), StoreError> {
        if self.replace(rows, key, &change)? {
            return Ok(());
        }
        // Another process has changed it, or another program.
        *self = Self::read(rows, key)?;
        if self.mark.is_some() && self.replace(rows, key, &change)? {
            return Ok(());
        }
        Err(StoreError::Damaged(
            "another program has changed the list of calls under way. Start Vetgate again: it says so in the record then"
                .to_owned(),
        ))
    }

    /// What is wrong with the rows, which are all there are. They are marked as they are if anything is.
    pub(crate) fn examine(
        &mut self,
        rows: &mut dyn Writing,
        key: &SigningKey,
        begun: &[Begun],
    ) -> Result<Option<String>, StoreError> {
        let known = Self::read(rows, key)?;
        let (found, text) = (set(begun), rows.call_mark()?);
        let wrong = match (&known.mark, &text) {
            (Some(_), _) if known.set == found => None,
            (Some(_), _) => Some(changed(known.set.rows, found.rows)),
            (None, Some(_)) => {
                Some(format!("the mark on calls under way is not the ledger's; {} are there", found.rows))
            }
            (None, None) => Some(format!("the mark on calls under way is gone; {} are there", found.rows)),
        };
        *self = known;
        if wrong.is_some() {
            self.write(rows, key, found)?;
        }
        Ok(wrong)
    }

    /// Marks the calls of a file that has no mark yet.
    pub(crate) fn mark_first(rows: &mut dyn Writing, key: &SigningKey) -> Result<(), StoreError> {
        if rows.call_mark()?.is_none() {
            let begun = rows.begun()?;
            Self::default().write(rows, key, set(&begun))?;
        }
        Ok(())
    }

    fn write(&mut self, rows: &mut dyn Writing, key: &SigningKey, set: RowSet) -> Result<(), StoreError> {
        let (before, mark) = (rows.call_mark()?, mark(key, &set));
        rows.mark_calls(before.as_deref(), &mark)?;
        *self = Self { set, mark: Some(mark) };
        Ok(())
    }

    /// The mark that is written, if the ledger wrote it.
    fn read(rows: &mut (impl Reading + ?Sized), key: &SigningKey) -> Result<Self, StoreError> {
        let Some(text) = rows.call_mark()? else { return Ok(Self::default()) };
        let set = read_mark(&text).filter(|set| mark(key, set) == text);
        Ok(set.map_or_else(Self::default, |set| Self { set, mark: Some(text) }))
    }

    fn replace(
        &mut self,
        rows: &mut dyn Writing,
        key: &SigningKey,
        change: &impl Fn(&mut RowSet),
    ) -> Result<bool, StoreError> {
        let Some(before) = &self.mark else { return Ok(false) };
        let mut set = self.set;
        change(&mut set);
        let mark = mark(key, &set);
        if !rows.mark_calls(Some(before), &mark)? {
            return Ok(false);
        }
        *self = Self { set, mark: Some(mark) };
        Ok(true)
    }
}

/// Whether the calls under way are those that the ledger has marked. They may change between the two reads; then it may be
/// that they are not.
pub(crate) fn is_as_marked(rows: &mut dyn Reading, key: &SigningKey) -> Result<bool, StoreError> {
    let known = UnderWay::read(rows, key)?;
    Ok(known.mark.is_some() && known.set == set(&rows.begun()?))
}

/// Compares the calls under way with the mark on them, whoever wrote it, for those who have no key; an older file has none.
pub(crate) fn check(rows: &mut dyn Reading) -> Result<Option<String>, StoreError> {
    let (found, mark) = (set(&rows.begun()?), rows.call_mark()?);
    Ok(match mark.as_deref().map(read_mark) {
        Some(Some(marked)) if marked == found => None,
        Some(Some(marked)) => Some(changed(marked.rows, found.rows)),
        None if rows.sealed_head()?.is_none_or(|(_, seal)| seal.is_empty()) => None,
        Some(None) | None => Some(format!("the mark on calls under way is gone; {} are there", found.rows)),
    })
}

/// The calls that these rows are.
fn set(begun: &[Begun]) -> RowSet {
    let mut set = RowSet::default();
    begun.iter().for_each(|begun| set.add(begun.sealed()));
    set
}

/// The calls that a mark speaks of, whoever wrote it.
fn read_mark(text: &str) -> Option<RowSet> {
    let mark: Mark = serde_json::from_str(text).ok()?;
    Some(RowSet { rows: mark.calls, sum: Hash::from_hex(&mark.sum)?.0 })
}

/// What is said of rows that are not those of the mark.
fn changed(marked: u64, found: u64) -> String {
    format!("calls under way were removed, added or changed by another program: {marked} were noted, {found} are there")
}

fn mark(key: &SigningKey, set: &RowSet) -> String {
    let seal = key.seal(set.digest(b"vetgate.under_way.v1").finish());
    let mark = Mark { calls: set.rows, sum: HEXLOWER.encode(&set.sum), seal };
    serde_json::to_string(&mark).unwrap_or_default()
}
