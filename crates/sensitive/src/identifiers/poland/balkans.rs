//! The states that were Yugoslavia, and Greece.

use crate::identifiers::check_digit::{is_date, is_one_digit, luhn, mod11_10, number, value, weighted};

/// Date of birth with three digits of the year, region, serial, check digit.
pub(in crate::identifiers) fn yugoslav(digits: &[u8]) -> bool {
    let year = number(&digits[4..7]);
    let year = if year >= 800 { 1000 + year } else { 2000 + year };
    let check = (11 - weighted(digits, &[7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11;
    year < 2030 && is_date(year, number(&digits[2..4]), number(&digits[..2])) && check == value(digits[12])
}

pub(in crate::identifiers) fn croatian(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"HR").unwrap_or(text);
    digits.len() == 11 && mod11_10(digits) && !is_one_digit(digits)
}

/// Date of birth, serial, Luhn check digit.
pub(in crate::identifiers) fn greek_insurance(digits: &[u8]) -> bool {
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && luhn(digits)
}

pub(in crate::identifiers) fn greek_tax(digits: &[u8]) -> bool {
    weighted(digits, &[256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == value(digits[8]) && !is_one_digit(digits)
}
