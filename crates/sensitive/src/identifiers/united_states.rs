//! The United States.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, luhn_sum, number, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// What people call a Social Security number. With its hyphens it is known by sight; without them it needs the name.
const SSN: &[&str] = &["ssn", "social security", "soc sec", "social sec", "ss#"];

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("us_ssn", "US Social Security number", Category::Identity, Severity::Critical),
        layouts: &["ddd-dd-dddd"],
        valid: ssn,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: SSN,
        samples: &["078051120", "219099999"],
        found: &["SSN 460-89-9847", "SSN 987-65-4325"],
        not_found: &["SSN 000-89-9847", "SSN 666-89-9847", "SSN 460-00-9847", "SSN 460-89-0000", "SSN 460-89-98471"],
    },
    Identifier {
        kind: Kind::new("us_ssn_compact", "US Social Security number", Category::Identity, Severity::Critical),
        layouts: &["ddddddddd", "ddd dd dddd"],
        valid: ssn,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: SSN,
        samples: &["078051120", "219099999"],
        found: &["social security number 460899847", "ssn: 460 89 9847"],
        not_found: &["SSN 000899847", "SSN 4608998471"],
    },
    Identifier {
        kind: Kind::new("us_itin", "US individual taxpayer number", Category::Identity, Severity::Critical),
        layouts: &["ddd-dd-dddd", "ddd dd dddd", "ddddddddd"],
        valid: itin,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["itin", "individual taxpayer", "taxpayer identification", "taxpayer id", "tax id", "tin"],
        samples: &[],
        found: &["ITIN 912-78-4410", "itin 912 78 4410", "taxpayer id 912784410"],
        not_found: &["ITIN 812-78-4410", "ITIN 912-69-4410", "ITIN 912-89-4410", "ITIN 912-78-44101"],
    },
    Identifier {
        kind: Kind::new("us_aba_routing", "US bank routing number", Category::Financial, Severity::Medium),
        layouts: &["ddddddddd", "dddd-dddd-d"],
        valid: aba_routing,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["aba", "routing", "rtn", "transit number", "routing transit", "ach", "fedwire"],
        samples: &["110000000", "123456780", "123123123", "111000000"],
        found: &["routing 071000518", "ABA 0710-0051-8"],
        not_found: &["routing 071000514", "routing 991000025", "routing 000000000"],
    },
    Identifier {
        kind: Kind::new("us_npi", "US provider number (NPI)", Category::Health, Severity::Medium),
        layouts: &["dddddddddd", "dddd-ddd-ddd", "dddd ddd ddd"],
        valid: npi,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["npi", "national provider", "provider identifier", "provider number", "provider id", "prescriber"],
        samples: &[],
        found: &["NPI 1204387116", "NPI: 1204-387-116"],
        not_found: &["NPI 1234567890", "NPI 3204387110", "NPI 1111111111"],
    },
    Identifier {
        kind: Kind::new("us_dea", "US prescriber number (DEA)", Category::Health, Severity::Medium),
        layouts: &["AAddddddd", "Adddddddd"],
        valid: dea,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["dea", "drug enforcement", "controlled substance", "prescriber", "prescribing"],
        samples: &["AB1234563"],
        found: &["DEA number FK4681208", "dea b94681208"],
        not_found: &["DEA FK1234567", "DEA NK4681205"],
    },
    Identifier {
        kind: Kind::new("us_mbi", "US Medicare number (MBI)", Category::Health, Severity::High),
        layouts: &["dAxd-Axd-AAdd", "dAxd Axd AAdd", "dAxdAxdAAdd"],
        valid: mbi,
        bare: Some(Grade::Medium),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["mbi", "medicare", "beneficiary", "medicare beneficiary"],
        samples: &[],
        found: &["Medicare 4K56-PR7-UW22", "4k56 pr7 uw22", "4K56PR7UW22"],
        not_found: &["4S56-PR7-UW22", "4K56-PR7-UO22", "0K56PR7UW22", "4K56PR7UW223"],
    },
    Identifier {
        kind: Kind::new("us_ein", "US employer number (EIN)", Category::Identity, Severity::Low),
        layouts: &["dd-ddddddd"],
        valid: ein,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["ein", "fein", "employer identification", "employer id", "federal tax id", "tax id", "taxpayer id"],
        samples: &["123456789"],
        found: &["EIN 47-2918834"],
        not_found: &["EIN 07-2918834", "EIN 47-29188341"],
    },
    Identifier {
        kind: Kind::new("us_driver_license", "US driver license", Category::Identity, Severity::High),
        layouts: &[
            "ddddddd", "dddddddd", "ddddddddd", "dddddddddd", "dddddddddddd", "Adddddd", "Addddddd", "Adddddddd",
            "Addddddddd", "Adddddddddd", "Addddddddddd", "Adddddddddddd", "Addddddddddddd", "Adddddddddddddd",
            "Addd-dddd-dddd", "Addd-dddd-dddd-dd", "Addd-ddd-dd-ddd-d", "dddd-dd-dddd", "ddd-dd-dddd", "dd-ddd-dddd",
            "ddd ddd ddd", "AAdddddd", "AAddddddd", "AAddddddA", "ddAAAddddd",
        ],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &[
            "driver's license", "driver’s license", "drivers license", "driver license", "driving license",
            "driver's licence", "driver licence", "drivers licence", "driver's lic", "driver lic", "license id",
            "dl number", "dl no", "dl#", "dln",
        ],
        samples: &[],
        found: &["driver's license K7301945", "driver license number 4418-27-9035"],
        not_found: &["driver's license K73", "driver's license 0000000"],
    },
    Identifier {
        kind: Kind::new("us_bank_account", "US bank account number", Category::Financial, Severity::High),
        layouts: &[
            "dddddddd", "ddddddddd", "dddddddddd", "ddddddddddd", "dddddddddddd", "ddddddddddddd", "dddddddddddddd",
            "ddddddddddddddd", "dddddddddddddddd", "ddddddddddddddddd",
        ],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &[
            "bank account", "account number", "account no", "acct number", "acct no", "acct", "account#",
            "checking account", "savings account", "bank number", "direct deposit",
        ],
        samples: &[],
        found: &["bank account 945456787654", "account number 73051948"],
        not_found: &["bank account 1234567", "bank account 00000000"],
    },
    Identifier {
        kind: Kind::new("medical_record_number", "Medical record number", Category::Health, Severity::High),
        layouts: &["dddddd", "ddddddd", "dddddddd", "ddddddddd", "dddddddddd", "dd-dd-dd", "ddd-dd-dd", "ddd-ddd-ddd"],
        valid: is_varied,
        bare: None,
        alone: None,
        named: Grade::Medium,
        words: &["mrn", "medical record", "patient number", "patient id", "chart number", "hospital number"],
        samples: &[],
        found: &["MRN 00871245", "medical record 48-20-17"],
        not_found: &["MRN 123", "MRN 000000"],
    },
];

/// Not one digit over and over, which fills a blank and names nobody.
fn is_varied(bytes: &[u8]) -> bool {
    !is_one_digit(bytes)
}

/// Area, group and serial: none is all zeros, and areas 666 and from 900 were never given out.
fn ssn(digits: &[u8]) -> bool {
    let [a, b, c, d, e, serial @ ..] = digits else { return false };
    let area = [*a, *b, *c];
    // Set aside for advertisements, and put wherever a made-up one is wanted.
    if digits.starts_with(b"98765432") {
        return true;
    }
    area != *b"000" && area != *b"666" && *a != b'9' && [*d, *e] != *b"00" && serial != b"0000" && !is_one_digit(digits)
}

/// Nine, and then a group from the ranges set apart for taxpayers without a Social Security number.
fn itin(digits: &[u8]) -> bool {
    digits.len() == 9
        && digits[0] == b'9'
        && matches!(number(&digits[3..5]), 50..=65 | 70..=88 | 90..=92 | 94..=99)
        && &digits[5..] != b"0000"
}

/// A Federal Reserve district (its own, thrift and electronic numbers too) and the 3-7-1 checksum.
fn aba_routing(digits: &[u8]) -> bool {
    digits.len() == 9
        && matches!(number(&digits[..2]), 1..=12 | 21..=32 | 61..=72 | 80)
        && weighted(digits, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10)
}

/// Luhn over the number with the card issuer prefix of US health cards, 80840, before it: its share of the sum is 24.
fn npi(digits: &[u8]) -> bool {
    digits.len() == 10 && matches!(digits[0], b'1' | b'2') && (luhn_sum(digits) + 24).is_multiple_of(10)
}

/// A registrant's class, the initial of the name (or 9 for a business), and the sum that ends in the last digit.
fn dea(bytes: &[u8]) -> bool {
    let [class, initial, digits @ ..] = bytes else { return false };
    digits.len() == 7
        && is_number(digits)
        && b"ABCDEFGHJKLMPRSTUX".contains(class)
        && (initial.is_ascii_alphabetic() || *initial == b'9')
        && !is_one_digit(digits)
        && weighted(digits, &[1, 2, 1, 2, 1, 2]) % 10 == value(digits[6])
}

/// Each place has its alphabet; letters that look like digits are never used.
fn mbi(bytes: &[u8]) -> bool {
    let letter = |byte: u8| byte.is_ascii_uppercase() && !b"SLOIBZ".contains(&byte);
    bytes.len() == 11
        && bytes.iter().zip(b"1AxdAxdAAdd").all(|(byte, place)| match place {
            b'1' => (b'1'..=b'9').contains(byte),
            b'A' => letter(*byte),
            b'x' => byte.is_ascii_digit() || letter(*byte),
            _ => byte.is_ascii_digit(),
        })
}

/// The campus that gave the number out; these two digits never began one.
fn ein(digits: &[u8]) -> bool {
    digits.len() == 9
        && !matches!(number(&digits[..2]), 0 | 7..=9 | 17..=19 | 28..=29 | 49 | 69..=70 | 78..=79 | 89 | 96..=97)
        && !is_one_digit(&digits[2..])
}
