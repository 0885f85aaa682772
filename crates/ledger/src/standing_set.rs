//! All standings together, sealed with every end of the chain: a row that is removed, or an older one that is put back,
//! would otherwise only show to whoever reads the whole record.

use crate::row_set::RowSet;
use crate::store::{StoreError, Writing};
use crate::under_way::UnderWay;
use crate::verify::standings_are_recorded;
use crate::{Checkpoint, SigningKey};

/// The standings as the ledger has written them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standings {
    pub(crate) set: RowSet,
    /// The seal that was read or written last; empty as long as there is no record.
    pub(crate) sealed: String,
    /// The store's number of outside changes when its rows were compared with the set last.
    examined: Option<u64>,
}

impl Standings {
    /// The seal that belongs to an end of the chain.
    pub(crate) fn seal(&self, key: &SigningKey, head: &Checkpoint) -> String {
        let mut digest = self.set.digest(b"vetgate.standings.seal.v1");
        digest.number(head.id).part(&head.hash.0);
        key.seal(digest.finish())
    }

    /// Returns an error if the rows are not those of the set.
    pub(crate) fn examine(&mut self, rows: &mut dyn Writing) -> Result<(), StoreError> {
        let changes = rows.outside_changes()?;
        if self.examined != Some(changes) {
            let found = rows.standing_set()?;
            if found != self.set {
                return Err(others(self.set.rows, found.rows));
            }
            self.examined = Some(changes);
        }
        Ok(())
    }
}

/// The standings in a store whose chain has this end; an error if they are not those that were sealed with it. A file of an
/// older format has no seal yet: then the records are asked, all of them, and the seal is written.
pub(crate) fn examined(
    rows: &mut dyn Writing,
    key: &SigningKey,
    head: Option<(&Checkpoint, &str)>,
    known: &Standings,
) -> Result<Standings, StoreError> {
    let sealed = head.map_or("", |(_, seal)| seal).to_owned();
    // Another process has added records, and no standings.
    if known.examined.is_some() && head.is_some_and(|(head, seal)| known.seal(key, head) == seal) {
        return Ok(Standings { sealed, ..known.clone() });
    }
    let changes = rows.outside_changes()?;
    let mut standings = Standings { set: rows.standing_set()?, sealed, examined: Some(changes) };
    if standings.sealed.is_empty() {
        UnderWay::mark_first(rows, key)?;
    }
    let Some((head, seal)) = head else {
        // A server that declares nothing is noted, and leaves no record.
        return match rows.standings()?.len() {
            0 => Ok(standings),
            found => Err(others(0, found as u64)),
        };
    };
    let expected = standings.seal(key, head);
    if seal.is_empty() {
        standings_are_recorded(rows).map_err(|error| StoreError::Damaged(error.to_string()))?;
        rows.set_head(head, &expected)?;
        standings.sealed = expected;
    } else if seal != expected {
        return Err(StoreError::Damaged(format!(
            "another program has removed, added or changed approval states since record {}; Vetgate writes no more records: \
             run `vetgate audit verify` for details, and restore a backup",
            head.id
        )));
    }
    Ok(standings)
}

fn others(known: u64, found: u64) -> StoreError {
    StoreError::Damaged(format!(
        "another program has removed, added or changed approval states ({known} rows were written, {found} are present); \
         run `vetgate audit verify` for details, then stop Vetgate and restore a backup"
    ))
}
