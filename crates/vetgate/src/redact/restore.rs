//! Puts the values of a vault back into a document that comes in pieces.
//!
//! In JSON a value is written as JSON wants it, also in a document inside a string; in text it is written as it is.
//! What holds no placeholder of the vault goes through byte for byte.

use memchr::{memchr, memmem, memrchr};
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::ops::ControlFlow;
use vetgate_sensitive::Vault;

/// The longest string or line that is waited for.
const LONGEST: usize = 64 << 20;
/// No placeholder is longer; where a long line is cut, this much is kept back.
const LONGEST_PLACEHOLDER: usize = 128;
/// How many documents may be inside one another.
const DEEPEST: usize = 4;
/// How every placeholder starts.
const OPEN: &[u8] = "⟦".as_bytes();

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Unknown,
    Json,
    Text,
}

/// Restores one document.
pub(super) struct Restorer<'v> {
    vault: &'v Vault,
    mode: Mode,
    /// What has come in and is not written yet.
    buffer: Vec<u8>,
    /// How much of the string that starts the buffer is known not to end it.
    looked_at: usize,
    restored: usize,
}

impl<'v> Restorer<'v> {
    pub(super) fn new(vault: &'v Vault) -> Self {
        Self { vault, mode: Mode::Unknown, buffer: Vec::new(), looked_at: 0, restored: 0 }
    }

    /// Takes the next piece and appends to `out` what can be told by now.
    pub(super) fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        self.buffer.extend_from_slice(piece);
        self.read(false, out);
    }

    /// Says that the document is over, and appends the rest.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        self.read(true, out);
    }

    /// How many placeholders gave way to their values.
    pub(super) fn restored(&self) -> usize {
        self.restored
    }

    fn read(&mut self, is_all: bool, out: &mut Vec<u8>) {
        let mut buffer = std::mem::take(&mut self.buffer);
        if self.mode == Mode::Unknown {
            let start = buffer.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&buffer);
            self.mode = match start.iter().find(|byte| !byte.is_ascii_whitespace()) {
                Some(b'{' | b'[') => Mode::Json,
                Some(_) => Mode::Text,
                None => Mode::Unknown,
            };
        }
        let mut done = 0;
        if self.mode == Mode::Json {
            done = self.json(&buffer, is_all, out);
        }
        if self.mode == Mode::Text || is_all {
            let end = if is_all { buffer.len() } else { settled(&buffer, done) };
            for line in buffer[done..end].split_inclusive(|byte| *byte == b'\n') {
                self.line(line, 0, out);
            }
            done = end;
        }
        buffer.drain(..done);
        self.buffer = buffer;
    }

    /// Writes strings and what is between them; says how far it came. On what cannot be JSON it turns to text.
    fn json(&mut self, text: &[u8], is_all: bool, out: &mut Vec<u8>) -> usize {
        let mut done = 0;
        while let Some(open) = memchr(b'"', &text[done..]).map(|at| done + at) {
            let looked_at = std::mem::take(&mut self.looked_at);
            match string_end(&text[open..], looked_at) {
                ControlFlow::Break(Some(length)) => {
                    out.extend_from_slice(&text[done..open]);
                    done = open + length;
                    self.string(&text[open..done], 0, out);
                }
                ControlFlow::Continue(looked_at) if !is_all && text.len() - open < LONGEST => {
                    out.extend_from_slice(&text[done..open]);
                    self.looked_at = looked_at;
                    return open;
                }
                _ => {
                    self.mode = Mode::Text;
                    return done;
                }
            }
        }
        // A placeholder outside a string makes it no JSON, and may be cut in two.
        if memchr(OPEN[0], &text[done..]).is_some() {
            self.mode = Mode::Text;
            return done;
        }
        out.extend_from_slice(&text[done..]);
        text.len()
    }

    /// One string of a document, with its quotes.
    fn string(&mut self, string: &[u8], depth: usize, out: &mut Vec<u8>) {
        // Other programs may write the bracket as an escape.
        let may_hold = [OPEN, b"\\u27e6", b"\\u27E6"].iter().any(|open| memmem::find(string, open).is_some());
        let decoded = if may_hold { serde_json::from_slice::<String>(string).ok() } else { None };
        let Some(decoded) = decoded else {
            // Broken escapes: no value with a quote in it may end the string.
            return out.extend_from_slice(string);
        };
        let before = self.restored;
        let mut restored = Vec::new();
        self.line(decoded.as_bytes(), depth + 1, &mut restored);
        match String::from_utf8(restored) {
            Ok(restored) if self.restored > before => {
                out.extend(serde_json::to_vec(&restored).expect("a string can be written as JSON"));
            }
            _ => out.extend_from_slice(string),
        }
    }

    /// A line or a decoded string, which may be a document of its own.
    fn line(&mut self, text: &[u8], depth: usize, out: &mut Vec<u8>) {
        let starts = text.iter().find(|byte| !byte.is_ascii_whitespace());
        let is_json = matches!(starts, Some(b'{' | b'['))
            && depth <= DEEPEST
            && serde_json::from_slice::<IgnoredAny>(text).is_ok();
        if !is_json {
            return self.text(text, out);
        }
        let mut done = 0;
        while let Some(open) = memchr(b'"', &text[done..]).map(|at| done + at) {
            let ControlFlow::Break(Some(length)) = string_end(&text[open..], 0) else { break };
            out.extend_from_slice(&text[done..open]);
            done = open + length;
            self.string(&text[open..done], depth, out);
        }
        out.extend_from_slice(&text[done..]);
    }

    /// Text, of which some may be no UTF-8.
    fn text(&mut self, text: &[u8], out: &mut Vec<u8>) {
        if memmem::find(text, OPEN).is_none() {
            return out.extend_from_slice(text);
        }
        for chunk in text.utf8_chunks() {
            for piece in chunk.valid().split_inclusive('⟧') {
                let restored = self.vault.restore(piece);
                self.restored += usize::from(matches!(restored, Cow::Owned(_)));
                out.extend_from_slice(restored.as_bytes());
            }
            out.extend_from_slice(chunk.invalid());
        }
    }
}

/// How long the string is that starts `text` with its quote: the length, or that it is none, or how far it was looked at
/// if it does not end yet. From there the next call goes on, so that a long string is read once.
fn string_end(text: &[u8], looked_at: usize) -> ControlFlow<Option<usize>, usize> {
    let mut at = looked_at.max(1);
    while let Some(step) = text[at.min(text.len())..].iter().position(|byte| matches!(byte, b'\n' | b'"' | b'\\')) {
        at += step;
        match text[at] {
            b'"' => return ControlFlow::Break(Some(at + 1)),
            // JSON has no line breaks in strings: this is text with a quote in it.
            b'\n' => return ControlFlow::Break(None),
            _ => match text.get(at + 1) {
                Some(b'\n') => return ControlFlow::Break(None),
                Some(_) => at += 2,
                None => return ControlFlow::Continue(at),
            },
        }
    }
    ControlFlow::Continue(text.len())
}

/// How much of the text from `done` on can be written before more comes: whole lines, or of a long one what surely holds
/// no half of a placeholder.
fn settled(text: &[u8], done: usize) -> usize {
    const LONG: usize = 1 << 20;
    match memrchr(b'\n', &text[done..]) {
        Some(line) => done + line + 1,
        None if text.len() - done < LONG => done,
        None => {
            let tail = text.len() - LONGEST_PLACEHOLDER;
            memchr(OPEN[0], &text[tail..]).map_or(text.len(), |open| tail + open)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vetgate_sensitive::Limits;

    fn vault() -> Vault {
        let mut vault = Vault::new(Limits { entries: 10, bytes: 1000 });
        assert!(vault.take_back("⟦EMAIL_1⟧", "jo@acme.io"));
        assert!(vault.take_back("⟦PASSWORD_1⟧", "a\"b\\c\nd"));
        vault
    }

    fn restored(document: &[u8], piece: usize) -> Vec<u8> {
        let vault = vault();
        let (mut restorer, mut out) = (Restorer::new(&vault), Vec::new());
        document.chunks(piece).for_each(|piece| restorer.push(piece, &mut out));
        restorer.finish(&mut out);
        out
    }

    #[test]
    fn values_are_written_as_their_place_wants_them() {
        let cases = [
            ("to ⟦EMAIL_1⟧, ⟦EMAIL_1⟧⟦EMAIL_2⟧", "to jo@acme.io, jo@acme.io⟦EMAIL_2⟧"),
            ("pw ⟦PASSWORD_1⟧ \"⟦EMAIL_1⟧\"", "pw a\"b\\c\nd \"jo@acme.io\""),
            (r#"{"p": "⟦PASSWORD_1⟧", "n": [1.0]}"#, r#"{"p": "a\"b\\c\nd", "n": [1.0]}"#),
            (r#"{"⟦EMAIL_1⟧": "\u27e6EMAIL_1⟧ \/"}"#, r#"{"jo@acme.io": "jo@acme.io /"}"#),
            (r#"["{\"p\": \"⟦PASSWORD_1⟧\"}"]"#, r#"["{\"p\": \"a\\\"b\\\\c\\nd\"}"]"#),
            // Quotes in text are no document: only the escapes of the string itself are added.
            (r#"["say \"⟦PASSWORD_1⟧\""]"#, r#"["say \"a\"b\\c\nd\""]"#),
            ("log: x\n{\"p\": \"⟦PASSWORD_1⟧\"}\nend", "log: x\n{\"p\": \"a\\\"b\\\\c\\nd\"}\nend"),
            ("[12:30] say \"hi\n⟦EMAIL_1⟧", "[12:30] say \"hi\njo@acme.io"),
            ("[12:30] ⟦EMAIL_1⟧ came", "[12:30] jo@acme.io came"),
            ("{\"cut\": \"⟦EMAIL_1⟧", "{\"cut\": \"jo@acme.io"),
            ("{\"a\": \"x\\u00e9\\/\"}", "{\"a\": \"x\\u00e9\\/\"}"),
            ("⟦EMAIL_1", "⟦EMAIL_1"),
            ("", ""),
            (" \n", " \n"),
        ];
        for (document, expected) in cases {
            for piece in [1, 2, 3, 7, 1000] {
                let out = String::from_utf8(restored(document.as_bytes(), piece)).unwrap();
                assert_eq!(out, expected, "in pieces of {piece}");
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_go_through() {
        let mut document = vec![0xFF, 0, b'"', 0xE2, 0x9F];
        document.extend("⟦EMAIL_1⟧".bytes().chain([0xE2, b'\n', 0x80]));
        let expected = [&[0xFF, 0, b'"', 0xE2, 0x9F][..], b"jo@acme.io", &[0xE2, b'\n', 0x80]].concat();
        for piece in [1, 4, 1000] {
            assert_eq!(restored(&document, piece), expected);
        }
    }

    #[test]
    fn a_long_string_is_read_once() {
        let document = format!("[\"{}⟦EMAIL_1⟧\"]", "\\\\x".repeat(4 << 20));
        // Looked at from its start with each piece, this would take minutes.
        let out = restored(document.as_bytes(), 1 << 10);
        assert_eq!(out.len(), document.len() - "⟦EMAIL_1⟧".len() + "jo@acme.io".len());
    }

    #[test]
    fn a_long_line_is_cut_beside_placeholders() {
        let line = "x".repeat((1 << 20) - 4) + &"⟦EMAIL_1⟧".repeat(3);
        assert_eq!(restored(line.as_bytes(), 4096).len(), (1 << 20) - 4 + 30);
    }
}
