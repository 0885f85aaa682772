//! Indonesia, Malaysia, the Philippines, Singapore, Thailand and Vietnam.

use super::check_digit::{is_date, is_number, is_one_digit, is_short_date, number, value, weighted};
use super::is_listed;
use crate::words::identifiers::ENTITY_TYPES;

pub(super) fn is_varied(digits: &[u8]) -> bool {
    !is_one_digit(digits)
}

/// The letter that the weighted digits ask for; which letters depends on the kind and the century.
pub(super) fn nric(bytes: &[u8]) -> bool {
    let [kind, digits @ .., check] = bytes else { return false };
    if digits.len() != 7 || !is_number(digits) {
        return false;
    }
    let (offset, letters) = match kind {
        b'S' => (0, b"JZIHGFEDCBA"),
        b'T' => (4, b"JZIHGFEDCBA"),
        b'F' => (0, b"XWUTRQPNMLK"),
        b'G' => (4, b"XWUTRQPNMLK"),
        b'M' => (3, b"KLJNPQRTUWX"),
        _ => return false,
    };
    let rest = (weighted(digits, &[2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
    // The letters of the newest kind are counted from the other end.
    let place = if *kind == b'M' { 10 - rest } else { rest } as usize;
    letters.get(place) == Some(check)
}

/// Businesses, local companies and other entities, each with weights and letters of its own.
pub(super) fn uen(bytes: &[u8]) -> bool {
    let Some((check, body)) = bytes.split_last() else { return false };
    let letter = |letters: &[u8; 11], sum: u32| letters.get(sum as usize % 11) == Some(check);
    match body.len() {
        8 => is_number(body) && letter(b"XMKECAWLJDB", weighted(body, &[10, 4, 9, 3, 8, 2, 7, 1])),
        9 if is_number(body) => {
            (1800..=2030).contains(&number(&body[..4]))
                && letter(b"ZKCMDNERGWH", weighted(body, &[10, 8, 6, 4, 9, 7, 5, 3, 1]))
        }
        9 => other_entity(body, *check),
        _ => false,
    }
}

const ENTITY_LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWX0123456789";

/// The century and year, the type of entity, a serial number, and a letter for the weighted sum.
fn other_entity(body: &[u8], check: u8) -> bool {
    let place = |byte: &u8| ENTITY_LETTERS.iter().position(|letter| letter == byte);
    let mut sum = 0;
    for (byte, weight) in body.iter().zip([4, 3, 5, 3, 10, 2, 2, 5, 7]) {
        let Some(place) = place(byte) else { return false };
        sum += place * weight;
    }
    matches!(body[0], b'R' | b'S' | b'T')
        && is_number(&body[1..3])
        && is_listed(ENTITY_TYPES, &body[3..5])
        && is_number(&body[5..])
        && ENTITY_LETTERS.get((sum + 11 - 5) % 11) == Some(&check)
}

/// The kind of person, a province, and a check digit by eleven.
pub(super) fn thai(digits: &[u8]) -> bool {
    let province =
        |digits: &[u8]| matches!(number(digits), 10..=27 | 30..=49 | 50..=58 | 60..=67 | 70..=77 | 80..=86 | 90..=96);
    digits.len() == 13
        && is_number(digits)
        && (b'1'..=b'8').contains(&digits[0])
        && province(&digits[1..3])
        && (11 - weighted(digits, &[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10 == value(digits[12])
}

/// A birth date and a place of birth that was given out.
pub(super) fn mykad(digits: &[u8]) -> bool {
    digits.len() == 12
        && is_short_date(digits)
        && matches!(number(&digits[6..8]), 1..=16 | 21..=68 | 71 | 72 | 74..=79 | 82..=93 | 98 | 99)
}

/// A district, a birth date with 40 added to a woman's day, and a serial number.
pub(super) fn nik(digits: &[u8]) -> bool {
    if digits.len() != 16
        || !is_number(digits)
        || !matches!(number(&digits[..2]), 11..=21 | 31..=36 | 51..=53 | 61..=65 | 71..=76 | 81 | 82 | 91..=97)
    {
        return false;
    }
    let day = number(&digits[6..8]);
    let day = if day > 40 { day - 40 } else { day };
    is_date(2000 + number(&digits[10..12]), number(&digits[8..10]), day) && &digits[12..] != b"0000"
}

/// A province up to 96 and the digit for sex and century.
pub(super) fn vietnamese(digits: &[u8]) -> bool {
    digits.len() == 12 && (1..=96).contains(&number(&digits[..3])) && digits[3] < b'4'
}
