//! Addresses on Ethereum and its kin: forty hex digits, and the case of the letters is the checksum.

use crate::Grade;
use sha3::{Digest, Keccak256};

/// How sure `word` is an address, in running text, alone and named.
pub(super) fn grades(word: &[u8]) -> Option<(Grade, Grade, Grade)> {
    let digits = word.strip_prefix(b"0x")?;
    if digits.len() != 40 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let distinct = digits.iter().fold(0u128, |seen, digit| seen | 1 << (digit & 0x7f)).count_ones();
    // The zero address, the burn address.
    if distinct <= 4 {
        return Some((Grade::Low, Grade::Low, Grade::Low));
    }
    let upper = digits.iter().any(u8::is_ascii_uppercase);
    let lower = digits.iter().any(u8::is_ascii_lowercase);
    match upper && lower {
        true => is_checked(digits).then_some((Grade::High, Grade::High, Grade::High)),
        // No checksum: any twenty bytes look like this.
        false => Some((Grade::Low, Grade::Medium, Grade::Medium)),
    }
}

/// Whether each letter is a capital exactly where the hash of the small letters has a high digit.
fn is_checked(digits: &[u8]) -> bool {
    let hash = Keccak256::digest(digits.to_ascii_lowercase());
    digits.iter().enumerate().filter(|(_, digit)| digit.is_ascii_alphabetic()).all(|(place, digit)| {
        let nibble = hash[place / 2] >> (4 * (1 - place % 2)) & 15;
        digit.is_ascii_uppercase() == (nibble >= 8)
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// `digits` in the case that holds.
    pub(in super::super) fn checked(digits: &str) -> String {
        let hash = Keccak256::digest(digits.as_bytes());
        let nibble = |place: usize| hash[place / 2] >> (4 * (1 - place % 2)) & 15;
        let cased = |(place, digit): (usize, char)| if nibble(place) >= 8 { digit.to_ascii_uppercase() } else { digit };
        format!("0x{}", digits.chars().enumerate().map(cased).collect::<String>())
    }
}
