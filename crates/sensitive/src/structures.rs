//! Secrets that have a structure of their own, each read and checked by its own file: where to look for each.

use crate::candidate::Candidate;

/// A structure and the literals that it is looked for at.
pub(crate) struct Structure {
    /// At least three bytes each, the first a letter or a digit, where a word starts.
    pub(crate) starts: &'static [&'static str],
    /// Reads it, given where the literal stands.
    pub(crate) at: fn(&[u8], usize) -> Option<Candidate>,
}

/// Every structure.
pub(crate) const ALL: &[Structure] = &[];
