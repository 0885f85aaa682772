//! Turkey and the Middle East.

use super::check_digit::{is_number, is_one_digit, is_short_date, luhn, number, value, weighted};

/// Two check digits: one over odd and even places, one over the sum of all.
pub(super) fn tckn(digits: &[u8]) -> bool {
    if digits.len() != 11 || !is_number(digits) || digits[0] == b'0' {
        return false;
    }
    let odd = weighted(digits, &[1, 0, 1, 0, 1, 0, 1, 0, 1]);
    let even = weighted(digits, &[0, 1, 0, 1, 0, 1, 0, 1]);
    // Nine times the even places is one less each time, modulo ten, and never goes below zero.
    (odd * 7 + even * 9) % 10 == value(digits[9]) && (odd + even + value(digits[9])) % 10 == value(digits[10])
}

/// One of 81 provinces, letters that Turkish has, and a number that is not all zeros.
pub(super) fn turkish_plate(bytes: &[u8]) -> bool {
    let Some((province, rest)) = bytes.split_at_checked(2) else { return false };
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (letters, digits) = rest.split_at(letters);
    (1..=81).contains(&number(province))
        && is_number(digits)
        && number(digits) > 0
        && !letters.iter().any(|letter| b"QWX".contains(letter))
}

/// Luhn over nine digits.
pub(super) fn israeli(digits: &[u8]) -> bool {
    digits.len() == 9 && luhn(digits) && !is_one_digit(digits)
}

/// The country's number, a year of birth, a serial number, and Luhn.
pub(super) fn emirates(digits: &[u8]) -> bool {
    digits.len() == 15 && digits.starts_with(b"784") && (1900..=2030).contains(&number(&digits[3..7])) && luhn(digits)
}

/// One for citizens or two for residents, and Luhn.
pub(super) fn saudi(digits: &[u8]) -> bool {
    digits.len() == 10 && matches!(digits[0], b'1' | b'2') && luhn(digits)
}

/// The century, a birth date and a serial number; the rule of the last digit is not published.
pub(super) fn kuwaiti(digits: &[u8]) -> bool {
    digits.len() == 12 && is_number(digits) && matches!(digits[0], b'2' | b'3') && is_short_date(&digits[1..])
}

/// A check digit by eleven over nine digits.
pub(super) fn iranian(digits: &[u8]) -> bool {
    if digits.len() != 10 || !is_number(digits) || is_one_digit(digits) {
        return false;
    }
    let rest = weighted(digits, &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    value(digits[9]) == if rest < 2 { rest } else { 11 - rest }
}
