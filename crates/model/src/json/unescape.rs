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
    let bytes = inner.as_bytes();
    // No escape says more bytes than it has, so there is room for all of them; what is copied beyond is written over.
    let mut out = vec![0; bytes.len() + WORD];
    let (mut at, mut length, mut lone_surrogate) = (0, 0, false);
    while at < bytes.len() {
        // Eight bytes at a time, up to the next escape: texts that hold documents have one every few bytes.
        if let Some(word) = bytes[at..].first_chunk::<WORD>() {
            if let Some(room) = out.get_mut(length..).and_then(|room| room.first_chunk_mut::<WORD>()) {
                *room = *word;
            }
            let plain = before_backslash(u64::from_le_bytes(*word));
            at += plain;
            length += plain;
            if plain == WORD {
                continue;
            }
        } else if bytes[at] != b'\\' {
            out[length] = bytes[at];
            at += 1;
            length += 1;
            continue;
        }
        let escape = bytes.get(at + 1).copied().unwrap_or(b'\\');
        at += 2;
        if escape == b'u'
            && let (c, used @ 4..) = code_point(inner.get(at..).unwrap_or(""))
        {
            lone_surrogate |= c.is_none();
            length += c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut out[length..]).len();
            at += used;
            continue;
        }
        out[length] = SAYS[usize::from(escape)];
        length += 1;
    }
    out.truncate(length);
    // Whole characters were copied and whole ones were added.
    let text = String::from_utf8(out).unwrap_or_default();
    Unescaped { text: Cow::Owned(text), lone_surrogate }
}

const WORD: usize = 8;

/// What an escape of one character says.
static SAYS: [u8; 256] = {
    let mut says = [0; 256];
    let mut byte = 0_u8;
    while byte < 255 {
        says[byte as usize] = match byte {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 0x08,
            b'f' => 0x0C,
            other => other,
        };
        byte += 1;
    }
    says
};

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
fn code_point(rest: &str) -> (Option<char>, usize) {
    let Some(first) = hex4(rest) else { return (None, 0) };
    if let Some(c) = char::from_u32(first) {
        return (Some(c), 4);
    }
    let second = rest.get(4..6).filter(|head| *head == "\\u").and_then(|_| hex4(rest.get(6..)?));
    match second {
        Some(low) if (0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&low) => {
            (char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)), 10)
        }
        _ => (None, 4),
    }
}

fn hex4(text: &str) -> Option<u32> {
    let digits = text.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}
