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
pub(super) fn unescape(literal: &str) -> Unescaped<'_> {
    let inner = literal.get(1..literal.len().saturating_sub(1)).unwrap_or("");
    let Some(first) = inner.bytes().position(|byte| byte == b'\\') else {
        return Unescaped { text: Cow::Borrowed(inner), lone_surrogate: false };
    };
    let mut text = String::with_capacity(inner.len());
    let mut lone_surrogate = false;
    let (mut rest, mut next) = (inner, Some(first));
    while let Some(at) = next {
        text.push_str(&rest[..at]);
        let escape = rest.as_bytes().get(at + 1).copied().unwrap_or(b'\\');
        rest = rest.get(at + 2..).unwrap_or("");
        match escape {
            b'n' => text.push('\n'),
            b't' => text.push('\t'),
            b'r' => text.push('\r'),
            b'b' => text.push('\u{8}'),
            b'f' => text.push('\u{c}'),
            b'u' => {
                let (c, used) = code_point(rest);
                lone_surrogate |= c.is_none();
                text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
                rest = rest.get(used..).unwrap_or("");
            }
            other => text.push(char::from(other)),
        }
        next = rest.bytes().position(|byte| byte == b'\\');
    }
    text.push_str(rest);
    Unescaped { text: Cow::Owned(text), lone_surrogate }
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
