//! France and Belgium.

use super::Identifier;
use super::check_digit::{is_date, is_number, is_one_digit, luhn, number};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

const BELGIAN_WORDS: &[&str] =
    &["rijksregisternummer", "rijksregister", "insz", "niss", "numéro national", "registre national", "nrn"];

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("fr_nir", "French social security number (NIR)", Category::Identity, Severity::Critical),
        layouts: &[
            "ddddddddddddddd", "ddddddAdddddddd", "ddddddddddddd dd", "d dd dd dd ddd ddd dd", "d dd dd dA ddd ddd dd",
            "d-dd-dd-dd-ddd-ddd-dd", "d.dd.dd.dd.ddd.ddd.dd", "d dd dd ddddd ddd dd",
        ],
        valid: nir,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "nir",
            "insee",
            "sécurité sociale",
            "securite sociale",
            "numéro de sécu",
            "numéro de sécurité sociale",
        ],
        samples: &[],
        found: &[
            "185047511304292", "1 85 04 75 113 042 92", "279062A11208722", "2 79 06 2A 112 087 22",
            "1-85-04-75-113-042-92",
        ],
        not_found: &["185047511304293", "1 85 13 75 113 042 92", "385047511304292", "279062C11208722"],
    },
    Identifier {
        kind: Kind::new("fr_tax_number", "French tax number (SPI)", Category::Identity, Severity::High),
        layouts: &["ddddddddddddd", "dd dd ddd ddd ddd"],
        valid: spi,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &[
            "spi", "numéro fiscal", "numero fiscal", "identifiant fiscal", "numéro d'impôt", "impôts", "tax number",
        ],
        samples: &[],
        found: &["SPI 3071829465488", "numéro fiscal 30 71 829 465 488"],
        not_found: &["SPI 3071829465489", "SPI 4071829465488"],
    },
    Identifier {
        kind: Kind::new("fr_siret", "French establishment number (SIRET)", Category::Financial, Severity::Low),
        layouts: &["dddddddddddddd", "ddd ddd ddd ddddd"],
        valid: siret,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["siret"],
        samples: &[],
        found: &["SIRET 83920174600022", "SIRET 839 201 746 00022"],
        not_found: &["SIRET 83920174600023", "SIRET 83920174500023"],
    },
    Identifier {
        kind: Kind::new("fr_siren", "French company number (SIREN)", Category::Financial, Severity::Low),
        layouts: &["ddddddddd", "ddd ddd ddd"],
        valid: siren,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["siren", "rcs"],
        samples: &["732829320"],
        found: &["SIREN 839201746", "SIREN 839 201 746"],
        not_found: &["SIREN 839201747", "SIREN 8392017460"],
    },
    Identifier {
        kind: Kind::new("fr_vat", "French VAT number", Category::Financial, Severity::Low),
        layouts: &["AAddddddddddd", "AA dd ddddddddd", "AA dd ddd ddd ddd", "AAdd ddd ddd ddd"],
        valid: french_vat,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["tva", "vat", "tva intracommunautaire", "intracommunautaire"],
        samples: &[],
        found: &["FR29839201746", "FR 29 839201746", "FR 29 839 201 746", "FR29 839 201 746"],
        not_found: &["FR28839201746", "FR29839201747", "DE29839201746"],
    },
    Identifier {
        kind: Kind::new("fr_passport", "French passport number", Category::Identity, Severity::High),
        layouts: &["ddAAddddd"],
        valid: french_passport,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["passeport", "passport", "numéro de passeport"],
        samples: &[],
        found: &["passeport 18CK48271"],
        not_found: &["passeport 18CK00000", "passeport 18CK482710"],
    },
    Identifier {
        kind: Kind::new("fr_id_card", "French identity card number", Category::Identity, Severity::High),
        layouts: &["dddddddddddd"],
        valid: french_id_card,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["cni", "carte d'identité", "carte nationale d'identité", "carte d’identité", "carte identite"],
        samples: &[],
        found: &["CNI 180475348271"],
        not_found: &["CNI 181375348271", "CNI 1804753482710"],
    },
    Identifier {
        kind: Kind::new("be_national_number", "Belgian national number", Category::Identity, Severity::Critical),
        layouts: &["dd.dd.dd-ddd.dd", "dd.dd.dd.ddd.dd", "dddddd-ddd-dd", "dddddd ddd dd", "dd.dd.dd ddd.dd"],
        valid: belgian_national_number,
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: BELGIAN_WORDS,
        samples: &[],
        found: &["85.04.17-123.16", "85.04.17.123.16", "050417-124-13", "850417 123 16", "85.04.17 123.16"],
        not_found: &["85.04.17-123.17", "85.13.17-123.16", "85041712316"],
    },
    // Two in a thousand numbers of this length pass, so running text has to name it.
    Identifier {
        kind: Kind::new("be_national_number_plain", "Belgian national number", Category::Identity, Severity::Critical),
        layouts: &["ddddddddddd"],
        valid: belgian_national_number,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: BELGIAN_WORDS,
        samples: &[],
        found: &["rijksregisternummer 85041712316", "05041712413"],
        not_found: &["85041712317", "85131712316", "850417123160"],
    },
];

/// Sex, year, month, place, serial and the key of 97. The departments of Corsica count as 19 and 18.
fn nir(text: &[u8]) -> bool {
    if text.len() != 15 {
        return false;
    }
    let mut digits = [b'0'; 13];
    digits.copy_from_slice(&text[..13]);
    match &text[5..7] {
        b"2A" => digits[5..7].copy_from_slice(b"19"),
        b"2B" => digits[5..7].copy_from_slice(b"18"),
        _ => {}
    }
    // Months from 20 up stand for a birth certificate that was incomplete.
    let month = number(&digits[3..5]);
    is_number(&digits)
        && matches!(digits[0], b'1' | b'2' | b'7' | b'8')
        && matches!(month, 1..=12 | 20..=42 | 50..=99)
        && number(&digits[5..7]) > 0
        && 97 - number(&digits) % 97 == number(&text[13..])
}

/// The last three digits are the remainder of the others by 511.
fn spi(digits: &[u8]) -> bool {
    matches!(digits[0], b'0'..=b'3') && number(&digits[..10]) % 511 == number(&digits[10..]) && !is_one_digit(digits)
}

/// The company's number and five digits, both with a Luhn check digit.
fn siret(digits: &[u8]) -> bool {
    luhn(&digits[..9]) && luhn(digits) && number(&digits[..9]) > 0
}

fn siren(digits: &[u8]) -> bool {
    luhn(digits) && number(digits) > 0
}

/// The country, a key of 97 and the company's number.
fn french_vat(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b"FR") else { return false };
    let company = number(&digits[2..]);
    siren(&digits[2..]) && (12 + 3 * (company % 97)) % 97 == number(&digits[..2])
}

/// A year, two letters and a serial.
fn french_passport(text: &[u8]) -> bool {
    number(&text[4..]) > 0
}

/// A year, a month, and the department that issued it.
fn french_id_card(digits: &[u8]) -> bool {
    (1..=12).contains(&number(&digits[2..4])) && number(&digits[4..]) > 0
}

/// Date of birth, serial, and the key of 97, which has a `2` before it for those born since 2000. Foreigners have 20 or
/// 40 added to the month.
fn belgian_national_number(digits: &[u8]) -> bool {
    let (year, month, day) = (number(&digits[..2]), number(&digits[2..4]), number(&digits[4..6]));
    let (body, check) = (number(&digits[..9]), number(&digits[9..]));
    let month = match month {
        21..=32 => month - 20,
        41..=52 => month - 40,
        month => month,
    };
    let dated = |century: u64| is_date(century + year, month, day);
    number(&digits[6..9]) > 0
        && (dated(1900) && 97 - body % 97 == check || dated(2000) && 97 - (2_000_000_000 + body) % 97 == check)
}
