//! Poland and its neighbours.

use super::check_digit::{is_date, is_number, is_one_digit, number, value, weighted};

pub(super) mod balkans;
pub(super) mod baltics;
pub(super) mod danube;
pub(super) mod east;

/// Date of birth with the century in the month, serial and check digit.
pub(super) fn pesel(digits: &[u8]) -> bool {
    let (year, month, day) = (number(&digits[..2]), number(&digits[2..4]), number(&digits[4..6]));
    let century = match month / 20 {
        0 => 1900,
        1 => 2000,
        4 => 1800,
        _ => return false,
    };
    let check = (10 - weighted(digits, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10) % 10;
    is_date(century + year, month % 20, day) && check == value(digits[10])
}

/// No tax office starts with a zero; the check digit is modulo 11 and never ten.
pub(super) fn nip(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"PL").unwrap_or(text);
    digits.len() == 10
        && is_number(digits)
        && !digits[..3].contains(&b'0')
        && weighted(digits, &[6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == value(digits[9])
        && !is_one_digit(digits)
}

/// Nine digits for a firm, five more for a branch, each with its check digit.
pub(super) fn regon(digits: &[u8]) -> bool {
    let checked = |sum: u32, check: u8| sum % 11 % 10 == value(check);
    checked(weighted(digits, &[8, 9, 2, 3, 4, 5, 6, 7]), digits[8])
        && (digits.len() == 9 || checked(weighted(digits, &[2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]), digits[13]))
        && !is_one_digit(digits)
}

/// Three letters and six digits, the first of which checks the rest.
pub(super) fn id_card(text: &[u8]) -> bool {
    weighted(text, &[7, 3, 1, 9, 7, 3, 1, 7, 3]).is_multiple_of(10) && number(&text[3..]) > 0
}

pub(super) fn passport(text: &[u8]) -> bool {
    !is_one_digit(&text[2..])
}
