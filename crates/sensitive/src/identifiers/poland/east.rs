//! Ukraine and Russia.

use crate::identifiers::check_digit::{is_one_digit, number, value, weighted};

/// Days from 1900 to the birth, serial, check digit.
pub(in crate::identifiers) fn ukrainian(digits: &[u8]) -> bool {
    // The first weight is minus one: ten, by 11.
    let check = weighted(digits, &[10, 5, 7, 9, 4, 6, 10, 5, 7]) % 11 % 10;
    number(&digits[..5]) < 47_500 && number(&digits[..5]) > 5_000 && check == value(digits[9])
}

/// Region, office, serial, and two check digits.
pub(in crate::identifiers) fn russian_tax(digits: &[u8]) -> bool {
    let first = weighted(digits, &[7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10;
    let second = weighted(digits, &[3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10;
    (1..=99).contains(&number(&digits[..2])) && first == value(digits[10]) && second == value(digits[11])
}

/// The weighted sum by 101 stands at the end.
pub(in crate::identifiers) fn russian_insurance(digits: &[u8]) -> bool {
    let sum = weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101 % 100;
    u64::from(sum) == number(&digits[9..]) && number(digits) > 0 && !is_one_digit(&digits[..9])
}
