//! The German health system: who is insured, who treats, and where.

use crate::identifiers::check_digit::{number, value, weighted};

/// A letter, eight digits, and a check digit over the letter's place in the alphabet and the digits.
pub(in crate::identifiers) fn insured(text: &[u8]) -> bool {
    let letter = value(text[0]) - 9;
    let folded = |product: u32| product / 10 + product % 10;
    let head = letter / 10 + folded(letter % 10 * 2);
    let body: u32 = text[1..9].iter().zip([1, 2, 1, 2, 1, 2, 1, 2]).map(|(d, weight)| folded(value(*d) * weight)).sum();
    number(&text[1..9]) > 0 && (head + body) % 10 == value(text[9])
}

/// Six digits, their check digit, and the group of specialists.
pub(in crate::identifiers) fn doctor(digits: &[u8]) -> bool {
    let check = (10 - weighted(digits, &[4, 9, 4, 9, 4, 9]) % 10) % 10;
    let specialists = number(&digits[7..]);
    check == value(digits[6]) && matches!(specialists, 1..=69 | 99) && number(&digits[..6]) > 0
}

/// The association of the region stands first.
pub(in crate::identifiers) fn practice(digits: &[u8]) -> bool {
    let region = number(&digits[..2]);
    matches!(region, 1..=3 | 17 | 20 | 21 | 31..=38 | 46 | 51 | 52 | 71..=73 | 78 | 83 | 88 | 93 | 98)
        && number(&digits[2..]) > 0
}
