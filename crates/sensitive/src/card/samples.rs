//! Numbers that payment providers publish for trying things out. They pass every check and open nothing.

use crate::identifiers::check_digit::{number, value};

// `SAMPLES`, from `data/card_samples.tsv`.
include!(concat!(env!("OUT_DIR"), "/card_samples.rs"));

/// Numbers with so few distinct digits were typed, not issued: one real number in a hundred thousand has three.
const FEW: u32 = 3;

/// Whether the number is a published sample, or as simple as one.
pub(super) fn is_sample(digits: &[u8]) -> bool {
    let distinct = digits.iter().fold(0u16, |seen, digit| seen | 1 << (digit % 10)).count_ones();
    distinct <= FEW || counts(digits) || SAMPLES.binary_search(&number(digits)).is_ok()
}

/// Whether all digits but the last count up: 1234 5678 9012 345x.
fn counts(digits: &[u8]) -> bool {
    let ups = digits.windows(2).filter(|pair| (value(pair[0]) + 1) % 10 == value(pair[1])).count();
    ups + 4 >= digits.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identifiers::check_digit::luhn;

    #[test]
    fn samples_are_sorted_so_that_they_are_found() {
        assert!(SAMPLES.is_sorted(), "{:?}", SAMPLES.windows(2).find(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn samples_hold_to_their_check_digit() {
        for sample in SAMPLES {
            assert!(luhn(sample.to_string().as_bytes()), "{sample}");
        }
    }
}
