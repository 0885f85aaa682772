//! Passports. They have no check digit outside the machine-readable zone, so something has to name them.

use super::check_digit::{is_number, is_one_digit};

/// Digits that are not one digit over and over; letters may stand around them.
pub(super) fn is_varied(bytes: &[u8]) -> bool {
    let start = bytes.iter().position(u8::is_ascii_digit).unwrap_or(bytes.len());
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits >= 3 && !is_one_digit(&bytes[start..start + digits])
}

/// The kind of passport, then eight digits, or three digits, a letter and four digits since 2021.
pub(super) fn korean(bytes: &[u8]) -> bool {
    let [kind, rest @ ..] = bytes else { return false };
    let marked = rest.len() == 8 && rest[3].is_ascii_alphabetic() && is_number(&rest[..3]) && is_number(&rest[4..]);
    b"MSROD".contains(kind) && (marked || is_number(rest) && !is_one_digit(rest))
}

/// Nine digits, or a letter and eight since 2021; the letters of Korean passports are left to them.
pub(super) fn american(bytes: &[u8]) -> bool {
    let [first, rest @ ..] = bytes else { return false };
    rest.len() == 8 && is_number(rest) && !is_one_digit(rest) && !b"MSROD".contains(first)
}

/// A letter, seven digits, of which the first and the last are not zero.
pub(super) fn indian(bytes: &[u8]) -> bool {
    let [letter, digits @ ..] = bytes else { return false };
    letter.is_ascii_alphabetic()
        && !b"QXZ".contains(letter)
        && digits.len() == 7
        && is_number(digits)
        && digits[0] != b'0'
        && digits[6] != b'0'
        && !is_one_digit(digits)
}

/// Mostly digits: at least five, and not all the same.
pub(super) fn any_country(bytes: &[u8]) -> bool {
    let digits = || bytes.iter().filter(|byte| byte.is_ascii_digit());
    digits().count() >= 5 && digits().any(|digit| Some(digit) != digits().next())
}
