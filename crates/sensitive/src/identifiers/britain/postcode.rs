//! British postcodes: an area, a district, a sector and a unit.

use super::Identifier;
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

const WORDS: &[&str] = &["postcode", "post code", "postal code", "zip", "zip code", "address", "postcodes"];

/// As it is written: the space makes it readable in running text.
pub(super) const SPACED: Identifier = Identifier {
    kind: Kind::new("uk_postcode", "UK postcode", Category::Contact, Severity::Low),
    layouts: &["Ad dAA", "Add dAA", "AAd dAA", "AAdd dAA", "AdA dAA", "AAdA dAA", "AAA dAA"],
    valid: postcode,
    bare: Some(Grade::Medium),
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: WORDS,
    samples: &[],
    found: &["M4 7BT", "M14 7BT", "LS4 7BT", "LS14 7BT", "W1T 7BT", "EC2V 7BT", "GIR 0AA"],
    not_found: &["Q1 1AA", "ZA1 1AA", "M1 1AI", "LS1A 7BT", "GIR 1AA", "XM14 7BT", "M14 7BTX"],
};

/// Without the space it looks like a colour or a part of a hash, so something has to speak for it.
pub(super) const COMPACT: Identifier = Identifier {
    kind: Kind::new("uk_postcode_compact", "UK postcode", Category::Contact, Severity::Low),
    layouts: &["AddAA", "AdddAA", "AAddAA", "AAdddAA", "AdAdAA", "AAdAdAA", "AAAdAA"],
    valid: postcode,
    bare: None,
    alone: Some(Grade::Medium),
    named: Grade::High,
    words: WORDS,
    samples: &[],
    found: &["M47BT", "M147BT", "LS47BT", "LS147BT", "W1T7BT", "EC2V7BT", "GIR0AA"],
    not_found: &["Q11AA", "ZA11AA", "M11AI", "GIR1AA", "#M147BTX"],
};

/// The areas of Great Britain, Northern Ireland, the Channel Islands and the Isle of Man.
const AREAS: &[&[u8]] = &[
    b"AB", b"AL", b"B", b"BA", b"BB", b"BD", b"BH", b"BL", b"BN", b"BR", b"BS", b"BT", b"CA", b"CB", b"CF", b"CH",
    b"CM", b"CO", b"CR", b"CT", b"CV", b"CW", b"DA", b"DD", b"DE", b"DG", b"DH", b"DL", b"DN", b"DT", b"DY", b"E",
    b"EC", b"EH", b"EN", b"EX", b"FK", b"FY", b"G", b"GL", b"GU", b"GY", b"HA", b"HD", b"HG", b"HP", b"HR", b"HS",
    b"HU", b"HX", b"IG", b"IM", b"IP", b"IV", b"JE", b"KA", b"KT", b"KW", b"KY", b"L", b"LA", b"LD", b"LE", b"LL",
    b"LN", b"LS", b"LU", b"M", b"ME", b"MK", b"ML", b"N", b"NE", b"NG", b"NN", b"NP", b"NR", b"NW", b"OL", b"OX",
    b"PA", b"PE", b"PH", b"PL", b"PO", b"PR", b"RG", b"RH", b"RM", b"S", b"SA", b"SE", b"SG", b"SK", b"SL", b"SM",
    b"SN", b"SO", b"SP", b"SR", b"SS", b"ST", b"SW", b"SY", b"TA", b"TD", b"TF", b"TN", b"TQ", b"TR", b"TS", b"TW",
    b"UB", b"W", b"WA", b"WC", b"WD", b"WF", b"WN", b"WR", b"WS", b"WV", b"YO", b"ZE",
];

/// A known area, a district letter only in inner London, and no unit with a letter that is easily misread.
fn postcode(text: &[u8]) -> bool {
    let (outward, inward) = text.split_at(text.len() - 3);
    let letters = outward.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let (area, district) = outward.split_at(letters);
    if area == b"GIR" {
        return inward == b"0AA" && district.is_empty();
    }
    let inner_london = [&b"E"[..], b"N", b"W", b"EC", b"SE", b"SW", b"WC", b"NW"];
    let lettered = district.last().is_some_and(u8::is_ascii_uppercase);
    inward[1..].iter().all(|byte| !b"CIKMOV".contains(byte))
        && !district.is_empty()
        && (!lettered || inner_london.contains(&area))
        && !(district.len() == 2 && district[0] == b'0')
        && AREAS.binary_search(&area).is_ok()
}
