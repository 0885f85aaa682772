//! What the looks of a token say when it carries no checksum.

use crate::formats::Proof;
use crate::placeholder::is_placeholder;
use crate::random::{Looks, looks};

/// How many bytes from the end are looked at for placeholders: shorter than every random part.
const PLACEHOLDER: usize = 16;
/// How many bytes from the end hold the random part of most tokens, and of the longest.
const RANDOM: usize = 40;
const LONG: usize = 64;

fn last(token: &[u8], count: usize) -> &[u8] {
    &token[token.len().saturating_sub(count)..]
}

fn unlikely_unless(looks_made: bool) -> Proof {
    if looks_made { Proof::None } else { Proof::Unlikely }
}

fn is_varied(token: &[u8]) -> bool {
    let mut seen = [false; 256];
    last(token, PLACEHOLDER).iter().for_each(|byte| seen[*byte as usize] = true);
    seen.iter().filter(|seen| **seen).count() >= 5
}

fn is_mixed(token: &[u8]) -> bool {
    let random = last(token, LONG);
    let has = |class: fn(&u8) -> bool| random.iter().any(class);
    is_varied(token) && has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
}

/// Digit, upper, lower, or none of them.
fn case(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => 0,
        b'A'..=b'Z' => 1,
        b'a'..=b'z' => 2,
        _ => 3,
    }
}

/// Fails for placeholders: `xoxb-xxxxxxxx`, `SG.000000`.
pub(super) fn varied(token: &[u8]) -> Proof {
    unlikely_unless(is_varied(token))
}

/// Fails for what lacks digits or one of the cases, which random letters and digits of such a length never do.
pub(super) fn mixed(token: &[u8]) -> Proof {
    unlikely_unless(is_mixed(token))
}

/// Fails for what could be a long name in code: names change case once a word, random bytes at every second byte.
pub(super) fn restless(token: &[u8]) -> Proof {
    let random = last(token, RANDOM);
    let changes = random.windows(2).filter(|pair| case(pair[0]) != case(pair[1])).count();
    let joints = random.iter().filter(|byte| case(**byte) == 3).count();
    unlikely_unless(is_mixed(token) && changes * 8 >= random.len() * 3 && joints <= 4)
}

/// Fails for what has fewer than three digits: words in lower case have none.
pub(super) fn digits(token: &[u8]) -> Proof {
    unlikely_unless(is_varied(token) && last(token, RANDOM).iter().filter(|byte| byte.is_ascii_digit()).count() >= 3)
}

/// Fails where one byte stands more than five times in a row: binary data in Base64 has runs of `A`.
pub(super) fn no_runs(token: &[u8]) -> Proof {
    unlikely_unless(is_mixed(token) && !token.windows(6).any(|run| run.iter().all(|byte| *byte == run[0])))
}

/// Fails for ordinary words and names, and for one letter over and over: what follows the first joint has both letters
/// and digits in it, and at least six distinct ones.
pub(super) fn letters_and_digits(token: &[u8]) -> Proof {
    let head = &token[..token.len().min(12)];
    let joint = head.iter().position(|byte| !byte.is_ascii_alphanumeric());
    let body = &token[joint.map_or(0, |at| at + 1)..];
    let mut seen = [0u64; 4];
    for byte in body {
        seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
    let distinct: u32 = seen.iter().map(|word| word.count_ones()).sum();
    let has = |what: fn(&u8) -> bool| body.iter().any(what);
    unlikely_unless(distinct >= 6 && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic))
}

/// Fails unless what follows `api_key` or `secret` looks random: names in code start alike.
pub(super) fn joined_to_name(token: &[u8]) -> Proof {
    let name = if token.starts_with(b"secret") { b"secret".len() } else { token.len().min(b"api_key".len()) };
    let value = token.get(name..).unwrap_or_default();
    unlikely_unless(looks(value) == Looks::Random && !is_placeholder(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_tell_random_parts_from_names_and_placeholders() {
        assert_eq!(varied(b"xoxb-xxxxxxxxxxxxxxxxxxxx"), Proof::Unlikely);
        assert_eq!(varied(b"key-3ab8d07c4fe14c2a9b5d"), Proof::None);
        assert_eq!(mixed(b"secret_abcdefghijklmnopqrstuv"), Proof::Unlikely);
        assert_eq!(restless(b"live_StreamHandlerFactory2Builder"), Proof::Unlikely);
        assert_eq!(restless(b"live_x7Kq2Lm9Rt4Wv8Zb3Nc6Jd5Hf1Gs0p"), Proof::None);
        assert_eq!(no_runs(b"EAAAAAAAAAAx7Kq2Lm9Rt4Wv8Zb3Nc6"), Proof::Unlikely);
        for proof in [varied, mixed, restless, digits, no_runs, letters_and_digits, joined_to_name] {
            assert_eq!(proof(b""), Proof::Unlikely);
            assert_eq!(proof(&[0xff; 3]), Proof::Unlikely);
        }
    }

    #[test]
    fn ordinary_names_lack_digits_or_letters() {
        assert_eq!(letters_and_digits(b"ser.withAcceptanceTimeouts"), Proof::Unlikely);
        assert_eq!(letters_and_digits(b"hvs.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"), Proof::Unlikely);
        assert_eq!(letters_and_digits(b"app-7Qm2Lx9Rt4Wv8Zb3Nc6Kq1Yd"), Proof::None);
        assert_eq!(letters_and_digits(b""), Proof::Unlikely);
    }
}
