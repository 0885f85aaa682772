//! British postcodes: an area, a district, a sector and a unit.

use crate::identifiers::is_listed;
use crate::words::identifiers::POSTCODE_AREAS;

/// A known area, a district letter only in inner London, and no unit with a letter that is easily misread.
pub(in crate::identifiers) fn postcode(text: &[u8]) -> bool {
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
        && is_listed(POSTCODE_AREAS, area)
}
