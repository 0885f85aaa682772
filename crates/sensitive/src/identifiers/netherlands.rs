//! The Netherlands.

use super::check_digit::{is_number, is_one_digit, value, weighted};

/// The proof of eleven: weights from nine down to two, and minus one for the last digit.
pub(super) fn bsn(digits: &[u8]) -> bool {
    weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2, 10]).is_multiple_of(11) && !is_one_digit(digits)
}

/// The country, nine digits, `B` and a number from 01. Since 2020 the digits of the self-employed prove nothing.
pub(super) fn vat(text: &[u8]) -> bool {
    text.starts_with(b"NL") && text[11] == b'B' && &text[12..] != b"00" && !is_one_digit(&text[2..11])
}

/// Two letters, six signs and a digit, never the letter `O`.
pub(super) fn document(text: &[u8]) -> bool {
    !text.contains(&b'O') && text.iter().filter(|byte| byte.is_ascii_digit()).count() >= 2
}

pub(super) fn driving_licence(digits: &[u8]) -> bool {
    is_number(digits) && !is_one_digit(digits) && value(digits[0]) > 0
}
