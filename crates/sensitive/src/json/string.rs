//! What a JSON string says, where each part of it stands, and how to write another in its place.

use std::ops::Range;

/// A string as a model reads it.
#[derive(Debug)]
pub(crate) struct Decoded<'r, 's> {
    /// Between the quotes.
    raw: &'r [u8],
    /// What it says: the raw bytes themselves, or the scratch buffer they were decoded into.
    text: Option<&'s [u8]>,
}

impl<'r, 's> Decoded<'r, 's> {
    /// Decodes `raw`, the bytes between the quotes; `scratch` is used only if there are escapes.
    pub(crate) fn new(raw: &'r [u8], escaped: bool, scratch: &'s mut Vec<u8>) -> Self {
        if !escaped {
            return Self { raw, text: None };
        }
        scratch.clear();
        let mut parts = Parts { raw, at: 0 };
        while let Some(part) = parts.next_part() {
            scratch.extend_from_slice(part.bytes());
        }
        Self { raw, text: Some(scratch) }
    }

    /// A string without escapes.
    #[inline]
    pub(crate) fn plain(raw: &'r [u8]) -> Self {
        Self { raw, text: None }
    }

    /// A string of which it is known what it says.
    pub(crate) fn known(raw: &'r [u8], text: &'s [u8]) -> Self {
        Self { raw, text: Some(text) }
    }

    /// What stands between the quotes.
    pub(crate) fn raw(&self) -> &[u8] {
        self.raw
    }

    /// What it says.
    pub(crate) fn text(&self) -> &[u8] {
        self.text.unwrap_or(self.raw)
    }

    /// Where the bytes that say `span` of the text stand between the quotes. Linear in the string, for all spans
    /// together, which must be in order.
    pub(crate) fn raw_spans(&self, spans: &mut [Range<usize>]) {
        if self.text.is_none() {
            return;
        }
        let mut parts = Parts { raw: self.raw, at: 0 };
        // Where the current part starts, in the text and between the quotes.
        let (mut text, mut raw, mut length) = (0, 0, 0);
        let mut advance_to = |place: usize, is_end: bool| {
            // An end belongs to the part before it.
            while text + length < place || !is_end && text + length == place {
                text += length;
                raw = parts.at;
                match parts.next_part() {
                    Some(part) => length = part.bytes().len(),
                    None => return raw,
                }
            }
            let is_plain = parts.at - raw == length;
            if is_plain {
                raw + (place - text)
            } else if is_end {
                parts.at
            } else {
                raw
            }
        };
        for span in spans {
            let start = advance_to(span.start, false);
            let end = if span.start == span.end { start } else { advance_to(span.end, true) };
            *span = start..end;
        }
    }
}

/// The raw string part by part: a run without escapes, or one escape.
struct Parts<'r> {
    raw: &'r [u8],
    at: usize,
}

enum Part<'r> {
    Plain(&'r [u8]),
    Escape([u8; 4], usize),
}

impl Part<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Plain(bytes) => bytes,
            Self::Escape(bytes, length) => &bytes[..*length],
        }
    }
}

impl<'r> Parts<'r> {
    fn next_part(&mut self) -> Option<Part<'r>> {
        let rest = &self.raw[self.at..];
        if rest.is_empty() {
            return None;
        }
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        if plain > 0 {
            self.at += plain;
            return Some(Part::Plain(&rest[..plain]));
        }
        let (character, length) = escape(rest);
        self.at += length.min(rest.len());
        let mut bytes = [0; 4];
        let length = character.encode_utf8(&mut bytes).len();
        Some(Part::Escape(bytes, length))
    }
}

/// What the escape that starts `rest` says, and its length. Half a surrogate pair says nothing.
fn escape(rest: &[u8]) -> (char, usize) {
    let hex = |at: usize| -> Option<u32> {
        let digits = std::str::from_utf8(rest.get(at..at + 4)?).ok()?;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    };
    match rest.get(1) {
        Some(b'n') => ('\n', 2),
        Some(b't') => ('\t', 2),
        Some(b'r') => ('\r', 2),
        Some(b'b') => ('\u{8}', 2),
        Some(b'f') => ('\u{c}', 2),
        Some(b'u') => match hex(2) {
            Some(high @ 0xD800..0xDC00) => {
                let low = (rest.get(6..8) == Some(b"\\u")).then(|| hex(8)).flatten();
                match low {
                    Some(low @ 0xDC00..0xE000) => {
                        let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                        (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                    }
                    _ => (char::REPLACEMENT_CHARACTER, 6),
                }
            }
            Some(code) => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            None => ('u', 2),
        },
        Some(byte) if byte.is_ascii() => (char::from(*byte), 2),
        // Half an escape: the backslash stands for itself.
        _ => ('\\', 1),
    }
}

/// Appends `text` as it stands between the quotes of a JSON string.
pub(crate) fn encode(text: &[u8], out: &mut Vec<u8>) {
    for byte in text {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0..0x20 => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                out.extend_from_slice(b"\\u00");
                out.extend_from_slice(&[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            }
            _ => out.push(*byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spans_lead_back_to_the_escapes() {
        let raw = br#"a\"b\u00e9c\n"#;
        let mut scratch = Vec::new();
        let decoded = Decoded::new(raw, true, &mut scratch);
        assert_eq!(decoded.text(), "a\"béc\n".as_bytes());
        let mut spans = [0..1, 1..1, 1..2, 2..5, 5..7, 7..7];
        decoded.raw_spans(&mut spans);
        assert_eq!(spans, [0..1, 1..1, 1..3, 3..10, 10..13, 13..13]);
    }

    proptest! {
        #[test]
        fn it_reads_what_another_writer_wrote(text in any::<String>()) {
            let written = serde_json::to_string(&text).expect("a string is JSON");
            let mut scratch = Vec::new();
            let decoded = Decoded::new(&written.as_bytes()[1..written.len() - 1], true, &mut scratch);
            prop_assert_eq!(decoded.text(), text.as_bytes());
            let mut own = vec![b'"'];
            encode(text.as_bytes(), &mut own);
            own.push(b'"');
            prop_assert_eq!(serde_json::from_slice::<String>(&own).expect("it is JSON"), text);
        }

        #[test]
        fn a_span_decodes_to_the_same(text in any::<String>(), a in any::<prop::sample::Index>(), b in any::<prop::sample::Index>()) {
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let (a, b) = (ends[a.index(ends.len())], ends[b.index(ends.len())]);
            let span = a.min(b)..a.max(b);
            let written = text.chars().map(|c| {
                let mut units = [0; 2];
                c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>()
            }).collect::<String>();
            let mut scratch = Vec::new();
            let decoded = Decoded::new(written.as_bytes(), true, &mut scratch);
            let mut spans = [span.clone()];
            decoded.raw_spans(&mut spans);
            let mut again = Vec::new();
            let part = Decoded::new(&written.as_bytes()[spans[0].clone()], true, &mut again);
            if !span.is_empty() {
                prop_assert_eq!(part.text(), &text.as_bytes()[span]);
            }
        }

        #[test]
        fn no_bytes_make_it_panic(raw in proptest::collection::vec(any::<u8>(), 0..100), at in 0..100usize) {
            let mut scratch = Vec::new();
            let decoded = Decoded::new(&raw, true, &mut scratch);
            let at = at.min(decoded.text().len());
            decoded.raw_spans(&mut [0..at, at..decoded.text().len()]);
        }
    }
}
