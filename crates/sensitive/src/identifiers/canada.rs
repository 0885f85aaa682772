//! Canada.

use super::check_digit::{is_date, is_number, is_one_digit, luhn, number, value, weighted};

/// Luhn; numbers with 8 in front go to businesses, those with 0 to nobody.
pub(super) fn sin(digits: &[u8]) -> bool {
    digits.len() == 9 && !matches!(digits[0], b'0' | b'8') && luhn(digits) && !is_one_digit(digits)
}

/// Luhn over the ten digits; two letters for the version of the card may follow.
pub(super) fn ohip(bytes: &[u8]) -> bool {
    let Some((digits, version)) = bytes.split_at_checked(10) else { return false };
    digits[0] != b'0' && luhn(digits) && version.iter().all(u8::is_ascii_alphabetic)
}

/// A nine, eight digits, and what is missing to a multiple of 11.
pub(super) fn british_columbia(digits: &[u8]) -> bool {
    digits.len() == 10
        && is_number(digits)
        && digits[0] == b'9'
        && 11 - weighted(&digits[1..9], &[2, 4, 8, 5, 10, 9, 7, 3]) % 11 == value(digits[9])
}

/// Letters of the name, year, month (50 more for women) and day of birth.
pub(super) fn ramq(bytes: &[u8]) -> bool {
    let [a, b, c, d, digits @ ..] = bytes else { return false };
    let month = digits.get(2..4).map_or(0, number);
    [a, b, c, d].iter().all(|letter| letter.is_ascii_alphabetic())
        && digits.len() == 8
        && is_number(digits)
        && is_date(2000 + number(&digits[..2]), if month > 50 { month - 50 } else { month }, number(&digits[4..6]))
}
