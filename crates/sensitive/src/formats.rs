//! The token formats of providers: one row each.

use crate::Kind;

mod source_hosting;

/// What a format's own check says of a token that has the right shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// The format has no checksum, or it cannot be computed here.
    None,
    /// The checksum holds: the provider made this.
    Holds,
    /// The checksum is wrong: the provider never made this.
    Fails,
}

/// A token that tells by its own looks what it is.
///
/// To add one, write a row in the file of its family; the tests and `vetgate explain` read it from there.
pub(crate) struct Format {
    /// What it is; the id is `provider.what`.
    pub(crate) kind: Kind,
    /// What it starts with, at least three bytes each, the first a letter or a digit. A token is looked for only where
    /// one of these starts and no letter or digit stands before.
    pub(crate) starts: &'static [&'static str],
    /// The whole token from its start, as a regular expression over ASCII. It need not say where the token ends: no
    /// letter, digit or `_` may follow it.
    pub(crate) pattern: &'static str,
    /// What the token proves about itself.
    pub(crate) proof: fn(&[u8]) -> Proof,
    /// A token that is found. Made up.
    pub(crate) found: &'static str,
    /// A token that is not: too short, another alphabet, a wrong checksum.
    pub(crate) not_found: &'static str,
}

/// The proof of a format that has none.
pub(crate) fn unproven(_: &[u8]) -> Proof {
    Proof::None
}

/// Every format.
pub(crate) fn all() -> impl Iterator<Item = &'static Format> {
    [source_hosting::ROWS].into_iter().flatten()
}
