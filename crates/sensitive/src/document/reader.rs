//! Documents and texts that are in memory, read leaf by leaf.
//!
//! A string that holds a document is opened in turn, by a reader of its own that is one deeper. What a leaf means is asked of the
//! name that it has, and what was found is told by where it stands.

use super::{DEEPEST, Found, Scratch, Show, Shown, is_document};
use crate::json::{Decoded, Lexer, Step, Token};
use crate::keys::Keys;
use crate::names::Field;
use crate::{Category, Detector, Kind, mask};
use std::ops::Range;
use vetgate_model::json::{self, Kind as Value};
use vetgate_model::{Confidence, Severity};

/// The kind of what is no value.
static NAME: Kind = Kind::new("name", "Name of a member", Category::Custom, Severity::Low);

/// Reads texts and documents in memory, and documents inside their strings.
pub(super) struct Reader<'r, 's, 'd, S> {
    pub(super) detector: &'d Detector,
    pub(super) depth: usize,
    pub(super) scratch: &'r mut Scratch<'d>,
    pub(super) show: &'r mut Show<'s, S>,
}

impl<'d, S: AsRef<str>> Reader<'_, '_, 'd, S> {
    /// Reads tokens from `at` on. Says how far it came, and whether all before that was JSON.
    pub(super) fn json(
        &mut self,
        lexer: &mut Lexer,
        text: &[u8],
        mut at: usize,
        is_all: bool,
        found: &mut Vec<Found<'d, S>>,
    ) -> (usize, bool) {
        loop {
            match lexer.next(text, at, is_all) {
                Step::Token(token, span, escaped) => {
                    at = span.end;
                    self.token(lexer, token, text, span, escaped, found);
                }
                Step::More(at) => return (at, true),
                Step::End => return (text.len(), true),
                Step::Wrong(at) => return (at, false),
            }
        }
    }

    /// Reads a document that has been parsed already; false if it is nested deeper than is read.
    pub(super) fn nodes(
        &mut self,
        lexer: &mut Lexer,
        document: &json::Document,
        found: &mut Vec<Found<'d, S>>,
    ) -> bool {
        let text = document.text().as_bytes();
        // Where the objects and lists end that are open.
        let mut ends: Vec<usize> = Vec::new();
        for node in document.nodes() {
            while ends.last().is_some_and(|end| *end == node.index()) {
                ends.pop();
                lexer.leave();
            }
            lexer.step();
            if let Some(key) = node.key_span() {
                self.token(lexer, Token::Key, text, key, node.is_key_escaped(), found);
            }
            match node.kind() {
                Value::String => {
                    self.token(lexer, Token::String, text, node.span(), node.is_escaped(), found);
                }
                Value::Number => self.token(lexer, Token::Number, text, node.span(), false, found),
                kind @ (Value::Object | Value::Array) => {
                    if !lexer.enter(kind == Value::Object) {
                        return false;
                    }
                    ends.push(node.after());
                }
                Value::Null | Value::Bool(_) => {}
            }
        }
        true
    }

    #[inline(always)]
    fn token(
        &mut self,
        lexer: &mut Lexer,
        token: Token,
        text: &[u8],
        span: Range<usize>,
        escaped: bool,
        found: &mut Vec<Found<'d, S>>,
    ) {
        if token == Token::Number {
            // Six digits are the least that any number worth finding has.
            if span.len() >= 6 {
                self.number(lexer, text, span, found);
            }
            return;
        }
        let start = span.start + 1;
        let raw = &text[start..span.end - 1];
        if escaped {
            self.escaped_string(lexer, token, raw, start, found);
        } else {
            self.string(lexer, token, &Decoded::plain(raw), start, found);
        }
    }

    #[inline(never)]
    fn number(&mut self, lexer: &Lexer, text: &[u8], span: Range<usize>, found: &mut Vec<Found<'d, S>>) {
        let first = found.len();
        self.leaf(&text[span.clone()], lexer.field(), false, found);
        // The whole number is replaced, so once is enough.
        found.truncate(first + 1);
        self.place(lexer, Token::Number, &mut found[first..], |found| found.span = span.clone());
    }

    /// A string with escapes, which are between `raw`'s quotes.
    #[inline(never)]
    fn escaped_string(
        &mut self,
        lexer: &mut Lexer,
        token: Token,
        raw: &[u8],
        start: usize,
        found: &mut Vec<Found<'d, S>>,
    ) {
        let mut scratch = std::mem::take(&mut self.scratch.text);
        self.string(lexer, token, &Decoded::new(raw, true, &mut scratch), start, found);
        self.scratch.text = scratch;
    }

    /// A string that begins at `start`, behind its quote.
    #[inline(always)]
    fn string(
        &mut self,
        lexer: &mut Lexer,
        token: Token,
        decoded: &Decoded<'_, '_>,
        start: usize,
        found: &mut Vec<Found<'d, S>>,
    ) {
        // Most names and many values are a word or two, with nothing in them.
        match (token, self.detector.is_plain(decoded.text())) {
            (Token::Key, true) => lexer.name(decoded.text()),
            (Token::Key, false) => self.name(lexer, decoded, start, found),
            (_, true) => lexer.value(decoded.text()),
            (_, false) => self.value(lexer, decoded, start, found),
        }
    }

    /// The name of a member in which there may be something.
    #[inline(never)]
    fn name(&mut self, lexer: &mut Lexer, decoded: &Decoded<'_, '_>, start: usize, found: &mut Vec<Found<'d, S>>) {
        let first = found.len();
        lexer.name(decoded.text());
        if decoded.raw().len() >= 6 {
            self.leaf(decoded.text(), Field::default(), true, found);
        }
        if found.len() > first || Keys::may_be_equal(decoded.text()) {
            self.tell_apart(lexer.object(), decoded.text(), first, found);
        }
        if found.len() > first {
            // Pointers are shown, so they must not show a value either.
            lexer.name(&masked(decoded.text(), &found[first..]));
            self.place_string(lexer, Token::Key, decoded, start, &mut found[first..]);
        }
    }

    /// A string value in which there may be something.
    #[inline(never)]
    fn value(&mut self, lexer: &mut Lexer, decoded: &Decoded<'_, '_>, start: usize, found: &mut Vec<Found<'d, S>>) {
        let first = found.len();
        if !self.nested(lexer, decoded.text(), found) {
            let field = self.scratch.quiet.told(self.detector, lexer.field());
            self.leaf(decoded.text(), field, true, found);
        }
        lexer.value(decoded.text());
        if found.len() > first {
            self.place_string(lexer, Token::String, decoded, start, &mut found[first..]);
        }
    }

    /// Says of each value in a string, which begins at `start`, where it stands.
    pub(super) fn place_string(
        &self,
        lexer: &Lexer,
        token: Token,
        decoded: &Decoded<'_, '_>,
        start: usize,
        found: &mut [Found<'d, S>],
    ) {
        let mut spans: Vec<_> = found.iter().map(|found| found.span.clone()).collect();
        decoded.raw_spans(&mut spans);
        let mut spans = spans.into_iter();
        self.place(lexer, token, found, |found| {
            if let Some(span) = spans.next() {
                found.span = span.start + start..span.end + start;
            }
            found.level += 1;
        });
    }

    /// Numbers a name that reads like another of its object once the values in it, found from `first` on, are replaced.
    fn tell_apart(&mut self, object: usize, name: &[u8], first: usize, found: &mut Vec<Found<'d, S>>) {
        let mut read = Vec::with_capacity(name.len());
        let mut at = 0;
        for found in &found[first..] {
            read.extend_from_slice(&name[at..found.span.start]);
            if let Shown::Value(shown) = &found.shown {
                read.extend_from_slice(shown.as_ref().as_bytes());
            }
            at = found.span.end;
        }
        read.extend_from_slice(&name[at..]);
        let number = self.scratch.keys.number(object, &read);
        if number > 1 {
            found.push(Found {
                kind: &NAME,
                confidence: Confidence::new(1.0),
                span: name.len()..name.len(),
                shown: Shown::Number(number),
                token: None,
                level: 0,
                place: Vec::new(),
            });
        }
    }

    /// Says of each value in what token it stands and where that is.
    fn place(&self, lexer: &Lexer, token: Token, found: &mut [Found<'d, S>], mut with: impl FnMut(&mut Found<'d, S>)) {
        for found in found {
            with(found);
            found.place.insert(0, lexer.pointer());
            found.token.get_or_insert(token);
        }
    }

    /// Opens a string that is a document of its own; false if it is none.
    fn nested(&mut self, lexer: &mut Lexer, text: &[u8], found: &mut Vec<Found<'d, S>>) -> bool {
        if self.depth == DEEPEST || !is_document(text) {
            return false;
        }
        let mut reader =
            Reader { detector: self.detector, depth: self.depth + 1, scratch: self.scratch, show: &mut *self.show };
        let mut inner = Lexer::after(lexer.opened());
        reader.json(&mut inner, text, 0, true, found);
        lexer.open_after(inner.opened());
        true
    }

    /// One value or name that is not plain. A number is never alone: nobody writes a phone number or a tax number as one on purpose, and
    /// every count and id is.
    pub(super) fn leaf(&mut self, text: &[u8], field: Field<'_>, may_be_alone: bool, found: &mut Vec<Found<'d, S>>) {
        self.detector.scan(text, 0, field, may_be_alone, &mut self.scratch.hits);
        // In most there is nothing.
        if !self.scratch.hits.is_empty() {
            self.report(text, found);
        }
    }

    /// Lines of text from `from` on; what is before is context.
    pub(super) fn text(&mut self, text: &[u8], from: usize, is_whole: bool, found: &mut Vec<Found<'d, S>>) {
        let mut start = from;
        let mut at = from;
        while at < text.len() {
            let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |line| at + line + 1);
            let line = &text[at..end];
            if is_document(line) {
                self.lines(&text[..at], start, false, found);
                let first = found.len();
                let mut lexer = Lexer::after(self.scratch.opened);
                self.json(&mut lexer, line, 0, true, found);
                self.scratch.opened = lexer.opened();
                for found in &mut found[first..] {
                    found.span = found.span.start + at..found.span.end + at;
                }
                start = end;
            }
            at = end;
        }
        self.lines(text, start, is_whole && start == from && is_one_line(&text[from..]), found);
    }

    fn lines(&mut self, text: &[u8], from: usize, is_whole: bool, found: &mut Vec<Found<'d, S>>) {
        if from < text.len() && !self.detector.is_plain(&text[from..]) {
            self.detector.scan(text, from, Field::default(), is_whole, &mut self.scratch.hits);
            self.report(text, found);
        }
    }

    fn report(&mut self, text: &[u8], found: &mut Vec<Found<'d, S>>) {
        for hit in self.scratch.hits.drain(..) {
            let value = String::from_utf8_lossy(&text[hit.span.clone()]);
            found.push(Found {
                kind: hit.kind,
                confidence: hit.confidence,
                shown: Shown::Value((self.show)(hit.kind, hit.confidence, &value)),
                span: hit.span,
                token: None,
                level: 0,
                place: Vec::new(),
            });
        }
    }
}

fn is_one_line(text: &[u8]) -> bool {
    memchr::memchr(b'\n', text.trim_ascii()).is_none()
}

/// The text with a sample in the place of each value.
fn masked<S>(text: &[u8], found: &[Found<'_, S>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    for found in found {
        out.extend_from_slice(&text[at..found.span.start]);
        let value = String::from_utf8_lossy(&text[found.span.clone()]);
        out.extend_from_slice(mask::sample(found.kind, &value).as_str().as_bytes());
        at = found.span.end;
    }
    out.extend_from_slice(&text[at..]);
    out
}
