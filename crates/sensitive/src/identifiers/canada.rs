//! Canada.

use super::Identifier;
use super::check_digit::{is_date, is_number, is_one_digit, luhn, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("ca_sin", "Canadian social insurance number", Category::Identity, Severity::Critical),
        layouts: &["ddd-ddd-ddd", "ddd ddd ddd", "ddddddddd"],
        valid: sin,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["sin", "social insurance", "assurance sociale", "insurance number"],
        samples: &["046454286", "123456782"],
        found: &["SIN 731-402-962", "social insurance number 731 402 962", "SIN: 731402962"],
        not_found: &["SIN 731-402-960", "SIN 831-402-964", "SIN 111 111 111", "SIN 731-402 964"],
    },
    Identifier {
        kind: Kind::new("ca_ohip", "Ontario health card", Category::Health, Severity::High),
        layouts: &["dddd-ddd-ddd-AA", "dddd-ddd-ddd", "dddd ddd ddd AA", "dddd ddd ddd", "ddddddddddAA", "dddddddddd"],
        valid: ohip,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["ohip", "health card", "health insurance plan", "health number", "carte santé"],
        samples: &[],
        found: &["OHIP 6831-204-976", "health card 6831-204-976-KV"],
        not_found: &["OHIP 6831-204-970", "OHIP 0000-000-000"],
    },
    Identifier {
        kind: Kind::new("ca_bc_phn", "British Columbia health number", Category::Health, Severity::High),
        layouts: &["dddd ddd ddd", "dddd-ddd-ddd", "dddddddddd"],
        valid: british_columbia,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["phn", "personal health number", "msp", "care card", "health number"],
        samples: &["9999999998"],
        found: &["PHN 9184 205 365", "phn 9184205365"],
        not_found: &["PHN 8184 205 364", "PHN 9184 205 360 1"],
    },
    Identifier {
        kind: Kind::new("ca_ramq", "Quebec health card", Category::Health, Severity::High),
        layouts: &["AAAA dddd dddd", "AAAA-dddd-dddd", "AAAAdddddddd"],
        valid: ramq,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["ramq", "assurance maladie", "health insurance", "carte soleil", "nam"],
        samples: &[],
        found: &["RAMQ LAVO 8353 1412", "nam LAVO83531412"],
        not_found: &["RAMQ LAVO 8333 1412", "RAMQ LAVO 8353 4012"],
    },
];

/// Luhn; numbers with 8 in front go to businesses, those with 0 to nobody.
fn sin(digits: &[u8]) -> bool {
    digits.len() == 9 && !matches!(digits[0], b'0' | b'8') && luhn(digits) && !is_one_digit(digits)
}

/// Luhn over the ten digits; two letters for the version of the card may follow.
fn ohip(bytes: &[u8]) -> bool {
    let Some((digits, version)) = bytes.split_at_checked(10) else { return false };
    digits[0] != b'0' && luhn(digits) && version.iter().all(u8::is_ascii_alphabetic)
}

/// A nine, eight digits, and what is missing to a multiple of 11.
fn british_columbia(digits: &[u8]) -> bool {
    digits.len() == 10
        && is_number(digits)
        && digits[0] == b'9'
        && 11 - weighted(&digits[1..9], &[2, 4, 8, 5, 10, 9, 7, 3]) % 11 == value(digits[9])
}

/// Letters of the name, year, month (50 more for women) and day of birth.
fn ramq(bytes: &[u8]) -> bool {
    let [a, b, c, d, digits @ ..] = bytes else { return false };
    let month = digits.get(2..4).map_or(0, number);
    [a, b, c, d].iter().all(|letter| letter.is_ascii_alphabetic())
        && digits.len() == 8
        && is_number(digits)
        && is_date(2000 + number(&digits[..2]), if month > 50 { month - 50 } else { month }, number(&digits[4..6]))
}
