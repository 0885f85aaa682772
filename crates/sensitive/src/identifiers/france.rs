//! France and Belgium.

use super::check_digit::{is_date, is_number, is_one_digit, luhn, number};

/// Sex, year, month, place, serial and the key of 97. The departments of Corsica count as 19 and 18.
pub(super) fn nir(text: &[u8]) -> bool {
    if text.len() != 15 {
        return false;
    }
    let mut digits = [b'0'; 13];
    digits.copy_from_slice(&text[..13]);
    match &text[5..7] {
        b"2A" => digits[5..7].copy_from_slice(b"19"),
        b"2B" => digits[5..7].copy_from_slice(b"18"),
        _ => {}
    }
    // Months from 20 up stand for a birth certificate that was incomplete.
    let month = number(&digits[3..5]);
    is_number(&digits)
        && matches!(digits[0], b'1' | b'2' | b'7' | b'8')
        && matches!(month, 1..=12 | 20..=42 | 50..=99)
        && number(&digits[5..7]) > 0
        && 97 - number(&digits) % 97 == number(&text[13..])
}

/// The last three digits are the remainder of the others by 511.
pub(super) fn spi(digits: &[u8]) -> bool {
    matches!(digits[0], b'0'..=b'3') && number(&digits[..10]) % 511 == number(&digits[10..]) && !is_one_digit(digits)
}

/// The company's number and five digits, both with a Luhn check digit.
pub(super) fn siret(digits: &[u8]) -> bool {
    luhn(&digits[..9]) && luhn(digits) && number(&digits[..9]) > 0
}

pub(super) fn siren(digits: &[u8]) -> bool {
    luhn(digits) && number(digits) > 0
}

/// The country, a key of 97 and the company's number.
pub(super) fn french_vat(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b"FR") else { return false };
    let company = number(&digits[2..]);
    siren(&digits[2..]) && (12 + 3 * (company % 97)) % 97 == number(&digits[..2])
}

/// A year, two letters and a serial.
pub(super) fn french_passport(text: &[u8]) -> bool {
    number(&text[4..]) > 0
}

/// A year, a month, and the department that issued it.
pub(super) fn french_id_card(digits: &[u8]) -> bool {
    (1..=12).contains(&number(&digits[2..4])) && number(&digits[4..]) > 0
}

/// Date of birth, serial, and the key of 97, which has a `2` before it for those born since 2000. Foreigners have 20 or
/// 40 added to the month.
pub(super) fn belgian_national_number(digits: &[u8]) -> bool {
    let (year, month, day) = (number(&digits[..2]), number(&digits[2..4]), number(&digits[4..6]));
    let (body, check) = (number(&digits[..9]), number(&digits[9..]));
    let month = match month {
        21..=32 => month - 20,
        41..=52 => month - 40,
        month => month,
    };
    let dated = |century: u64| is_date(century + year, month, day);
    number(&digits[6..9]) > 0
        && (dated(1900) && 97 - body % 97 == check || dated(2000) && 97 - (2_000_000_000 + body) % 97 == check)
}
