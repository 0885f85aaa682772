//! The plan that the United States, Canada and much of the Caribbean share: three digits of area, three of exchange, four.

use super::plan::Verdict;

/// The areas that are given out, by their first digit; each entry is the other two.
const AREAS: [&str; 8] = [
    "01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 21 23 24 25 26 27 28 29 31 34 35 36 39 40 42 46 48 49 50 \
     51 52 53 54 56 57 60 62 63 64 67 68 69 70 72 73 74 76 79 81 83 84 89",
    "01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 21 23 24 25 26 27 29 30 31 32 34 36 37 39 40 41 43 45 46 47 \
     49 50 51 52 53 54 57 60 61 63 64 65 67 68 69 70 80 82 85 86",
    "01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 23 24 25 28 30 31 32 34 35 37 38 40 41 42 43 45 47 48 50 56 \
     57 58 60 63 64 65 68 69 70 72 73 74 75 78 79 80 84 87",
    "00 01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 21 22 23 24 26 27 28 29 30 31 32 33 34 35 37 38 39 40 41 \
     44 48 51 57 59 61 62 63 64 66 67 68 70 71 72 73 74 75 77 78 79 80 81 82 84 85 86 87 88 89",
    "00 01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 21 22 23 24 26 27 28 29 30 31 36 39 40 41 45 46 47 49 50 \
     51 56 57 58 59 60 61 62 64 67 69 70 71 72 78 79 80 81 82 83 84 85 86 89",
    "00 01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 21 24 25 26 27 28 29 30 31 32 34 35 37 38 40 42 43 47 53 \
     54 57 58 60 62 63 65 67 69 70 71 72 73 74 75 78 79 80 81 82 84 85 86 87",
    "00 01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 25 26 28 29 30 31 32 33 35 38 39 40 43 44 45 47 48 49 50 \
     54 55 56 57 58 59 60 62 63 64 65 66 67 68 69 70 72 73 76 77 78 79 88",
    "00 01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 25 28 29 30 31 34 35 36 37 38 39 40 41 42 43 45 47 48 49 \
     51 52 54 56 57 59 70 71 72 73 75 78 79 80 83 84 85 86 89",
];

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
    let areas = AREAS[usize::from(digits[0] - b'2')].as_bytes();
    areas.chunks(3).any(|area| area.get(..2) == digits.get(1..3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_in_order() {
        for areas in AREAS {
            let list: Vec<&str> = areas.split(' ').collect();
            assert!(list.windows(2).all(|two| two[0] < two[1]), "{areas}");
            assert!(list.iter().all(|area| area.len() == 2), "{areas}");
        }
    }
}
