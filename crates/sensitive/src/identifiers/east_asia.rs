//! China, Hong Kong, Japan, Korea and Taiwan.

use super::check_digit::{is_long_date, is_number, is_one_digit, is_short_date, mod11_2, number, value, weighted};

/// A province, a birth date, a serial number and the check digit of MOD 11-2.
pub(super) fn chinese_resident(bytes: &[u8]) -> bool {
    let province = |digits: &[u8]| matches!(number(digits), 11..=15 | 21..=23 | 31..=37 | 41..=46 | 50..=54 | 61..=65 | 71 | 81..=83 | 91);
    bytes.len() == 18 && province(&bytes[..2]) && is_long_date(&bytes[6..14]) && mod11_2(bytes)
}

/// A birth date, and the digit for sex and century in `marks`. Numbers since October 2020 have no check digit, so a
/// wrong one says nothing, except where milliseconds since 1970 begin the same way.
fn korean(digits: &[u8], marks: &[u8], checked: fn(&[u8]) -> bool) -> bool {
    digits.len() == 13
        && is_short_date(digits)
        && marks.contains(&digits[6])
        && (!matches!(number(&digits[..2]), 14..=19) || checked(digits))
}

pub(super) fn korean_resident(digits: &[u8]) -> bool {
    korean(digits, b"012349", |digits| korean_sum(digits) % 10 == value(digits[12]))
}

pub(super) fn korean_foreigner(digits: &[u8]) -> bool {
    korean(digits, b"5678", |digits| (korean_sum(digits) + 2) % 10 == value(digits[12]))
}

/// The check digit of residents before it is cut to one digit.
fn korean_sum(digits: &[u8]) -> u32 {
    11 - weighted(digits, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11
}

/// A tax office from 101, the kind of business, and a check digit by ten.
pub(super) fn korean_business(digits: &[u8]) -> bool {
    if digits.len() != 10 || !is_number(digits) || digits[0] == b'0' || digits[3..5] == *b"00" {
        return false;
    }
    let sum = weighted(digits, &[1, 3, 7, 1, 3, 7, 1, 3, 5]) + value(digits[8]) * 5 / 10;
    (10 - sum % 10) % 10 == value(digits[9])
}

/// The police agency that issued it, the year, a serial number and two digits whose rule is not published.
pub(super) fn korean_driver(digits: &[u8]) -> bool {
    digits.len() == 12 && matches!(number(&digits[..2]), 11..=26 | 28) && !is_one_digit(&digits[4..10])
}

/// A check digit by eleven over eleven digits.
pub(super) fn my_number(digits: &[u8]) -> bool {
    if digits.len() != 12 || !is_number(digits) || is_one_digit(digits) {
        return false;
    }
    let check = match weighted(digits, &[6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    };
    check == value(digits[11])
}

/// What each letter of a Taiwanese number counts, from A on.
const TAIWAN: [u32; 26] =
    [10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33];

/// The place of registration, the sex (8 and 9 for foreigners), and a check digit by ten.
pub(super) fn taiwanese(bytes: &[u8]) -> bool {
    let [letter, digits @ ..] = bytes else { return false };
    let place = TAIWAN[(letter.to_ascii_uppercase().wrapping_sub(b'A') as usize).min(25)];
    letter.is_ascii_alphabetic()
        && digits.len() == 9
        && is_number(digits)
        && matches!(digits[0], b'1' | b'2' | b'8' | b'9')
        && (place / 10 + place % 10 * 9 + weighted(digits, &[8, 7, 6, 5, 4, 3, 2, 1, 1])).is_multiple_of(10)
}

/// One or two letters, six digits and a check digit by eleven, where ten is A.
pub(super) fn hong_kong(bytes: &[u8]) -> bool {
    let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if bytes.len() != letters + 7 || !matches!(letters, 1 | 2) || !is_number(&bytes[letters..letters + 6]) {
        return false;
    }
    // Where there is one letter a blank worth 36 stands in front.
    let blank = if letters == 1 { 36 * 9 } else { 0 };
    let (check, body) = (bytes[bytes.len() - 1], &bytes[..bytes.len() - 1]);
    let sum: u32 = blank + body.iter().rev().zip(2..).map(|(byte, weight)| value(*byte) * weight).sum::<u32>();
    match (11 - sum % 11) % 11 {
        10 => check == b'A',
        digit => check.is_ascii_digit() && value(check) == digit,
    }
}
