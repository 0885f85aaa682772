//! Numbers that states, banks and registries give to people and things: one row each in `data/identifiers`, with
//! the rule that tells a real one from any other number of that length.

use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

mod africa;
mod birth;
mod brazil;
mod britain;
mod canada;
pub(crate) mod check_digit;
mod east_asia;
mod france;
mod germany;
mod iberia;
mod india;
mod italy;
mod latin_america;
mod netherlands;
mod nordics;
mod oceania;
mod passport;
mod poland;
mod south_east_asia;
mod turkey_and_middle_east;
mod united_states;
mod vehicle;

/// A number with a fixed layout and a rule.
///
/// To add one, write a row in the file of its country in `data/identifiers`, and its rule in the module of that name here.
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

// `IDENTIFIERS`, from `data/identifiers`.
include!(concat!(env!("OUT_DIR"), "/identifiers.rs"));

/// Every identifier. Where two fit one number equally well, the earlier one is named.
pub(crate) fn all() -> impl Iterator<Item = &'static Identifier> {
    IDENTIFIERS.iter()
}

/// Whether `code` is in a sorted list.
fn is_listed(codes: &[&str], code: &[u8]) -> bool {
    codes.binary_search_by(|known| known.as_bytes().cmp(code)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::class;
    use crate::layout::{Layouts, Word};

    /// Whether the identifier stands in `text` between bytes that are no letters and digits.
    fn stands_in(row: &'static Identifier, text: &str) -> bool {
        let (layouts, text) = (Layouts::new([row].into_iter()), text.as_bytes());
        let is_word = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphanumeric);
        (0..text.len()).filter(|at| !is_word(at.checked_sub(1))).any(|at| {
            let mut found = false;
            let length = text[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let classes = text[at..at + length].iter().fold(0, |classes, byte| classes | class(*byte));
            layouts.walk(
                text,
                &Word { span: at..at + length, classes },
                |_| true,
                |_, end| {
                    let letters =
                        text[at..end].iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_uppercase);
                    found |= !is_word(Some(end)) && (row.valid)(&letters.collect::<Vec<_>>());
                },
            );
            found
        })
    }

    #[test]
    fn every_row_finds_its_examples_and_not_the_others() {
        for row in all() {
            let id = &row.kind.id;
            assert!(row.found.len() >= row.layouts.len().min(2) && !row.not_found.is_empty(), "{id} needs examples");
            for text in row.found {
                assert!(stands_in(row, text), "{id} is not found in {text:?}");
            }
            for text in row.not_found {
                assert!(!stands_in(row, text), "{id} is found in {text:?}");
            }
        }
    }
}
