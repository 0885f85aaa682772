//! Turkey and the Middle East.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, is_short_date, luhn, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("tr_national_id", "Turkish identity number (TCKN)", Category::Identity, Severity::Critical),
        layouts: &["ddddddddddd", "ddd ddd ddd dd"],
        valid: tckn,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "tckn",
            "tc kimlik",
            "t.c. kimlik",
            "kimlik no",
            "kimlik numarası",
            "kimlik numarasi",
            "kimlik",
            "tc no",
            "turkish id",
            "vatandaşlık numarası",
        ],
        samples: &["10000000146", "12345678950", "11111111110"],
        found: &["TC kimlik no 48201736540", "kimlik numarası 482 017 365 40"],
        not_found: &["TCKN 082017365123", "TCKN 10000000145", "TCKN 02345678901"],
    },
    Identifier {
        kind: Kind::new("tr_license_plate", "Turkish licence plate", Category::Vehicle, Severity::Medium),
        layouts: &[
            "dd A dddd", "dd A ddddd", "dd AA ddd", "dd AA dddd", "dd AAA dd", "dd AAA ddd", "dd AAA dddd", "ddAdddd",
            "ddAddddd", "ddAAddd", "ddAAdddd", "ddAAAdd", "ddAAAddd", "ddAAAdddd",
        ],
        valid: turkish_plate,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["plaka", "plakası", "plakasi", "plakalı", "license plate", "licence plate", "number plate", "plate"],
        samples: &[],
        found: &["Plaka 34 KLM 482", "plaka 06KL4820"],
        not_found: &["Plaka 82 KLM 482", "Plaka 00 KLM 482", "Plaka 34 QWX 482"],
    },
    Identifier {
        kind: Kind::new("il_id", "Israeli identity number", Category::Identity, Severity::Critical),
        layouts: &["ddddddddd", "dddddddd-d"],
        valid: israeli,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["teudat zehut", "תעודת זהות", "מספר זהות", "ת.ז", "israeli id", "israel id", "zehut"],
        samples: &["123456782"],
        found: &["teudat zehut 304820178", "תעודת זהות 30482017-8"],
        not_found: &["teudat zehut 000000000", "teudat zehut 3048201700"],
    },
    Identifier {
        kind: Kind::new("ae_emirates_id", "Emirates identity number", Category::Identity, Severity::Critical),
        layouts: &["ddd-dddd-ddddddd-d", "ddd dddd ddddddd d", "ddddddddddddddd"],
        valid: emirates,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["emirates id", "eid", "الهوية", "uae id", "emirates identity"],
        samples: &[],
        found: &["784-1988-4820173-1", "Emirates ID 784198848201731"],
        not_found: &["784-1788-4820173-6", "785-1988-4820173-6", "784-1988-4820173-66"],
    },
    Identifier {
        kind: Kind::new("sa_national_id", "Saudi identity number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddd"],
        valid: saudi,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["iqama", "saudi id", "saudi national", "الهوية الوطنية", "الهوية", "إقامة", "absher"],
        samples: &[],
        found: &["iqama 2482017361"],
        not_found: &["iqama 3482017365", "iqama 24820173650"],
    },
    Identifier {
        kind: Kind::new("kw_civil_id", "Kuwaiti civil number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddddd"],
        valid: kuwaiti,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["civil id", "kuwait", "الرقم المدني", "البطاقة المدنية"],
        samples: &[],
        found: &["civil ID 283041704891"],
        not_found: &["civil ID 283141704812", "civil ID 483041704812"],
    },
    Identifier {
        kind: Kind::new("ir_national_id", "Iranian national number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddd", "ddd-dddddd-d"],
        valid: iranian,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["code melli", "کد ملی", "melli code", "iranian national", "کدملی"],
        samples: &["1234567891"],
        found: &["code melli 0482017368", "کد ملی 048-201736-8"],
        not_found: &["code melli 1111111111", "code melli 04820173650"],
    },
];

/// Two check digits: one over odd and even places, one over the sum of all.
fn tckn(digits: &[u8]) -> bool {
    if digits.len() != 11 || !is_number(digits) || digits[0] == b'0' {
        return false;
    }
    let odd = weighted(digits, &[1, 0, 1, 0, 1, 0, 1, 0, 1]);
    let even = weighted(digits, &[0, 1, 0, 1, 0, 1, 0, 1]);
    // Nine times the even places is one less each time, modulo ten, and never goes below zero.
    (odd * 7 + even * 9) % 10 == value(digits[9]) && (odd + even + value(digits[9])) % 10 == value(digits[10])
}

/// One of 81 provinces, letters that Turkish has, and a number that is not all zeros.
fn turkish_plate(bytes: &[u8]) -> bool {
    let Some((province, rest)) = bytes.split_at_checked(2) else { return false };
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (letters, digits) = rest.split_at(letters);
    (1..=81).contains(&number(province))
        && is_number(digits)
        && number(digits) > 0
        && !letters.iter().any(|letter| b"QWX".contains(letter))
}

/// Luhn over nine digits.
fn israeli(digits: &[u8]) -> bool {
    digits.len() == 9 && luhn(digits) && !is_one_digit(digits)
}

/// The country's number, a year of birth, a serial number, and Luhn.
fn emirates(digits: &[u8]) -> bool {
    digits.len() == 15 && digits.starts_with(b"784") && (1900..=2030).contains(&number(&digits[3..7])) && luhn(digits)
}

/// One for citizens or two for residents, and Luhn.
fn saudi(digits: &[u8]) -> bool {
    digits.len() == 10 && matches!(digits[0], b'1' | b'2') && luhn(digits)
}

/// The century, a birth date and a serial number; the rule of the last digit is not published.
fn kuwaiti(digits: &[u8]) -> bool {
    digits.len() == 12 && is_number(digits) && matches!(digits[0], b'2' | b'3') && is_short_date(&digits[1..])
}

/// A check digit by eleven over nine digits.
fn iranian(digits: &[u8]) -> bool {
    if digits.len() != 10 || !is_number(digits) || is_one_digit(digits) {
        return false;
    }
    let rest = weighted(digits, &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    value(digits[9]) == if rest < 2 { rest } else { 11 - rest }
}
