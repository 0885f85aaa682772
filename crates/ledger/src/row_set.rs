//! A digest of a set of rows that follows each change of one row at a constant cost.
//!
//! The sum of the rows' SHA-256 digests modulo 2^256, and their number (MSet-Add-Hash: Clarke et al., "Incremental Multiset
//! Hash Functions", ASIACRYPT 2003). Other rows with the same sum can be found by whoever may choose many of them freely;
//! here every row carries a seal of the ledger, so there are only those that it once wrote.

use crate::record::{Digest, Hash};

/// A set of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowSet {
    /// How many rows there are.
    pub rows: u64,
    /// The sum of their digests, the least significant byte first.
    pub sum: [u8; 32],
}

/// The digests of a row before and after it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowChange {
    /// Of the row that was replaced, if there was one.
    pub before: Option<Hash>,
    /// Of the row that is there now.
    pub after: Hash,
}

impl RowSet {
    /// Takes up a row with this digest.
    pub fn add(&mut self, row: Hash) {
        self.rows = self.rows.wrapping_add(1);
        self.sum = sum(&self.sum, &row.0);
    }

    /// Gives up a row with this digest.
    pub fn remove(&mut self, row: Hash) {
        self.rows = self.rows.wrapping_sub(1);
        // Minus a number is its complement plus one.
        let mut one = [0; 32];
        one[0] = 1;
        self.sum = sum(&self.sum, &sum(&row.0.map(|byte| !byte), &one));
    }

    /// Follows a change of one row.
    pub fn follow(&mut self, change: RowChange) {
        if let Some(before) = change.before {
            self.remove(before);
        }
        self.add(change.after);
    }

    /// What a seal of the set is made of; `domain` says of which set.
    pub(crate) fn digest(&self, domain: &[u8]) -> Digest {
        let mut digest = Digest::new(domain);
        digest.number(self.rows).part(&self.sum);
        digest
    }
}

/// The digest of a row with these columns.
pub(crate) fn row(table: &[u8], columns: &[&[u8]]) -> Hash {
    let mut digest = Digest::new(table);
    for column in columns {
        digest.part(column);
    }
    digest.finish()
}

fn sum(one: &[u8; 32], other: &[u8; 32]) -> [u8; 32] {
    let (mut sum, mut carry) = ([0; 32], 0);
    for ((sum, one), other) in sum.iter_mut().zip(one).zip(other) {
        let [low, high] = (u16::from(*one) + u16::from(*other) + carry).to_le_bytes();
        (*sum, carry) = (low, u16::from(high));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(byte: u8) -> Hash {
        row(b"test", &[&[byte]])
    }

    #[test]
    fn a_set_does_not_know_the_order_of_its_rows() {
        let set = |rows: &[u8]| {
            let mut set = RowSet::default();
            rows.iter().for_each(|byte| set.add(hash(*byte)));
            set
        };
        assert_eq!(set(&[1, 2, 3]), set(&[3, 1, 2]));
        assert_ne!(set(&[1, 2, 3]), set(&[1, 2]));
        assert_ne!(set(&[1, 2, 2]), set(&[1, 1, 2]));
    }

    #[test]
    fn a_row_that_was_added_can_be_removed_and_replaced() {
        let mut set = RowSet::default();
        for byte in 0..=255 {
            set.add(hash(byte));
        }
        let all = set;
        set.remove(hash(7));
        assert_ne!(set, all);
        set.follow(RowChange { before: Some(hash(8)), after: hash(7) });
        set.add(hash(8));
        assert_eq!(set, all);
        for byte in 0..=255 {
            set.remove(hash(byte));
        }
        assert_eq!(set, RowSet::default());
    }
}
