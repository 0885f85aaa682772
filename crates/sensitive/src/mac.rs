//! MAC addresses.

use crate::candidate::Candidate;
use crate::card::closes;
use crate::class::is_word;
use crate::words::mac::WORDS;
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// The hardware address of a network interface.
pub(crate) static KIND: Kind = Kind::new("mac_address", "Hardware address (MAC)", Category::Network, Severity::Low);

/// The address that starts at `at`: six pairs with `:` or `-`, or three fours with `.`.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let size = text.get(at..)?.iter().take(5).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let separator = *text.get(at + size)?;
    let groups = match (size, separator) {
        (2, b':' | b'-') => 6,
        (4, b'.') => 3,
        _ => return None,
    };
    let mut digits = [0; 12];
    let mut end = at;
    for group in 0..groups {
        if group > 0 {
            text.get(end).filter(|byte| **byte == separator)?;
            end += 1;
        }
        for (place, byte) in text.get(end..end + size)?.iter().enumerate() {
            digits[group * size + place] = char::from(*byte).to_digit(16)? as u8;
        }
        end += size;
    }
    if goes_on(text, at, end) {
        return None;
    }
    let (bare, alone, named) = grades(&text[at..end], &digits, separator);
    Some(Candidate { kind: &KIND, span: at..end, bare, alone, named, words: WORDS })
}

/// Whether this is part of a longer run: a fingerprint, an EUI-64, an IPv6 address, a version.
fn goes_on(text: &[u8], at: usize, end: usize) -> bool {
    let colon_goes_on =
        text.get(end) == Some(&b':') && text.get(end + 1).is_some_and(|next| next.is_ascii_hexdigit() || *next == b':');
    let before = |back: usize| at.checked_sub(back).map(|at| text[at]);
    let goes_back = match before(1) {
        Some(b':') => before(2).is_some_and(|byte| byte == b':' || is_pair_before(text, at - 1)),
        Some(b'-') => before(2).is_some_and(is_word),
        Some(b'.' | b'_' | b'%' | b'*') => true,
        _ => false,
    };
    goes_back || colon_goes_on || !closes(text, end)
}

/// Whether two hex digits and nothing more of a word end at `end`.
fn is_pair_before(text: &[u8], end: usize) -> bool {
    text[end.saturating_sub(2)..end].iter().filter(|byte| byte.is_ascii_hexdigit()).count() == 2
        && !end.checked_sub(3).is_some_and(|at| is_word(text[at]))
}

type Grades = (Option<Grade>, Option<Grade>, Option<Grade>);

fn grades(written: &[u8], digits: &[u8; 12], separator: u8) -> Grades {
    let (low, medium, high) = (Some(Grade::Low), Some(Grade::Medium), Some(Grade::High));
    let is_nobody = digits.iter().all(|digit| *digit == digits[0]) || is_group_address(digits);
    // Dates and times have six pairs of digits too, and words of a to f have dots between them.
    let letters = written.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let is_weak = letters == 0 || separator == b'.' && letters == digits.len();
    match () {
        () if is_nobody => (low, low, low),
        () if is_sample(digits) => (low, medium, medium),
        () if is_weak => (low, low, medium),
        () => (medium, high, high),
    }
}

/// Whether the address stands for many: spanning tree, IPv4 and IPv6 multicast.
fn is_group_address(digits: &[u8; 12]) -> bool {
    digits.starts_with(&[0, 1, 0, 0, 5, 0xe])
        || digits.starts_with(&[3, 3, 3, 3])
        || digits.starts_with(&[0, 1, 8, 0, 0xc, 2])
}

/// Whether somebody typed it up the keyboard: AA:BB:CC:DD:EE:FF, 00:11:22:33:44:55, 01:23:45:67:89:AB.
fn is_sample(digits: &[u8; 12]) -> bool {
    let steps = digits.windows(2).filter(|pair| pair[1] == pair[0] + 1 || pair[1] == pair[0]).count();
    steps == digits.len() - 1 || digits.starts_with(&[0xd, 0xe, 0xa, 0xd, 0xb, 0xe, 0xe, 0xf])
}

#[cfg(test)]
mod tests;
