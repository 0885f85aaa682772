//! Takes credentials out of what a server says, in the forms in which servers repeat them: as they are, escaped for JSON,
//! percent-encoded once or twice, and in base64 with anything before and behind.
//!
//! Hot path: every message of a server passes. Without credentials it costs nothing. Else a message is searched once for each
//! form of each credential, and where it has escapes a decoded copy of it is, so that the cost is linear in the message. Where
//! a form stands in the message itself is found out only once there is one.

use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD, Encoding};
use memchr::memmem::Finder;
use std::borrow::Cow;
use std::ops::Range;

/// What stands in the place of a credential.
const MASKED: &str = "***";
/// The least bytes of a credential, of a line of one that has several, and of what is searched for in base64.
const LEAST: usize = 8;
const LEAST_LINE: usize = 16;
/// Lines of one credential.
const LINES: usize = 64;
/// What a quote that begins or ends a string of JSON is decoded to: no byte of UTF-8.
const EDGE: u8 = 0xFF;

/// Finds credentials.
#[derive(Debug, Clone, Default)]
pub(crate) struct Redactor(Vec<Finder<'static>>);

/// How far percent-encoding is taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Percent {
    Kept,
    Once,
    Twice,
}

/// Places in a text, from which each byte of a decoded copy comes.
type Places = Vec<Range<usize>>;

impl Redactor {
    pub(crate) fn of(credentials: &[String]) -> Self {
        let mut needles: Vec<Vec<u8>> = vec![];
        for credential in credentials {
            let credential = credential.trim();
            let lines = credential.lines().map(str::trim).filter(|line| line.len() >= LEAST_LINE).take(LINES);
            let whole = [credential].into_iter().filter(|whole| whole.len() >= LEAST && whole.lines().count() == 1);
            for text in whole.chain(lines) {
                needles.push(text.as_bytes().to_vec());
                for encoding in [BASE64_NOPAD, BASE64URL_NOPAD] {
                    needles.extend((0..3).map(|before| encoded(&encoding, text.as_bytes(), before)));
                }
            }
        }
        needles.retain(|needle| needle.len() >= LEAST);
        needles.sort();
        needles.dedup();
        Self(needles.iter().map(|needle| Finder::new(needle).into_owned()).collect())
    }

    /// A message without credentials in its strings. What is no JSON may become another text that is none.
    pub(crate) fn in_message(&self, message: Vec<u8>) -> Vec<u8> {
        match self.found(&message, true) {
            found if found.is_empty() => message,
            found => replaced(&message, found),
        }
    }

    /// A text without credentials.
    pub(crate) fn in_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.found(text.as_bytes(), false) {
            found if found.is_empty() => Cow::Borrowed(text),
            found => String::from_utf8_lossy(&replaced(text.as_bytes(), found)).into_owned().into(),
        }
    }

    /// Where credentials stand.
    fn found(&self, text: &[u8], is_json: bool) -> Vec<Range<usize>> {
        let mut found = vec![];
        if self.0.is_empty() {
            return found;
        }
        let has_percent = memchr::memchr(b'%', text).is_some() || memchr::memmem::find(text, br"\u0025").is_some();
        let depths: &[Percent] =
            if has_percent { &[Percent::Kept, Percent::Once, Percent::Twice] } else { &[Percent::Kept] };
        for depth in depths {
            let decoded = decoded(text, is_json, *depth, &mut None);
            let matches = self.matches(&decoded, is_json);
            if matches.is_empty() {
                continue;
            }
            let mut places = Some(Places::with_capacity(decoded.len()));
            drop(decoded);
            let _ = self::decoded(text, is_json, *depth, &mut places);
            let places = places.unwrap_or_default();
            found.extend(matches.into_iter().map(|matched| places[matched.start].start..places[matched.end - 1].end));
        }
        found
    }

    fn matches(&self, decoded: &[u8], is_json: bool) -> Vec<Range<usize>> {
        let needles = self.0.iter();
        let mut matches: Vec<Range<usize>> =
            needles.flat_map(|finder| finder.find_iter(decoded).map(|at| at..at + finder.needle().len())).collect();
        if is_json {
            matches.sort_by_key(|matched| matched.start);
            let (mut counted, mut is_inside) = (0, false);
            matches.retain(|matched| {
                is_inside ^= memchr::memchr_iter(EDGE, &decoded[counted..matched.start]).count() % 2 == 1;
                counted = matched.start;
                is_inside
            });
        }
        matches
    }
}

/// What of a text in base64 is the same whatever stands behind it and so many bytes before it.
fn encoded(encoding: &Encoding, text: &[u8], before: usize) -> Vec<u8> {
    let bytes: Vec<u8> = std::iter::repeat_n(0, before).chain(text.iter().copied()).collect();
    let characters = encoding.encode(&bytes).into_bytes();
    let (first, end) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
    characters[first..end].to_vec()
}

fn replaced(text: &[u8], mut found: Vec<Range<usize>>) -> Vec<u8> {
    found.sort_by_key(|range| (range.start, range.end));
    let (mut out, mut end) = (Vec::with_capacity(text.len()), 0);
    for range in found {
        if range.start >= end {
            out.extend_from_slice(&text[end..range.start]);
            out.extend_from_slice(MASKED.as_bytes());
        }
        end = end.max(range.end);
    }
    out.extend_from_slice(&text[end..]);
    out
}

/// A text without the escapes of JSON and so much percent-encoding; the places of its bytes go into `places` if they are
/// wanted.
fn decoded<'t>(text: &'t [u8], is_json: bool, percent: Percent, places: &mut Option<Places>) -> Cow<'t, [u8]> {
    if percent == Percent::Kept && !is_json && places.is_none() && memchr::memchr(b'\\', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = unescaped(text, is_json, places);
    for _ in 0..percent as usize {
        plain = unpercented(&plain, places);
    }
    Cow::Owned(plain)
}

fn unescaped(text: &[u8], is_json: bool, places: &mut Option<Places>) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let mut put = |bytes: &[u8], end: usize| {
            plain.extend_from_slice(bytes);
            if let Some(places) = places.as_mut() {
                places.extend(std::iter::repeat_n(start..end, bytes.len()));
            }
        };
        at = match (text[at], text.get(at + 1)) {
            (b'"', _) if is_json => {
                put(&[EDGE], start + 1);
                start + 1
            }
            (b'\\', Some(b'u')) if hex(text, start + 2, 4).is_some() => {
                let (character, end) = character(text, start);
                put(character.encode_utf8(&mut [0; 4]).as_bytes(), end);
                end
            }
            (b'\\', Some(escaped)) => {
                let byte = match escaped {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'f' => 12,
                    other => *other,
                };
                put(&[byte], start + 2);
                start + 2
            }
            (byte, _) => {
                put(&[byte], start + 1);
                start + 1
            }
        };
    }
    plain
}

/// The character of the escape `\uXXXX` here, and of the second half that follows it.
fn character(text: &[u8], at: usize) -> (char, usize) {
    let first = hex(text, at + 2, 4).unwrap_or_default();
    let second = (text.get(at + 6..at + 8) == Some(br"\u")).then(|| hex(text, at + 8, 4)).flatten();
    match (first, second) {
        (0xD800..0xDC00, Some(low @ 0xDC00..0xE000)) => {
            let code = 0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00);
            (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), at + 12)
        }
        _ => (char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), at + 6),
    }
}

/// Takes percent-encoding away once. The places are those of `text` before, and those of the copy afterwards.
fn unpercented(text: &[u8], places: &mut Option<Places>) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let before = places.take();
    let mut after = before.as_ref().map(|before| Places::with_capacity(before.len()));
    let mut at = 0;
    while at < text.len() {
        let byte = (text[at] == b'%').then(|| hex(text, at + 1, 2)).flatten().and_then(|byte| u8::try_from(byte).ok());
        let length = if byte.is_some() { 3 } else { 1 };
        plain.push(byte.unwrap_or(text[at]));
        if let (Some(before), Some(after)) = (&before, &mut after) {
            after.push(before[at].start..before[at + length - 1].end);
        }
        at += length;
    }
    *places = after;
    plain
}

fn hex(text: &[u8], at: usize, digits: usize) -> Option<u32> {
    let digits = std::str::from_utf8(text.get(at..at + digits)?).ok()?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "pw/Zt5u\"Gh1";

    fn redactor() -> Redactor {
        Redactor::of(&[SECRET.to_owned(), "one-line-of-sixteen\nshort\nanother-line-of-them".to_owned()])
    }

    fn masked(message: &str) -> String {
        String::from_utf8(redactor().in_message(message.as_bytes().to_vec())).unwrap()
    }

    fn percent(text: &str, is_lower: bool) -> String {
        text.bytes().map(|byte| if is_lower { format!("%{byte:02x}") } else { format!("%{byte:02X}") }).collect()
    }

    #[test]
    fn every_form_of_a_credential_in_a_string_is_masked() {
        let twice = percent(&percent(SECRET, false), true);
        let each = SECRET.bytes().map(|byte| format!("%25{byte:02X}")).collect::<String>();
        let unicode: String = SECRET.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
        for form in [
            r#"pw/Zt5u\"Gh1"#.to_owned(),
            r#"pw\/Zt5u\u0022Gh1"#.to_owned(),
            unicode,
            percent(SECRET, true),
            "pw%2FZt5u%22Gh1".to_owned(),
            "pw%252fZt5u%2522Gh1".to_owned(),
            "pw\\u00252FZt5u%22Gh1".to_owned(),
            twice,
            each,
            "one-line-of-sixteen".to_owned(),
        ] {
            let message = format!(r#"{{"id":1,"error":{{"message":"said: {form}, no more","x":"\\"}}}}"#);
            let expected = r#"{"id":1,"error":{"message":"said: ***, no more","x":"\\"}}"#;
            assert_eq!(masked(&message), expected, "{form}");
        }
    }

    #[test]
    fn base64_with_anything_before_and_behind_is_masked() {
        for before in ["", "u", "us", "user:", "user2:"] {
            for behind in ["", "x", "yz"] {
                for encoding in [BASE64_NOPAD, BASE64URL_NOPAD] {
                    let text = encoding.encode(format!("{before}{SECRET}{behind}").as_bytes());
                    let shown = masked(&format!(r#"["Basic {text}"]"#));
                    assert!(shown.contains("***") && shown.len() < text.len(), "{before} {behind} {shown}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_string_and_what_has_no_credential_is_left_as_it_is() {
        let numbers = Redactor::of(&["12345678901".to_owned()]);
        let message = r#"{"id":12345678901,"x":"a 12345678901 b","y":12345678901}"#;
        let shown = String::from_utf8(numbers.in_message(message.as_bytes().to_vec())).unwrap();
        assert_eq!(shown, r#"{"id":12345678901,"x":"a *** b","y":12345678901}"#);
        for message in [
            r#"{"x":"pw/Zt5u","y":"\"Gh1"}"#,
            r#"{"x":"%","y":"%2","z":"%zz\u12","w":"\ud83d\ude00 \ud83d"}"#,
            "no JSON \\",
            "",
        ] {
            assert_eq!(masked(message), message);
        }
        assert_eq!(Redactor::of(&["short".to_owned()]).in_text("short"), "short");
    }

    #[test]
    fn two_credentials_beside_and_in_each_other_are_both_masked() {
        let redactor = Redactor::of(&["abcdefgh1".to_owned(), "fgh1ijkl2".to_owned(), "abcdefgh1xyz".to_owned()]);
        assert_eq!(redactor.in_text("<abcdefgh1ijkl2> <abcdefgh1xyz> abcdefgh1"), "<***> <***> ***");
    }

    proptest::proptest! {
        #[test]
        fn a_message_without_a_credential_is_not_changed(message in r#"[a-c%25"\\u0]{0,80}"#) {
            proptest::prop_assert_eq!(masked(&message), message);
        }

        #[test]
        fn nothing_is_left_of_a_credential_in_any_surroundings(before in "[a-z% \\\\n]{0,20}", behind in "[a-z% ]{0,20}") {
            let message = format!("[{}]", crate::rpc::quote(&format!("{before}{SECRET}{behind}")));
            let shown = masked(&message);
            proptest::prop_assert!(!shown.contains("Zt5u"), "{}", shown);
        }
    }
}
