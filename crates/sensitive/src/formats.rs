//! The token formats of providers: one row each, in `data/token_formats`.

use crate::{Category, Kind};
use vetgate_model::Severity;

mod checksum;
mod looks;

/// What a format's own check says of a token that has the right shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// The format has no checksum, or it cannot be computed here.
    None,
    /// The checksum holds: the provider made this.
    Holds,
    /// The checksum is wrong: the provider never made this.
    Fails,
    /// There is no checksum, and the rest looks like words or filler: something else that starts alike.
    Unlikely,
}

/// A token that tells by its own looks what it is.
///
/// To add one, write a row in the file of its family in `data/token_formats`; the tests and `vetgate explain` read it from there.
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

// `FORMATS`, from `data/token_formats`.
include!(concat!(env!("OUT_DIR"), "/token_formats.rs"));

/// Every format.
pub(crate) fn all() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::bytes::Regex;

    #[test]
    fn every_row_finds_its_example_and_not_the_other() {
        for row in all() {
            let id = &row.kind.id;
            let pattern = Regex::new(&format!("^(?:{})", row.pattern)).unwrap_or_else(|error| panic!("{id}: {error}"));
            let found = |text: &str| {
                let starts = row.starts.iter().any(|start| text.starts_with(start));
                let end = pattern.find(text.as_bytes()).map(|found| found.end());
                let ends =
                    |end: &usize| !text.as_bytes().get(*end).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
                let proven = |end: &usize| {
                    (row.proof)(&text.as_bytes()[..*end]) == Proof::None
                        || (row.proof)(&text.as_bytes()[..*end]) == Proof::Holds
                };
                starts && end.filter(ends).filter(proven).is_some()
            };
            assert!(found(row.found), "{id} is not found in its example");
            assert!(!found(row.not_found), "{id} is found in its counterexample");
        }
    }
}
