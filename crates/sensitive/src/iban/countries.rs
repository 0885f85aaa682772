//! How each country builds the account numbers behind its two letters and two check digits.

/// What may stand in a part of an account number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Digits,
    Letters,
    Either,
}

/// The parts of an account number: how long, and of what. Those at the end may be empty.
type Parts = [(u8, Class); 3];

/// The parts that are written as `4a 14n`.
const fn parts_of(written: &str) -> Parts {
    let written = written.as_bytes();
    let mut parts = [(0, Class::Digits); 3];
    let (mut part, mut at) = (0, 0);
    while at < written.len() {
        let byte = written[at];
        match byte {
            b'0'..=b'9' => parts[part].0 = parts[part].0 * 10 + byte - b'0',
            b'a' => parts[part].1 = Class::Letters,
            b'c' => parts[part].1 = Class::Either,
            b' ' => part += 1,
            _ => {}
        }
        at += 1;
    }
    parts
}

// `COUNTRIES`, from `data/iban.tsv`.
include!(concat!(env!("OUT_DIR"), "/iban.rs"));

/// The parts of the account numbers of a country, given in upper case.
pub(super) fn parts(country: [u8; 2]) -> Option<&'static Parts> {
    let row = COUNTRIES.binary_search_by_key(&country, |(country, _)| *country).ok()?;
    Some(&COUNTRIES[row].1)
}

/// Whether the account number is built as the country does it.
pub(super) fn is_built_of(account: &[u8], parts: &Parts) -> bool {
    let mut rest = account;
    let fits = |(length, class): &(u8, Class)| {
        let Some((part, after)) = rest.split_at_checked(usize::from(*length)) else { return false };
        rest = after;
        part.iter().all(|byte| match class {
            Class::Digits => byte.is_ascii_digit(),
            Class::Letters => byte.is_ascii_alphabetic(),
            Class::Either => byte.is_ascii_alphanumeric(),
        })
    };
    parts.iter().all(fits) && rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_sorted_so_that_they_are_found() {
        assert!(COUNTRIES.is_sorted_by_key(|(country, _)| *country));
        assert!(parts(*b"GB").is_some() && parts(*b"US").is_none());
    }
}
