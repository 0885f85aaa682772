//! Germany, Austria and Switzerland.

use super::Identifier;
use super::check_digit::{is_date, is_one_digit, mod11_10, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

mod business;
mod documents;
mod health;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("de_tax_id", "German tax ID (Steuer-ID)", Category::Identity, Severity::Critical),
        layouts: &["ddddddddddd", "dd ddd ddd ddd", "dd/ddd/ddd/ddd", "ddd ddd ddddd"],
        valid: tax_id,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "steuer id",
            "steuerid",
            "steuer identifikationsnummer",
            "steueridentifikationsnummer",
            "identifikationsnummer",
            "idnr",
            "steuerliche identifikationsnummer",
            "tin",
            "tax id",
        ],
        samples: &[],
        found: &["Steuer-ID 86483917529", "86 483 917 529", "26/483/917/558", "864 839 17529"],
        not_found: &[
            "Steuer-ID 86483917528", "Steuer-ID 12345678901", "Steuer-ID 06483917529", "Steuer-ID 11111111119",
        ],
    },
    Identifier {
        kind: Kind::new("de_tax_number", "German tax number (Steuernummer)", Category::Identity, Severity::High),
        layouts: &["ddd/ddd/ddddd", "dd/ddd/ddddd", "ddd/dddd/dddd", "ddddd/ddddd", "ddd ddd ddddd", "ddddddddddddd"],
        valid: tax_number,
        bare: None,
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "steuernummer", "steuer nr", "st nr", "st.-nr", "stnr", "steuer nummer", "finanzamt", "tax number",
            "elster",
        ],
        samples: &[],
        found: &["Steuernummer 143/482/71930", "St.-Nr. 21/482/71936", "133/8271/9306", "93482/71930", "9143048271930"],
        not_found: &["143/482/719301", "1712345678901", "9143148271930", "9780048271930", "028150815012"],
    },
    Identifier {
        kind: Kind::new(
            "de_social_security",
            "German pension insurance number",
            Category::Identity,
            Severity::Critical,
        ),
        layouts: &["ddddddddAddd", "dd dddddd A ddd", "dd-dddddd-A-ddd", "dd ddddddAddd", "dd dddddd Addd"],
        valid: pension_number,
        bare: Some(Grade::Medium),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &[
            "rvnr",
            "rentenversicherungsnummer",
            "sozialversicherungsnummer",
            "sozialversicherung",
            "sozialversicherungsausweis",
            "versicherungsnummer",
            "sv nummer",
            "svnr",
            "rentenversicherung",
        ],
        samples: &[],
        found: &["65170839M471", "65 170839 M 471", "65-170839-M-471", "65 170839M471", "65 170839 M471"],
        not_found: &["65170839M475", "65171339M471", "01170839M471", "65170839M4710"],
    },
    // Before the passports: with a letter and nine digits it is the more common of the two.
    health::INSURED,
    documents::PASSPORT,
    documents::ID_CARD,
    documents::SERIAL,
    documents::DRIVING_LICENCE,
    documents::LICENCE_PLATE,
    health::DOCTOR,
    health::PRACTICE,
    business::GERMAN_VAT,
    business::COMMERCIAL_REGISTER,
    business::AUSTRIAN_VAT,
    business::SWISS_UID,
    business::EUROPEAN_VAT,
    Identifier {
        kind: Kind::new("de_postcode", "German postcode", Category::Contact, Severity::Low),
        layouts: &["ddddd", "A-ddddd"],
        valid: postcode,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["plz", "postleitzahl"],
        samples: &[],
        found: &["PLZ 48271", "PLZ D-48271"],
        not_found: &["PLZ 99999", "PLZ 00482", "PLZ 482710"],
    },
    Identifier {
        kind: Kind::new(
            "at_social_security",
            "Austrian social insurance number",
            Category::Identity,
            Severity::Critical,
        ),
        layouts: &["dddddddddd", "dddd dddddd", "dddd-dddddd"],
        valid: austrian_social_security,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &[
            "svnr",
            "sv nummer",
            "sozialversicherungsnummer",
            "versicherungsnummer",
            "sozialversicherung",
            "e-card",
        ],
        samples: &["1237010180"],
        found: &["SVNR 4122140683", "SVNR 4122 140683", "SVNR 4122-140683"],
        not_found: &["SVNR 4123140683", "SVNR 4122141383", "SVNR 0122140683"],
    },
    Identifier {
        kind: Kind::new("ch_ahv", "Swiss AHV number", Category::Identity, Severity::Critical),
        layouts: &["ddd.dddd.dddd.dd", "ddddddddddddd", "ddd dddd dddd dd"],
        valid: ahv,
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &["ahv", "avs", "ahv nummer", "ahvn13", "sozialversicherungsnummer", "oasi"],
        samples: &[],
        found: &["756.4827.1906.32", "7564827190632", "756 4827 1906 32"],
        not_found: &["756.4827.1906.33", "755.4827.1906.32"],
    },
];

/// ISO 7064 check digit; among the first ten digits exactly one stands twice or three times, never three in a row.
fn tax_id(digits: &[u8]) -> bool {
    let body = &digits[..10];
    let mut counts = [0u8; 10];
    for digit in body {
        counts[value(*digit) as usize % 10] += 1;
    }
    let repeated = counts.iter().filter(|count| **count > 1).count();
    let most = counts.iter().max().copied().unwrap_or(0);
    let in_a_row = body.windows(3).any(is_one_digit);
    digits[0] != b'0' && repeated == 1 && most <= 3 && !in_a_row && mod11_10(digits)
}

/// The states write it in ten or eleven digits. The form for all of Germany has thirteen: the state's number first, a
/// zero in the fifth place. Numbers of books start with 978 and are left out.
fn tax_number(digits: &[u8]) -> bool {
    if digits.len() != 13 {
        return number(digits) > 0 && !is_one_digit(digits);
    }
    let state = number(&digits[..2]);
    let known = matches!(state, 10 | 11 | 21..=24 | 26..=28 | 30..=32 | 40 | 41 | 50..=59 | 90..=99);
    known && digits[4] == b'0' && !digits.starts_with(b"978") && !digits.starts_with(b"979")
}

/// Area, date of birth, first letter of the name, serial and a check digit over all of them.
fn pension_number(text: &[u8]) -> bool {
    let folded = |(digit, weight): (u32, u32)| digit * weight / 10 + digit * weight % 10;
    let digits =
        |part: &[u8], weights: [u32; 8]| part.iter().map(|digit| value(*digit)).zip(weights).map(folded).sum::<u32>();
    let letter = value(text[8]) - 9;
    let sum = digits(&text[..8], [2, 1, 2, 5, 7, 1, 2, 1])
        + folded((letter / 10, 2))
        + folded((letter % 10, 1))
        + digits(&text[9..11], [2, 1, 0, 0, 0, 0, 0, 0]);
    let (area, day, month) = (number(&text[..2]), number(&text[2..4]), number(&text[4..6]));
    // A day from 51 up marks a second number for the same birthday.
    let day = if day > 50 { day - 50 } else { day };
    matches!(area, 2..=4 | 8..=29 | 38..=40 | 42..=44 | 48..=82 | 89)
        && is_date(2000, month, day)
        && sum % 10 == value(text[11])
}

/// Five digits that are given out; with a letter before it only `D`.
fn postcode(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"D").unwrap_or(text);
    digits.len() == 5 && (1_001..=99_998).contains(&number(digits))
}

/// Serial, check digit in the fourth place, date of birth.
fn austrian_social_security(digits: &[u8]) -> bool {
    let sum = weighted(digits, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]);
    let (day, month) = (number(&digits[4..6]), number(&digits[6..8]));
    // Months from 13 up are given when a birthday's serials are used up.
    let dated = is_date(2000, month, day) || (13..=15).contains(&month) && (1..=31).contains(&day);
    digits[0] != b'0' && dated && sum % 11 == value(digits[3])
}

/// Starts with the country's number and ends with the check digit of a product code.
fn ahv(digits: &[u8]) -> bool {
    digits.starts_with(b"756") && weighted(digits, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_multiple_of(10)
}
