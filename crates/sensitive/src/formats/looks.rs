//! What the looks of a token say when it carries no checksum, and the few checksums that its neighbours use.

use crate::formats::Proof;

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

/// The CRC-32 of IEEE 802.3.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

/// Splits a token at its last `_`.
fn split_checksum(token: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = token.iter().rposition(|byte| *byte == b'_')?;
    Some((&token[..at], &token[at + 1..]))
}

fn holds(checksum_is_right: bool) -> Proof {
    if checksum_is_right { Proof::Holds } else { Proof::Fails }
}

/// `body_checksum`, where the checksum is the CRC-32 of the body as six digits of base 62.
pub(super) fn crc32_in_base62(token: &[u8]) -> Proof {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let Some((body, checksum)) = split_checksum(token) else { return Proof::Fails };
    let value = checksum.iter().try_fold(0u64, |value, byte| {
        let digit = DIGITS.iter().position(|digit| digit == byte)? as u64;
        value.checked_mul(62)?.checked_add(digit)
    });
    holds(value == Some(u64::from(crc32(body))))
}

/// `body_checksum`, where the checksum is the CRC-32 of the body in hexadecimal, its lowest byte first.
pub(super) fn crc32_in_hex(token: &[u8]) -> Proof {
    let Some((body, checksum)) = split_checksum(token) else { return Proof::Fails };
    let expected = crc32(body).to_le_bytes();
    holds(data_encoding::HEXLOWER.decode(checksum).is_ok_and(|found| found == expected))
}

/// Text in Bech32: a readable part, `1`, and a part that ends in a checksum of six letters.
pub(super) fn bech32(token: &[u8]) -> Proof {
    const LETTERS: &[u8] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let step = |sum: u32, value: u32| {
        let mixed = (sum & 0x1ff_ffff) << 5 ^ value;
        GENERATOR.iter().enumerate().fold(
            mixed,
            |mixed, (bit, term)| {
                if sum >> (25 + bit) & 1 == 1 { mixed ^ term } else { mixed }
            },
        )
    };
    let Some(joint) = token.iter().rposition(|byte| *byte == b'1') else { return Proof::Fails };
    let prefix = || token[..joint].iter().map(|byte| u32::from(byte.to_ascii_lowercase()));
    let sum = prefix().map(|value| value >> 5).chain([0]).chain(prefix().map(|value| value & 31)).fold(1, step);
    let value = |byte: &u8| LETTERS.iter().position(|letter| *letter == byte.to_ascii_lowercase());
    let sum = token[joint + 1..].iter().try_fold(sum, |sum, byte| Some(step(sum, value(byte)? as u32)));
    holds(sum == Some(1))
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
        for proof in [varied, mixed, restless, digits, no_runs, crc32_in_base62, crc32_in_hex, bech32] {
            assert!(matches!(proof(b""), Proof::Fails | Proof::Unlikely));
            assert!(matches!(proof(&[0xff; 3]), Proof::Fails | Proof::Unlikely));
        }
    }

    #[test]
    fn checksums_are_those_of_the_standards() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        // The shortest valid text of BIP 173, and one with a letter changed.
        assert_eq!(bech32(b"A12UEL5L"), Proof::Holds);
        assert_eq!(bech32(b"a12uel5l"), Proof::Holds);
        assert_eq!(bech32(b"a12uel5m"), Proof::Fails);
    }
}
