//! Business identifier codes of banks. Any word of eight capitals looks like one, so only a name makes it one.

use crate::candidate::Candidate;
use crate::card::closes;
use crate::class::is_word;
use crate::words::bic::{WORDS, WORDS_OF_SURE_ONES};
use crate::words::countries::COUNTRIES;
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// A bank's code.
pub(crate) static KIND: Kind =
    Kind::new("bic", "Bank identifier code (BIC, SWIFT)", Category::Financial, Severity::Low);

/// The bank's code that starts at `at`.
pub(super) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let length = text.get(at..)?.iter().take(12).take_while(|byte| is_word(**byte)).count();
    if !matches!(length, 8 | 11) || !closes(text, at + length) {
        return None;
    }
    let code = &text[at..at + length];
    let (bank, branch) = code.split_at(6);
    let is_country = COUNTRIES.binary_search_by(|country| country.as_bytes().cmp(&bank[4..])).is_ok();
    let capitals = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    if !is_country || !bank.iter().all(u8::is_ascii_uppercase) || !branch.iter().all(capitals) {
        return None;
    }
    let is_sure = branch.ends_with(b"XXX") || branch.iter().any(u8::is_ascii_digit);
    let words = if is_sure { WORDS_OF_SURE_ONES } else { WORDS };
    Some(Candidate { kind: &KIND, span: at..at + length, bare: None, alone: None, named: Some(Grade::Medium), words })
}
