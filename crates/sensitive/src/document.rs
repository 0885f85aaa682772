//! A document on its way through: JSON leaf by leaf as a model reads it, anything else as text.
//!
//! The document comes in pieces of any size, and where they are cut makes no difference to what is found. JSON that
//! breaks off or goes wrong is read as text from there on, so nothing is lost. In text, lines that are JSON documents of
//! their own are read as such. A string that holds JSON is opened in turn.

mod reader;

use crate::credential;
use crate::json::{Decoded, Lexer, Step, Token};
use crate::keys::Keys;
use crate::names::{BEFORE, Field};
use crate::quiet::Quiet;
use crate::{Detector, Kind, hit::Hit, mask};
use reader::Reader;
use std::ops::Range;
use vetgate_model::json;
use vetgate_model::{Confidence, Pointer};

/// How many documents may be inside one another, each in a string of the one before.
pub(crate) const DEEPEST: usize = 4;
/// The longest string that is waited for; the rest of a longer one is read as text.
const LONGEST_STRING: usize = 64 << 20;
/// The longest line that is waited for; a longer one is cut at a space.
const LONGEST_LINE: usize = 1 << 20;
/// The longest block of lines that is kept together: a private key.
const LONGEST_BLOCK: usize = 64 << 10;
/// The longest lines that are kept because a value may stand on the next one.
const LONGEST_LEAD: usize = 4 << 10;
/// How much of what was read before is kept, because words in it may name what follows, and what was replaced ends there.
/// The name of an entry may stand on the line before its value.
const CONTEXT: usize = BEFORE + mask::LONGEST_REPLACEMENT + 2 * credential::ENTRY;

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
        // A line that ends in a sign is read with the next one, which may be the value.
        let last = end;
        while end > 0 && last - end < LONGEST_LEAD && credential::may_lead(&open[..end]) {
            end = memchr::memrchr(b'\n', &open[..end - 1]).map_or(0, |line| line + 1);
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
