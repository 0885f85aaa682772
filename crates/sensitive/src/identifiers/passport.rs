//! Passports. They have no check digit outside the machine-readable zone, so something has to name them.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// What a passport is called wherever people write English.
const PASSPORT: &[&str] = &["passport", "travel document", "passport number", "passport no", "passport#"];

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("kr_passport", "Korean passport", Category::Identity, Severity::High),
        layouts: &["Adddddddd", "AdddAdddd"],
        valid: korean,
        bare: None,
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["passport", "travel document", "여권번호", "여권 번호", "여권"],
        samples: &[],
        found: &["passport M48201736", "여권번호 M482K0173"],
        not_found: &["passport K482K0173", "passport M4820K173", "passport M00000000"],
    },
    Identifier {
        kind: Kind::new("us_passport", "US passport", Category::Identity, Severity::High),
        layouts: &["Adddddddd", "ddddddddd"],
        valid: american,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: PASSPORT,
        samples: &["123456789"],
        found: &["US passport 482017365", "travel document A48201736"],
        not_found: &["passport M48201736", "passport 4820173651", "passport 000000000"],
    },
    Identifier {
        kind: Kind::new("in_passport", "Indian passport", Category::Identity, Severity::High),
        layouts: &["Addddddd", "Add ddddd", "A-ddddddd"],
        valid: indian,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["passport", "indian passport", "travel document", "पासपोर्ट"],
        samples: &["A1234567", "J8369854"],
        found: &["passport K4820173", "passport no K48 20173"],
        not_found: &["passport T356907", "passport K0820173", "passport K4820170"],
    },
    Identifier {
        kind: Kind::new("ca_passport", "Canadian passport", Category::Identity, Severity::High),
        layouts: &["AAdddddd", "AddddddAA"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["passport", "passeport", "travel document"],
        samples: &["AB123456"],
        found: &["passport KX482017", "passeport K482017BD"],
        not_found: &["passport KX48201", "passport KX000000"],
    },
    Identifier {
        kind: Kind::new("passport", "Passport", Category::Identity, Severity::High),
        layouts: &[
            "AAddddddd", "AAdddddddd", "AAddddddA", "AAAdddddd", "Adddddddd", "Addddddddd", "ddAAddddd", "xxxxxxxxx",
            "Addddddd",
        ],
        valid: any_country,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &[
            "passport", "passeport", "reisepass", "pasaporte", "passaporto", "passaporte", "paspoort", "paszport",
            "passnummer", "passi", "pasaport", "паспорт", "護照", "护照", "パスポート", "旅券", "여권",
            "travel document", "jawaz",
        ],
        samples: &[],
        found: &["passport PA4820173", "护照 E48201736", "passport 48KX20173"],
        not_found: &["passport required", "passport PA0000000", "passport issued"],
    },
];

/// Digits that are not one digit over and over; letters may stand around them.
fn is_varied(bytes: &[u8]) -> bool {
    let start = bytes.iter().position(u8::is_ascii_digit).unwrap_or(bytes.len());
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits >= 3 && !is_one_digit(&bytes[start..start + digits])
}

/// The kind of passport, then eight digits, or three digits, a letter and four digits since 2021.
fn korean(bytes: &[u8]) -> bool {
    let [kind, rest @ ..] = bytes else { return false };
    let marked = rest.len() == 8 && rest[3].is_ascii_alphabetic() && is_number(&rest[..3]) && is_number(&rest[4..]);
    b"MSROD".contains(kind) && (marked || is_number(rest) && !is_one_digit(rest))
}

/// Nine digits, or a letter and eight since 2021; the letters of Korean passports are left to them.
fn american(bytes: &[u8]) -> bool {
    let [first, rest @ ..] = bytes else { return false };
    rest.len() == 8 && is_number(rest) && !is_one_digit(rest) && !b"MSROD".contains(first)
}

/// A letter, seven digits, of which the first and the last are not zero.
fn indian(bytes: &[u8]) -> bool {
    let [letter, digits @ ..] = bytes else { return false };
    letter.is_ascii_alphabetic()
        && !b"QXZ".contains(letter)
        && digits.len() == 7
        && is_number(digits)
        && digits[0] != b'0'
        && digits[6] != b'0'
        && !is_one_digit(digits)
}

/// Mostly digits: at least five, and not all the same.
fn any_country(bytes: &[u8]) -> bool {
    let digits = || bytes.iter().filter(|byte| byte.is_ascii_digit());
    digits().count() >= 5 && digits().any(|digit| Some(digit) != digits().next())
}
