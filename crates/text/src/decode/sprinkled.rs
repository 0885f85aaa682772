//! Encodings that stand between ordinary characters: percent, backslash escapes, HTML references and
//! quoted-printable.
//!
//! Occurrences close to one another make a stretch; the stretch is widened to the words it stands in and
//! decoded as a whole, so that `\u0069gnore` comes out as a word.

use super::walk::Stretch;
use super::{BLOB_LIMIT, Encoding, bytes, readable};
use crate::entity;
use std::ops::Range;

/// The fewest occurrences that make a stretch.
const FEWEST: usize = 3;
/// The most bytes between two occurrences of one stretch.
const APART: usize = 32;
/// The most bytes by which a stretch is widened to a word's end.
const WIDENED: usize = 64;

/// One decoded occurrence: a byte of UTF-8, or a character.
enum Value {
    Byte(u8),
    Character(char),
    /// A soft line break: nothing.
    Nothing,
}

/// Reads an occurrence at the start of a text: its value and its length.
type Reader = fn(&str) -> Option<(Value, usize)>;

/// Finds the sprinkled stretches of `text`.
pub(super) fn find(text: &str, visit: &mut dyn FnMut(Stretch)) {
    let codecs: [(u8, Encoding, Reader); 4] = [
        (b'%', Encoding::Percent, percent),
        (b'\\', Encoding::Escape, escape),
        (b'&', Encoding::Entity, reference),
        (b'=', Encoding::QuotedPrintable, quoted),
    ];
    for (mark, encoding, read) in codecs {
        let mut stretch: Option<(Range<usize>, usize)> = None;
        for at in memchr::memchr_iter(mark, text.as_bytes()) {
            let Some((_, length)) = read(&text[at..]) else { continue };
            match &mut stretch {
                Some((span, _)) if at < span.end => {}
                Some((span, count)) if at - span.end <= APART => {
                    span.end = at + length;
                    *count += 1;
                }
                _ => {
                    decode(text, stretch.take(), encoding, mark, read, visit);
                    stretch = Some((at..at + length, 1));
                }
            }
        }
        decode(text, stretch, encoding, mark, read, visit);
    }
}

fn decode(
    text: &str,
    stretch: Option<(Range<usize>, usize)>,
    encoding: Encoding,
    mark: u8,
    read: Reader,
    visit: &mut dyn FnMut(Stretch),
) {
    let Some((span, count)) = stretch else { return };
    if count < FEWEST {
        return;
    }
    let span = widen(text, span);
    let mut out = Vec::with_capacity(span.len().min(BLOB_LIMIT));
    let mut at = span.start;
    while at < span.end && out.len() <= BLOB_LIMIT {
        let stop = memchr::memchr(mark, &text.as_bytes()[at..span.end]).map_or(span.end, |offset| at + offset);
        out.extend_from_slice(&text.as_bytes()[at..stop]);
        at = stop;
        if at >= span.end {
            break;
        }
        match read(&text[at..]) {
            Some((value, length)) => {
                match value {
                    Value::Byte(byte) => out.push(byte),
                    Value::Character(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                    Value::Nothing => {}
                }
                at += length;
            }
            None => {
                out.push(mark);
                at += 1;
            }
        }
    }
    let cut = at < span.end;
    let whole = String::from_utf8_lossy(&out);
    let decoded = match readable(&whole, FEWEST) {
        Some(_) => Some(whole.into_owned()),
        None => bytes::among_others(&out),
    };
    if let Some(decoded) = decoded {
        let mut stretch = Stretch::new(vec![encoding], span, decoded);
        stretch.cut |= cut;
        visit(stretch);
    }
}

/// The stretch with the words at its ends.
fn widen(text: &str, span: Range<usize>) -> Range<usize> {
    let word = |b: &u8| !b.is_ascii_whitespace() && !matches!(b, b'"' | b'\'' | b'`' | b'<' | b'>' | b'(' | b')');
    let bytes = text.as_bytes();
    let before = bytes[..span.start].iter().rev().take(WIDENED).take_while(|b| word(b)).count();
    let after = bytes[span.end..].iter().take(WIDENED).take_while(|b| word(b)).count();
    text.ceil_char_boundary(span.start - before)..text.floor_char_boundary(span.end + after)
}

fn hex(text: &str, digits: Range<usize>) -> Option<u32> {
    let digits = text.get(digits)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

fn byte(text: &str, digits: Range<usize>) -> Option<Value> {
    u8::try_from(hex(text, digits)?).ok().map(Value::Byte)
}

fn percent(text: &str) -> Option<(Value, usize)> {
    if let Some(code) = text.strip_prefix("%u").and_then(|_| hex(text, 2..6)) {
        return Some((Value::Character(char::from_u32(code)?), 6));
    }
    Some((byte(text, 1..3)?, 3))
}

fn quoted(text: &str) -> Option<(Value, usize)> {
    if text.starts_with("=\n") || text.starts_with("=\r\n") {
        return Some((Value::Nothing, text.find('\n')? + 1));
    }
    // Encoders write capitals; without that, every `=ad` of a query string would count.
    let digits = text.get(1..3)?;
    let capitals = digits.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    capitals.then(|| byte(text, 1..3)).flatten().map(|value| (value, 3))
}

fn reference(text: &str) -> Option<(Value, usize)> {
    entity::read(text).map(|(c, length)| (Value::Character(c), length))
}

fn escape(text: &str) -> Option<(Value, usize)> {
    match text.as_bytes().get(1)? {
        b'x' => Some((byte(text, 2..4)?, 4)),
        b'u' if text.as_bytes().get(2) == Some(&b'{') => {
            let length = text.as_bytes()[3..].iter().take(7).position(|b| *b == b'}')?;
            Some((Value::Character(char::from_u32(hex(text, 3..3 + length)?)?), length + 4))
        }
        b'u' => {
            let first = hex(text, 2..6)?;
            if let Some(c) = char::from_u32(first) {
                return Some((Value::Character(c), 6));
            }
            let low = text.get(6..8).filter(|lead| *lead == "\\u").and_then(|_| hex(text, 8..12))?;
            let pair = [u16::try_from(first).ok()?, u16::try_from(low).ok()?];
            let c = char::decode_utf16(pair).next()?.ok()?;
            Some((Value::Character(c), 12))
        }
        b'U' => Some((Value::Character(char::from_u32(hex(text, 2..10)?)?), 10)),
        b'0'..=b'3' => {
            let digits = text.get(1..4).filter(|digits| digits.bytes().all(|b| matches!(b, b'0'..=b'7')))?;
            Some((Value::Byte(u8::from_str_radix(digits, 8).ok()?), 4))
        }
        _ => None,
    }
}
