//! Whether a string looks as if nobody made it up: judged by its alphabet and its length, not by one threshold.
//!
//! Names and words are made of runs: small letters, a capital, small letters. Random strings change between small
//! letters, capitals and digits at nearly every step, and how often depends on the alphabet alone. So each alphabet has
//! its own share of changes below which a string is taken for a name.

use crate::class::{DIGIT, LOWER, UPPER, class};

/// What a token is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// Words, names, numbers.
    Ordinary,
    /// An alphabet or keyboard row, typed as filler: `abcdef1234567890`.
    Sequence,
    /// Drawn at random.
    Random,
    /// Eight, four, four, four and twelve hex digits.
    Uuid,
}

/// The shortest string that is judged at all.
pub(crate) const SHORTEST: usize = 12;

/// How the token looks. Linear in its length.
///
/// ```
/// use vetgate_sensitive::{Looks, looks};
/// assert_eq!(looks(b"s2s1gfcuatgbi61n8h5s"), Looks::Random);
/// assert_eq!(looks(b"internationalization"), Looks::Ordinary);
/// ```
pub fn looks(token: &[u8]) -> Looks {
    if is_uuid(token) {
        return Looks::Uuid;
    }
    let shape = Shape::of(token);
    if shape.length < SHORTEST || shape.distinct < 6 {
        return Looks::Ordinary;
    }
    let classes = [shape.digits, shape.uppers, shape.lowers].iter().filter(|count| **count > 0).count();
    if shape.steps * 2 >= shape.length && (classes >= 2 || shape.length >= 20) {
        return Looks::Sequence;
    }
    // `PrivateSec1KeyDer`: every capital starts a word.
    if shape.uppers >= 3 && shape.lowers > 0 && shape.loose_uppers == 0 && shape.length < 32 {
        return Looks::Ordinary;
    }
    let changes = shape.changes as f32 / (shape.length - 1) as f32;
    let enough = match (shape.digits > 0, shape.uppers > 0, shape.lowers > 0) {
        // Digits alone are numbers, letters of one case are words.
        (_, false, false) | (false, true, false) | (false, false, true) => return Looks::Ordinary,
        // Hex: ten of sixteen are digits, so nearly half of all steps change.
        (true, _, _) if shape.is_hex => 0.2,
        // Letters of one case and digits: two in five change.
        (true, true, false) | (true, false, true) => 0.22,
        // Both cases without a digit: camel case changes in a third of all steps.
        (false, true, true) => 0.42,
        (true, true, true) => 0.36,
    };
    // Twelve characters tell less than forty: a short one has to be clearer.
    let margin = if shape.length < 20 { 0.04 } else { 0.0 };
    let varied = shape.distinct * 3 >= shape.length.min(if shape.is_hex { 24 } else { 36 });
    if changes >= enough + margin && varied { Looks::Random } else { Looks::Ordinary }
}

struct Shape {
    length: usize,
    digits: usize,
    uppers: usize,
    lowers: usize,
    /// Steps from one of small letter, capital and digit to another.
    changes: usize,
    /// Capitals that no small letter follows: names have none but in abbreviations.
    loose_uppers: usize,
    /// Steps to the very next or previous letter or digit.
    steps: usize,
    distinct: usize,
    is_hex: bool,
}

impl Shape {
    fn of(token: &[u8]) -> Self {
        let mut shape = Self {
            length: 0,
            digits: 0,
            uppers: 0,
            lowers: 0,
            changes: 0,
            loose_uppers: 0,
            steps: 0,
            distinct: 0,
            is_hex: true,
        };
        let mut seen = 0u128;
        let mut last = (0u8, 0u8);
        for byte in token {
            let kind = class(*byte) & (DIGIT | UPPER | LOWER);
            if kind == 0 {
                // What joins the parts of a token counts for nothing, and ends no hex.
                last = (0, 0);
                continue;
            }
            shape.length += 1;
            shape.digits += usize::from(kind == DIGIT);
            shape.uppers += usize::from(kind == UPPER);
            shape.lowers += usize::from(kind == LOWER);
            shape.is_hex &= byte.is_ascii_hexdigit();
            seen |= 1 << (byte & 0x7F);
            shape.loose_uppers += usize::from(last.1 == UPPER && kind != LOWER);
            if last.1 != 0 {
                shape.changes += usize::from(last.1 != kind);
                shape.steps += usize::from(last.0.abs_diff(*byte) == 1);
            }
            last = (*byte, kind);
        }
        shape.is_hex &= !(shape.uppers > 0 && shape.lowers > 0);
        shape.distinct = seen.count_ones() as usize;
        shape
    }
}

/// Whether the token is a UUID in its usual form.
pub(crate) fn is_uuid(token: &[u8]) -> bool {
    token.len() == 36
        && token.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_made_up_is_told_from_names() {
        let random = [
            "9f86d081884c7d659a2feaa0c55ad015",
            "s2s1gfcuatgbi61n8h5s",
            "Zk3vT9qLm2XwR8bNcY5d",
            "aGVsbG8gd29ybGQx/9+Zq0Vb",
            "A1B9C7D4E0F2A6B3",
            "kR7-pQ2_xW9.vB4zT6",
        ];
        for token in random {
            assert_eq!(looks(token.as_bytes()), Looks::Random, "{token}");
        }
        let ordinary = [
            "getUserProfileByIdentifier",
            "internationalization",
            "CONFIGURATION_FILE_PATH",
            "utf8mb4_unicode_ci",
            "1234567890",
            "node_modules/.bin/eslint",
            "2026-11-16T00:37:17",
            "aaaaaaaaaaaaaaaaaaaaaaaa1A",
            "application/vnd.oci.image.manifest.v1",
            "XMLHttpRequestEventTarget",
            "PrivateSec1KeyDer",
            "Tls12CipherSuite",
            "short1A",
            "",
        ];
        for token in ordinary {
            assert_eq!(looks(token.as_bytes()), Looks::Ordinary, "{token}");
        }
        assert_eq!(looks(b"abcdef1234567890abcdef1234567890"), Looks::Sequence);
        assert_eq!(looks(b"6fa459ea-ee8a-3ca4-894e-db77e160355e"), Looks::Uuid);
    }
}
