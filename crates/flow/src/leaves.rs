//! The values of a document, each with its place.
//!
//! Arguments and responses are JSON, and text inside them often is JSON again, or a Python literal. What counts is what
//! stands in the values: strings and numbers, in order. Keys are the server's words and not data; they are handed out
//! apart, because a key can be made to carry data too. JSON inside a string is read the same way, to depth
//! [`NESTING`], under the pointer of the string. What is not JSON is one value: the text itself. JSON that breaks off or is
//! malformed is read as far as it goes, and the rest is text.
//!
//! Guarantees: total, linear, one pass; memory is eight bytes for each open bracket beside the pointer, and a string is
//! copied only where it has escapes.

use std::ops::Range;
use vetgate_model::json::{Document, Kind};

/// How deep JSON is looked for inside strings.
const NESTING: usize = 3;
/// How long the name of a parameter is at most, in bytes; what is longer is no name.
const LONGEST_NAME: usize = 24;
/// The longest pointer, in bytes: what lies deeper is told by the pointer of what holds it.
const LONGEST_POINTER: usize = 256;

/// Sees what stands in a document.
pub(crate) trait Visitor {
    /// Whether keys are of interest.
    const SEES_KEYS: bool = false;

    /// A value and its pointer. False ends the walk.
    fn value(&mut self, text: &str, pointer: &str) -> bool;

    /// Another value with the pointer of the value before.
    fn more(&mut self, text: &str, pointer: &str) -> bool {
        self.value(text, pointer)
    }

    /// A short key at the top level: the name of a parameter, in all likelihood.
    fn name(&mut self, _text: &str) {}

    /// A key below the top level, and the pointer of its object. False ends the walk.
    fn key(&mut self, _text: &str, _pointer: &str) -> bool {
        true
    }
}

/// A string of a document that has been unescaped already.
#[derive(Debug, Clone)]
pub struct Decoded<'t> {
    /// Where it stands in the document, with its quotes.
    pub span: Range<usize>,
    /// What it says.
    pub text: &'t str,
    /// What it says as a document, if it is one and has been parsed.
    pub document: Option<&'t Document<'t>>,
}

/// Shows the values of `document` to `visitor`, in order.
pub(crate) fn walk(document: &str, visitor: &mut impl Visitor) {
    walk_decoded(document, &[], visitor);
}

/// The same, where it is known what some strings say; these are in their order.
pub(crate) fn walk_decoded(document: &str, decoded: &[Decoded], visitor: &mut impl Visitor) {
    if opens(document) {
        Walk { visitor, decoded, pointer: String::new(), nesting: 0 }.read(document);
    } else {
        visitor.value(document, "");
    }
}

/// Whether `text` looks like JSON that holds something. A string on its own counts at the top only, where it is unescaped.
fn opens(text: &str) -> bool {
    matches!(text.trim_ascii_start().as_bytes(), [b'{' | b'[' | b'"', ..])
}

struct Walk<'v, V> {
    visitor: &'v mut V,
    /// The strings that come next of those that are unescaped already.
    decoded: &'v [Decoded<'v>],
    pointer: String,
    nesting: usize,
}

/// An open bracket: where the pointer of its members starts, and the number of the current one.
struct Level {
    is_object: bool,
    pointer: u16,
    index: u32,
}

impl<'v, V: Visitor> Walk<'v, V> {
    fn read(&mut self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let mut levels: Vec<Level> = Vec::new();
        let mut expects_key = false;
        let mut unescaped = String::new();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => at += 1,
                b'{' | b'[' => {
                    let is_object = *byte == b'{';
                    levels.push(Level { is_object, pointer: self.place(), index: 0 });
                    expects_key = is_object;
                    if !is_object {
                        self.step("0");
                    }
                    at += 1;
                }
                b'}' | b']' => {
                    if let Some(level) = levels.pop() {
                        self.back(level.pointer);
                    }
                    expects_key = false;
                    at += 1;
                }
                b',' => {
                    if let Some(level) = levels.last_mut() {
                        let pointer = level.pointer;
                        expects_key = level.is_object;
                        level.index = level.index.saturating_add(1);
                        let index = level.index;
                        self.back(pointer);
                        if !expects_key {
                            self.step_index(index);
                        }
                    }
                    at += 1;
                }
                b':' => {
                    expects_key = false;
                    at += 1;
                }
                b'"' if let Some(known) = self.decoded(at) => {
                    at = known.span.end;
                    let goes_on = match known.document {
                        Some(document) if holds_json(known.text) => self.nodes(document),
                        _ => self.string(known.text),
                    };
                    if !goes_on {
                        return false;
                    }
                }
                quote @ (b'"' | b'\'') => {
                    let Some((string, after)) = string(text, at, *quote, &mut unescaped) else {
                        return self.visitor.value(&text[at..], &self.pointer);
                    };
                    at = after;
                    let is_key = expects_key && bytes[at..].trim_ascii_start().first() == Some(&b':');
                    let goes_on = if is_key { self.key(string, levels.len()) } else { self.string(string) };
                    if !goes_on {
                        return false;
                    }
                }
                _ => {
                    let length = bytes[at..].iter().position(|b| ends_word(*b)).unwrap_or(bytes.len() - at);
                    let word = &text[at..at + length];
                    at += length;
                    let is_word = !matches!(word, "true" | "false" | "null" | "True" | "False" | "None");
                    if is_word && !self.visitor.value(word, &self.pointer) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The string that stands at `at`, if it is known what it says.
    fn decoded(&mut self, at: usize) -> Option<&'v Decoded<'v>> {
        if self.nesting > 0 {
            return None;
        }
        while let Some((first, rest)) = self.decoded.split_first()
            && first.span.start <= at
        {
            self.decoded = rest;
            if first.span.start == at {
                return Some(first);
            }
        }
        None
    }

    /// The values of a string that holds a document, as [`read`](Self::read) would see them.
    fn nodes(&mut self, document: &Document) -> bool {
        self.nesting += 1;
        let text = document.text();
        let mut unescaped = String::new();
        let mut is_more = false;
        let goes_on = document.nodes().all(|node| {
            if V::SEES_KEYS {
                let key = node.key_span().map(|span| match node.is_key_escaped() {
                    false => &text[span.start + 1..span.end - 1],
                    true => string(text, span.start, b'"', &mut unescaped).map_or("", |(key, _)| key),
                });
                if !key.is_none_or(|key| self.key(key, 0)) {
                    return false;
                }
            }
            let value = match (node.kind(), node.plain_string()) {
                (Kind::String, Some(plain)) => plain,
                (Kind::String, None) => match string(text, node.span().start, b'"', &mut unescaped) {
                    Some((said, _)) => said,
                    None => return true,
                },
                (Kind::Number, _) => node.raw(),
                _ => return true,
            };
            // All of them stand under the pointer of the string.
            if holds_json(value) {
                self.string(value)
            } else if is_more {
                self.visitor.more(value, &self.pointer)
            } else {
                is_more = true;
                self.visitor.value(value, &self.pointer)
            }
        });
        self.nesting -= 1;
        goes_on
    }

    fn string(&mut self, string: &str) -> bool {
        if self.nesting < NESTING && holds_json(string) {
            self.nesting += 1;
            let goes_on = self.read(string);
            self.nesting -= 1;
            return goes_on;
        }
        self.visitor.value(string, &self.pointer)
    }

    fn key(&mut self, key: &str, depth: usize) -> bool {
        let is_name = depth < 2 && self.nesting == 0 && key.len() < LONGEST_NAME;
        if is_name {
            self.visitor.name(key);
        }
        let goes_on = is_name || self.visitor.key(key, &self.pointer);
        self.step(key);
        goes_on
    }

    /// Goes down to a member. Inside a string the pointer stays that of the string, and a long one stays as it is.
    fn step(&mut self, name: &str) {
        // A name may double in length when it is escaped.
        if self.nesting > 0 || self.pointer.len() + 2 * name.len() >= LONGEST_POINTER {
            return;
        }
        self.pointer.push('/');
        if name.contains(['~', '/']) {
            self.pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        } else {
            self.pointer.push_str(name);
        }
    }

    fn step_index(&mut self, index: u32) {
        use std::fmt::Write as _;
        if self.nesting == 0 && self.pointer.len() + 11 < LONGEST_POINTER {
            let _ = write!(self.pointer, "/{index}");
        }
    }

    /// How long the pointer is now; never longer than [`LONGEST_POINTER`].
    fn place(&self) -> u16 {
        u16::try_from(self.pointer.len()).unwrap_or(u16::MAX)
    }

    fn back(&mut self, pointer: u16) {
        if self.nesting == 0 {
            self.pointer.truncate(usize::from(pointer));
        }
    }
}

/// Whether a string looks like JSON that holds something.
#[inline]
fn holds_json(string: &str) -> bool {
    match string.as_bytes().first() {
        // Most strings are told by their first byte.
        Some(b'{' | b'[') => true,
        Some(byte) if byte.is_ascii_whitespace() => {
            matches!(string.trim_ascii_start().as_bytes(), [b'{' | b'[', ..])
        }
        _ => false,
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(byte, b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"' | b' ' | b'\t' | b'\r' | b'\n')
}

/// The string that opens at `at`, and where the text goes on after it. None if it does not end.
fn string<'t>(text: &'t str, at: usize, quote: u8, unescaped: &'t mut String) -> Option<(&'t str, usize)> {
    let start = at + 1;
    let bytes = text.as_bytes();
    let first = start + stop(&bytes[start..], quote)?;
    if bytes[first] == quote {
        return Some((&text[start..first], first + 1));
    }
    unescaped.clear();
    let mut from = start;
    let mut next = first;
    loop {
        unescaped.push_str(&text[from..next]);
        if bytes[next] == quote {
            return Some((unescaped, next + 1));
        }
        from = next + escape(text.get(next..)?, unescaped);
        next = from + stop(bytes.get(from..)?, quote)?;
    }
}

/// Where the string ends or has an escape, eight bytes at a time: most strings are short, and escapes stand close together
/// where there are any.
#[inline]
fn stop(bytes: &[u8], quote: u8) -> Option<usize> {
    let (quotes, slashes) = (ONES * u64::from(quote), ONES * u64::from(b'\\'));
    // Marks the bytes that are zero; above the first of them some that are not.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let mut length = 0;
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*word);
        let stops = zeros(word ^ quotes) | zeros(word ^ slashes);
        if stops != 0 {
            return Some(length + stops.trailing_zeros() as usize / 8);
        }
        length += 8;
        rest = after;
    }
    rest.iter().position(|byte| *byte == quote || *byte == b'\\').map(|at| length + at)
}

const ONES: u64 = u64::MAX / 255;

/// Reads the escape at the start of `text` into `out`; its length in bytes. One that means nothing stays as it is.
fn escape(text: &str, out: &mut String) -> usize {
    let simple = match text.as_bytes().get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{C}',
        Some(byte @ (b'"' | b'\'' | b'\\' | b'/')) => char::from(*byte),
        Some(b'u') => {
            let Some(high) = code(text, 2, 4) else {
                out.push('\\');
                return 1;
            };
            if let Some(c) = char::from_u32(high) {
                out.push(c);
                return 6;
            }
            // Half a pair: with its other half it is a character, alone it is nothing.
            let low = text.get(6..).filter(|rest| rest.starts_with("\\u")).and_then(|rest| code(rest, 2, 4));
            let Some(low) = low.filter(|low| high < 0xDC00 && (0xDC00..0xE000).contains(low)) else { return 6 };
            out.extend(char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)));
            return 12;
        }
        Some(b'x') => {
            if let Some(c) = code(text, 2, 2).and_then(char::from_u32) {
                out.push(c);
                return 4;
            }
            out.push('\\');
            return 1;
        }
        _ => {
            out.push('\\');
            return 1;
        }
    };
    out.push(simple);
    2
}

/// The number that `digits` hexadecimal digits at `at` spell.
pub(crate) fn code(text: &str, at: usize, digits: usize) -> Option<u32> {
    let digits = text.as_bytes().get(at..at + digits)?;
    digits.iter().try_fold(0, |code, digit| Some(code * 16 + char::from(*digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Default)]
    struct Seen {
        values: Vec<(String, String)>,
        keys: Vec<String>,
    }

    impl Visitor for Seen {
        const SEES_KEYS: bool = true;

        fn value(&mut self, text: &str, pointer: &str) -> bool {
            self.values.push((pointer.to_owned(), text.to_owned()));
            true
        }

        fn key(&mut self, text: &str, _pointer: &str) -> bool {
            self.keys.push(text.to_owned());
            true
        }
    }

    fn seen(document: &str) -> Seen {
        let mut seen = Seen::default();
        walk(document, &mut seen);
        seen
    }

    #[test]
    fn strings_that_are_decoded_already_are_not_read_again() {
        let document = r#"{"a":"x\ny","b":["{\"k\":\"v\\u0041\"}",3,"z"],"c":"\"w\""}"#;
        let of = |literal: &str, text: &'static str| {
            let start = document.find(literal).unwrap();
            Decoded { span: start..start + literal.len(), text, document: None }
        };
        let decoded =
            [of(r#""x\ny""#, "x\ny"), of(r#""{\"k\":\"v\\u0041\"}""#, r#"{"k":"v\u0041"}"#), of(r#""\"w\"""#, "\"w\"")];
        let expected = seen(document);
        for known in [&decoded[..], &decoded[1..], &decoded[2..]] {
            let mut seen = Seen::default();
            walk_decoded(document, known, &mut seen);
            assert_eq!((&seen.values, &seen.keys), (&expected.values, &expected.keys));
        }
    }

    #[test]
    fn a_document_that_is_parsed_already_is_read_as_one_that_is_not() {
        for text in [
            r#" {"a":"x\ny","b":[1,-2.5e3,true,null,"",{"c\u0041":"{\"d\": [\"deep\", 7]}"}],"e":"\ud800 \u00e9"} "#,
            r#"["[not json", "\ud83d{\"k\":1}", " [1, 2]", "it's"]"#,
            "[]",
        ] {
            let document = serde_json::json!({"k": 1, "t": text}).to_string();
            let literal = serde_json::Value::from(text).to_string();
            let start = document.find(&literal).unwrap();
            let inner = Document::parse(text).unwrap();
            let decoded = Decoded { span: start..start + literal.len(), text, document: Some(&inner) };
            let (expected, mut seen) = (seen(&document), Seen::default());
            walk_decoded(&document, &[decoded], &mut seen);
            assert_eq!((seen.values, seen.keys), (expected.values, expected.keys), "{text}");
        }
    }

    #[test]
    fn values_are_seen_with_their_places() {
        let cases: [(&str, &[(&str, &str)]); 13] = [
            ("plain text", &[("", "plain text")]),
            (
                r#"{"a":"x","b":[1,-2.5,{"c":"y"}],"d":true}"#,
                &[("/a", "x"), ("/b/0", "1"), ("/b/1", "-2.5"), ("/b/2/c", "y")],
            ),
            (r#"{"a/b":{"c~":"x"}}"#, &[("/a~1b/c~0", "x")]),
            (r#"{"t":"{\"k\":\"v\",\"n\":[7]}"}"#, &[("/t", "v"), ("/t", "7")]),
            (r#"{"t":"{'k': 'it\\'s', 'x': None}"}"#, &[("/t", "it's")]),
            (r#""a\u0041\n\ud83d\ude00\ud83d""#, &[("", "aA\n\u{1F600}")]),
            ("[INFO] it's here: now", &[("/0", "INFO"), ("", "it's"), ("", "here"), ("", "now")]),
            (r#"{"a":"x","b":"unfinished"#, &[("/a", "x"), ("/b", "\"unfinished")]),
            (r#"["a",["b"],"c"]"#, &[("/0", "a"), ("/1/0", "b"), ("/2", "c")]),
            (r#"{"a":"\q\u12"}"#, &[("/a", r"\q\u12")]),
            ("}}]]", &[("", "}}]]")]),
            ("[]]]x", &[("", "x")]),
            ("", &[("", "")]),
        ];
        for (document, expected) in cases {
            let values = seen(document).values;
            let values: Vec<_> = values.iter().map(|(pointer, text)| (pointer.as_str(), text.as_str())).collect();
            assert_eq!(values, expected, "{document}");
        }
    }

    #[test]
    fn keys_below_the_top_level_are_seen_apart() {
        assert_eq!(seen(r#"{"top":{"inner":1},"t":"{\"deep\":2}"}"#).keys, ["inner", "deep"]);
    }

    #[test]
    fn the_end_of_a_string_is_seen_wherever_it_stands() {
        for quote in [b'"', b'\''] {
            for byte in 0..=u8::MAX {
                for at in 0..20 {
                    for behind in [b'x', quote, quote + 1, b'\\', b']', 0x80, 0xFF] {
                        let mut bytes = [b'a'; 20];
                        bytes[at + 1..].fill(behind);
                        bytes[at] = byte;
                        let expected = bytes.iter().position(|byte| *byte == quote || *byte == b'\\');
                        assert_eq!(stop(&bytes, quote), expected, "{byte} {at} {behind}");
                    }
                }
            }
        }
    }

    #[test]
    fn depth_costs_nothing_but_brackets() {
        let deep = format!("{}\"x\"{}", "[".repeat(200_000), "]".repeat(200_000));
        let values = seen(&deep).values;
        assert_eq!(values.len(), 1);
        assert!(values[0].0.len() <= LONGEST_POINTER);
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in any::<String>(), json in r#"[\[\]{}:,"'\\ua0-9 ]{0,64}"#) {
            seen(&text);
            seen(&json);
        }

        #[test]
        fn nothing_of_a_value_is_lost(value in ".{0,40}") {
            prop_assume!(!opens(&value));
            let document = serde_json::json!({ "a": value }).to_string();
            prop_assert_eq!(seen(&document).values, [("/a".to_owned(), value)]);
        }
    }
}
