//! Strings, from their escaped form.

use std::borrow::Cow;

/// An unescaped string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unescaped<'t> {
    /// The text; a lone surrogate has become U+FFFD.
    pub text: Cow<'t, str>,
    /// Whether a `\uD800`-style escape stood there without its partner.
    pub lone_surrogate: bool,
}

/// Unescapes a string literal that the reader has accepted, quotes included.
pub(super) fn unescape(literal: &str, is_escaped: bool) -> Unescaped<'_> {
    let inner = literal.get(1..literal.len().saturating_sub(1)).unwrap_or("");
    if !is_escaped {
        return Unescaped { text: Cow::Borrowed(inner), lone_surrogate: false };
    }
    // No escape says more bytes than it has, so there is room for all of them; what is copied beyond is written over.
    let mut out = vec![0; inner.len() + WORD];
    let (mut rest, mut room, mut lone_surrogate) = (inner.as_bytes(), &mut out[..], false);
    loop {
        (rest, room) = copied(rest, room);
        let [b'\\', escape, behind @ ..] = rest else { break };
        let (said, used) = match escape {
            b'u' => code_point(behind),
            _ => (Some(says(*escape)), 0),
        };
        lone_surrogate |= said.is_none();
        let written = said.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(room).len();
        (rest, room) = (&behind[used..], &mut room[written..]);
    }
    let unused = room.len();
    out.truncate(out.len() - unused);
    // Whole characters were copied and whole ones were added.
    let text = String::from_utf8(out).unwrap_or_default();
    Unescaped { text: Cow::Owned(text), lone_surrogate }
}

/// Copies `bytes` into `room` up to the first escape that is not that of a quote; says what is left of both. Eight bytes at a
/// time: texts that hold documents have an escaped quote every few bytes.
#[inline]
fn copied<'b, 'r>(mut bytes: &'b [u8], mut room: &'r mut [u8]) -> (&'b [u8], &'r mut [u8]) {
    while let Some(word) = bytes.first_chunk::<WORD>() {
        let Some((target, _)) = room.split_first_chunk_mut::<WORD>() else { return (bytes, room) };
        *target = *word;
        let plain = before_backslash(u64::from_le_bytes(*word));
        (bytes, room) = (&bytes[plain..], &mut room[plain..]);
        if plain < WORD {
            match bytes {
                // The quote itself is plain.
                [_, b'"', ..] => bytes = &bytes[1..],
                _ => return (bytes, room),
            }
        }
    }
    while let [byte, after @ ..] = bytes
        && *byte != b'\\'
        && let [target, further @ ..] = room
    {
        *target = *byte;
        (bytes, room) = (after, further);
    }
    (bytes, room)
}

const WORD: usize = 8;

/// What an escape of one character says.
#[inline]
fn says(escape: u8) -> char {
    match escape {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        other => char::from(other),
    }
}

/// How many bytes of `word` stand before its first backslash.
#[inline]
fn before_backslash(word: u64) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let zero = word ^ (ONES * b'\\' as u64);
    // The lowest mark is right; without any, there are 64 zeros.
    (zero.wrapping_sub(ONES) & !zero & (ONES << 7)).trailing_zeros() as usize / 8
}

/// Reads the hex digits behind `\u`, and a second `\uXXXX` where the first is a high surrogate. Returns the
/// character, or `None` for a lone surrogate, and how many bytes were used.
fn code_point(rest: &[u8]) -> (Option<char>, usize) {
    let Some(first) = hex4(rest) else { return (None, 0) };
    if let Some(c) = char::from_u32(first) {
        return (Some(c), 4);
    }
    let second = rest[4..].strip_prefix(b"\\u").and_then(hex4);
    match second {
        Some(low) if (0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&low) => {
            (char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)), 10)
        }
        _ => (None, 4),
    }
}

fn hex4(digits: &[u8]) -> Option<u32> {
    let digits = digits.first_chunk::<4>()?;
    digits.iter().try_fold(0, |number, digit| Some(number << 4 | char::from(*digit).to_digit(16)?))
}
