//! A document on its way through: JSON leaf by leaf as a model reads it, anything else as text.
//!
//! The document comes in pieces of any size, and where they are cut makes no difference to what is found. JSON that
//! breaks off or goes wrong is read as text from there on, so nothing is lost. In text, lines that are JSON documents of
//! their own are read as such. A string that holds JSON is opened in turn.

use crate::json::{Decoded, Lexer, Step, Token};
use crate::keys::Keys;
use crate::names::{BEFORE, Field};
use crate::quiet::Quiet;
use crate::{Category, Detector, Kind, hit::Hit, mask};
use std::ops::Range;
use vetgate_model::json::{self, Kind as Value};
use vetgate_model::{Confidence, Pointer, Severity};

/// How many documents may be inside one another, each in a string of the one before.
pub(crate) const DEEPEST: usize = 4;
/// The longest string that is waited for; the rest of a longer one is read as text.
const LONGEST_STRING: usize = 64 << 20;
/// The longest line that is waited for; a longer one is cut at a space.
const LONGEST_LINE: usize = 1 << 20;
/// The longest block of lines that is kept together: a private key.
const LONGEST_BLOCK: usize = 64 << 10;
/// How much of what was read before is kept, because words in it may name what follows, and what was replaced ends there.
const CONTEXT: usize = BEFORE + mask::LONGEST_REPLACEMENT;

/// A value that was found.
#[derive(Debug, Clone)]
pub(crate) struct Found<'d, S> {
    pub(crate) kind: &'d Kind,
    pub(crate) confidence: Confidence,
    /// Where it stands in the document, from its first byte.
    pub(crate) span: Range<usize>,
    /// What is shown for it.
    pub(crate) shown: Shown<S>,
    /// The token it is in; nothing in plain text.
    pub(crate) token: Option<Token>,
    /// How many strings it is inside of, each in the other.
    pub(crate) level: usize,
    /// Where the token stands: in the document, then in the document within that string, and so on.
    pub(crate) place: Vec<Pointer>,
}

/// What is shown in a place.
#[derive(Debug, Clone)]
pub(crate) enum Shown<S> {
    /// For a value.
    Value(S),
    /// Behind the name of a member that reads like others in its object once values are replaced.
    Number(usize),
}

/// The kind of what is no value.
static NAME: Kind = Kind::new("name", "Name of a member", Category::Custom, Severity::Low);

/// What is shown for a value.
pub(crate) type Show<'s, S> = dyn FnMut(&Kind, Confidence, &str) -> S + 's;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Unknown,
    Json,
    Text,
}

/// Reads one document.
pub(crate) struct Document<'d> {
    detector: &'d Detector,
    mode: Mode,
    lexer: Lexer,
    /// What has come in and is not decided yet, behind some context that is.
    buffer: Vec<u8>,
    /// How much of the buffer is decided.
    done: usize,
    /// Where the buffer starts in the document.
    offset: usize,
    scratch: Scratch<'d>,
}

/// Memory that is used over and over.
#[derive(Default)]
struct Scratch<'d> {
    hits: Vec<Hit<'d>>,
    text: Vec<u8>,
    keys: Keys,
    quiet: Quiet,
    /// How many objects and lists were opened in lines and strings, so that no two are taken for one.
    opened: usize,
}

impl<'d> Document<'d> {
    pub(crate) fn new(detector: &'d Detector) -> Self {
        Self {
            detector,
            mode: Mode::Unknown,
            lexer: Lexer::after(0),
            buffer: Vec::new(),
            done: 0,
            offset: 0,
            scratch: Scratch::default(),
        }
    }

    /// Takes the next piece, the last one if `is_last`, reads what can be decided, and gives those bytes of the document
    /// to `decided`.
    pub(crate) fn push<S: AsRef<str>>(
        &mut self,
        piece: &[u8],
        is_last: bool,
        show: &mut Show<'_, S>,
        found: &mut Vec<Found<'d, S>>,
        decided: impl FnOnce(&[u8], &mut Vec<Found<'d, S>>),
    ) {
        let mut buffer = std::mem::take(&mut self.buffer);
        if !buffer.is_empty() {
            buffer.extend_from_slice(piece);
        }
        // A piece that starts with nothing before it is read where it is.
        let text = if buffer.is_empty() { piece } else { &buffer };
        let from = self.done;
        self.read(text, is_last, show, found);
        decided(&text[from..self.done], found);
        let forget = self.done.saturating_sub(CONTEXT);
        if !is_last && buffer.is_empty() {
            buffer.extend_from_slice(&piece[forget..]);
        } else {
            buffer.drain(..forget.min(buffer.len()));
        }
        self.buffer = buffer;
        self.offset += forget;
        self.done -= forget;
    }

    /// How much of the document is decided.
    pub(crate) fn position(&self) -> usize {
        self.offset + self.done
    }

    fn read<S: AsRef<str>>(
        &mut self,
        text: &[u8],
        is_all: bool,
        show: &mut Show<'_, S>,
        found: &mut Vec<Found<'d, S>>,
    ) {
        let first = found.len();
        if self.mode == Mode::Unknown {
            let start = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
            match text[start..].iter().find(|byte| !byte.is_ascii_whitespace()) {
                Some(b'{' | b'[') => {
                    self.mode = Mode::Json;
                    self.done = start;
                }
                Some(_) => self.mode = Mode::Text,
                None if is_all => self.done = text.len(),
                // Nothing but space so far: it is kept only as long as it could be the edge of a lone value.
                None if text.len() > LONGEST_BLOCK => self.done = text.len(),
                None => {}
            }
        }
        if self.mode == Mode::Json {
            let mut reader = Reader { detector: self.detector, depth: 0, scratch: &mut self.scratch, show };
            let (done, is_json) = reader.json(&mut self.lexer, text, self.done, is_all, found);
            self.done = done;
            if !is_json || text.len() - done > LONGEST_STRING {
                self.scratch.opened = self.lexer.opened();
                self.mode = Mode::Text;
            }
        }
        if self.mode == Mode::Text {
            let end = if is_all { text.len() } else { self.settled(text) };
            let is_whole = is_all && self.offset == 0 && self.done == 0;
            let mut reader = Reader { detector: self.detector, depth: 0, scratch: &mut self.scratch, show };
            reader.text(&text[..end], self.done, is_whole, found);
            self.done = end;
        }
        for found in &mut found[first..] {
            found.span = found.span.start + self.offset..found.span.end + self.offset;
        }
    }

    /// How much of the text can be decided before more comes: whole lines, and no half of a private key.
    fn settled(&self, text: &[u8]) -> usize {
        let open = &text[self.done..];
        let Some(lines) = memchr::memrchr(b'\n', open) else {
            if open.len() < LONGEST_LINE {
                return self.done;
            }
            let space = open.iter().rposition(|byte| matches!(byte, b' ' | b'\t' | b',' | b';'));
            return self.done + space.map_or(open.len(), |space| space + 1);
        };
        // The first line is kept until there is a second: a line that is all there is may be a lone value.
        if self.offset + self.done == 0 && lines + 1 == open.len() && memchr::memchr(b'\n', open) == Some(lines) {
            return self.done;
        }
        let mut end = lines + 1;
        // A key that is not closed may go on behind; so may one before it, if the line it ends in is kept back.
        while let Some(begin) = memchr::memmem::rfind(&open[..end], b"-----BEGIN ")
            && memchr::memmem::find(&open[begin..end], b"-----END ").is_none()
            && open.len() - begin < LONGEST_BLOCK
        {
            end = memchr::memrchr(b'\n', &open[..begin]).map_or(0, |line| line + 1);
        }
        self.done + end
    }
}

/// What is in a document that is one JSON string: `literal` as it is written, with its quotes, and what it says.
/// `parsed` is what it says as a document, where that is known.
pub(crate) fn in_string<'d, S: AsRef<str>>(
    detector: &'d Detector,
    literal: &[u8],
    says: &[u8],
    parsed: Option<&json::Document>,
    show: &mut Show<'_, S>,
) -> Vec<Found<'d, S>> {
    let mut found = Vec::new();
    let Some(raw) = literal.len().checked_sub(1).and_then(|end| literal.get(1..end)) else { return found };
    let mut reader = Reader { detector, depth: 0, scratch: &mut Scratch::default(), show };
    let (lexer, decoded) = (Lexer::after(0), Decoded::known(raw, says));
    // Most texts that start like a document are one, so it is read as one at once, and again if it is none.
    if starts_document(says) {
        let mut inner = Reader { detector, depth: 1, scratch: &mut *reader.scratch, show: &mut *reader.show };
        let mut inside = Lexer::after(0);
        let is_json = match parsed {
            Some(document) => inner.nodes(&mut inside, document, &mut found),
            None => inner.json(&mut inside, says, 0, true, &mut found).1,
        };
        if is_json {
            reader.place_string(&lexer, Token::String, &decoded, 1, &mut found);
            return found;
        }
        found.clear();
        *reader.scratch = Scratch::default();
    }
    if !detector.is_plain(says) {
        reader.leaf(says, Field::default(), true, &mut found);
    }
    reader.place_string(&lexer, Token::String, &decoded, 1, &mut found);
    found
}

/// Reads texts and documents in memory, and documents inside their strings.
struct Reader<'r, 's, 'd, S> {
    detector: &'d Detector,
    depth: usize,
    scratch: &'r mut Scratch<'d>,
    show: &'r mut Show<'s, S>,
}

impl<'d, S: AsRef<str>> Reader<'_, '_, 'd, S> {
    /// Reads tokens from `at` on. Says how far it came, and whether all before that was JSON.
    fn json(
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
    fn nodes(&mut self, lexer: &mut Lexer, document: &json::Document, found: &mut Vec<Found<'d, S>>) -> bool {
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
    fn place_string(
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
    fn leaf(&mut self, text: &[u8], field: Field<'_>, may_be_alone: bool, found: &mut Vec<Found<'d, S>>) {
        self.detector.scan(text, 0, field, may_be_alone, &mut self.scratch.hits);
        // In most there is nothing.
        if !self.scratch.hits.is_empty() {
            self.report(text, found);
        }
    }

    /// Lines of text from `from` on; what is before is context.
    fn text(&mut self, text: &[u8], from: usize, is_whole: bool, found: &mut Vec<Found<'d, S>>) {
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

/// Whether the text is JSON documents and nothing else, one at least.
#[inline]
pub(crate) fn is_document(text: &[u8]) -> bool {
    starts_document(text) && is_whole_document(text)
}

fn is_whole_document(text: &[u8]) -> bool {
    let (mut lexer, mut at) = (Lexer::after(0), 0);
    loop {
        match lexer.next(text, at, true) {
            Step::Token(_, span, _) => at = span.end,
            Step::End => return true,
            Step::More(_) | Step::Wrong(_) => return false,
        }
    }
}

#[inline]
fn starts_document(text: &[u8]) -> bool {
    match text {
        [b'{' | b'[', ..] => true,
        [byte, rest @ ..] if byte.is_ascii_whitespace() => matches!(rest.trim_ascii_start(), [b'{' | b'[', ..]),
        _ => false,
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

#[cfg(test)]
mod tests {
    use crate::{Detector, Inspector};

    const BEGIN: &str = "-----BEGIN RSA PRIVATE KEY-----";
    const LINE: &str = "DqKKp7Ls/BgCgO39pU/MJmUHtkS13x4LjKk6kzf+G980q6N7a03nrtLXNk+8uVqc";

    /// How many values are found, whole and in pieces of any size.
    fn found_alike_in_pieces(text: &str) -> usize {
        let detector = Detector::new();
        let whole = detector.inspect(text.as_bytes());
        for size in 1..text.len() {
            let (mut inspector, mut pieces) = (Inspector::new(&detector), Vec::new());
            text.as_bytes().chunks(size).for_each(|piece| inspector.push(piece, &mut |found| pieces.push(found)));
            inspector.finish(&mut |found| pieces.push(found));
            assert_eq!(pieces, whole, "pieces of {size}");
        }
        whole.len()
    }

    #[test]
    fn a_key_inside_the_last_line_of_another_is_read_alike_in_pieces() {
        let text = format!("date, {BEGIN}\n{LINE}\n{LINE} date, {BEGIN}\n{LINE}\n{LINE}\n{LINE}\nG");
        assert!(found_alike_in_pieces(&text) >= 2);
    }

    #[test]
    fn a_key_whose_last_line_is_not_closed_is_read_alike_in_pieces() {
        let text = format!("{BEGIN}\n{LINE}\n-----END RSA PRIVATE\n-----END RSA PRIVATE KEY-----, x");
        assert_eq!(found_alike_in_pieces(&text), 1);
    }

    #[test]
    fn a_login_some_lines_before_its_password_is_read_alike_in_pieces() {
        let text = format!("machine {}.acme.io\nlogin jo\npassword tr0ub4dor\n", "a".repeat(50));
        assert_eq!(found_alike_in_pieces(&text), 1);
    }
}
