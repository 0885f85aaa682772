//! Ukraine and Russia.

use super::Identifier;
use crate::identifiers::check_digit::{is_one_digit, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const UKRAINIAN: Identifier = Identifier {
    kind: Kind::new("ua_tax_number", "Ukrainian tax number (RNOKPP)", Category::Identity, Severity::Critical),
    layouts: &["dddddddddd"],
    valid: ukrainian,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["рнокпп", "іпн", "ідентифікаційний код", "податковий номер", "rnokpp"],
    samples: &[],
    found: &["РНОКПП 3112345675"],
    not_found: &["РНОКПП 3112345676", "РНОКПП 9112345675"],
};

pub(super) const RUSSIAN_TAX: Identifier = Identifier {
    kind: Kind::new("ru_inn", "Russian personal tax number (INN)", Category::Identity, Severity::High),
    layouts: &["dddddddddddd"],
    valid: russian_tax,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["инн", "inn"],
    samples: &[],
    found: &["ИНН 774301928555"],
    not_found: &["ИНН 774301928556", "ИНН 004301928555"],
};

pub(super) const RUSSIAN_INSURANCE: Identifier = Identifier {
    kind: Kind::new("ru_snils", "Russian insurance number (SNILS)", Category::Identity, Severity::Critical),
    layouts: &["ddd-ddd-ddd dd", "ddd-ddd-ddd-dd", "ddddddddddd"],
    valid: russian_insurance,
    bare: Some(Grade::Low),
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["снилс", "snils"],
    samples: &["11223344595"],
    found: &["СНИЛС 148-271-930 80", "148-271-930-80", "СНИЛС 14827193080"],
    not_found: &["СНИЛС 148-271-930 81", "СНИЛС 148271930800"],
};

/// Days from 1900 to the birth, serial, check digit.
fn ukrainian(digits: &[u8]) -> bool {
    // The first weight is minus one: ten, by 11.
    let check = weighted(digits, &[10, 5, 7, 9, 4, 6, 10, 5, 7]) % 11 % 10;
    number(&digits[..5]) < 47_500 && number(&digits[..5]) > 5_000 && check == value(digits[9])
}

/// Region, office, serial, and two check digits.
fn russian_tax(digits: &[u8]) -> bool {
    let first = weighted(digits, &[7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10;
    let second = weighted(digits, &[3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10;
    (1..=99).contains(&number(&digits[..2])) && first == value(digits[10]) && second == value(digits[11])
}

/// The weighted sum by 101 stands at the end.
fn russian_insurance(digits: &[u8]) -> bool {
    let sum = weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101 % 100;
    u64::from(sum) == number(&digits[9..]) && number(digits) > 0 && !is_one_digit(&digits[..9])
}
