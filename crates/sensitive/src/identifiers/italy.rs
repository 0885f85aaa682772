//! Italy.

use super::check_digit::{is_number, is_one_digit, luhn, number, value};

/// What a digit counts, or the letter that stands for it when two people would have the same code.
fn digit(byte: u8) -> Option<u64> {
    match byte {
        b'0'..=b'9' => Some(u64::from(byte - b'0')),
        _ => b"LMNPQRSTUV".iter().position(|letter| *letter == byte).map(|at| at as u64),
    }
}

/// Name, year, month letter, day with 40 added for women, place, and the check letter.
pub(super) fn fiscal_code(text: &[u8]) -> bool {
    let two = |at: usize| Some(digit(text[at])? * 10 + digit(text[at + 1])?);
    let (Some(_year), Some(day), Some(_place)) = (two(6), two(9), two(12).and(digit(text[14]))) else { return false };
    b"ABCDEHLMPRST".contains(&text[8]) && matches!(day, 1..=31 | 41..=71) && check_letter(&text[..15]) == text[15]
}

/// Signs in odd places count by a table of their own.
fn check_letter(text: &[u8]) -> u8 {
    const ODD: [u32; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    let place = |byte: u8| if byte.is_ascii_digit() { value(byte) } else { value(byte) - 10 };
    let counted = |(at, byte): (usize, &u8)| if at % 2 == 0 { ODD[place(*byte) as usize % 26] } else { place(*byte) };
    b'A' + (text.iter().enumerate().map(counted).sum::<u32>() % 26) as u8
}

/// A Luhn check digit, and the number of the province's office before it.
pub(super) fn vat(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"IT").unwrap_or(text);
    if digits.len() != 11 || !luhn(digits) {
        return false;
    }
    let office = number(&digits[7..10]);
    number(&digits[..7]) > 0 && matches!(office, 1..=100 | 120 | 121 | 888 | 999)
}

/// The series that were printed.
pub(super) fn passport(text: &[u8]) -> bool {
    matches!(&text[..2], b"AA" | b"YA" | b"YB" | b"YC") && !is_one_digit(&text[2..])
}

/// The province's letters, or `U1` from the central office, which uses no vowels.
pub(super) fn driving_licence(text: &[u8]) -> bool {
    if text[1].is_ascii_digit() {
        return text.starts_with(b"U1") && text[2..9].iter().all(|byte| !b"AEIJKOQV".contains(byte));
    }
    is_number(&text[2..9]) && !is_one_digit(&text[2..9])
}

/// Paper, plastic and electronic cards.
pub(super) fn identity_card(text: &[u8]) -> bool {
    let first = text.iter().position(u8::is_ascii_digit).unwrap_or(0);
    let digits = text[first..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    !is_one_digit(&text[first..first + digits])
}
