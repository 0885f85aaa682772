//! Australia and New Zealand.

use super::check_digit::{is_number, is_one_digit, number, value, weighted};

/// Weights over all eleven digits with one taken from the first, by 89.
pub(super) fn abn(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && digits[0] != b'0'
        && (weighted(digits, &[10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10).is_multiple_of(89)
}

/// The two ranges given out so far, and what is missing to a multiple of ten.
pub(super) fn acn(digits: &[u8]) -> bool {
    digits.len() == 9
        && is_number(digits)
        && !is_one_digit(digits)
        && matches!(number(&digits[..3]), 0..=169 | 600..=699)
        && (10 - weighted(digits, &[8, 7, 6, 5, 4, 3, 2, 1]) % 10) % 10 == value(digits[8])
}

/// A weighted sum that eleven divides.
pub(super) fn tfn(digits: &[u8]) -> bool {
    digits.len() == 9
        && is_number(digits)
        && !is_one_digit(digits)
        && weighted(digits, &[1, 4, 3, 7, 5, 8, 6, 9, 10]).is_multiple_of(11)
}

/// A card number from 2 to 6, its check digit in the ninth place, the issue, and perhaps the person's place on the card.
pub(super) fn medicare(digits: &[u8]) -> bool {
    matches!(digits.len(), 10 | 11)
        && is_number(digits)
        && (b'2'..=b'6').contains(&digits[0])
        && weighted(digits, &[1, 3, 7, 9, 1, 3, 7, 9]) % 10 == value(digits[8])
        && digits[9] != b'0'
        && digits.get(10) != Some(&b'0')
}

/// Between ten and a hundred and fifty million, with a check digit by eleven; a second set of weights where it is ten.
pub(super) fn ird(digits: &[u8]) -> bool {
    if !matches!(digits.len(), 8 | 9) || !is_number(digits) || !(10_000_000..=150_000_000).contains(&number(digits)) {
        return false;
    }
    let (body, check) = (&digits[..digits.len() - 1], value(digits[digits.len() - 1]));
    let skip = 8 - body.len();
    let missing = |weights: &[u32; 8]| (11 - weighted(body, &weights[skip..]) % 11) % 11;
    match missing(&[3, 2, 7, 6, 5, 4, 3, 2]) {
        10 => missing(&[7, 4, 3, 2, 5, 2, 7, 6]) == check,
        digit => digit == check,
    }
}

/// Letters without I and O; the old form has a check digit by eleven, the new one a check letter by 23 (or 24).
pub(super) fn nhi(bytes: &[u8]) -> bool {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    if bytes.len() != 7 {
        return false;
    }
    let mut sum = 0;
    for (byte, weight) in bytes[..6].iter().zip((2..=7).rev()) {
        let place = match byte {
            b'0'..=b'9' => Some(value(*byte) as usize),
            letter => LETTERS.iter().position(|known| known == letter).map(|at| at + 1),
        };
        let Some(place) = place else { return false };
        sum += place * weight;
    }
    match bytes[6] {
        digit @ b'0'..=b'9' => sum % 11 != 0 && (11 - sum % 11) % 10 == value(digit) as usize,
        letter => [23, 24].iter().any(|modulus| LETTERS.get(modulus - sum % modulus - 1) == Some(&letter)),
    }
}
