//! German passports, identity cards, driving licences and plates.

use crate::identifiers::check_digit::{is_one_digit, value, weighted};

/// The letters that serial numbers use: no vowels, and none that looks like a digit.
const LETTERS: &[u8] = b"CFGHJKLMNPRTVWXYZ";

fn is_serial(text: &[u8], first: &[u8]) -> bool {
    first.contains(&text[0]) && text.iter().all(|byte| byte.is_ascii_digit() || LETTERS.contains(byte))
}

/// Whether the last digit is the check digit of the machine-readable zone.
fn is_checked(text: &[u8]) -> bool {
    let Some((check, body)) = text.split_last() else { return false };
    check.is_ascii_digit() && weighted(body, &[7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10 == value(*check)
}

/// Letters among the digits, as serial numbers have since 2010, but more digits than letters.
fn is_mixed(text: &[u8]) -> bool {
    let letters = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let runs = text.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
    (2..=5).contains(&letters) && runs >= 3
}

fn is_document(text: &[u8], first: &[u8]) -> bool {
    is_serial(text, first) && (is_checked(text) || text.len() == 9 && is_mixed(text)) && !is_one_digit(&text[1..])
}

pub(in crate::identifiers) fn passport(text: &[u8]) -> bool {
    is_document(text, b"CFGHJK")
}

pub(in crate::identifiers) fn id_card(text: &[u8]) -> bool {
    is_document(text, b"LMNPRTVWXY")
}

pub(in crate::identifiers) fn serial(text: &[u8]) -> bool {
    is_serial(text, LETTERS) && !is_one_digit(&text[1..])
}

/// The authority's key, five signs, a check digit and the number of the copy.
pub(in crate::identifiers) fn driving_licence(text: &[u8]) -> bool {
    let letters = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    letters > 0 && text[3].is_ascii_digit()
}

/// No district starts with `Q` and no number with zero.
pub(in crate::identifiers) fn licence_plate(text: &[u8]) -> bool {
    text[0] != b'Q' && text.iter().find(|byte| byte.is_ascii_digit()) != Some(&b'0')
}
