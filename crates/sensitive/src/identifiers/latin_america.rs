//! Latin America but Brazil.

use super::check_digit::{is_number, is_one_digit, is_short_date, luhn, number, value, weighted};
use super::is_listed;
use crate::words::identifiers::MEXICAN_STATES;

pub(super) fn is_varied(digits: &[u8]) -> bool {
    !is_one_digit(digits)
}

/// Birth date, sex, state, consonants, and a check digit over all of it.
pub(super) fn curp(bytes: &[u8]) -> bool {
    // Ñ has a place between N and O, so letters from O on count one more.
    let place = |byte: u8| value(byte) + u32::from(byte > b'N');
    let sum = |bytes: &[u8]| bytes.iter().zip(2..=18).map(|(byte, at)| place(*byte) * (20 - at)).sum::<u32>();
    bytes.len() == 18
        && is_short_date(&bytes[4..10])
        && matches!(bytes[10], b'H' | b'M' | b'X')
        && is_listed(MEXICAN_STATES, &bytes[11..13])
        && bytes[13..16].iter().all(|letter| !b"AEIOU".contains(letter))
        && (10 - sum(&bytes[..17]) % 10) % 10 == value(bytes[17])
}

/// Letters of the name, the date, two characters against doubles, and a check character that is a digit or A.
pub(super) fn rfc(bytes: &[u8]) -> bool {
    let letters = bytes.len().saturating_sub(9);
    if !matches!(letters, 3 | 4) || !is_short_date(&bytes[letters..]) {
        return false;
    }
    let place = |byte: u8| value(byte) + u32::from(byte > b'N');
    // A company has three letters; a space, worth 37, stands in front.
    let first = if letters == 3 { 37 * 13 } else { 0 };
    let (body, check) = (&bytes[..bytes.len() - 1], bytes[bytes.len() - 1]);
    let sum: u32 = first + body.iter().rev().zip(2..).map(|(byte, weight)| place(*byte) * weight).sum::<u32>();
    match 11 - sum % 11 {
        11 => check == b'0',
        10 => check == b'A',
        digit => check.is_ascii_digit() && value(check) == digit,
    }
}

/// Luhn over eleven digits.
pub(super) fn nss(digits: &[u8]) -> bool {
    digits.len() == 11 && luhn(digits) && !is_one_digit(digits)
}

/// Weights 3, 7, 1 with each product cut to its last digit.
pub(super) fn clabe(digits: &[u8]) -> bool {
    let sum: u32 = digits.iter().take(17).zip([3, 7, 1].iter().cycle()).map(|(d, w)| value(*d) * w % 10).sum();
    digits.len() == 18 && is_number(digits) && !is_one_digit(digits) && (10 - sum % 10) % 10 == value(digits[17])
}

/// The kind of taxpayer, the number, and a check digit by eleven.
pub(super) fn cuit(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && matches!(number(&digits[..2]), 20 | 23..=27 | 30 | 33 | 34)
        && weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
}

/// A check digit by eleven, where ten is K.
pub(super) fn rut(bytes: &[u8]) -> bool {
    let Some((check, digits)) = bytes.split_last() else { return false };
    let sum: u32 = digits.iter().rev().zip((2..=7).cycle()).map(|(digit, weight)| value(*digit) * weight).sum();
    is_number(digits)
        && !is_one_digit(digits)
        && number(digits) >= 1_000_000
        && match 11 - sum % 11 {
            11 => *check == b'0',
            10 => *check == b'K',
            digit => check.is_ascii_digit() && value(*check) == digit,
        }
}

/// Prime weights from the right, by eleven.
pub(super) fn nit(digits: &[u8]) -> bool {
    digits.len() == 10
        && is_number(digits)
        && !is_one_digit(digits)
        && match weighted(digits, &[41, 37, 29, 23, 19, 17, 13, 7, 3]) % 11 {
            rest @ (0 | 1) => rest == value(digits[9]),
            rest => 11 - rest == value(digits[9]),
        }
}

/// The kind of taxpayer and a check digit by eleven.
pub(super) fn ruc(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && matches!(number(&digits[..2]), 10 | 15 | 16 | 17 | 20)
        && (11 - weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 10 == value(digits[10])
}

/// A province, a third digit below six, and Luhn.
pub(super) fn ecuador(digits: &[u8]) -> bool {
    digits.len() == 10 && matches!(number(&digits[..2]), 1..=24 | 30) && digits[2] < b'6' && luhn(digits)
}

/// Weights 2987634 and what is missing to ten.
pub(super) fn uruguay(digits: &[u8]) -> bool {
    digits.len() == 8
        && is_number(digits)
        && !is_one_digit(digits)
        && (10 - weighted(digits, &[2, 9, 8, 7, 6, 3, 4]) % 10) % 10 == value(digits[7])
}
