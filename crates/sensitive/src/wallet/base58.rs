//! Base 58 with a checksum of four bytes, as Bitcoin and its kin write addresses and keys.

use sha2::{Digest, Sha256};

/// What a base58 word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Address,
    PrivateKey,
    /// No checksum, but as many bytes as a public key on Solana has.
    ThirtyTwoBytes,
}

const BITCOIN: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const RIPPLE: &[u8; 58] = b"rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";

const NOT_IN: u8 = 0xff;

const fn values(alphabet: &[u8; 58]) -> [u8; 256] {
    let mut values = [NOT_IN; 256];
    let mut value = 0;
    while value < 58 {
        values[alphabet[value] as usize] = value as u8;
        value += 1;
    }
    values
}

static BITCOIN_VALUES: [u8; 256] = values(BITCOIN);
static RIPPLE_VALUES: [u8; 256] = values(RIPPLE);

/// The first byte of addresses: Bitcoin, its test network, Litecoin, Dogecoin, Dash, Tron.
const ADDRESS_VERSIONS: &[u8] = &[0x00, 0x05, 0x6f, 0xc4, 0x30, 0x32, 0x1e, 0x16, 0x4c, 0x10, 0x41];
/// The first two bytes of transparent addresses of Zcash.
const ZCASH_VERSIONS: &[[u8; 2]] = &[[0x1c, 0xb8], [0x1c, 0xbd]];
/// The first byte of private keys: Bitcoin, its test network, Litecoin, Dogecoin, Dash.
const KEY_VERSIONS: &[u8] = &[0x80, 0xef, 0xb0, 0x9e, 0xcc];
/// The first four bytes of extended private keys: xprv, yprv, zprv and those of the test network.
const EXTENDED_VERSIONS: &[[u8; 4]] = &[
    [0x04, 0x88, 0xad, 0xe4],
    [0x04, 0x9d, 0x78, 0x78],
    [0x04, 0xb2, 0x43, 0x0c],
    [0x04, 0x35, 0x83, 0x94],
    [0x04, 0x4a, 0x4e, 0x28],
    [0x04, 0x5f, 0x18, 0xbc],
];

/// What `word` is, if its bytes and its checksum say so.
pub(super) fn what(word: &[u8]) -> Option<What> {
    let mut bytes = [0; 82];
    match word.len() {
        25..=35 if word[0] == b'r' => {
            let bytes = decode(word, &RIPPLE_VALUES, &mut bytes)?;
            (bytes.len() == 25 && bytes[0] == 0 && is_checked(bytes)).then_some(What::Address)
        }
        25..=36 => {
            let bytes = decode(word, &BITCOIN_VALUES, &mut bytes)?;
            let is_address = match bytes {
                [first, ..] if bytes.len() == 25 => ADDRESS_VERSIONS.contains(first),
                [first, second, ..] if bytes.len() == 26 => ZCASH_VERSIONS.contains(&[*first, *second]),
                _ => false,
            };
            (is_address && is_checked(bytes)).then_some(What::Address)
        }
        43..=44 if is_mixed(word) => {
            (decode(word, &BITCOIN_VALUES, &mut bytes)?.len() == 32).then_some(What::ThirtyTwoBytes)
        }
        51..=52 => {
            let bytes = decode(word, &BITCOIN_VALUES, &mut bytes)?;
            let is_key = match bytes.len() {
                37 => KEY_VERSIONS.contains(&bytes[0]),
                38 => KEY_VERSIONS.contains(&bytes[0]) && bytes[33] == 1,
                _ => false,
            };
            (is_key && is_checked(bytes)).then_some(What::PrivateKey)
        }
        111..=112 if word.get(1..4) == Some(b"prv") => {
            let bytes = decode(word, &BITCOIN_VALUES, &mut bytes)?;
            let is_key = bytes.len() == 82 && EXTENDED_VERSIONS.iter().any(|version| bytes.starts_with(version));
            (is_key && is_checked(bytes)).then_some(What::PrivateKey)
        }
        _ => None,
    }
}

/// Whether the word has capitals, small letters and digits, as random bytes in base 58 do.
fn is_mixed(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_uppercase)
        && word.iter().any(u8::is_ascii_lowercase)
        && word.iter().any(u8::is_ascii_digit)
}

/// The bytes of `word`, at the end of `room`.
fn decode<'a>(word: &[u8], values: &[u8; 256], room: &'a mut [u8]) -> Option<&'a [u8]> {
    // Most words are none for a letter that the alphabet leaves out: look before any arithmetic.
    if word.iter().any(|byte| values[usize::from(*byte)] == NOT_IN) {
        return None;
    }
    let mut start = room.len();
    for byte in word {
        let mut carry = u32::from(values[usize::from(*byte)]);
        for place in room[start..].iter_mut().rev() {
            carry += u32::from(*place) * 58;
            *place = carry as u8;
            carry >>= 8;
        }
        if carry > 0 {
            start = start.checked_sub(1)?;
            room[start] = u8::try_from(carry).ok()?;
        }
    }
    let zeros = word.iter().take_while(|byte| values[usize::from(**byte)] == 0).count();
    start = start.checked_sub(zeros)?;
    Some(&room[start..])
}

/// Whether the last four bytes are the checksum of the others.
fn is_checked(bytes: &[u8]) -> bool {
    let Some((payload, checksum)) = bytes.split_last_chunk::<4>() else { return false };
    Sha256::digest(Sha256::digest(payload)).starts_with(checksum)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// `bytes` with their checksum in base 58.
    pub(in super::super) fn encode_checked(payload: &[u8]) -> String {
        let checksum = Sha256::digest(Sha256::digest(payload));
        let bytes = [payload, &checksum[..4]].concat();
        let mut digits: Vec<u32> = Vec::new();
        for byte in &bytes {
            let mut carry = u32::from(*byte);
            for digit in &mut digits {
                carry += *digit << 8;
                *digit = carry % 58;
                carry /= 58;
            }
            while carry > 0 {
                digits.push(carry % 58);
                carry /= 58;
            }
        }
        digits.extend(bytes.iter().take_while(|byte| **byte == 0).map(|_| 0));
        digits.iter().rev().map(|digit| char::from(BITCOIN[*digit as usize])).collect()
    }
}
