//! The Baltic states.

use crate::identifiers::check_digit::{is_date, number, value, weighted};

/// Sex and century, date of birth, serial, and a check digit with a second set of weights when the first gives ten.
pub(in crate::identifiers) fn estonian_and_lithuanian(digits: &[u8]) -> bool {
    let century = match digits[0] {
        b'1' | b'2' => 1800,
        b'3' | b'4' => 1900,
        b'5' | b'6' => 2000,
        _ => return false,
    };
    let check = match weighted(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11 {
        10 => weighted(digits, &[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 % 10,
        remainder => remainder,
    };
    is_date(century + number(&digits[1..3]), number(&digits[3..5]), number(&digits[5..7])) && check == value(digits[10])
}

/// Date of birth, century, serial, check digit. Codes since 2017 start with 32 and tell nothing.
pub(in crate::identifiers) fn latvian(digits: &[u8]) -> bool {
    if digits.starts_with(b"32") {
        return true;
    }
    let century = match digits[6] {
        b'0' => 1800,
        b'1' => 1900,
        b'2' => 2000,
        _ => return false,
    };
    let check = (1101 - weighted(digits, &[1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11;
    is_date(century + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && check == value(digits[10])
}
