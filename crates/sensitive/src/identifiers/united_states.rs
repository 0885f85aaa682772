//! The United States.

use super::check_digit::{is_number, is_one_digit, luhn_sum, number, value, weighted};

/// Not one digit over and over, which fills a blank and names nobody.
pub(super) fn is_varied(bytes: &[u8]) -> bool {
    !is_one_digit(bytes)
}

/// Area, group and serial: none is all zeros, and areas 666 and from 900 were never given out.
pub(super) fn ssn(digits: &[u8]) -> bool {
    let [a, b, c, d, e, serial @ ..] = digits else { return false };
    let area = [*a, *b, *c];
    // Set aside for advertisements, and put wherever a made-up one is wanted.
    if digits.starts_with(b"98765432") {
        return true;
    }
    area != *b"000" && area != *b"666" && *a != b'9' && [*d, *e] != *b"00" && serial != b"0000" && !is_one_digit(digits)
}

/// Nine, and then a group from the ranges set apart for taxpayers without a Social Security number.
pub(super) fn itin(digits: &[u8]) -> bool {
    digits.len() == 9
        && digits[0] == b'9'
        && matches!(number(&digits[3..5]), 50..=65 | 70..=88 | 90..=92 | 94..=99)
        && &digits[5..] != b"0000"
}

/// A Federal Reserve district (its own, thrift and electronic numbers too) and the 3-7-1 checksum.
pub(super) fn aba_routing(digits: &[u8]) -> bool {
    digits.len() == 9
        && matches!(number(&digits[..2]), 1..=12 | 21..=32 | 61..=72 | 80)
        && weighted(digits, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10)
}

/// Luhn over the number with the card issuer prefix of US health cards, 80840, before it: its share of the sum is 24.
pub(super) fn npi(digits: &[u8]) -> bool {
    digits.len() == 10 && matches!(digits[0], b'1' | b'2') && (luhn_sum(digits) + 24).is_multiple_of(10)
}

/// A registrant's class, the initial of the name (or 9 for a business), and the sum that ends in the last digit.
pub(super) fn dea(bytes: &[u8]) -> bool {
    let [class, initial, digits @ ..] = bytes else { return false };
    digits.len() == 7
        && is_number(digits)
        && b"ABCDEFGHJKLMPRSTUX".contains(class)
        && (initial.is_ascii_alphabetic() || *initial == b'9')
        && !is_one_digit(digits)
        && weighted(digits, &[1, 2, 1, 2, 1, 2]) % 10 == value(digits[6])
}

/// Each place has its alphabet; letters that look like digits are never used.
pub(super) fn mbi(bytes: &[u8]) -> bool {
    let letter = |byte: u8| byte.is_ascii_uppercase() && !b"SLOIBZ".contains(&byte);
    bytes.len() == 11
        && bytes.iter().zip(b"1AxdAxdAAdd").all(|(byte, place)| match place {
            b'1' => (b'1'..=b'9').contains(byte),
            b'A' => letter(*byte),
            b'x' => byte.is_ascii_digit() || letter(*byte),
            _ => byte.is_ascii_digit(),
        })
}

/// The campus that gave the number out; these two digits never began one.
pub(super) fn ein(digits: &[u8]) -> bool {
    digits.len() == 9
        && !matches!(number(&digits[..2]), 0 | 7..=9 | 17..=19 | 28..=29 | 49 | 69..=70 | 78..=79 | 89 | 96..=97)
        && !is_one_digit(&digits[2..])
}
