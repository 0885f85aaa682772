//! The Baltic states.

use super::Identifier;
use crate::identifiers::check_digit::{is_date, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ESTONIAN_AND_LITHUANIAN: Identifier = Identifier {
    kind: Kind::new(
        "ee_lt_personal_code",
        "Estonian or Lithuanian personal code",
        Category::Identity,
        Severity::Critical,
    ),
    layouts: &["ddddddddddd"],
    valid: estonian_and_lithuanian,
    bare: Some(Grade::Low),
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["isikukood", "asmens kodas", "asmens kodo", "personal code"],
    samples: &[],
    found: &["isikukood 38504170128"],
    not_found: &["isikukood 38504170129", "asmens kodas 38513170128", "asmens kodas 98504170128"],
};

pub(super) const LATVIAN: Identifier = Identifier {
    kind: Kind::new("lv_personal_code", "Latvian personal code", Category::Identity, Severity::Critical),
    layouts: &["dddddd-ddddd", "ddddddddddd"],
    valid: latvian,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["personas kods", "personas koda", "personal code"],
    samples: &[],
    found: &["personas kods 170485-14838", "personas kods 17048514838", "personas kods 324827-19306"],
    not_found: &["personas kods 170485-14839", "personas kods 171385-14838"],
};

/// Sex and century, date of birth, serial, and a check digit with a second set of weights when the first gives ten.
fn estonian_and_lithuanian(digits: &[u8]) -> bool {
    let century = match digits[0] {
        b'1' | b'2' => 1800,
        b'3' | b'4' => 1900,
        b'5' | b'6' => 2000,
        _ => return false,
    };
    let check = match weighted(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11 {
        10 => weighted(digits, &[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 % 10,
        remainder => remainder,
    };
    is_date(century + number(&digits[1..3]), number(&digits[3..5]), number(&digits[5..7])) && check == value(digits[10])
}

/// Date of birth, century, serial, check digit. Codes since 2017 start with 32 and tell nothing.
fn latvian(digits: &[u8]) -> bool {
    if digits.starts_with(b"32") {
        return true;
    }
    let century = match digits[6] {
        b'0' => 1800,
        b'1' => 1900,
        b'2' => 2000,
        _ => return false,
    };
    let check = (1101 - weighted(digits, &[1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11;
    is_date(century + number(&digits[4..6]), number(&digits[2..4]), number(&digits[..2])) && check == value(digits[10])
}
