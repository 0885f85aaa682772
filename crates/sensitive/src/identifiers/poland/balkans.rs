//! The states that were Yugoslavia, and Greece.

use super::Identifier;
use crate::identifiers::check_digit::{is_date, is_one_digit, luhn, mod11_10, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const YUGOSLAV: Identifier = Identifier {
    kind: Kind::new("jmbg", "Unique master citizen number (JMBG, EMŠO)", Category::Identity, Severity::Critical),
    layouts: &["ddddddddddddd"],
    valid: yugoslav,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["jmbg", "emšo", "emso", "јмбг", "matični broj", "maticni broj", "ембг"],
    samples: &[],
    found: &["JMBG 1704985500127"],
    not_found: &["JMBG 1704985500128", "JMBG 1713985500127"],
};

pub(super) const CROATIAN: Identifier = Identifier {
    kind: Kind::new("hr_oib", "Croatian personal number (OIB)", Category::Identity, Severity::Critical),
    layouts: &["ddddddddddd", "AAddddddddddd"],
    valid: croatian,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["oib", "osobni identifikacijski broj"],
    samples: &["12345678903"],
    found: &["OIB 48271930654", "HR48271930654"],
    not_found: &["OIB 48271930655", "DE48271930654"],
};

pub(super) const GREEK_INSURANCE: Identifier = Identifier {
    kind: Kind::new("gr_amka", "Greek social security number (AMKA)", Category::Identity, Severity::Critical),
    layouts: &["ddddddddddd"],
    valid: greek_insurance,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["αμκα", "amka", "α.μ.κ.α."],
    samples: &[],
    found: &["ΑΜΚΑ 17048501237"],
    not_found: &["AMKA 17048501238", "AMKA 17138501237"],
};

pub(super) const GREEK_TAX: Identifier = Identifier {
    kind: Kind::new("gr_afm", "Greek tax number (AFM)", Category::Identity, Severity::High),
    layouts: &["ddddddddd"],
    valid: greek_tax,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["αφμ", "afm", "α.φ.μ."],
    samples: &[],
    found: &["ΑΦΜ 048271937"],
    not_found: &["ΑΦΜ 048271938", "ΑΦΜ 000000000"],
};

/// Date of birth with three digits of the year, region, serial, check digit.
fn yugoslav(digits: &[u8]) -> bool {
    let year = number(&digits[4..7]);
    let year = if year >= 800 { 1000 + year } else { 2000 + year };
    let check = (11 - weighted(digits, &[7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11;
    year < 2030 && is_date(year, number(&digits[2..4]), number(&digits[..2])) && check == value(digits[12])
}

fn croatian(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"HR").unwrap_or(text);
    digits.len() == 11 && mod11_10(digits) && !is_one_digit(digits)
}

/// Date of birth, serial, Luhn check digit.
fn greek_insurance(digits: &[u8]) -> bool {
    is_date(2000 + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && luhn(digits)
}

fn greek_tax(digits: &[u8]) -> bool {
    weighted(digits, &[256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == value(digits[8]) && !is_one_digit(digits)
}
