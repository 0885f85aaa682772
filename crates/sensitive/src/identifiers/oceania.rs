//! Australia and New Zealand.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("au_abn", "Australian business number", Category::Identity, Severity::Low),
        layouts: &["dd ddd ddd ddd", "ddddddddddd", "dd-ddd-ddd-ddd"],
        valid: abn,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["abn", "australian business"],
        samples: &[],
        found: &["ABN 45 482 017 365", "ABN 45482017365"],
        not_found: &["ABN 51 824 753 5564", "ABN 00 000 000 000"],
    },
    Identifier {
        kind: Kind::new("au_acn", "Australian company number", Category::Identity, Severity::Low),
        layouts: &["ddd ddd ddd", "ddddddddd"],
        valid: acn,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["acn", "australian company"],
        samples: &[],
        found: &["ACN 048 201 734", "ACN 048201734"],
        not_found: &["ACN 824753557", "ACN 000000000"],
    },
    Identifier {
        kind: Kind::new("au_tfn", "Australian tax file number", Category::Identity, Severity::Critical),
        layouts: &["ddd ddd ddd", "ddddddddd", "ddd-ddd-ddd"],
        valid: tfn,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["tfn", "tax file"],
        samples: &["123456782"],
        found: &["TFN 482 017 335", "tax file number 482017335"],
        not_found: &["TFN 824753557", "TFN 000 000 000"],
    },
    Identifier {
        kind: Kind::new("au_medicare", "Australian Medicare number", Category::Health, Severity::High),
        layouts: &["dddd ddddd d", "dddddddddd", "dddd-ddddd-d", "dddd ddddd d d"],
        valid: medicare,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["medicare"],
        samples: &[],
        found: &["Medicare 4820 17369 1", "medicare 4820173691"],
        not_found: &["Medicare 2123 25870 1", "Medicare 7820 17365 1", "Medicare 4820 17365 0"],
    },
    Identifier {
        kind: Kind::new("nz_ird", "New Zealand tax number (IRD)", Category::Identity, Severity::High),
        layouts: &["dd-ddd-ddd", "ddd-ddd-ddd", "dddddddd", "ddddddddd"],
        valid: ird,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["ird", "inland revenue"],
        samples: &["49091850"],
        found: &["IRD 84-820-172", "ird number 84820172"],
        not_found: &["IRD 09-820-173", "IRD 848-201-7"],
    },
    Identifier {
        kind: Kind::new("nz_nhi", "New Zealand health number (NHI)", Category::Health, Severity::High),
        layouts: &["AAAdddd", "AAAddAA"],
        valid: nhi,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["nhi", "national health index"],
        samples: &[],
        found: &["NHI KXB4828", "NHI KXB48AK"],
        not_found: &["NHI KIB4820", "NHI KXB48201"],
    },
];

/// Weights over all eleven digits with one taken from the first, by 89.
fn abn(digits: &[u8]) -> bool {
    digits.len() == 11
        && is_number(digits)
        && digits[0] != b'0'
        && (weighted(digits, &[10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10).is_multiple_of(89)
}

/// The two ranges given out so far, and what is missing to a multiple of ten.
fn acn(digits: &[u8]) -> bool {
    digits.len() == 9
        && is_number(digits)
        && !is_one_digit(digits)
        && matches!(number(&digits[..3]), 0..=169 | 600..=699)
        && (10 - weighted(digits, &[8, 7, 6, 5, 4, 3, 2, 1]) % 10) % 10 == value(digits[8])
}

/// A weighted sum that eleven divides.
fn tfn(digits: &[u8]) -> bool {
    digits.len() == 9
        && is_number(digits)
        && !is_one_digit(digits)
        && weighted(digits, &[1, 4, 3, 7, 5, 8, 6, 9, 10]).is_multiple_of(11)
}

/// A card number from 2 to 6, its check digit in the ninth place, the issue, and perhaps the person's place on the card.
fn medicare(digits: &[u8]) -> bool {
    matches!(digits.len(), 10 | 11)
        && is_number(digits)
        && (b'2'..=b'6').contains(&digits[0])
        && weighted(digits, &[1, 3, 7, 9, 1, 3, 7, 9]) % 10 == value(digits[8])
        && digits[9] != b'0'
        && digits.get(10) != Some(&b'0')
}

/// Between ten and a hundred and fifty million, with a check digit by eleven; a second set of weights where it is ten.
fn ird(digits: &[u8]) -> bool {
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
fn nhi(bytes: &[u8]) -> bool {
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
