//! Escapes inside text: percent, backslash, HTML references, quoted-printable.
//!
//! Each family is undone on its own, in the values that have one: what looks like an escape of one family can be plain
//! text in another (`?q=ab12` is no quoted-printable).

use super::{Layer, Room};
use crate::transform::Transform;
use crate::words::entity::ACCENTS;

/// Reads an escape at the start of the bytes into `out`; its length, or nothing if it is none.
type Read = fn(&[u8], &mut Vec<u8>) -> Option<usize>;

const FAMILIES: [(u8, Transform, Read); 4] = [
    (b'%', Transform::Percent, percent),
    (b'\\', Transform::Escape, backslash),
    (b'&', Transform::Html, html),
    (b'=', Transform::QuotedPrintable, quoted),
];

/// Adds a layer for each family that `layer` has escapes of.
pub(super) fn find(layer: &Layer, room: &mut Room, add: &mut dyn FnMut(Layer)) {
    for (mark, transform, read) in FAMILIES {
        if layer.chain.last() == Some(&transform) && transform == Transform::QuotedPrintable {
            continue;
        }
        if memchr::memchr(mark, &layer.bytes).is_none() {
            continue;
        }
        let mut found = layer.under(&[transform]);
        let mut text = Vec::new();
        for (to, part) in layer.parts() {
            if undo(part, mark, read, &mut text) && room.take(text.len()) {
                found.push(to, &text);
            }
        }
        add(found);
    }
}

/// Undoes one family of escapes; false if there was none.
fn undo(part: &[u8], mark: u8, read: Read, out: &mut Vec<u8>) -> bool {
    out.clear();
    let mut is_any = false;
    let mut rest = part;
    while let Some(at) = memchr::memchr(mark, rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let length = read(rest, out);
        is_any |= length.is_some();
        if length.is_none() {
            out.push(mark);
        }
        rest = &rest[length.unwrap_or(1)..];
    }
    out.extend_from_slice(rest);
    is_any
}

fn digit(byte: Option<&u8>, radix: u32) -> Option<u32> {
    char::from(*byte?).to_digit(radix)
}

/// The byte that two hexadecimal digits spell.
fn pair(bytes: &[u8], at: usize) -> Option<u8> {
    u8::try_from(digit(bytes.get(at), 16)? * 16 + digit(bytes.get(at + 1), 16)?).ok()
}

fn push(code: u32, out: &mut Vec<u8>) {
    if let Some(c) = char::from_u32(code) {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

fn percent(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    if matches!(bytes.get(1), Some(b'u' | b'U')) {
        let code = number(&bytes[2..], 16, 4).filter(|(_, length)| *length == 4)?.0;
        push(code, out);
        return Some(6);
    }
    out.push(pair(bytes, 1)?);
    Some(3)
}

fn quoted(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    match bytes.get(1..)? {
        [b'\n', ..] => Some(2),
        [b'\r', b'\n', ..] => Some(3),
        _ => {
            out.push(pair(bytes, 1)?);
            Some(3)
        }
    }
}

fn backslash(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    match bytes.get(1)? {
        b'u' | b'U' if bytes.get(2) == Some(&b'{') => {
            let (code, length) = number(&bytes[3..], 16, 6)?;
            push(code, out);
            (bytes.get(3 + length) == Some(&b'}')).then_some(4 + length)
        }
        b'u' => {
            let (high, _) = number(&bytes[2..], 16, 4).filter(|(_, length)| *length == 4)?;
            let low = bytes.get(6..8).filter(|mark| mark == b"\\u").and_then(|_| number(&bytes[8..], 16, 4));
            if let Some((low, 4)) =
                low.filter(|(low, _)| (0xD800..0xDC00).contains(&high) && (0xDC00..0xE000).contains(low))
            {
                push(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), out);
                return Some(12);
            }
            push(high, out);
            Some(6)
        }
        b'U' => {
            let (code, _) = number(&bytes[2..], 16, 8).filter(|(_, length)| *length == 8)?;
            push(code, out);
            Some(10)
        }
        b'x' => {
            out.push(pair(bytes, 2)?);
            Some(4)
        }
        b'0'..=b'7' => {
            let (code, length) = number(&bytes[1..], 8, 3)?;
            out.push(u8::try_from(code).ok()?);
            Some(1 + length)
        }
        b'n' | b'r' | b't' | b'b' | b'f' | b'v' | b'a' | b'e' => {
            out.push(b' ');
            Some(2)
        }
        _ => None,
    }
}

/// The number that at most `most` digits at the start spell, and how many there are.
fn number(bytes: &[u8], radix: u32, most: usize) -> Option<(u32, usize)> {
    let mut value = 0_u32;
    let mut length = 0;
    while length < most
        && let Some(digit) = digit(bytes.get(length), radix)
    {
        value = value.checked_mul(radix)?.checked_add(digit)?;
        length += 1;
    }
    (length > 0).then_some((value, length))
}

fn html(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    if bytes.get(1) == Some(&b'#') {
        let is_hex = matches!(bytes.get(2), Some(b'x' | b'X'));
        let (start, radix) = if is_hex { (3, 16) } else { (2, 10) };
        let (code, length) = number(bytes.get(start..)?, radix, 8)?;
        push(code, out);
        let end = start + length;
        return Some(end + usize::from(bytes.get(end) == Some(&b';')));
    }
    let length = bytes[1..].iter().take(12).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if length < 2 || bytes.get(1 + length) != Some(&b';') {
        return None;
    }
    let name = &bytes[1..=length];
    match name {
        b"amp" => out.push(b'&'),
        b"lt" => out.push(b'<'),
        b"gt" => out.push(b'>'),
        b"quot" => out.push(b'"'),
        b"szlig" => out.extend_from_slice(b"ss"),
        [letter, accent @ ..] if ACCENTS.iter().any(|known| known.as_bytes() == accent) => out.push(*letter),
        // Nearly every other name is a mark, a space or a symbol, and has no canonical character.
        _ => out.push(b' '),
    }
    Some(length + 2)
}
