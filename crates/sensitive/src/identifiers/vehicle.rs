//! Vehicles, whatever the country.

use super::check_digit::{is_number, is_one_digit, value};

pub(super) fn is_checked_vin(bytes: &[u8]) -> bool {
    is_vin(bytes) && has_check_digit(bytes)
}

/// Since 2001 two letters, the half-year (02 to 26, or 51 to 76) and three letters; before that a letter for the year,
/// up to three digits and three letters. I and Q are never used, Z not for a region.
pub(super) fn is_uk_plate(bytes: &[u8]) -> bool {
    let (start, letters) = bytes.split_at(bytes.len() - 3);
    if letters.iter().any(|letter| b"IQ".contains(letter)) {
        return false;
    }
    match start {
        [a, b, tens, ones] if b.is_ascii_alphabetic() => {
            let half_year = (tens - b'0') * 10 + (ones - b'0');
            [a, b].iter().all(|letter| !b"IQZ".contains(letter)) && matches!(half_year, 2..=26 | 51..=76)
        }
        [year, first, ..] => !b"IOQUZ".contains(year) && *first != b'0',
        _ => false,
    }
}

/// No letters that look like digits, a maker of letters and digits, and a serial number that ends in digits.
pub(super) fn is_vin(bytes: &[u8]) -> bool {
    bytes.len() == 17
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() && !b"IOQ".contains(byte))
        && is_number(&bytes[13..])
        && !is_one_digit(&bytes[11..])
        // A maker's code is letters and digits; whatever is all digits or all letters up to here is something else.
        && bytes[..12].iter().filter(|byte| byte.is_ascii_alphabetic()).count() >= 3
        && bytes[..3].iter().any(u8::is_ascii_alphabetic)
        && !b"UZ0".contains(&bytes[9])
        || bytes.len() == 17 && bytes.starts_with(b"W") && is_european(bytes)
}

/// Makers in Europe fill places with Z, the one for the model year too.
fn is_european(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_alphanumeric() && !b"IOQ".contains(byte))
        && bytes[..9].iter().filter(|byte| **byte == b'Z').count() >= 3
        && is_number(&bytes[11..])
}

/// The ninth character is the weighted sum of the others by eleven; ten is X.
fn has_check_digit(bytes: &[u8]) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    // Letters count 1 to 9 in rows: A to H, J to R, S to Z from 2.
    let worth = |byte: u8| match byte {
        b'A'..=b'H' => u32::from(byte - b'A') + 1,
        b'J'..=b'R' => u32::from(byte - b'J') + 1,
        b'S'..=b'Z' => u32::from(byte - b'S') + 2,
        digit => value(digit),
    };
    let sum: u32 = bytes.iter().zip(WEIGHTS).map(|(byte, weight)| worth(*byte) * weight).sum();
    match (sum % 11, bytes.get(8)) {
        (10, check) => check == Some(&b'X'),
        (rest, Some(check)) => check.is_ascii_digit() && value(*check) == rest,
        _ => false,
    }
}
