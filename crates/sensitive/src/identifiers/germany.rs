//! Germany, Austria and Switzerland.

use super::check_digit::{is_date, is_one_digit, mod11_10, number, value, weighted};

pub(super) mod business;
pub(super) mod documents;
pub(super) mod health;

/// ISO 7064 check digit; among the first ten digits exactly one stands twice or three times, never three in a row.
pub(super) fn tax_id(digits: &[u8]) -> bool {
    let body = &digits[..10];
    let mut counts = [0u8; 10];
    for digit in body {
        counts[value(*digit) as usize % 10] += 1;
    }
    let repeated = counts.iter().filter(|count| **count > 1).count();
    let most = counts.iter().max().copied().unwrap_or(0);
    let in_a_row = body.windows(3).any(is_one_digit);
    digits[0] != b'0' && repeated == 1 && most <= 3 && !in_a_row && mod11_10(digits)
}

/// The states write it in ten or eleven digits. The form for all of Germany has thirteen: the state's number first, a
/// zero in the fifth place. Numbers of books start with 978 and are left out.
pub(super) fn tax_number(digits: &[u8]) -> bool {
    if digits.len() != 13 {
        return number(digits) > 0 && !is_one_digit(digits);
    }
    let state = number(&digits[..2]);
    let known = matches!(state, 10 | 11 | 21..=24 | 26..=28 | 30..=32 | 40 | 41 | 50..=59 | 90..=99);
    known && digits[4] == b'0' && !digits.starts_with(b"978") && !digits.starts_with(b"979")
}

/// Area, date of birth, first letter of the name, serial and a check digit over all of them.
pub(super) fn pension_number(text: &[u8]) -> bool {
    let folded = |(digit, weight): (u32, u32)| digit * weight / 10 + digit * weight % 10;
    let digits =
        |part: &[u8], weights: [u32; 8]| part.iter().map(|digit| value(*digit)).zip(weights).map(folded).sum::<u32>();
    let letter = value(text[8]) - 9;
    let sum = digits(&text[..8], [2, 1, 2, 5, 7, 1, 2, 1])
        + folded((letter / 10, 2))
        + folded((letter % 10, 1))
        + digits(&text[9..11], [2, 1, 0, 0, 0, 0, 0, 0]);
    let (area, day, month) = (number(&text[..2]), number(&text[2..4]), number(&text[4..6]));
    // A day from 51 up marks a second number for the same birthday.
    let day = if day > 50 { day - 50 } else { day };
    matches!(area, 2..=4 | 8..=29 | 38..=40 | 42..=44 | 48..=82 | 89)
        && is_date(2000, month, day)
        && sum % 10 == value(text[11])
}

/// Five digits that are given out; with a letter before it only `D`.
pub(super) fn postcode(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"D").unwrap_or(text);
    digits.len() == 5 && (1_001..=99_998).contains(&number(digits))
}

/// Serial, check digit in the fourth place, date of birth.
pub(super) fn austrian_social_security(digits: &[u8]) -> bool {
    let sum = weighted(digits, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]);
    let (day, month) = (number(&digits[4..6]), number(&digits[6..8]));
    // Months from 13 up are given when a birthday's serials are used up.
    let dated = is_date(2000, month, day) || (13..=15).contains(&month) && (1..=31).contains(&day);
    digits[0] != b'0' && dated && sum % 11 == value(digits[3])
}

/// Starts with the country's number and ends with the check digit of a product code.
pub(super) fn ahv(digits: &[u8]) -> bool {
    digits.starts_with(b"756") && weighted(digits, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_multiple_of(10)
}
