//! Vehicles, whatever the country.

use super::Identifier;
use super::check_digit::{is_number, is_one_digit, value};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// Names of the number on the frame.
const WORDS: &[&str] = &[
    "vin",
    "vehicle identification",
    "chassis",
    "frame number",
    "fahrgestellnummer",
    "fahrzeug-identifizierungsnummer",
    "fin",
    "fgst",
    "numéro de série",
    "bastidor",
    "telaio",
    "chassi",
    "niv",
    "şasi",
];

pub(super) const ROWS: &[Identifier] = &[
    Identifier {
        kind: Kind::new("vin", "Vehicle identification number", Category::Vehicle, Severity::Medium),
        layouts: &["xxxxxxxxxxxxxxxxx"],
        valid: |bytes| is_vin(bytes) && has_check_digit(bytes),
        bare: Some(Grade::Medium),
        alone: Some(Grade::High),
        named: Grade::High,
        words: WORDS,
        samples: &["1M8GDM9AXKP042788", "1HGBH41JXMN109186", "11111111111111111"],
        found: &["VIN 4T1BF1FK9HU382017"],
        not_found: &["VIN 4T1BF1FKIHU382017", "VIN 4T1BF1FK0HU38201", "VIN 4T1BF1FK0HUABCDE"],
    },
    Identifier {
        kind: Kind::new("vin_unchecked", "Vehicle identification number", Category::Vehicle, Severity::Medium),
        layouts: &["xxxxxxxxxxxxxxxxx"],
        valid: is_vin,
        bare: None,
        alone: Some(Grade::Low),
        named: Grade::Medium,
        words: WORDS,
        samples: &[],
        found: &["Fahrgestellnummer WVWZZZ3CZHE048201"],
        not_found: &["VIN WVWZZZ3CZHE0482O1", "VIN WVWZZZ3CZHE04820"],
    },
    Identifier {
        kind: Kind::new("uk_vehicle_registration", "UK vehicle registration", Category::Vehicle, Severity::Low),
        layouts: &["AAdd AAA", "AAdd-AAA", "AAddAAA", "Ad AAA", "Add AAA", "Addd AAA", "AdAAA", "AddAAA", "AdddAAA"],
        valid: is_uk_plate,
        bare: None,
        alone: Some(Grade::Medium),
        named: Grade::Medium,
        words: &[
            "vehicle", "registration", "reg", "number plate", "licence plate", "license plate", "car", "plate", "vrm",
        ],
        samples: &[],
        found: &["registration KT19 XVR", "plate LN14-HGT", "car reg BD62XYZ", "vehicle K1 RVB", "plate M456RVB"],
        not_found: &["reg KI19 XVR", "reg KT35 XVR", "reg KT80 XVR", "reg KT19 XVQ", "reg I456 RVB"],
    },
];

/// Since 2001 two letters, the half-year (02 to 26, or 51 to 76) and three letters; before that a letter for the year,
/// up to three digits and three letters. I and Q are never used, Z not for a region.
fn is_uk_plate(bytes: &[u8]) -> bool {
    let (start, letters) = bytes.split_at(bytes.len() - 3);
    if letters.iter().any(|letter| b"IQ".contains(letter)) {
        return false;
    }
    match start {
        [a, b, tens, ones] if b.is_ascii_alphabetic() => {
            let half_year = (tens - b'0') * 10 + (ones - b'0');
            [a, b].iter().all(|letter| !b"IQZ".contains(letter)) && matches!(half_year, 2..=26 | 51..=76)
        }
        [year, first, ..] => !b"IOQUZ".contains(year) && *first != b'0',
        _ => false,
    }
}

/// No letters that look like digits, a maker of letters and digits, and a serial number that ends in digits.
fn is_vin(bytes: &[u8]) -> bool {
    bytes.len() == 17
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() && !b"IOQ".contains(byte))
        && is_number(&bytes[13..])
        && !is_one_digit(&bytes[11..])
        // A maker's code is letters and digits; whatever is all digits or all letters up to here is something else.
        && bytes[..12].iter().filter(|byte| byte.is_ascii_alphabetic()).count() >= 3
        && bytes[..3].iter().any(u8::is_ascii_alphabetic)
        && !b"UZ0".contains(&bytes[9])
        || bytes.len() == 17 && bytes.starts_with(b"W") && is_european(bytes)
}

/// Makers in Europe fill places with Z, the one for the model year too.
fn is_european(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_alphanumeric() && !b"IOQ".contains(byte))
        && bytes[..9].iter().filter(|byte| **byte == b'Z').count() >= 3
        && is_number(&bytes[11..])
}

/// The ninth character is the weighted sum of the others by eleven; ten is X.
fn has_check_digit(bytes: &[u8]) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    // Letters count 1 to 9 in rows: A to H, J to R, S to Z from 2.
    let worth = |byte: u8| match byte {
        b'A'..=b'H' => u32::from(byte - b'A') + 1,
        b'J'..=b'R' => u32::from(byte - b'J') + 1,
        b'S'..=b'Z' => u32::from(byte - b'S') + 2,
        digit => value(digit),
    };
    let sum: u32 = bytes.iter().zip(WEIGHTS).map(|(byte, weight)| worth(*byte) * weight).sum();
    match (sum % 11, bytes.get(8)) {
        (10, check) => check == Some(&b'X'),
        (rest, Some(check)) => check.is_ascii_digit() && value(*check) == rest,
        _ => false,
    }
}
