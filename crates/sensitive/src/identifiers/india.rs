//! India.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, number, value, verhoeff};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("in_aadhaar", "Indian resident number (Aadhaar)", Category::Identity, Severity::Critical),
        layouts: &["dddd dddd dddd", "dddd-dddd-dddd", "dddddddddddd"],
        valid: aadhaar,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["aadhaar", "aadhar", "adhaar", "adhar", "uidai", "आधार"],
        samples: &["999941057058", "999971658847", "999933119405"],
        found: &["Aadhaar 5384 1027 6932", "aadhar 5384-1027-6932", "uidai 538410276932"],
        not_found: &["Aadhaar 1384 1027 6930", "Aadhaar 5384 1027 69301", "Aadhaar 0000 0000 0000"],
    },
    Identifier {
        kind: Kind::new("in_gstin", "Indian goods and services tax number", Category::Identity, Severity::Low),
        layouts: &["ddAAAAAddddAxAx", "dd AAAAAddddA xAx"],
        valid: gstin,
        bare: Some(Grade::High),
        alone: Some(Grade::High),
        named: Grade::High,
        words: &["gstin", "gst", "goods and services tax"],
        samples: &["22AAAAA0000A1Z5", "27AAPFU0939F1ZV"],
        found: &["27BQKPD6138M1ZG", "GSTIN 27 BQKPD6138M 1ZG"],
        not_found: &["00BQKPD6138M1Z5", "27BQKYD6138M1Z5", "27BQKPD6138M1Z51"],
    },
    Identifier {
        kind: Kind::new("in_pan", "Indian taxpayer number (PAN)", Category::Identity, Severity::High),
        layouts: &["AAAAAddddA"],
        valid: pan,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &["pan", "permanent account", "income tax"],
        samples: &["AAAAA0000A"],
        found: &["PAN BQKPD6138M"],
        not_found: &["PAN BQKYD6138M", "PAN BQKPD0000M", "PAN BQKPD61385"],
    },
    Identifier {
        kind: Kind::new("in_voter", "Indian voter card (EPIC)", Category::Identity, Severity::High),
        layouts: &["AAAddddddd", "AAA ddddddd", "AAA-ddddddd"],
        valid: voter,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::High,
        words: &["voter", "epic", "election card", "elector", "electoral", "matdata"],
        samples: &[],
        found: &["voter id KXB4820173", "EPIC KXB 4820173"],
        not_found: &["voter id KXB482017", "voter id KXB0000000"],
    },
    Identifier {
        kind: Kind::new("in_vehicle_registration", "Indian vehicle registration", Category::Vehicle, Severity::Medium),
        layouts: &[
            "AAddAdddd", "AAddAAdddd", "AAddAAAdddd", "AA dd A dddd", "AA dd AA dddd", "AA dd AAA dddd",
            "AA-dd-A-dddd", "AA-dd-AA-dddd", "AA-dd-AAA-dddd", "AAdAdddd", "AAdAAdddd", "AAdAAAdddd", "AA d AA dddd",
            "ddAAddddA", "ddAAddddAA", "dd AA dddd A", "dd AA dddd AA", "dd-AA-dddd-AA",
        ],
        valid: plate,
        bare: Some(Grade::Low),
        alone: Some(Grade::Medium),
        named: Grade::High,
        words: &[
            "vehicle", "registration", "rto", "number plate", "licence plate", "license plate", "plate", "car", "bike",
            "truck", "reg no",
        ],
        samples: &[],
        found: &["KA01AB7301", "MH 12 DE 4417", "22 BH 6517 A"],
        not_found: &["XX01AB7301", "KA00AB7301", "KA01AB0000", "KA99XY1234"],
    },
];

/// Twelve digits from 2 on with a Verhoeff check digit; the number is never a palindrome.
fn aadhaar(digits: &[u8]) -> bool {
    digits.len() == 12 && digits[0] >= b'2' && verhoeff(digits) && !digits.iter().eq(digits.iter().rev())
}

/// Five letters of which the fourth is the kind of taxpayer, a serial number, a letter.
fn pan(bytes: &[u8]) -> bool {
    bytes.len() == 10
        && bytes[..5].iter().all(u8::is_ascii_uppercase)
        && b"ABCFGHJLPT".contains(&bytes[3])
        && is_number(&bytes[5..9])
        && &bytes[5..9] != b"0000"
        && bytes[9].is_ascii_uppercase()
}

/// The state, a PAN, which of its registrations, Z, and a check character by 36.
fn gstin(bytes: &[u8]) -> bool {
    if bytes.len() != 15 || !matches!(number(&bytes[..2]), 1..=38 | 96 | 97 | 99) || !pan(&bytes[2..12]) {
        return false;
    }
    let folded = |(byte, weight): (&u8, &u32)| value(*byte) * weight / 36 + value(*byte) * weight % 36;
    let sum: u32 = bytes[..14].iter().zip([1, 2].iter().cycle()).map(folded).sum();
    bytes[12] != b'0' && (36 - sum % 36) % 36 == value(bytes[14])
}

/// Three letters of the constituency and seven digits.
fn voter(bytes: &[u8]) -> bool {
    bytes.len() == 10 && is_number(&bytes[3..]) && !is_one_digit(&bytes[3..])
}

/// States and union territories as number plates write them.
const STATES: &[u8] = b"ANAPARASBRCHCGDDDLDNGAGJHPHRJHJKKAKLLALDMHMLMNMPMZNLODORPBPYRJSKTNTRTSTGUKUAUPWB";

/// A state, its district (up to two digits), a series and a number; or the year, BH, and a number.
fn plate(bytes: &[u8]) -> bool {
    if bytes.first().is_some_and(u8::is_ascii_digit) {
        let serial = bytes.get(4..8).is_some_and(|digits| is_number(digits) && digits != b"0000");
        return bytes.get(2..4) == Some(b"BH") && (21..=40).contains(&number(&bytes[..2])) && serial;
    }
    let Some((state, rest)) = bytes.split_at_checked(2) else { return false };
    let Some((rest, serial)) = rest.split_at_checked(rest.len().saturating_sub(4)) else { return false };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count().min(2);
    STATES.chunks_exact(2).any(|known| known == state)
        && is_number(serial)
        && serial != b"0000"
        // The largest states have under a hundred districts.
        && (1..=95).contains(&number(&rest[..digits]))
        && rest[digits..].iter().all(|byte| byte.is_ascii_uppercase() && !matches!(byte, b'I' | b'O'))
}
