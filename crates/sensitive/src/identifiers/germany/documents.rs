//! German passports, identity cards, driving licences and plates.

use super::Identifier;
use crate::identifiers::check_digit::{is_one_digit, value, weighted};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

/// The letters that serial numbers use: no vowels, and none that looks like a digit.
const LETTERS: &[u8] = b"CFGHJKLMNPRTVWXYZ";

pub(super) const PASSPORT: Identifier = Identifier {
    kind: Kind::new("de_passport", "German passport number", Category::Identity, Severity::High),
    layouts: &["Axxxxxxxx", "Axxxxxxxxd"],
    valid: passport,
    bare: None,
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["reisepass", "passnummer", "pass nr", "reisepassnummer", "passport", "ausweisnummer", "german passport"],
    samples: &[],
    found: &["Reisepass C7K20P4M9", "Reisepass C7K20P4M97", "C38461202"],
    not_found: &["Reisepass C7K20P4M96", "C38461203", "L7K20P4M9", "C7K20A4M9", "901234567"],
};

pub(super) const ID_CARD: Identifier = Identifier {
    kind: Kind::new("de_id_card", "German identity card number", Category::Identity, Severity::High),
    layouts: &["Axxxxxxxx", "Axxxxxxxxd"],
    valid: id_card,
    bare: None,
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &["personalausweis", "personalausweisnummer", "ausweisnummer", "ausweis nr", "perso", "ausweis"],
    samples: &[],
    found: &["Personalausweis L7K20P4M9", "L7K20P4M90", "T468201790"],
    not_found: &["Personalausweis L7K20P4M91", "L7K20A4M9", "C7K20P4M9", "T468201791"],
};

/// A letter and eight digits prove nothing by themselves, but a word before them does.
pub(super) const SERIAL: Identifier = Identifier {
    kind: Kind::new(
        "de_document_serial",
        "German passport or identity card number",
        Category::Identity,
        Severity::High,
    ),
    layouts: &["Adddddddd"],
    valid: serial,
    bare: None,
    alone: None,
    named: Grade::Medium,
    words: &[
        "reisepass", "passnummer", "reisepassnummer", "personalausweis", "personalausweisnummer", "ausweisnummer",
        "ausweis nr",
    ],
    samples: &[],
    found: &["Ausweisnummer T46820179"],
    not_found: &["Ausweisnummer A46820179", "Ausweisnummer T4682017"],
};

pub(super) const DRIVING_LICENCE: Identifier = Identifier {
    kind: Kind::new("de_driving_licence", "German driving licence number", Category::Identity, Severity::High),
    layouts: &["xddxxxxxxdx"],
    valid: driving_licence,
    bare: None,
    alone: Some(Grade::Low),
    named: Grade::High,
    words: &[
        "führerschein", "fuehrerschein", "führerscheinnummer", "fuehrerscheinnummer", "fahrerlaubnis",
        "driving licence",
    ],
    samples: &[],
    found: &["Führerschein B072KKL2M55", "Führerscheinnummer N1548PLT271"],
    not_found: &["Führerschein 12345678901", "Führerschein B0A2KKL2M55"],
};

pub(super) const LICENCE_PLATE: Identifier = Identifier {
    kind: Kind::new("de_licence_plate", "German licence plate", Category::Vehicle, Severity::Medium),
    layouts: &[
        "A-A ddd", "A-A dddd", "A-AA d", "A-AA dd", "A-AA ddd", "A-AA dddd", "AA-A dd", "AA-A ddd", "AA-A dddd",
        "AA-AA d", "AA-AA dd", "AA-AA ddd", "AA-AA dddd", "AAA-A dd", "AAA-A ddd", "AAA-A dddd", "AAA-AA d",
        "AAA-AA dd", "AAA-AA ddd", "A AA ddd", "A AA dddd", "AA AA ddd", "AA AA dddd", "A-AA-dddd", "AA-AA-dddd",
        "A-AAdddd", "AA-AAdddd", "AA-AAddd",
    ],
    valid: licence_plate,
    bare: None,
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: &[
        "kennzeichen", "kfz kennzeichen", "kfz", "nummernschild", "autokennzeichen", "licence plate", "license plate",
    ],
    samples: &[],
    found: &["Kennzeichen M-KT 4827", "HH-T 482", "Kennzeichen B KT 482"],
    not_found: &["M-KT 04827", "M-KT 0482", "Kennzeichen QK-T 482"],
};

fn is_serial(text: &[u8], first: &[u8]) -> bool {
    first.contains(&text[0]) && text.iter().all(|byte| byte.is_ascii_digit() || LETTERS.contains(byte))
}

/// Whether the last digit is the check digit of the machine-readable zone.
fn is_checked(text: &[u8]) -> bool {
    let Some((check, body)) = text.split_last() else { return false };
    check.is_ascii_digit() && weighted(body, &[7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10 == value(*check)
}

/// Letters among the digits, as serial numbers have since 2010, but more digits than letters.
fn is_mixed(text: &[u8]) -> bool {
    let letters = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let runs = text.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
    (2..=5).contains(&letters) && runs >= 3
}

fn is_document(text: &[u8], first: &[u8]) -> bool {
    is_serial(text, first) && (is_checked(text) || text.len() == 9 && is_mixed(text)) && !is_one_digit(&text[1..])
}

fn passport(text: &[u8]) -> bool {
    is_document(text, b"CFGHJK")
}

fn id_card(text: &[u8]) -> bool {
    is_document(text, b"LMNPRTVWXY")
}

fn serial(text: &[u8]) -> bool {
    is_serial(text, LETTERS) && !is_one_digit(&text[1..])
}

/// The authority's key, five signs, a check digit and the number of the copy.
fn driving_licence(text: &[u8]) -> bool {
    let letters = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    letters > 0 && text[3].is_ascii_digit()
}

/// No district starts with `Q` and no number with zero.
fn licence_plate(text: &[u8]) -> bool {
    text[0] != b'Q' && text.iter().find(|byte| byte.is_ascii_digit()) != Some(&b'0')
}
