//! Along the Danube: Czechia, Slovakia, Hungary, Romania, Bulgaria.

use super::Identifier;
use crate::identifiers::check_digit::{is_date, is_one_digit, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const BIRTH_NUMBER: Identifier = Identifier {
    kind: Kind::new("cz_sk_birth_number", "Czech or Slovak birth number", Category::Identity, Severity::Critical),
    layouts: &["dddddd/dddd", "dddddddddd"],
    valid: birth_number,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["rodné číslo", "rodne cislo", "rodného čísla", "rodné čislo", "r.č.", "birth number"],
    samples: &[],
    found: &["rodné číslo 855417/1010", "rodné číslo 8554171010"],
    not_found: &["rodné číslo 855417/1011", "rodné číslo 851517/1010"],
};

pub(super) const HUNGARIAN_INSURANCE: Identifier = Identifier {
    kind: Kind::new("hu_taj", "Hungarian social security number (TAJ)", Category::Health, Severity::Critical),
    layouts: &["ddddddddd", "ddd ddd ddd", "ddd-ddd-ddd"],
    valid: hungarian_insurance,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["taj", "taj szám", "taj szam", "tajszám", "társadalombiztosítási"],
    samples: &["123456788"],
    found: &["TAJ 048271932", "TAJ 048 271 932", "TAJ 048-271-932"],
    not_found: &["TAJ 048271933", "TAJ 0482719320"],
};

pub(super) const HUNGARIAN_TAX: Identifier = Identifier {
    kind: Kind::new("hu_tax_id", "Hungarian tax identification number", Category::Identity, Severity::High),
    layouts: &["dddddddddd"],
    valid: hungarian_tax,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["adóazonosító", "adóazonosító jel", "adoazonosito", "adószám"],
    samples: &[],
    found: &["adóazonosító jel 8401287197"],
    not_found: &["adóazonosító jel 8401287198", "adóazonosító jel 7401287197"],
};

pub(super) const ROMANIAN: Identifier = Identifier {
    kind: Kind::new("ro_cnp", "Romanian personal number (CNP)", Category::Identity, Severity::Critical),
    layouts: &["ddddddddddddd"],
    valid: romanian,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["cnp", "cod numeric personal"],
    samples: &[],
    found: &["CNP 1850417400124"],
    not_found: &["CNP 1850417400125", "CNP 1851317400124", "CNP 9850417400124"],
};

pub(super) const BULGARIAN: Identifier = Identifier {
    kind: Kind::new("bg_egn", "Bulgarian personal number (EGN)", Category::Identity, Severity::Critical),
    layouts: &["dddddddddd"],
    valid: bulgarian,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &["egn", "егн", "единен граждански номер"],
    samples: &[],
    found: &["ЕГН 8544171235"],
    not_found: &["ЕГН 8544171236", "ЕГН 8514171235"],
};

/// Date of birth with 50 added to a woman's month and 20 where a day's serials were used up; divisible by 11.
fn birth_number(digits: &[u8]) -> bool {
    let (year, month, day) = (number(&digits[..2]), number(&digits[2..4]) % 50, number(&digits[4..6]));
    let month = if month > 20 { month - 20 } else { month };
    let century = if year < 54 { 2000 } else { 1900 };
    // Until 1985 a remainder of ten was written as zero.
    let remainder = number(&digits[..9]) % 11;
    is_date(century + year, month, day) && remainder % 10 == u64::from(value(digits[9]))
}

fn hungarian_insurance(digits: &[u8]) -> bool {
    weighted(digits, &[3, 7, 3, 7, 3, 7, 3, 7]) % 10 == value(digits[8]) && !is_one_digit(digits)
}

/// Persons start with 8, followed by the days from 1867 to their birth.
fn hungarian_tax(digits: &[u8]) -> bool {
    digits[0] == b'8' && weighted(digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 == value(digits[9])
}

/// Sex and century, date of birth, county, serial, check digit.
fn romanian(digits: &[u8]) -> bool {
    let century = match digits[0] {
        b'1' | b'2' | b'7' | b'8' => 1900,
        b'3' | b'4' => 1800,
        b'5' | b'6' => 2000,
        _ => return false,
    };
    let check = match weighted(digits, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11 {
        10 => 1,
        remainder => remainder,
    };
    is_date(century + number(&digits[1..3]), number(&digits[3..5]), number(&digits[5..7]))
        && matches!(number(&digits[7..9]), 1..=48 | 51 | 52 | 70 | 80..=83)
        && check == value(digits[12])
}

/// Date of birth with 20 or 40 added to the month for other centuries, serial, check digit.
fn bulgarian(digits: &[u8]) -> bool {
    let month = number(&digits[2..4]);
    let century = match month / 20 {
        0 => 1900,
        1 => 1800,
        2 => 2000,
        _ => return false,
    };
    let check = weighted(digits, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10;
    is_date(century + number(&digits[..2]), month % 20, number(&digits[4..6])) && check == value(digits[9])
}
