//! What one sentence may contribute to an order.

use super::vocabulary::{ADDRESS, ASK, ASSET, Bits, DENIES, FOREIGN_VERB, GRAVE, HANDS, HISTORY, MINE, PASS, TELL};

/// What stands in a sentence besides words.
pub(super) mod mark {
    /// A number, a quotation, a path.
    pub(in super::super) const VALUE: u8 = 1;
    /// Something that may be the name of a tool.
    pub(in super::super) const NAME: u8 = 2;
    /// A URL.
    pub(in super::super) const URL: u8 = 4;
    /// A mail address, a long number.
    pub(in super::super) const ADDRESS: u8 = 8;
    /// A quotation mark: a sentence does not end in a quotation.
    pub(in super::super) const QUOTE: u8 = 16;
}

/// What one sentence may contribute.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Said {
    pub(super) bits: Bits,
    pub(super) marks: u8,
    /// Verbs where a clause begins, and what they are.
    pub(super) verbs: u16,
    pub(super) ordered: Bits,
    /// What would be such a verb if it had an object.
    pub(super) refused: Bits,
    pub(super) foreign: u16,
    pub(super) english: u16,
    pub(super) holds: u16,
}

impl Said {
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            bits: self.bits | other.bits,
            marks: self.marks | other.marks,
            verbs: self.verbs.saturating_add(other.verbs),
            ordered: self.ordered | other.ordered,
            refused: self.refused | other.refused,
            ..self
        }
    }

    /// Whether something may go to an address that is given.
    pub(super) fn is_passed(self) -> bool {
        self.marks & mark::ADDRESS != 0 && self.bits & HANDS != 0
            || self.marks & mark::URL != 0 && self.bits & PASS != 0
    }

    /// Whether it may be of another language.
    pub(super) fn is_foreign(self) -> bool {
        self.foreign > 0 && self.foreign * 2 >= self.english + self.holds * 2
    }
}

/// In other languages an act is told by what stands together.
pub(super) fn may_order_elsewhere(near: Said) -> bool {
    let others = [near.marks & mark::VALUE != 0, near.bits & ASSET != 0, near.bits & GRAVE != 0];
    near.bits & HISTORY != 0
        || near.bits & TELL != 0 && near.bits & ADDRESS != 0
        || near.bits & FOREIGN_VERB != 0
            && (near.bits & (ASK | MINE | DENIES) != 0
                || near.verbs > 0
                || near.marks & (mark::ADDRESS | mark::URL) != 0
                || others.iter().filter(|holds| **holds).count() > 1)
}
