//! International bank account numbers: country length, mod 97. And the codes of the banks.

pub(crate) mod bic;
mod countries;

use crate::candidate::Candidate;
use crate::card::closes;
use crate::words::iban::WORDS;
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// An international bank account number.
pub(crate) static KIND: Kind = Kind::new("iban", "Bank account number (IBAN)", Category::Financial, Severity::High);

/// The longest there is has 33; two are to spare.
const LONGEST: usize = 35;

/// The account number or the bank's code that starts at `at`.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let [a, b, c, d] = *text.get(at..)?.first_chunk::<4>()?;
    if !a.is_ascii_alphabetic() || !b.is_ascii_alphabetic() {
        return None;
    }
    if follows_a_joint(text, at) {
        return None;
    }
    if c.is_ascii_alphabetic() && d.is_ascii_alphabetic() {
        return bic::at(text, at);
    }
    if !c.is_ascii_digit() || !d.is_ascii_digit() {
        return None;
    }
    let parts = countries::parts([a.to_ascii_uppercase(), b.to_ascii_uppercase()])?;
    let length = parts.iter().map(|part| usize::from(part.0)).sum::<usize>() + 4;
    let mut account = [0; LONGEST];
    let account = account.get_mut(..length)?;
    let written = read(text, at, account)?;
    // One case throughout: capitals and small letters mixed are base64 or the like.
    let lower = a.is_ascii_lowercase();
    if account.iter().any(|byte| byte.is_ascii_alphabetic() && byte.is_ascii_lowercase() != lower) {
        return None;
    }
    if !closes(text, written.end) || !countries::is_built_of(&account[4..], parts) || remainder(account) != 1 {
        return None;
    }
    let (bare, alone) = match (lower, written.in_fours) {
        (false, true) => (Grade::High, Grade::High),
        (false, false) => (Grade::Medium, Grade::High),
        (true, _) => (Grade::Low, Grade::Medium),
    };
    Some(Candidate {
        kind: &KIND,
        span: at..written.end,
        bare: Some(bare),
        alone: Some(alone),
        named: Some(Grade::High),
        words: WORDS,
    })
}

/// Whether this is a later part of something longer, such as `order-GB29...` or `x.GB29...`.
fn follows_a_joint(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at));
    match before {
        Some(b'_' | b'+' | b'%') => true,
        Some(b'-' | b'.') => at.checked_sub(2).and_then(|at| text.get(at)).is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}

/// How an account number is written.
struct Written {
    end: usize,
    /// In one piece, or in groups of four.
    in_fours: bool,
}

/// Fills `account` with the letters and digits from `at`, over single spaces or dashes.
fn read(text: &[u8], at: usize, account: &mut [u8]) -> Option<Written> {
    let (mut here, mut group, mut separator, mut in_fours) = (at, 0, None, true);
    for place in account {
        let mut byte = *text.get(here)?;
        if matches!(byte, b' ' | b'-') {
            if group < 2 || *separator.get_or_insert(byte) != byte {
                return None;
            }
            in_fours &= group == 4;
            group = 0;
            here += 1;
            byte = *text.get(here)?;
        }
        if !byte.is_ascii_alphanumeric() {
            return None;
        }
        *place = byte;
        group += 1;
        here += 1;
    }
    in_fours &= separator.is_none() || group <= 4;
    Some(Written { end: here, in_fours })
}

/// The remainder by 97 of the account number followed by country and check digits, letters counting from ten.
fn remainder(account: &[u8]) -> u32 {
    let (front, rest) = account.split_at(4.min(account.len()));
    rest.iter().chain(front).fold(0, |remainder, byte| match byte {
        b'0'..=b'9' => (remainder * 10 + u32::from(byte - b'0')) % 97,
        _ => (remainder * 100 + u32::from(byte.to_ascii_uppercase().wrapping_sub(b'A')) + 10) % 97,
    })
}

#[cfg(test)]
mod tests;
