//! Africa.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, is_short_date, luhn, number};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("za_id_number", "South African identity number", Category::Identity, Severity::Critical),
        layouts: &["ddddddddddddd", "dddddd dddd ddd", "dddddd dddd dd d", "dddddd-dddd-ddd"],
        valid: south_african,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "south african id", "sa id", "rsa id", "id number", "identity number", "identity document", "id no",
            "identiteitsnommer", "national id",
        ],
        samples: &[],
        found: &["ID number 8304174820082", "SA ID 830417 4820 082"],
        not_found: &["ID number 8314174820083", "ID number 8304174820383", "ID number 9902294321191"],
    },
    Identifier {
        kind: Kind::new("ng_nin", "Nigerian identity number (NIN)", Category::Identity, Severity::Critical),
        layouts: &["ddddddddddd", "dddd ddd dddd", "dddd-ddd-dddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["nin", "national identification", "national identity", "nimc"],
        samples: &["12345678901"],
        found: &["NIN 48201736529", "nin: 4820-173-6529"],
        not_found: &["NIN 4820173652", "NIN 482017365291", "NIN 00000000000"],
    },
    Identifier {
        kind: Kind::new("ng_bvn", "Nigerian bank verification number", Category::Financial, Severity::Critical),
        layouts: &["ddddddddddd"],
        valid: bvn,
        bare: None,
        alone: None,
        named: Grade::High,
        words: &["bvn", "bank verification"],
        samples: &["22222222222"],
        found: &["BVN 22482017365"],
        not_found: &["BVN 33482017365", "BVN 224820173651"],
    },
    Identifier {
        kind: Kind::new("ng_vehicle_registration", "Nigerian number plate", Category::Vehicle, Severity::Medium),
        layouts: &["AAA-dddAA", "AAA-ddd-AA", "AAA dddAA", "AAA ddd AA", "AAAdddAA"],
        valid: nigerian_plate,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["number plate", "plate number", "license plate", "licence plate", "plate", "vehicle", "registration"],
        samples: &[],
        found: &["KJA-482BD", "plate number KJA482BD", "kja-482bd"],
        not_found: &["AB-1234CD", "KJA-000BD", "KJA-482BDE"],
    },
    Identifier {
        kind: Kind::new("ke_kra_pin", "Kenyan taxpayer number (KRA PIN)", Category::Identity, Severity::High),
        layouts: &["AdddddddddA"],
        valid: |bytes| matches!(bytes.first(), Some(b'A' | b'P')) && !is_one_digit(&bytes[1..]),
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["kra", "kra pin", "pin"],
        samples: &[],
        found: &["KRA PIN A004820173K"],
        not_found: &["KRA PIN B004820173K", "KRA PIN A00482017K"],
    },
    Identifier {
        kind: Kind::new("gh_card", "Ghana card", Category::Identity, Severity::Critical),
        layouts: &["AAA-ddddddddd-d"],
        valid: |bytes| bytes.starts_with(b"GHA"),
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &["ghana card", "ghana"],
        samples: &["GHA1234567891", "GHA0000000000"],
        found: &["GHA-482017365-2"],
        not_found: &["GHB-482017365-2", "GHA-48201736-2"],
    },
    Identifier {
        kind: Kind::new("eg_national_id", "Egyptian national number", Category::Identity, Severity::Critical),
        layouts: &["dddddddddddddd"],
        valid: egyptian,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["egyptian id", "national id", "الرقم القومي", "رقم قومي", "egypt"],
        samples: &[],
        found: &["national ID 28304170148213"],
        not_found: &["national ID 28314170148213", "national ID 48304170148213", "national ID 28304174048213"],
    },
];

fn is_varied(digits: &[u8]) -> bool {
    !is_one_digit(digits)
}

/// A birth date, a serial number, citizen (0), resident (1) or refugee (2), and Luhn.
fn south_african(digits: &[u8]) -> bool {
    digits.len() == 13 && is_short_date(digits) && matches!(digits[10], b'0'..=b'2') && luhn(digits)
}

/// All of them begin with 22.
fn bvn(digits: &[u8]) -> bool {
    digits.len() == 11 && digits.starts_with(b"22")
}

/// The local government, a number, the year's letters.
fn nigerian_plate(bytes: &[u8]) -> bool {
    bytes.len() == 8 && is_number(&bytes[3..6]) && &bytes[3..6] != b"000"
}

/// The century, a birth date and the governorate.
fn egyptian(digits: &[u8]) -> bool {
    digits.len() == 14
        && is_number(digits)
        && matches!(digits[0], b'2' | b'3')
        && is_short_date(&digits[1..])
        && matches!(number(&digits[7..9]), 1..=4 | 11..=19 | 21..=29 | 31..=35 | 88)
}
