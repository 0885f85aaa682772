//! The plan that the United States, Canada and much of the Caribbean share: three digits of area, three of exchange, four.

use super::plan::Verdict;

// `AREAS`, from `data/north_american_areas.tsv`.
include!(concat!(env!("OUT_DIR"), "/north_american_areas.rs"));

/// What the plan says of ten digits.
pub(super) fn verdict(digits: &[u8]) -> Verdict {
    if digits.len() != 10 || !possible(digits) || !assigned(digits) {
        return Verdict::Invalid;
    }
    if is_fiction(digits) { Verdict::Fiction } else { Verdict::Valid }
}

/// Whether ten digits keep to the rules that hold for every area: neither part starts with 0 or 1, and the exchange is no
/// service code such as 911.
pub(super) fn possible(digits: &[u8]) -> bool {
    let leads = |at: usize| digits.get(at).is_some_and(|digit| (b'2'..=b'9').contains(digit));
    leads(0) && leads(3) && digits.get(4..6) != Some(b"11") && digits.get(1..3) != Some(b"11")
}

/// Whether it is a number that nobody has: an exchange of 555 with 01 behind it.
pub(super) fn is_fiction(digits: &[u8]) -> bool {
    digits.get(3..8) == Some(b"55501")
}

/// Whether the number is in the area 555, which writers of examples use though it does not exist.
pub(super) fn is_placeholder(digits: &[u8]) -> bool {
    digits.len() == 10 && digits.starts_with(b"555")
}

fn assigned(digits: &[u8]) -> bool {
    let area = digits.iter().take(3).fold(0, |area, digit| area * 10 + u16::from(digit - b'0'));
    AREAS.binary_search(&area).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_in_order() {
        assert!(AREAS.is_sorted());
    }
}
