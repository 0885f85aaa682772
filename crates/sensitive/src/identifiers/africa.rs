//! Africa.

use super::check_digit::{is_number, is_one_digit, is_short_date, luhn, number};

pub(super) fn ghana_card(bytes: &[u8]) -> bool {
    bytes.starts_with(b"GHA")
}

/// Individuals begin with A, firms with P.
pub(super) fn kra_pin(bytes: &[u8]) -> bool {
    matches!(bytes.first(), Some(b'A' | b'P')) && !is_one_digit(&bytes[1..])
}

pub(super) fn is_varied(digits: &[u8]) -> bool {
    !is_one_digit(digits)
}

/// A birth date, a serial number, citizen (0), resident (1) or refugee (2), and Luhn.
pub(super) fn south_african(digits: &[u8]) -> bool {
    digits.len() == 13 && is_short_date(digits) && matches!(digits[10], b'0'..=b'2') && luhn(digits)
}

/// All of them begin with 22.
pub(super) fn bvn(digits: &[u8]) -> bool {
    digits.len() == 11 && digits.starts_with(b"22")
}

/// The local government, a number, the year's letters.
pub(super) fn nigerian_plate(bytes: &[u8]) -> bool {
    bytes.len() == 8 && is_number(&bytes[3..6]) && &bytes[3..6] != b"000"
}

/// The century, a birth date and the governorate.
pub(super) fn egyptian(digits: &[u8]) -> bool {
    digits.len() == 14
        && is_number(digits)
        && matches!(digits[0], b'2' | b'3')
        && is_short_date(&digits[1..])
        && matches!(number(&digits[7..9]), 1..=4 | 11..=19 | 21..=29 | 31..=35 | 88)
}
