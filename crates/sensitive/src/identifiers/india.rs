//! India.

use super::check_digit::{is_number, is_one_digit, number, value, verhoeff};
use super::is_listed;
use crate::words::identifiers::INDIAN_STATES;

/// Twelve digits from 2 on with a Verhoeff check digit; the number is never a palindrome.
pub(super) fn aadhaar(digits: &[u8]) -> bool {
    digits.len() == 12 && digits[0] >= b'2' && verhoeff(digits) && !digits.iter().eq(digits.iter().rev())
}

/// Five letters of which the fourth is the kind of taxpayer, a serial number, a letter.
pub(super) fn pan(bytes: &[u8]) -> bool {
    bytes.len() == 10
        && bytes[..5].iter().all(u8::is_ascii_uppercase)
        && b"ABCFGHJLPT".contains(&bytes[3])
        && is_number(&bytes[5..9])
        && &bytes[5..9] != b"0000"
        && bytes[9].is_ascii_uppercase()
}

/// The state, a PAN, which of its registrations, Z, and a check character by 36.
pub(super) fn gstin(bytes: &[u8]) -> bool {
    if bytes.len() != 15 || !matches!(number(&bytes[..2]), 1..=38 | 96 | 97 | 99) || !pan(&bytes[2..12]) {
        return false;
    }
    let folded = |(byte, weight): (&u8, &u32)| value(*byte) * weight / 36 + value(*byte) * weight % 36;
    let sum: u32 = bytes[..14].iter().zip([1, 2].iter().cycle()).map(folded).sum();
    bytes[12] != b'0' && (36 - sum % 36) % 36 == value(bytes[14])
}

/// Three letters of the constituency and seven digits.
pub(super) fn voter(bytes: &[u8]) -> bool {
    bytes.len() == 10 && is_number(&bytes[3..]) && !is_one_digit(&bytes[3..])
}

/// A state, its district (up to two digits), a series and a number; or the year, BH, and a number.
pub(super) fn plate(bytes: &[u8]) -> bool {
    if bytes.first().is_some_and(u8::is_ascii_digit) {
        let serial = bytes.get(4..8).is_some_and(|digits| is_number(digits) && digits != b"0000");
        return bytes.get(2..4) == Some(b"BH") && (21..=40).contains(&number(&bytes[..2])) && serial;
    }
    let Some((state, rest)) = bytes.split_at_checked(2) else { return false };
    let Some((rest, serial)) = rest.split_at_checked(rest.len().saturating_sub(4)) else { return false };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count().min(2);
    is_listed(INDIAN_STATES, state)
        && is_number(serial)
        && serial != b"0000"
        // The largest states have under a hundred districts.
        && (1..=95).contains(&number(&rest[..digits]))
        && rest[digits..].iter().all(|byte| byte.is_ascii_uppercase() && !matches!(byte, b'I' | b'O'))
}
