//! The United Kingdom and Ireland.

use super::check_digit::{is_date, is_number, is_one_digit, number, value, weighted};
use crate::words::identifiers::BRITISH_CODES;

pub(super) mod postcode;

/// The letters that never stand first or second, the pairs that were never given out, and the suffix.
pub(super) fn nino(text: &[u8]) -> bool {
    let (prefix, suffix) = (&text[..2], text[8]);
    !b"DFIQUV".contains(&prefix[0])
        && !b"DFIOQUV".contains(&prefix[1])
        && ![&b"BG"[..], b"GB", b"KN", b"NK", b"NT", b"TN", b"ZZ"].contains(&prefix)
        && matches!(suffix, b'A'..=b'D')
}

/// The modulo 11 check digit of all British health numbers.
fn health_check(digits: &[u8]) -> bool {
    let check = (11 - weighted(&digits[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11;
    check == value(digits[9]) && !is_one_digit(digits)
}

/// England, Wales and Northern Ireland. Nothing that starts with `1` was given out there, which keeps seconds since
/// 1970 apart.
pub(super) fn nhs(digits: &[u8]) -> bool {
    digits[0] != b'1' && health_check(digits)
}

/// Scotland starts with the date of birth, day first.
pub(super) fn chi(digits: &[u8]) -> bool {
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && health_check(digits)
}

/// Surname filled up with nines, birth date with 50 added to a woman's month, initials, and two check letters.
pub(super) fn driving_licence(text: &[u8]) -> bool {
    let letters = text[..5].iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let (date, initials) = (&text[5..11], &text[11..13]);
    let month = number(&date[1..3]) % 50;
    letters >= 2
        && text[letters..5].iter().all(|byte| *byte == b'9')
        && is_number(date)
        && number(&date[1..3]) < 63
        && (1..=12).contains(&month)
        && (1..=31).contains(&number(&date[3..5]))
        && initials.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'9')
        && !(initials[0] == b'9' && initials[1] != b'9')
}

/// Two letters and seven digits, as application forms print it. The pairs left out start other common codes: films,
/// gene variants, support articles, orders, Italian passports.
pub(super) fn passport(text: &[u8]) -> bool {
    !BRITISH_CODES.iter().any(|taken| text.starts_with(taken.as_bytes())) && !is_one_digit(&text[2..])
}

/// The check digit stands first.
pub(super) fn utr(digits: &[u8]) -> bool {
    let remainder = weighted(&digits[1..], &[6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11;
    b"21987654321".get(remainder as usize) == Some(&digits[0])
}

/// The check letter, over seven digits and, since 2013, a second letter.
pub(super) fn pps(text: &[u8]) -> bool {
    let second = match text.get(8) {
        None | Some(b'W' | b'T' | b'X') => 0,
        Some(letter @ b'A'..=b'I') => value(*letter) - 9,
        Some(_) => return false,
    };
    let sum = weighted(&text[..7], &[8, 7, 6, 5, 4, 3, 2]) + second * 9;
    b"WABCDEFGHIJKLMNOPQRSTUV"[(sum % 23) as usize] == text[7] && !is_one_digit(&text[..7])
}
