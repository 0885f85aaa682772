//! One token after another.

use crate::names::Field;
use crate::words::json::{LABELLED, LABELS};
use std::ops::Range;
use vetgate_model::Pointer;

/// How deep documents may be nested; deeper ones are read as text.
const DEEPEST: usize = 512;

/// A token that can carry data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// The name of a member, with its quotes.
    Key,
    /// A string value, with its quotes.
    String,
    /// A number.
    Number,
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A token, where it stands in the buffer, and whether there are escapes in it.
    Token(Token, Range<usize>, bool),
    /// The buffer ends before the next token does; nothing after this place has been read.
    More(usize),
    /// The input ends where a document does.
    End,
    /// What stands here is not JSON.
    Wrong(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    /// The start of a document: `{` or `[`.
    Document,
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
}

/// An object or array that is open.
#[derive(Debug, Clone)]
struct Frame {
    is_object: bool,
    /// Of the current member, in the arena; of an array, the name of the array's own member.
    name: Range<usize>,
    /// What a member beside it calls it.
    label: Range<usize>,
    index: usize,
    /// Which one it is of all that were opened.
    serial: usize,
}

/// Reads tokens and remembers where in the document they stand.
#[derive(Debug)]
pub(crate) struct Lexer {
    expect: Expect,
    frames: Vec<Frame>,
    /// The names of the open members, one after another.
    names: Vec<u8>,
    opened: usize,
    /// How much of a string that is not over yet has been read, and whether there were escapes.
    partial: (usize, bool),
}

impl Lexer {
    /// A reader that counts what it opens on from `opened`.
    pub(crate) fn after(opened: usize) -> Self {
        Self { expect: Expect::Document, frames: Vec::new(), names: Vec::new(), opened, partial: (0, false) }
    }

    /// The next token at or after `at`. If `is_all` is not set, more may follow the buffer.
    pub(crate) fn next(&mut self, text: &[u8], mut at: usize, is_all: bool) -> Step {
        loop {
            while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
                at += 1;
            }
            let Some(byte) = text.get(at) else {
                return match (is_all, self.expect) {
                    (false, _) => Step::More(at),
                    (true, Expect::Document) => Step::End,
                    (true, _) => Step::Wrong(at),
                };
            };
            match (self.expect, byte) {
                (Expect::Document | Expect::Value | Expect::ValueOrEnd, b'{' | b'[') => {
                    if !self.open(*byte == b'{') {
                        return Step::Wrong(at);
                    }
                }
                (Expect::KeyOrEnd, b'}') | (Expect::ValueOrEnd, b']') => self.close(),
                (Expect::CommaOrEnd, b'}' | b']') => {
                    if self.frames.last().is_none_or(|frame| frame.is_object != (*byte == b'}')) {
                        return Step::Wrong(at);
                    }
                    self.close();
                }
                (Expect::CommaOrEnd, b',') => {
                    let Some(frame) = self.frames.last_mut() else { return Step::Wrong(at) };
                    frame.index += 1;
                    self.expect = if frame.is_object { Expect::Key } else { Expect::Value };
                }
                (Expect::Colon, b':') => self.expect = Expect::Value,
                (Expect::Key | Expect::KeyOrEnd, b'"') => {
                    return match self.string_end(text, at) {
                        Ok((end, escaped)) => {
                            self.expect = Expect::Colon;
                            Step::Token(Token::Key, at..end, escaped)
                        }
                        Err(wrong) => unfinished(wrong, at, is_all),
                    };
                }
                (Expect::Value | Expect::ValueOrEnd, b'"') => {
                    return match self.string_end(text, at) {
                        Ok((end, escaped)) => {
                            self.expect = Expect::CommaOrEnd;
                            Step::Token(Token::String, at..end, escaped)
                        }
                        Err(wrong) => unfinished(wrong, at, is_all),
                    };
                }
                (Expect::Value | Expect::ValueOrEnd, _) => {
                    let rest = &text[at..];
                    let length = rest.iter().position(|byte| !is_scalar(*byte)).unwrap_or(rest.len());
                    if length == rest.len() && !is_all {
                        return Step::More(at);
                    }
                    let scalar = &rest[..length];
                    self.expect = Expect::CommaOrEnd;
                    if is_number(scalar) {
                        return Step::Token(Token::Number, at..at + length, false);
                    }
                    if !matches!(scalar, b"true" | b"false" | b"null") {
                        return Step::Wrong(at);
                    }
                    at += length - 1;
                }
                _ => return Step::Wrong(at),
            }
            at += 1;
        }
    }

    fn open(&mut self, is_object: bool) -> bool {
        if self.frames.len() == DEEPEST {
            return false;
        }
        // What is in a list is called by the list's name.
        let name = match self.frames.last() {
            Some(around) if !is_object => around.name.clone(),
            _ => self.names.len()..self.names.len(),
        };
        let label = self.names.len()..self.names.len();
        self.opened += 1;
        self.frames.push(Frame { is_object, name, label, index: 0, serial: self.opened });
        self.expect = if is_object { Expect::KeyOrEnd } else { Expect::ValueOrEnd };
        true
    }

    /// Goes into an object or array whose members will be told by [`step`](Self::step), without reading them; false if it
    /// is nested too deep.
    pub(crate) fn enter(&mut self, is_object: bool) -> bool {
        let is_open = self.open(is_object);
        if let Some(frame) = self.frames.last_mut().filter(|_| is_open) {
            frame.index = usize::MAX;
        }
        is_open
    }

    /// Goes to the next member of what is open.
    #[inline]
    pub(crate) fn step(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.index = frame.index.wrapping_add(1);
        }
    }

    /// Leaves what was entered last.
    pub(crate) fn leave(&mut self) {
        self.close();
    }

    fn close(&mut self) {
        self.frames.pop();
        let end = self.frames.last().map_or(0, |frame| frame.name.end.max(frame.label.end));
        self.names.truncate(end);
        self.expect = if self.frames.is_empty() { Expect::Document } else { Expect::CommaOrEnd };
    }

    /// Where the string that starts at `start` ends, behind its quote, and whether it has escapes. Goes on where the last
    /// call stopped, if more of the same string came in.
    #[inline]
    fn string_end(&mut self, text: &[u8], start: usize) -> Result<(usize, bool), Wrong> {
        let (read, mut escaped) = std::mem::take(&mut self.partial);
        let mut at = start + read.max(1);
        loop {
            at += plain(&text[at.min(text.len())..]);
            match text.get(at) {
                Some(b'"') => return Ok((at + 1, escaped)),
                Some(b'\\') => {
                    escaped = true;
                    at += 2;
                }
                Some(0..0x20) => return Err(Wrong::Control),
                Some(_) => at += 1,
                None => {
                    self.partial = (at - start, escaped);
                    return Err(Wrong::Unclosed);
                }
            }
        }
    }

    /// Says what the member is called whose key was read last.
    #[inline]
    pub(crate) fn name(&mut self, name: &[u8]) {
        let Some(frame) = self.frames.last_mut() else { return };
        // A label that stands behind the old name is moved to the front of the new one.
        let base = if frame.label.is_empty() { frame.name.start } else { frame.label.end };
        let base = base.min(self.names.len());
        self.names.truncate(base);
        self.names.extend_from_slice(name);
        frame.name = base..self.names.len();
    }

    /// Says what the string is that was read last, in case it names the value beside it.
    #[inline]
    pub(crate) fn value(&mut self, value: &[u8]) {
        let Some(frame) = self.frames.last_mut() else { return };
        if !frame.is_object || value.is_empty() || value.len() > 64 || !frame.label.is_empty() {
            return;
        }
        if is_label(&self.names[frame.name.clone()]) {
            let base = self.names.len();
            self.names.extend_from_slice(value);
            frame.label = base..self.names.len();
        }
    }

    /// What the token that was read last is called.
    #[inline]
    pub(crate) fn field(&self) -> Field<'_> {
        let Some((frame, around)) = self.frames.split_last() else { return Field::default() };
        let name = &self.names[frame.name.clone()];
        // An array has its own member's name; what is around is the object that has that member's object.
        if !frame.is_object {
            return Field { name, ..Field::default() };
        }
        let parent =
            around.iter().rfind(|frame| frame.is_object).map_or(&b""[..], |frame| &self.names[frame.name.clone()]);
        let is_labelled = !frame.label.is_empty() && is_one_of(name, LABELLED);
        let name = if is_labelled { &self.names[frame.label.clone()] } else { name };
        Field { name, parent, is_quiet: false }
    }

    /// How many objects and lists were opened.
    pub(crate) fn opened(&self) -> usize {
        self.opened
    }

    /// Goes on counting from `opened`, after a document inside a string.
    pub(crate) fn open_after(&mut self, opened: usize) {
        self.opened = opened;
    }

    /// Which object or list is open, of all that were.
    pub(crate) fn object(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.serial)
    }

    /// Where the token that was read last stands.
    pub(crate) fn pointer(&self) -> Pointer {
        self.frames.iter().fold(Pointer::root(), |pointer, frame| {
            if frame.is_object {
                pointer.key(&String::from_utf8_lossy(&self.names[frame.name.clone()]))
            } else {
                pointer.index(frame.index)
            }
        })
    }
}

/// Whether it is the name of one of the [`LABELS`]; their lengths tell most others.
fn is_label(name: &[u8]) -> bool {
    (3..=9).contains(&name.len()) && is_one_of(name, LABELS)
}

#[inline]
fn is_one_of(name: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| name.eq_ignore_ascii_case(word.as_bytes()))
}

/// A string that is not closed may go on behind the buffer; a control character in it may not.
fn unfinished(wrong: Wrong, at: usize, is_all: bool) -> Step {
    match wrong {
        Wrong::Unclosed if !is_all => Step::More(at),
        _ => Step::Wrong(at),
    }
}

enum Wrong {
    Unclosed,
    Control,
}

/// How many bytes at the start are no quote, backslash or control character, in steps of eight.
#[inline]
fn plain(text: &[u8]) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let mut at = 0;
    while let Some(eight) = text.get(at..at + 8) {
        let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        let zero = |bytes: u64| bytes.wrapping_sub(ONES) & !bytes & HIGH;
        let below_space = eight.wrapping_sub(ONES * 0x20) & !eight & HIGH;
        let found = zero(eight ^ (ONES * b'"' as u64)) | zero(eight ^ (ONES * b'\\' as u64)) | below_space;
        if found != 0 {
            // The lowest bit that is set is right; those above it may be borrowed.
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at
}

fn is_scalar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// Whether it is a number by the grammar of JSON.
fn is_number(scalar: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = scalar.strip_prefix(b"-").unwrap_or(scalar);
    let whole = digits(rest);
    if whole == 0 || whole > 1 && rest[0] == b'0' {
        return false;
    }
    rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = exponent.strip_prefix(b"+").or_else(|| exponent.strip_prefix(b"-")).unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The strings and numbers with the names and pointers they have, or where it went wrong.
    fn leaves(text: &str) -> Result<Vec<(String, String, String)>, usize> {
        let mut lexer = Lexer::after(0);
        let (mut at, mut leaves) = (0, Vec::new());
        loop {
            match lexer.next(text.as_bytes(), at, true) {
                Step::Token(Token::Key, span, _) => {
                    lexer.name(&text.as_bytes()[span.start + 1..span.end - 1]);
                    at = span.end;
                }
                Step::Token(_, span, _) => {
                    let value = text[span.clone()].trim_matches('"').to_owned();
                    let name = String::from_utf8_lossy(lexer.field().name).into_owned();
                    leaves.push((lexer.pointer().to_string(), name, value.clone()));
                    lexer.value(value.as_bytes());
                    at = span.end;
                }
                Step::End => return Ok(leaves),
                Step::Wrong(at) => return Err(at),
                Step::More(_) => unreachable!("all is there"),
            }
        }
    }

    #[test]
    fn leaves_have_names_and_places() {
        let leaf = |pointer: &str, name: &str, value: &str| (pointer.into(), name.into(), value.into());
        let text = r#"{"a": {"b": ["x", 1, {"c": "y"}], "d": true}, "e": -1.5e3} [null, "z"]"#;
        assert_eq!(
            leaves(text),
            Ok(vec![
                leaf("/a/b/0", "b", "x"),
                leaf("/a/b/1", "b", "1"),
                leaf("/a/b/2/c", "c", "y"),
                leaf("/e", "e", "-1.5e3"),
                leaf("/1", "", "z"),
            ])
        );
        let text = r#"{"env": [{"name": "API_KEY", "value": "v", "more": 1}, {"value": "w"}], "last": "q"}"#;
        assert_eq!(
            leaves(text),
            Ok(vec![
                leaf("/env/0/name", "name", "API_KEY"),
                leaf("/env/0/value", "API_KEY", "v"),
                leaf("/env/0/more", "more", "1"),
                leaf("/env/1/value", "value", "w"),
                leaf("/last", "last", "q"),
            ])
        );
    }

    #[test]
    fn what_is_not_json_is_said_with_the_place() {
        for (text, at) in [
            ("[INFO] x", 1),
            ("{\"a\" 1}", 5),
            ("[1,]", 3),
            ("{\"a\":1]", 6),
            ("[01]", 1),
            ("[\"a", 1),
            ("[1] x", 4),
            ("[\"\n\"]", 1),
        ] {
            assert_eq!(leaves(text), Err(at), "{text}");
        }
        assert!(leaves(&"[".repeat(DEEPEST + 1)).is_err());
    }

    proptest! {
        #[test]
        fn it_agrees_with_another_reader(text in r#"[\[\]{}",:a0-9\\ \-.e]{0,24}"#) {
            let known = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>().all(|v| {
                v.is_ok_and(|v| v.is_array() || v.is_object())
            });
            prop_assert!(!known || leaves(&text).is_ok(), "{text}");
        }

        #[test]
        fn no_bytes_make_it_panic_or_stand_still(bytes in proptest::collection::vec(any::<u8>(), 0..200), is_all: bool) {
            let (mut lexer, mut at) = (Lexer::after(0), 0);
            while let Step::Token(token, span, _) = lexer.next(&bytes, at, is_all) {
                prop_assert!(span.end > at && span.end <= bytes.len());
                if token == Token::Key { lexer.name(&bytes[span.clone()]) } else { lexer.value(&bytes[span.clone()]) }
                let _ = (lexer.field(), lexer.pointer());
                at = span.end;
            }
        }
    }
}
