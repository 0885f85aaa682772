//! Poland and its neighbours.

use super::Identifier;
use super::check_digit::{is_date, is_number, is_one_digit, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

mod balkans;
mod baltics;
mod danube;
mod east;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("pl_pesel", "Polish PESEL", Category::Identity, Severity::Critical),
        layouts: &["ddddddddddd"],
        valid: pesel,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["pesel", "numer pesel", "nr pesel"],
        samples: &[],
        found: &["PESEL 85041712349", "02241712304"],
        not_found: &["PESEL 85041712348", "PESEL 85131712349", "PESEL 850417123490"],
    },
    Identifier {
        kind: Kind::new("pl_nip", "Polish tax number (NIP)", Category::Financial, Severity::Medium),
        layouts: &["dddddddddd", "ddd-ddd-dd-dd", "ddd-dd-dd-ddd", "AAdddddddddd", "ddd ddd dd dd"],
        valid: nip,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["nip", "numer nip", "numer identyfikacji podatkowej", "identyfikacji podatkowej", "vat"],
        samples: &["1234567890", "1234563218"],
        found: &["NIP 5261048296", "526-104-82-96", "781-29-03-457", "PL5261048296", "526 104 82 96"],
        not_found: &["NIP 5261048297", "NIP 0061048296", "DE5261048296"],
    },
    Identifier {
        kind: Kind::new("pl_regon", "Polish business number (REGON)", Category::Financial, Severity::Low),
        layouts: &["ddddddddd", "dddddddddddddd"],
        valid: regon,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["regon", "numer regon"],
        samples: &["123456785"],
        found: &["REGON 471829363", "REGON 47182936300010"],
        not_found: &["REGON 471829364", "REGON 4718293630", "REGON 47182936300011"],
    },
    Identifier {
        kind: Kind::new("pl_id_card", "Polish identity card number", Category::Identity, Severity::High),
        layouts: &["AAAdddddd", "AAA dddddd"],
        valid: id_card,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["dowód osobisty", "dowod osobisty", "dowodu osobistego", "numer dowodu", "seria i numer", "dowód"],
        samples: &["ABC123456"],
        found: &["dowód osobisty ABK072819", "ABK 072819"],
        not_found: &["dowód osobisty ABK172819", "ABK0728190"],
    },
    Identifier {
        kind: Kind::new("pl_passport", "Polish passport number", Category::Identity, Severity::High),
        layouts: &["AAddddddd", "AA ddddddd"],
        valid: passport,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["paszport", "paszportu", "numer paszportu"],
        samples: &[],
        found: &["paszport EK4827193", "paszport EK 4827193"],
        not_found: &["paszport EK48271930", "paszport EK0000000"],
    },
    danube::BIRTH_NUMBER,
    danube::HUNGARIAN_INSURANCE,
    danube::HUNGARIAN_TAX,
    danube::ROMANIAN,
    danube::BULGARIAN,
    baltics::ESTONIAN_AND_LITHUANIAN,
    baltics::LATVIAN,
    east::UKRAINIAN,
    east::RUSSIAN_TAX,
    east::RUSSIAN_INSURANCE,
    balkans::YUGOSLAV,
    balkans::CROATIAN,
    balkans::GREEK_INSURANCE,
    balkans::GREEK_TAX,
];

/// Date of birth with the century in the month, serial and check digit.
fn pesel(digits: &[u8]) -> bool {
    let (year, month, day) = (number(&digits[..2]), number(&digits[2..4]), number(&digits[4..6]));
    let century = match month / 20 {
        0 => 1900,
        1 => 2000,
        4 => 1800,
        _ => return false,
    };
    let check = (10 - weighted(digits, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10) % 10;
    is_date(century + year, month % 20, day) && check == value(digits[10])
}

/// No tax office starts with a zero; the check digit is modulo 11 and never ten.
fn nip(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"PL").unwrap_or(text);
    digits.len() == 10
        && is_number(digits)
        && !digits[..3].contains(&b'0')
        && weighted(digits, &[6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == value(digits[9])
        && !is_one_digit(digits)
}

/// Nine digits for a firm, five more for a branch, each with its check digit.
fn regon(digits: &[u8]) -> bool {
    let checked = |sum: u32, check: u8| sum % 11 % 10 == value(check);
    checked(weighted(digits, &[8, 9, 2, 3, 4, 5, 6, 7]), digits[8])
        && (digits.len() == 9 || checked(weighted(digits, &[2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]), digits[13]))
        && !is_one_digit(digits)
}

/// Three letters and six digits, the first of which checks the rest.
fn id_card(text: &[u8]) -> bool {
    weighted(text, &[7, 3, 1, 9, 7, 3, 1, 7, 3]).is_multiple_of(10) && number(&text[3..]) > 0
}

fn passport(text: &[u8]) -> bool {
    !is_one_digit(&text[2..])
}
