//! Dates of birth, where something says so.

use super::check_digit::{is_date, is_number, number};
use crate::words::months::NAMES;

/// Whether the year is one in which somebody alive was born.
fn is_year(year: u64) -> bool {
    (1900..=2026).contains(&year)
}

/// Whether the digits and letters, read one way or another, are a day that somebody was born on.
pub(super) fn some_reading_is_a_date(bytes: &[u8]) -> bool {
    match bytes.iter().position(u8::is_ascii_alphabetic) {
        Some(at) => is_written_out(bytes, at),
        None => is_number(bytes) && is_in_digits(bytes),
    }
}

/// A month by name, with the day before it or behind it.
fn is_written_out(bytes: &[u8], at: usize) -> bool {
    let letters = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (before, name, after) = (&bytes[..at], &bytes[at..at + letters], &bytes[at + letters..]);
    let Some(month) = month(name) else { return false };
    let day_and_year = match (before.len(), after.len()) {
        (0, 5 | 6) => Some(after.split_at(after.len() - 4)),
        (1 | 2, 2 | 4) => Some((before, after)),
        (4, 2) => Some((after, before)),
        _ => None,
    };
    day_and_year.is_some_and(|(day, year)| {
        let century = year.len() == 2;
        let year = number(year) + if century { 2000 } else { 0 };
        (century || is_year(year)) && is_date(year, month, number(day))
    })
}

// `MONTHS`, from `data/months.tsv`.
include!(concat!(env!("OUT_DIR"), "/months.rs"));

/// The month that `name` is, in upper case: three letters, or written out.
fn month(name: &[u8]) -> Option<u64> {
    if name.len() > 3 && !NAMES.iter().any(|known| known.as_bytes() == name) {
        return None;
    }
    let starts = |start: &&str| name.starts_with(start.as_bytes());
    MONTHS.iter().position(|starts_of| starts_of.iter().any(starts)).map(|at| at as u64 + 1)
}

/// Digits alone: the separators are gone, so every way to cut them is tried.
fn is_in_digits(digits: &[u8]) -> bool {
    let last = digits.len().saturating_sub(4);
    let (front, year) = digits.split_at(last);
    let either =
        |year: u64, a: &[u8], b: &[u8]| is_date(year, number(a), number(b)) || is_date(year, number(b), number(a));
    let cuts = |year: u64, rest: &[u8]| {
        is_year(year)
            && (1..rest.len()).any(|at| at <= 2 && rest.len() - at <= 2 && either(year, &rest[..at], &rest[at..]))
    };
    match digits.len() {
        4 | 5 => short(digits),
        6..=8 => {
            let (leading, rest) = digits.split_at(4);
            digits.len() == 6 && short(digits) || cuts(number(year), front) || cuts(number(leading), rest)
        }
        _ => false,
    }
}

/// A year of two digits at the end, as in `4/17/88`, in either century.
fn short(digits: &[u8]) -> bool {
    let (front, year) = digits.split_at(digits.len() - 2);
    (1..front.len()).any(|at| {
        let (a, b) = (number(&front[..at]), number(&front[at..]));
        let year = 2000 + number(year);
        at <= 2 && front.len() - at <= 2 && (is_date(year, a, b) || is_date(year, b, a))
    })
}
