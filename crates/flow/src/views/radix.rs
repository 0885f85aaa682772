//! Encodings in other bases than a power of two, and hexadecimal digits in groups: base58, base85 in three alphabets, UUIDs,
//! colours and addresses.
//!
//! None of them tells where it begins or ends, so a token counts only where all of it comes to plain text. That leaves out
//! data that is compressed first.
//!
//! Guarantees: linear but for base58, whose tokens are bounded at [`LONGEST`].

use super::{Layer, Room};
use crate::transform::Transform;

/// The shortest token of base58 and of base85 that holds 12 bytes.
const BASE58: usize = 16;
const BASE85: usize = 15;
/// How many hexadecimal digits hold 12 bytes.
const HEX: usize = 24;
/// The longest token of base58.
const LONGEST: usize = 512;
/// How many signs a token of base85 has at least in so many: what people write has fewer.
const SIGNS: usize = 12;

const ALPHABET58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const ALPHABETS85: [(&[u8; 85], bool); 3] = [
    (b"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu", true),
    (b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~", false),
    (b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#", false),
];

/// Adds a layer for each base that `layer` has tokens of.
pub(super) fn find(layer: &Layer, room: &mut Room, add: &mut dyn FnMut(Layer)) {
    let mut found = [Transform::Base58, Transform::Base85, Transform::Hex].map(|transform| layer.under(&[transform]));
    for (to, bytes) in layer.parts() {
        let mut keep = |at: usize, decoded: Option<Vec<u8>>| {
            if let Some(decoded) = decoded.filter(|decoded| room.take(decoded.len())) {
                found[at].push(to, &decoded);
            }
        };
        for token in bytes.split(|byte| byte.is_ascii_whitespace()) {
            if token.len() >= BASE85 && is_dense(token) {
                keep(1, base85(token));
            }
            if token.len() >= BASE58 {
                for token in token.split(|byte| !byte.is_ascii_alphanumeric()).filter(|token| is_mixed(token)) {
                    keep(0, base58(token));
                }
            }
        }
    }
    // Groups may stand in values of their own.
    groups(&layer.bytes, |start, digits| {
        let Some(decoded) = text_of_hex(digits).filter(|decoded| room.take(decoded.len())) else { return };
        let segment = layer.segments.partition_point(|segment| segment.start as usize <= start);
        let to = layer.segments.get(segment.saturating_sub(1)).map_or(0, |segment| segment.to);
        found[2].push(to, &decoded);
    });
    found.into_iter().filter(|layer| !layer.bytes.is_empty()).for_each(add);
}

/// Whether a word has capitals, small letters and digits, as tokens have.
fn is_mixed(token: &[u8]) -> bool {
    (BASE58..=LONGEST).contains(&token.len())
        && token.iter().any(u8::is_ascii_uppercase)
        && token.iter().any(u8::is_ascii_lowercase)
        && token.iter().any(u8::is_ascii_digit)
}

/// Whether a token has as many signs as one of base85.
fn is_dense(token: &[u8]) -> bool {
    let signs = token.iter().filter(|byte| byte.is_ascii_punctuation()).count();
    signs > 0 && signs * SIGNS >= token.len()
}

fn base58(token: &[u8]) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::with_capacity(token.len());
    for byte in token {
        let mut carry = ALPHABET58.iter().position(|digit| digit == byte)? as u32;
        for digit in &mut bytes {
            carry += u32::from(*digit) * 58;
            *digit = (carry & 0xFF) as u8;
            carry >>= 8;
        }
        while carry > 0 {
            bytes.push((carry & 0xFF) as u8);
            carry >>= 8;
        }
    }
    bytes.reverse();
    is_text(&bytes).then_some(bytes)
}

fn base85(token: &[u8]) -> Option<Vec<u8>> {
    let token = token.strip_prefix(b"<~").unwrap_or(token);
    let token = token.strip_suffix(b"~>").unwrap_or(token);
    ALPHABETS85.iter().find_map(|(alphabet, has_zero)| base85_of(token, alphabet, *has_zero))
}

fn base85_of(token: &[u8], alphabet: &[u8; 85], has_zero: bool) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(token.len());
    let (mut group, mut count) = (0_u64, 0);
    let mut end = |group: u64, count: usize| {
        let group = u32::try_from(group).ok()?;
        bytes.extend_from_slice(&group.to_be_bytes()[..count - 1]);
        Some(())
    };
    for byte in token {
        if has_zero && *byte == b'z' && count == 0 {
            end(0, 5)?;
            continue;
        }
        group = group * 85 + alphabet.iter().position(|digit| digit == byte)? as u64;
        count += 1;
        if count == 5 {
            end(group, 5)?;
            (group, count) = (0, 0);
        }
    }
    if count > 1 {
        for _ in count..5 {
            group = group * 85 + 84;
        }
        end(group, count)?;
    }
    is_text(&bytes).then_some(bytes)
}

/// Calls `see` with the digits of each row of hexadecimal groups: a UUID, colours, an address of a device.
fn groups(bytes: &[u8], mut see: impl FnMut(usize, &[u8])) {
    let is_between = |byte: u8| matches!(byte, b'-' | b':' | b'#' | b',' | b' ' | b'.' | b'\n' | b'"' | b'{' | b'}');
    let (mut digits, mut gap, mut count) = (Vec::new(), 0, 0);
    let mut start = 0;
    for (at, byte) in bytes.iter().copied().chain([b'z']).enumerate() {
        if byte.is_ascii_hexdigit() {
            start = if digits.is_empty() { at } else { start };
            count += usize::from(gap > 0 || digits.is_empty());
            digits.push(byte);
            gap = 0;
        } else if is_between(byte) && gap < 4 {
            gap += 1;
        } else {
            if digits.len() >= HEX && count > 1 {
                see(start, &digits);
            }
            digits.clear();
            (gap, count) = (0, 0);
        }
    }
}

fn text_of_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |byte: u8| (byte as char).to_digit(16).unwrap_or_default() as u8;
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| value(pair[0]) << 4 | value(pair[1])).collect();
    // What fills up the last group is left out.
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    is_text(&bytes[..end]).then(|| bytes[..end].to_vec())
}

/// Whether `bytes` are plain text, and enough of it.
fn is_text(bytes: &[u8]) -> bool {
    bytes.len() >= 8
        && bytes.iter().all(|byte| !byte.is_ascii_control() || matches!(byte, b'\t' | b'\n' | b'\r'))
        && std::str::from_utf8(bytes).is_ok()
}
