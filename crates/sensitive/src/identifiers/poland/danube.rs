//! Along the Danube: Czechia, Slovakia, Hungary, Romania, Bulgaria.

use crate::identifiers::check_digit::{is_date, is_one_digit, number, value, weighted};

/// Date of birth with 50 added to a woman's month and 20 where a day's serials were used up; divisible by 11.
pub(in crate::identifiers) fn birth_number(digits: &[u8]) -> bool {
    let (year, month, day) = (number(&digits[..2]), number(&digits[2..4]) % 50, number(&digits[4..6]));
    let month = if month > 20 { month - 20 } else { month };
    let century = if year < 54 { 2000 } else { 1900 };
    // Until 1985 a remainder of ten was written as zero.
    let remainder = number(&digits[..9]) % 11;
    is_date(century + year, month, day) && remainder % 10 == u64::from(value(digits[9]))
}

pub(in crate::identifiers) fn hungarian_insurance(digits: &[u8]) -> bool {
    weighted(digits, &[3, 7, 3, 7, 3, 7, 3, 7]) % 10 == value(digits[8]) && !is_one_digit(digits)
}

/// Persons start with 8, followed by the days from 1867 to their birth.
pub(in crate::identifiers) fn hungarian_tax(digits: &[u8]) -> bool {
    digits[0] == b'8' && weighted(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 == value(digits[9])
}

/// Sex and century, date of birth, county, serial, check digit.
pub(in crate::identifiers) fn romanian(digits: &[u8]) -> bool {
    let century = match digits[0] {
        b'1' | b'2' | b'7' | b'8' => 1900,
        b'3' | b'4' => 1800,
        b'5' | b'6' => 2000,
        _ => return false,
    };
    let check = match weighted(digits, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11 {
        10 => 1,
        remainder => remainder,
    };
    is_date(century + number(&digits[1..3]), number(&digits[3..5]), number(&digits[5..7]))
        && matches!(number(&digits[7..9]), 1..=48 | 51 | 52 | 70 | 80..=83)
        && check == value(digits[12])
}

/// Date of birth with 20 or 40 added to the month for other centuries, serial, check digit.
pub(in crate::identifiers) fn bulgarian(digits: &[u8]) -> bool {
    let month = number(&digits[2..4]);
    let century = match month / 20 {
        0 => 1900,
        1 => 1800,
        2 => 2000,
        _ => return false,
    };
    let check = weighted(digits, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10;
    is_date(century + number(&digits[..2]), month % 20, number(&digits[4..6])) && check == value(digits[9])
}
