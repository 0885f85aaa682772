//! The checksums that some tokens carry, and what else a token proves about itself.

use super::Proof;
use crate::bech32;
use crate::formats::looks::varied;
use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER};

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The remainders of the CRC-32 of zlib and PNG for every byte.
const CRC32: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = if remainder & 1 == 1 { remainder >> 1 ^ 0xEDB8_8320 } else { remainder >> 1 };
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| crc >> 8 ^ CRC32[usize::from(crc as u8 ^ byte)])
}

/// Whether `written` is `number` to the base of `digits.len()`, filled up with zeros at the left.
fn is_written(written: &[u8], mut number: u32, digits: &[u8]) -> bool {
    let base = digits.len() as u32;
    let fits = written.iter().rev().all(|digit| {
        let fits = *digit == digits[(number % base) as usize];
        number /= base;
        fits
    });
    fits && number == 0
}

fn holds(it_does: bool) -> Proof {
    if it_does { Proof::Holds } else { Proof::Fails }
}

/// GitHub and npm: `prefix_`, random letters and digits, and the CRC-32 of those in six digits to the base of 62.
///
/// Tokens with anything else in them are of a newer kind, which is signed and cannot be checked here.
pub(super) fn crc_base62(token: &[u8]) -> Proof {
    let Some(at) = token.iter().position(|byte| *byte == b'_') else { return Proof::None };
    let body = &token[at + 1..];
    if !body.iter().all(u8::is_ascii_alphanumeric) {
        return Proof::None;
    }
    let Some((random, written)) = body.split_last_chunk::<6>() else { return Proof::None };
    holds(is_written(written, crc32(random), BASE62))
}

/// GitLab's tokens that tell where to go: prefix and payload, `.01.`, the length of the payload in two digits and the
/// CRC-32 of all that in seven, both to the base of 36. The older tokens without dots carry no checksum.
pub(super) fn crc_base36(token: &[u8]) -> Proof {
    if !token.contains(&b'.') {
        return Proof::None;
    }
    let Some((checked, written)) = token.split_last_chunk::<7>() else { return Proof::None };
    // The digits are the first 36 of the other alphabet, in lower case.
    let lower = BASE62.map(|digit| digit.to_ascii_lowercase());
    holds(is_written(written, crc32(checked), &lower[..36]))
}

/// Splits a token at its last `_`.
fn split_checksum(token: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = token.iter().rposition(|byte| *byte == b'_')?;
    Some((&token[..at], &token[at + 1..]))
}

/// Matrix: `body_checksum`, where the checksum is the CRC-32 of the body in six digits to the base of 62.
pub(super) fn split_crc_base62(token: &[u8]) -> Proof {
    let Some((body, written)) = split_checksum(token) else { return Proof::Fails };
    holds(is_written(written, crc32(body), BASE62))
}

/// Grafana: `body_checksum`, where the checksum is the CRC-32 of the body in hexadecimal, its lowest byte first.
pub(super) fn split_crc_hex(token: &[u8]) -> Proof {
    let Some((body, written)) = split_checksum(token) else { return Proof::Fails };
    let expected = crc32(body).to_le_bytes();
    holds(HEXLOWER.decode(written).is_ok_and(|found| found == expected))
}

/// Nostr: a readable part, `1`, and a part that ends in the checksum of Bech32.
pub(super) fn bech32(token: &[u8]) -> Proof {
    let Some(joint) = token.iter().rposition(|byte| *byte == b'1') else { return Proof::Fails };
    holds(bech32::checksum(&token[..joint], &token[joint + 1..]) == Some(bech32::FIRST))
}

/// AWS access keys: the bits behind the first four letters hold the number of the account, which has twelve digits at
/// most. Keys that begin with a letter before `Q` are older than that. The examples of manuals end in `EXAMPLE`.
pub(super) fn aws_account(key: &[u8]) -> Proof {
    if key.ends_with(b"EXAMPLE") {
        return Proof::Fails;
    }
    let value = |letter: &u8| match letter {
        b'A'..=b'Z' => Some(u64::from(letter - b'A')),
        b'2'..=b'7' => Some(u64::from(letter - b'2') + 26),
        _ => None,
    };
    let letters = key.get(4..14).unwrap_or_default();
    // Ten letters of five bits: one that is always set, forty of the account, nine of something else.
    let Some(bits) = letters.iter().try_fold(0, |bits, letter| Some(bits << 5 | value(letter)?)) else {
        return Proof::Fails;
    };
    let (is_new, account) = (bits >> 49 == 1, bits >> 9 & 0xFF_FFFF_FFFF);
    if is_new && account > 999_999_999_999 { Proof::Fails } else { Proof::None }
}

/// PyPI: a macaroon in base64, which ends with a signature field of 32 bytes.
pub(super) fn macaroon(token: &[u8]) -> Proof {
    let body = token.strip_prefix(b"pypi-").unwrap_or(token);
    let Ok(bytes) = BASE64URL_NOPAD.decode(body) else { return Proof::None };
    let field = bytes.len().checked_sub(34).and_then(|at| bytes.get(at..at + 2));
    if field == Some(&[6, 32]) { Proof::Holds } else { Proof::None }
}

/// Discord: the first part of a bot token is the bot's number in Base64.
pub(super) fn snowflake(token: &[u8]) -> Proof {
    let number = token.split(|byte| *byte == b'.').next().unwrap_or_default();
    match BASE64URL_NOPAD.decode(number) {
        Ok(number) if number.iter().all(u8::is_ascii_digit) => varied(token),
        _ => Proof::Unlikely,
    }
}

/// Grafana before version 9: the key is JSON in Base64: the secret, its name, its organisation.
pub(super) fn grafana_json(token: &[u8]) -> Proof {
    let padding = token.iter().rev().take_while(|byte| **byte == b'=').count();
    match BASE64_NOPAD.decode(&token[..token.len() - padding]) {
        Ok(json) if json.starts_with(br#"{"k":""#) && json.windows(5).any(|part| part == br#""id":"#) => Proof::None,
        _ => Proof::Unlikely,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crc_is_that_of_zlib() {
        // The check value that catalogues of checksums give.
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn numbers_are_written_to_a_base() {
        assert!(is_written(b"000000", 0, BASE62) && is_written(b"00000z", 61, BASE62));
        assert!(is_written(b"000010", 62, BASE62) && !is_written(b"000011", 62, BASE62));
        assert!(!is_written(b"0", 62, BASE62), "what does not fit is not cut");
    }

    #[test]
    fn one_changed_letter_fails() {
        let token = |random: &str| {
            let mut sum = crc32(random.as_bytes());
            let mut written = [0; 6];
            for digit in written.iter_mut().rev() {
                *digit = BASE62[(sum % 62) as usize];
                sum /= 62;
            }
            format!("ghp_{random}{}", written.escape_ascii())
        };
        let good = token("0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT");
        assert_eq!(crc_base62(good.as_bytes()), Proof::Holds);
        assert_eq!(crc_base62(good.replace("0aB", "0aC").as_bytes()), Proof::Fails);
    }

    #[test]
    fn what_cannot_be_checked_proves_nothing() {
        assert_eq!(crc_base62(b"ghs_123456_eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJ4In0.c2lnbmF0dXJl"), Proof::None);
        assert_eq!(crc_base62(b"ghp"), Proof::None);
        assert_eq!(crc_base62(b"ghp_"), Proof::None);
        assert_eq!(crc_base36(b"glpat-x7Kq2Lm9Rt4Wv8Zb3Nc6"), Proof::None);
        assert_eq!(crc_base36(b"."), Proof::None);
        assert_eq!(macaroon(b"pypi-AgEIcHlwaS5vcmc"), Proof::None);
        assert_eq!(macaroon(b""), Proof::None);
    }

    #[test]
    fn accounts_have_twelve_digits() {
        assert_eq!(aws_account(b"AKIA7777777777ABCDEF"), Proof::Fails);
        assert_eq!(aws_account(b"AKIAQAAAAAAAAAABCDEF"), Proof::None);
        assert_eq!(aws_account(b"AKIAJ777777777ABCDEF"), Proof::None, "older than the account bits");
        assert_eq!(aws_account(b"AKIAIOSFODNN7EXAMPLE"), Proof::Fails);
        assert_eq!(aws_account(b"AKIA1234567890ABCDEF"), Proof::Fails, "not of their alphabet");
        assert_eq!(aws_account(b"AKIA"), Proof::None);
    }

    #[test]
    fn what_is_no_token_fails() {
        for proof in [split_crc_base62, split_crc_hex, bech32] {
            assert_eq!(proof(b""), Proof::Fails);
            assert_eq!(proof(&[0xff; 3]), Proof::Fails);
        }
    }
}
