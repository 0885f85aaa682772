//! Numbers that states, banks and registries give to people and things: one row each, with the rule that tells a real
//! one from any other number of that length.

use crate::{Grade, Kind};

mod united_states;

/// A number with a fixed layout and a rule.
///
/// To add one, write a row in the file of its country and list it there.
pub(crate) struct Identifier {
    /// What it is.
    pub(crate) kind: Kind,
    /// How it is written. `d` is a digit, `A` a letter of either case, `x` a letter or a digit; anything else stands for
    /// itself. A match never starts or ends inside a longer run of letters and digits.
    pub(crate) layouts: &'static [&'static str],
    /// Whether the number can exist, given only its letters (in upper case) and digits.
    pub(crate) valid: fn(&[u8]) -> bool,
    /// How sure a match is in running text with nothing said about it; `None` is not reported at all.
    pub(crate) bare: Option<Grade>,
    /// How sure a match is when it is the whole of a text or of a JSON value, and nothing is said about it.
    pub(crate) alone: Option<Grade>,
    /// How sure a match is when the field's name or a word near it names this kind.
    pub(crate) named: Grade,
    /// The words that name it, in lower case: `["ssn", "social security"]`. Also compared with field names, where `_`
    /// and `-` and camel case count as spaces.
    pub(crate) words: &'static [&'static str],
    /// Numbers that exist in manuals only, letters in upper case, without separators: low confidence at most.
    pub(crate) samples: &'static [&'static str],
    /// Texts in which it is found: at least one for each layout.
    pub(crate) found: &'static [&'static str],
    /// Texts in which it is not: a wrong check digit, an area that was never given out, a run that is too long.
    pub(crate) not_found: &'static [&'static str],
}

/// Every identifier. Where two fit one number equally well, the earlier one is named.
pub(crate) fn all() -> impl Iterator<Item = &'static Identifier> {
    [united_states::ROWS].into_iter().flatten()
}
