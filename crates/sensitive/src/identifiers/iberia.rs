//! Spain and Portugal.

use super::check_digit::{is_number, is_one_digit, luhn_sum, number, value, weighted};
use crate::words::identifiers::SPANISH_CODES;

/// The letter that the number's remainder by 23 picks.
fn control_letter(number: u64) -> u8 {
    b"TRWAGMYFPDXBNJZSQVHLCKE"[(number % 23) as usize]
}

/// Eight digits, or seven where the leading zero is left out, and the control letter. Round numbers with a letter are
/// constants in source code: `86400000L`.
pub(super) fn nif(text: &[u8]) -> bool {
    let Some((letter, digits)) = text.split_last() else { return false };
    !digits.ends_with(b"0000") && control_letter(number(digits)) == *letter
}

/// As for citizens, with the first letter read as the digit 0, 1 or 2.
pub(super) fn nie(text: &[u8]) -> bool {
    let first = match text[0] {
        b'X' => 0,
        b'Y' => 10_000_000,
        b'Z' => 20_000_000,
        _ => return false,
    };
    control_letter(first + number(&text[1..8])) == text[8]
}

/// The Luhn check, written as a letter for some kinds of bodies and as a digit for the others.
pub(super) fn cif(text: &[u8]) -> bool {
    let (form, check) = (text[0], text[8]);
    // One more digit behind turns the sum over seven digits into the one that Luhn doubles the right digits of.
    let mut digits = [b'0'; 8];
    digits[..7].copy_from_slice(&text[1..8]);
    let control = (10 - luhn_sum(&digits) % 10) % 10;
    let letter = b"JABCDEFGHI"[control as usize];
    match form {
        b'N' | b'P' | b'Q' | b'R' | b'S' | b'W' => check == letter,
        b'A' | b'B' | b'E' | b'H' => value(check) == control,
        b'C' | b'D' | b'F' | b'G' | b'J' | b'U' | b'V' => check == letter || value(check) == control,
        _ => false,
    }
}

/// The province, eight digits, and what remains of both by 97.
pub(super) fn spanish_social_security(digits: &[u8]) -> bool {
    let Some((body, check)) = digits.split_last_chunk::<2>() else { return false };
    let province = number(&body[..2]);
    (1..=66).contains(&province) && number(&body[2..]) > 0 && number(body) % 97 == number(check)
}

/// Three letters and six digits. The words left out start the codes of orders, tickets and the like.
pub(super) fn spanish_passport(text: &[u8]) -> bool {
    !SPANISH_CODES.iter().any(|taken| text.starts_with(taken.as_bytes())) && !is_one_digit(&text[3..])
}

/// What starts a number that was given out, and the modulo 11 check digit.
pub(super) fn portuguese_nif(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"PT").unwrap_or(text);
    if digits.len() != 9 || !is_number(digits) {
        return false;
    }
    let starts = matches!(digits[0], b'1' | b'2' | b'3' | b'5' | b'6' | b'8' | b'9')
        || matches!(&digits[..2], b"45" | b"70" | b"71" | b"72" | b"74" | b"75" | b"77" | b"78" | b"79");
    let remainder = weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    let check = if remainder < 2 { 0 } else { 11 - remainder };
    starts && check == value(digits[8]) && !is_one_digit(digits)
}

/// A Luhn sum in which letters count from 10 up.
pub(super) fn citizen_card(text: &[u8]) -> bool {
    let folded = |(at, byte): (usize, &u8)| match (at % 2, value(*byte)) {
        (0, value) if value * 2 > 9 => value * 2 - 9,
        (0, value) => value * 2,
        (_, value) => value,
    };
    text.iter().enumerate().map(folded).sum::<u32>().is_multiple_of(10) && !is_one_digit(&text[..9])
}
