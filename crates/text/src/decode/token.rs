//! Encodings that fill whole tokens: base64, base32, hex, binary and lists of character codes.
//!
//! One pass over the bytes finds runs of each alphabet; every byte belongs to at most one run of each, so the
//! cost is linear whatever the text.

use super::walk::Stretch;
use super::{BLOB_LIMIT, Encoding, bytes};
use data_encoding::{BASE32_NOPAD, BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER_PERMISSIVE, Specification};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

mod codes;

/// The fewest characters of a token that is tried.
const SHORTEST: usize = 16;
/// The most characters of one token that are decoded: what a blob may come to, in the widest alphabet.
const TOKEN_LIMIT: usize = BLOB_LIMIT * 2;

/// Finds the encoded tokens of `text`.
pub(super) fn find(text: &str, visit: &mut dyn FnMut(Stretch)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(start) = bytes[at..].iter().position(|b| is_token(*b)).map(|offset| at + offset) {
        let length = bytes[start..].iter().position(|b| !is_token(*b)).unwrap_or(bytes.len() - start);
        let mut end = start + length;
        if length >= SHORTEST {
            let first = end;
            end = wrapped(bytes, end, length);
            // Lines that make no sense together are tried one by one, once.
            if end == first || !whole(text, padded(bytes, start, end), visit) {
                lines(text, start..end, visit);
            }
        }
        at = end;
    }
    codes::find(text, visit);
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// The end of a token that goes on over line breaks or spaces: lines of one token each, all but the last of one length.
/// A word after a space may be one of the sentence, so of those the second line is as long as the first.
fn wrapped(bytes: &[u8], mut end: usize, length: usize) -> usize {
    let mut is_column = false;
    loop {
        let Some((white, breaks)) = separator(&bytes[end..]) else { return end };
        let next = end + white;
        let more = bytes[next..].iter().take(length + 1).take_while(|b| is_token(**b)).count();
        let rest = &bytes[next + more..];
        let rest = &rest[rest.iter().take_while(|b| **b == b'=').count()..];
        let is_whole = match rest.first() {
            Some(b'"' | b'\'' | b'`') | None => true,
            Some(_) => separator(rest).is_some_and(|(_, ends)| ends || !breaks),
        };
        if more == 0 || more > length || !is_whole || more < length && !breaks && !is_column {
            return end;
        }
        is_column = true;
        end = next + more;
        if more < length {
            return end;
        }
    }
}

/// The length of what separates two lines at the start of `rest`, and whether it breaks the line: whitespace, or a line
/// break that is written out, as `\n`.
fn separator(rest: &[u8]) -> Option<(usize, bool)> {
    let written = [b"\\r\\n".as_slice(), b"\\n"].into_iter().find(|written| rest.starts_with(written));
    if let Some(written) = written {
        return Some((written.len(), true));
    }
    let white = rest.iter().take(16).take_while(|b| matches!(b, b'\r' | b'\n' | b' ' | b'\t')).count();
    (white > 0).then(|| (white, rest[..white].contains(&b'\n')))
}

/// Tries the tokens of a stretch, each on its own.
fn lines(text: &str, stretch: Range<usize>, visit: &mut dyn FnMut(Stretch)) {
    let bytes = text.as_bytes();
    let mut at = stretch.start;
    while at < stretch.end {
        let end = bytes[at..stretch.end].iter().position(|b| !is_token(*b)).map_or(stretch.end, |length| at + length);
        if end - at >= SHORTEST && !whole(text, padded(bytes, at, end), visit) {
            parts(&text[at..end], at, visit);
        }
        at = end + 1;
    }
}

/// A token with its padding.
fn padded(bytes: &[u8], start: usize, end: usize) -> (Range<usize>, usize) {
    let padding = bytes[end..].iter().take(6).take_while(|b| **b == b'=').count();
    (start..end + padding, padding)
}

/// Tries every alphabet on one token as a whole; false if nothing comes of it.
fn whole(text: &str, (span, padding): (Range<usize>, usize), visit: &mut dyn FnMut(Stretch)) -> bool {
    let token = &text[span.start..span.end - padding];
    if token.len() > TOKEN_LIMIT {
        let head = &token[..token.floor_char_boundary(TOKEN_LIMIT)];
        let mut stretch = decode(head).unwrap_or_else(|| Stretch::new(Vec::new(), span.clone(), String::new()));
        stretch.cut = true;
        visit(Stretch { span, ..stretch });
        return true;
    }
    let found = decode(token).map(|stretch| (stretch, span.clone())).or_else(|| {
        // Padding in front: the token is written backwards.
        let lead = text.as_bytes()[..span.start].iter().rev().take(2).take_while(|b| **b == b'=').count();
        if lead == 0 {
            return None;
        }
        let backwards: String = token.chars().rev().collect();
        let mut stretch = decode(&backwards)?;
        stretch.chain.insert(0, Encoding::Reversed);
        Some((stretch, span.start - lead..span.end))
    });
    let Some((stretch, span)) = found else { return false };
    visit(Stretch { span, ..stretch });
    true
}

/// The parts of a token between separators that also belong to an alphabet: `name_` or `path/` before a payload.
fn parts(whole: &str, offset: usize, visit: &mut dyn FnMut(Stretch)) {
    let mut at = 0;
    for part in whole.split(['/', '-', '_', '+']) {
        if part.len() >= SHORTEST
            && part.len() < whole.len()
            && let Some(stretch) = decode(part)
        {
            let start = offset + at;
            visit(Stretch { span: start..start + part.len(), ..stretch });
        }
        at += part.len() + 1;
    }
}

fn decode(token: &str) -> Option<Stretch> {
    let compact: Cow<str> = if token.bytes().any(|b| b.is_ascii_whitespace() || b == b'\\') {
        let joined = token.replace("\\r", "").replace("\\n", "");
        joined.chars().filter(|c| !c.is_ascii_whitespace()).collect::<String>().into()
    } else {
        token.into()
    };
    let found = [hex, base32, base64].into_iter().find_map(|try_one| try_one(&compact))?;
    let (encoding, text) = found;
    let mut stretch = Stretch::new(vec![encoding], 0..0, text.text);
    stretch.chain.extend(text.chain);
    stretch.cut |= text.cut;
    Some(stretch)
}

fn hex(token: &str) -> Option<(Encoding, bytes::Text)> {
    let digits = token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")).unwrap_or(token);
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let decoded = HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).ok()?;
    Some((Encoding::Hex, bytes::text(&decoded)?))
}

fn base32(token: &str) -> Option<(Encoding, bytes::Text)> {
    let upper = token.bytes().all(|b| matches!(b, b'A'..=b'Z' | b'2'..=b'7'));
    let lower = !upper && token.bytes().all(|b| matches!(b, b'a'..=b'z' | b'2'..=b'7'));
    if !upper && !lower {
        return None;
    }
    let decoded = BASE32_NOPAD.decode(token.to_ascii_uppercase().as_bytes()).ok()?;
    Some((Encoding::Base32, bytes::text(&decoded)?))
}

/// Base64 whose last characters carry bits that no encoder sets is still base64 to most decoders.
fn base64(token: &str) -> Option<(Encoding, bytes::Text)> {
    let standard = !token.bytes().any(|b| matches!(b, b'-' | b'_'));
    let url = !token.bytes().any(|b| matches!(b, b'+' | b'/'));
    // One character too many carries no byte.
    let token = if token.len() % 4 == 1 { &token[..token.len() - 1] } else { token };
    let encoding = match (standard, url) {
        (true, _) => &LENIENT.0,
        (_, true) => &LENIENT.1,
        _ => return None,
    };
    let decoded = encoding.decode(token.as_bytes()).ok()?;
    Some((Encoding::Base64, bytes::text(&decoded)?))
}

static LENIENT: LazyLock<(data_encoding::Encoding, data_encoding::Encoding)> = LazyLock::new(|| {
    let lenient = |mut specification: Specification, strict: data_encoding::Encoding| {
        specification.check_trailing_bits = false;
        specification.encoding().unwrap_or(strict)
    };
    (lenient(BASE64_NOPAD.specification(), BASE64_NOPAD), lenient(BASE64URL_NOPAD.specification(), BASE64URL_NOPAD))
});
