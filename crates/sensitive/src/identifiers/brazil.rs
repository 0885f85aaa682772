//! Brazil.

use super::check_digit::{is_number, is_one_digit, number, value, weighted};

/// A check digit by weights that go from 2 upwards, from the right, to `turn` and then again; ten and eleven are zero.
fn check(bytes: &[u8], turn: u32, value_of: fn(u8) -> u32) -> u32 {
    let weights = (2..=turn).cycle();
    let sum = bytes.iter().rev().zip(weights).map(|(byte, weight)| value_of(*byte) * weight).fold(0, u32::wrapping_add);
    match sum % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    }
}

/// Two check digits over nine digits.
pub(super) fn cpf(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && !is_one_digit(digits)
        && check(&digits[..9], 11, value) == value(digits[9])
        && check(&digits[..10], 11, value) == value(digits[10])
}

/// Two check digits over twelve digits or letters; letters count as their place in ASCII behind `0`.
pub(super) fn cnpj(bytes: &[u8]) -> bool {
    let ascii = |byte: u8| u32::from(byte).saturating_sub(48);
    bytes.len() == 14
        && is_number(&bytes[12..])
        && !is_one_digit(&bytes[..12])
        // A run of letters is a word; companies with letters in their number began in 2026 and have digits too.
        && bytes.iter().filter(|byte| byte.is_ascii_digit()).count() >= 5
        && check(&bytes[..12], 9, ascii) == value(bytes[12])
        && check(&bytes[..13], 9, ascii) == value(bytes[13])
}

/// One check digit over ten digits.
pub(super) fn pis(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && !is_one_digit(digits)
        && check(&digits[..10], 9, value) == value(digits[10])
}

/// Two check digits: the first counts weights down from 9, the second up to 9, less two where the first was ten.
pub(super) fn cnh(digits: &[u8]) -> bool {
    if digits.len() != 11 || !is_number(digits) || is_one_digit(digits) {
        return false;
    }
    let up = weighted(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let down = weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2, 1]);
    let (first, less) = if down % 11 > 9 { (0, 2) } else { (down % 11, 0) };
    let second = (up % 11 + 11 - less) % 11;
    first == value(digits[9]) && (if second > 9 { 0 } else { second }) == value(digits[10])
}

/// A serial number, the state from 1 to 28, and a check digit over each.
pub(super) fn voter(digits: &[u8]) -> bool {
    if digits.len() != 12 || !is_number(digits) || !(1..=28).contains(&number(&digits[8..10])) {
        return false;
    }
    let one = |sum: u32| if sum % 11 > 9 { 0 } else { sum % 11 };
    let serial = weighted(digits, &[2, 3, 4, 5, 6, 7, 8, 9]);
    let state = value(digits[8]) * 7 + value(digits[9]) * 8 + one(serial) * 9;
    one(serial) == value(digits[10]) && one(state) == value(digits[11])
}

/// Digits, the last of which may be X; states check it in ways of their own.
pub(super) fn rg(bytes: &[u8]) -> bool {
    let Some((last, digits)) = bytes.split_last() else { return false };
    is_number(digits) && (last.is_ascii_digit() || *last == b'X') && !is_one_digit(digits)
}
