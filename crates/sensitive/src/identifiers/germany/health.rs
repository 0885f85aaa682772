//! The German health system: who is insured, who treats, and where.

use super::Identifier;
use crate::identifiers::check_digit::{number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const INSURED: Identifier = Identifier {
    kind: Kind::new(
        "de_health_insurance",
        "German health insurance number (KVNR)",
        Category::Health,
        Severity::Critical,
    ),
    layouts: &["Addddddddd", "A ddd ddd ddd", "A ddddddddd"],
    valid: insured,
    bare: Some(Grade::Low),
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &[
        "kvnr",
        "krankenversichertennummer",
        "krankenversicherungsnummer",
        "versichertennummer",
        "krankenversicherung",
        "krankenkasse",
        "gesundheitskarte",
        "egk",
        "versicherten nr",
    ],
    samples: &[],
    found: &["KVNR K482719367", "KVNR K 482 719 367", "KVNR K 482719367"],
    not_found: &["KVNR K482719368", "KVNR 1482719367", "KVNR K4827193670"],
};

pub(super) const DOCTOR: Identifier = Identifier {
    kind: Kind::new("de_lanr", "German doctor's number (LANR)", Category::Health, Severity::Medium),
    layouts: &["ddddddddd", "dddddd d dd"],
    valid: doctor,
    bare: None,
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["lanr", "arztnummer", "lebenslange arztnummer", "arzt nr", "vertragsarzt"],
    samples: &[],
    found: &["LANR 482719634", "LANR 482719 6 34"],
    not_found: &["LANR 482719534", "LANR 48271963", "LANR 482719600"],
};

pub(super) const PRACTICE: Identifier = Identifier {
    kind: Kind::new("de_bsnr", "German practice number (BSNR)", Category::Health, Severity::Low),
    layouts: &["ddddddddd"],
    valid: practice,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["bsnr", "betriebsstättennummer", "betriebsstaettennummer", "betriebsstätte", "nbsnr"],
    samples: &[],
    found: &["BSNR 524827190"],
    not_found: &["BSNR 054827190", "BSNR 5248271900"],
};

/// A letter, eight digits, and a check digit over the letter's place in the alphabet and the digits.
fn insured(text: &[u8]) -> bool {
    let letter = value(text[0]) - 9;
    let folded = |product: u32| product / 10 + product % 10;
    let head = letter / 10 + folded(letter % 10 * 2);
    let body: u32 = text[1..9].iter().zip([1, 2, 1, 2, 1, 2, 1, 2]).map(|(d, weight)| folded(value(*d) * weight)).sum();
    number(&text[1..9]) > 0 && (head + body) % 10 == value(text[9])
}

/// Six digits, their check digit, and the group of specialists.
fn doctor(digits: &[u8]) -> bool {
    let check = (10 - weighted(digits, &[4, 9, 4, 9, 4, 9]) % 10) % 10;
    let specialists = number(&digits[7..]);
    check == value(digits[6]) && matches!(specialists, 1..=69 | 99) && number(&digits[..6]) > 0
}

/// The association of the region stands first.
fn practice(digits: &[u8]) -> bool {
    let region = number(&digits[..2]);
    matches!(region, 1..=3 | 17 | 20 | 21 | 31..=38 | 46 | 51 | 52 | 71..=73 | 78 | 83 | 88 | 93 | 98)
        && number(&digits[2..]) > 0
}
