//! Texts, numbers, names and comments, from how they are written to what they mean.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// What a text in quotes says.
pub(super) fn quoted(written: &str) -> String {
    let mut inner = written.chars();
    let open = inner.next();
    let mut rest = inner.as_str();
    if let Some(open) = open {
        rest = rest.strip_suffix(open).unwrap_or(rest);
    }
    unescaped(rest)
}

/// A name, with `\u0065val` spelled out.
pub(super) fn identifier(written: &str) -> Cow<'_, str> {
    if written.contains('\\') { Cow::Owned(unescaped(written)) } else { Cow::Borrowed(written) }
}

/// A text without its escapes. Half of a surrogate pair becomes U+FFFD.
pub(super) fn unescaped(written: &str) -> String {
    if !written.contains(['\\', '\r']) {
        return written.to_owned();
    }
    let mut out = String::with_capacity(written.len());
    let mut chars = written.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' => escape(&mut chars, &mut out),
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push('\n');
            }
            _ => out.push(char),
        }
    }
    out
}

fn escape(chars: &mut Peekable<Chars<'_>>, out: &mut String) {
    let Some(char) = chars.next() else { return };
    match char {
        'n' => out.push('\n'),
        't' => out.push('\t'),
        'r' => out.push('\r'),
        'b' => out.push('\u{8}'),
        'f' => out.push('\u{c}'),
        'v' => out.push('\u{b}'),
        '\n' | '\u{2028}' | '\u{2029}' => {}
        '\r' => {
            chars.next_if_eq(&'\n');
        }
        'x' => match digits(chars, 2) {
            Some(code) => out.push(char::from_u32(code).unwrap_or('\u{fffd}')),
            None => out.push('x'),
        },
        'u' => match code_unit(chars) {
            Some(code) => out.push(paired(code, chars)),
            None => out.push('u'),
        },
        '0'..='7' => out.push(octal(char, chars)),
        other => out.push(other),
    }
}

/// `\101`, as old scripts write it; `\0` is its shortest.
fn octal(first: char, chars: &mut Peekable<Chars<'_>>) -> char {
    let mut code = first.to_digit(8).unwrap_or(0);
    while let Some(digit) = chars.peek().and_then(|next| next.to_digit(8)) {
        if code * 8 + digit > 0o377 {
            break;
        }
        code = code * 8 + digit;
        chars.next();
    }
    char::from_u32(code).unwrap_or('\u{fffd}')
}

/// What follows `\u`: four digits, or any number in braces.
fn code_unit(chars: &mut Peekable<Chars<'_>>) -> Option<u32> {
    if chars.next_if_eq(&'{').is_none() {
        return digits(chars, 4);
    }
    let mut code = 0u32;
    while let Some(digit) = chars.peek().and_then(|next| next.to_digit(16)) {
        code = code.saturating_mul(16).saturating_add(digit);
        chars.next();
    }
    chars.next_if_eq(&'}');
    Some(code)
}

fn digits(chars: &mut Peekable<Chars<'_>>, count: usize) -> Option<u32> {
    let mut ahead = chars.clone();
    let mut code = 0;
    for _ in 0..count {
        code = code * 16 + ahead.next()?.to_digit(16)?;
    }
    *chars = ahead;
    Some(code)
}

/// The character of a code unit, with the second half of its pair if it is a first half.
fn paired(code: u32, chars: &mut Peekable<Chars<'_>>) -> char {
    if (0xd800..0xdc00).contains(&code) {
        let mut ahead = chars.clone();
        if ahead.next() == Some('\\')
            && ahead.next() == Some('u')
            && let Some(low @ 0xdc00..0xe000) = code_unit(&mut ahead)
        {
            *chars = ahead;
            return char::from_u32(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)).unwrap_or('\u{fffd}');
        }
    }
    char::from_u32(code).unwrap_or('\u{fffd}')
}

/// A number in any notation; one that is none is not a number.
pub(super) fn number(written: &str) -> f64 {
    let plain: String = written.chars().filter(|char| *char != '_').collect::<String>().to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = plain.strip_prefix(prefix) {
            return in_radix(digits.trim_end_matches('n'), radix);
        }
    }
    let plain = plain.trim_end_matches('n');
    let is_octal = plain.len() > 1 && plain.starts_with('0') && plain.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
    if is_octal { in_radix(plain, 8) } else { plain.parse().unwrap_or(f64::NAN) }
}

fn in_radix(digits: &str, radix: u32) -> f64 {
    digits
        .chars()
        .try_fold(0.0, |sum, digit| Some(sum * f64::from(radix) + f64::from(digit.to_digit(radix)?)))
        .unwrap_or(f64::NAN)
}

/// What a comment `/** … */` says, without its marks.
pub(super) fn comment(written: &str) -> String {
    let inner = written.strip_prefix("/**").unwrap_or(written);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let lines: Vec<&str> = inner
        .lines()
        .map(|line| {
            let line = line.trim();
            line.strip_prefix('*').map_or(line, |line| line.strip_prefix(' ').unwrap_or(line))
        })
        .collect();
    lines.join("\n").trim().to_owned()
}
