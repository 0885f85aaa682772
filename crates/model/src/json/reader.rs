//! From text to arena, in one pass and without recursion.

use super::literal;
use super::node::{Kind, Slot};
use std::fmt;

/// Which JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// RFC 8259 and nothing else.
    Strict,
    /// With `//` and `/* */` comments and trailing commas, as client configurations have them.
    WithComments,
}

/// How much a document may ask for.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Nesting.
    pub depth: usize,
    /// Values in all; each costs 24 bytes.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 10_000, values: 16_000_000 }
    }
}

/// Why a text is not the JSON it should be, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Byte offset.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// At least so many bytes come to one value in most documents: records have short names and short values.
const SPARSE: usize = 12;
/// The most values that room is made for before they are read.
const FIRST: usize = 4096;

/// Reads `text` whole.
pub(super) fn read(text: &str, syntax: Syntax, limits: Limits) -> Result<Vec<Slot>, ReadError> {
    read_boxed(text, syntax, limits).map_err(|error| *error)
}

/// What goes wrong inside the reader: small, because every step hands one out or says that there is none.
type Fault = Box<ReadError>;

fn read_boxed(text: &str, syntax: Syntax, limits: Limits) -> Result<Vec<Slot>, Fault> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        syntax,
        limits,
        slots: Vec::with_capacity((text.len() / SPARSE).min(FIRST)),
        open: Vec::new(),
    };
    if u32::try_from(text.len()).is_err() {
        return Err(reader.error("the document is larger than 4 GiB"));
    }
    reader.document()?;
    Ok(reader.slots)
}

/// The name of a member: its span, quotes included, and whether it has escapes.
#[derive(Clone, Copy, Default)]
struct Key {
    start: u32,
    end: u32,
    is_escaped: bool,
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    syntax: Syntax,
    limits: Limits,
    slots: Vec<Slot>,
    /// Slots of the containers that are still open, and whether they are objects.
    open: Vec<(usize, bool)>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), Fault> {
        let (mut key, mut first) = (Key::default(), self.ahead()?);
        'values: loop {
            self.value(key, first)?;
            while let Some(&(container, is_object)) = self.open.last() {
                if let Some(child) = self.next_child(container, is_object)? {
                    (key, first) = child;
                    continue 'values;
                }
            }
            break;
        }
        match self.ahead()? {
            None => Ok(()),
            Some(_) => Err(self.error("expected the end of the document after its one value")),
        }
    }

    /// What comes next inside an open container: the name and the first byte of one more child, or nothing where it ends.
    #[inline]
    fn next_child(&mut self, container: usize, is_object: bool) -> Result<Option<(Key, Option<u8>)>, Fault> {
        let close = if is_object { b'}' } else { b']' };
        let is_first = self.slots.len() == container + 1;
        let mut next = self.ahead()?;
        match next {
            Some(b) if b == close => {
                self.close(container);
                return Ok(None);
            }
            Some(b',') if !is_first => {
                self.at += 1;
                next = self.ahead()?;
                if next == Some(close) && self.syntax == Syntax::WithComments {
                    self.close(container);
                    return Ok(None);
                }
            }
            None => {
                return Err(self.error(if is_object {
                    "the object is never closed"
                } else {
                    "the array is never closed"
                }));
            }
            Some(_) if is_first => {}
            Some(_) => {
                let ends = if is_object { "expected `,` or `}`" } else { "expected `,` or `]`" };
                return Err(self.error(ends));
            }
        }
        if !is_object {
            return Ok(Some((Key::default(), next)));
        }
        let key = self.member_name(next)?;
        Ok(Some((key, self.ahead()?)))
    }

    #[inline]
    fn close(&mut self, container: usize) {
        self.at += 1;
        self.open.pop();
        let after = self.slots.len() as u32;
        let slot = &mut self.slots[container];
        slot.end = self.at as u32;
        slot.after = after;
    }

    /// Reads the name of a member, which begins with `first`, and the colon behind it.
    #[inline]
    fn member_name(&mut self, first: Option<u8>) -> Result<Key, Fault> {
        if first != Some(b'"') {
            return Err(self.error("expected a member name in double quotes"));
        }
        let start = self.at as u32;
        let is_escaped = self.string()?;
        let end = self.at as u32;
        if self.ahead()? != Some(b':') {
            return Err(self.error("expected `:` after the member name"));
        }
        self.at += 1;
        Ok(Key { start, end, is_escaped })
    }

    /// Reads a scalar whole, or opens a container; it begins with `first`.
    #[inline]
    fn value(&mut self, key: Key, first: Option<u8>) -> Result<(), Fault> {
        let start = self.at;
        let mut is_escaped = false;
        let kind = match first {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => {
                is_escaped = self.string()?;
                Kind::String
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                Kind::Number
            }
            Some(b't') => self.literal("true", Kind::Bool(true))?,
            Some(b'f') => self.literal("false", Kind::Bool(false))?,
            Some(b'n') => self.literal("null", Kind::Null)?,
            None => return Err(self.error("expected a value, found the end of the text")),
            Some(_) => return Err(self.error("expected a value")),
        };
        let is_container = matches!(kind, Kind::Object | Kind::Array);
        if is_container {
            if self.open.len() >= self.limits.depth {
                return Err(self.error(&format!("nested deeper than {} levels", self.limits.depth)));
            }
            self.at += 1;
        }
        if self.slots.len() >= self.limits.values {
            return Err(self.error(&format!("more than {} values in one document", self.limits.values)));
        }
        let slot = self.slots.len();
        if is_container {
            self.open.push((slot, kind == Kind::Object));
        }
        self.slots.push(Slot {
            kind,
            start: start as u32,
            end: self.at as u32,
            after: slot as u32 + 1,
            key_start: key.start,
            key_end: key.end,
            is_escaped,
            is_key_escaped: key.is_escaped,
        });
        Ok(())
    }

    fn literal(&mut self, word: &str, kind: Kind) -> Result<Kind, Fault> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.error(&format!("expected `{word}`")));
        }
        self.at += word.len();
        Ok(kind)
    }

    #[inline]
    fn number(&mut self) -> Result<(), Fault> {
        let at = |reader: &Self, ahead: usize| reader.bytes.get(reader.at + ahead).copied();
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.error("expected a digit after `-`")),
        }
        if matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.error("a number must not start with 0"));
        }
        if self.peek() == Some(b'.') {
            if !matches!(at(self, 1), Some(b'0'..=b'9')) {
                return Err(self.error("expected a digit after the decimal point"));
            }
            self.at += 1;
            self.digits();
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if !matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.error("expected a digit in the exponent"));
            }
            self.digits();
        }
        Ok(())
    }

    fn digits(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
    }

    /// Reads a string literal, and says whether it has escapes: they are checked here and undone only when asked for.
    #[inline]
    fn string(&mut self) -> Result<bool, Fault> {
        match literal::short(self.bytes, self.at + 1) {
            Some(end) => {
                self.at = end + 1;
                Ok(false)
            }
            None => self.long_string(),
        }
    }

    /// The same of a string of any length, with whatever stands in it.
    fn long_string(&mut self) -> Result<bool, Fault> {
        let start = self.at;
        let mut is_escaped = false;
        self.at += 1;
        loop {
            self.at = literal::plain(self.bytes, self.at);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(is_escaped);
                }
                Some(b'\\') => {
                    is_escaped = true;
                    self.escape()?;
                }
                Some(b) => {
                    return Err(self.error(&format!("control character U+{b:04X} in a string: write it as \\u{b:04x}")));
                }
                None => {
                    self.at = start;
                    return Err(self.error("the string that starts here is never closed"));
                }
            }
        }
    }

    #[inline(never)]
    fn escape(&mut self) -> Result<(), Fault> {
        match self.bytes.get(self.at + 1) {
            Some(b'"') => self.at = literal::quoting(self.bytes, self.at + 2),
            Some(b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 2..self.at + 6);
                if !digits.is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit)) {
                    return Err(self.error("expected four hex digits after \\u"));
                }
                self.at += 6;
            }
            _ => return Err(self.error("unknown escape in a string")),
        }
        Ok(())
    }

    /// The next byte that is no space, and no comment where there may be some.
    #[inline]
    fn ahead(&mut self) -> Result<Option<u8>, Fault> {
        // Most documents that machines write have no spaces.
        match self.peek() {
            Some(byte) if byte > b' ' && byte != b'/' => Ok(Some(byte)),
            _ => self.behind_spaces(),
        }
    }

    fn behind_spaces(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') if self.syntax == Syntax::WithComments => self.comment()?,
                next => return Ok(next),
            }
        }
    }

    fn comment(&mut self) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            match rest.find("*/") {
                Some(end) => end + 2,
                None => return Err(self.error("the comment that starts here is never closed")),
            }
        } else {
            return Err(self.error("expected a value or a comment"));
        };
        self.at += length;
        Ok(())
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[cold]
    fn error(&self, message: &str) -> Fault {
        let head = &self.bytes[..self.at.min(self.bytes.len())];
        let line = head.iter().filter(|b| **b == b'\n').count() + 1;
        let start = head.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let column = self.text.get(start..self.at).map_or(self.at - start, |t| t.chars().count()) + 1;
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) if message.starts_with("expected") => format!(", found {c:?}"),
            _ => String::new(),
        };
        Box::new(ReadError { offset: self.at, line, column, message: format!("{message}{found}") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_where_they_end_whatever_is_escaped_in_them() {
        // Every text of nine pieces of these ends somewhere in a row of words.
        let pieces: [&[u8]; 6] = [b"a", b"\\\"", b"\\\\", b"\\n", b"\"", b"\x01"];
        let mut texts: Vec<Vec<u8>> = vec![vec![]];
        for _ in 0..5 {
            texts = texts.iter().flat_map(|text| pieces.map(|piece| [&text[..], piece].concat())).collect();
        }
        for (nth, text) in texts.iter().enumerate() {
            for lead in 0..9 {
                // Some behind an escaped quote, from which on they are passed over in longer stretches.
                let quoted = &br#"\"xxxxxxxxxxxxxxxxxxxxxxx"#[..if nth % 2 == 0 { 2 + (nth / 2) % 24 } else { 0 }];
                let bytes = [quoted, &b"xxxxxxxxx"[..lead], text, b"bbbbbbbbbbbb\""].concat();
                // Byte by byte.
                let (mut end, mut is_escaped) = (0, false);
                while !matches!(bytes[end], b'"' | 0..0x20) {
                    is_escaped |= bytes[end] == b'\\';
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let literal =
                    [b"\"", &bytes[..=end], b": \"what comes next\", \\\"and more\\\" of it\", \"and more\""].concat();
                let literal = String::from_utf8(literal).expect("text");
                let mut reader = Reader {
                    text: &literal,
                    bytes: literal.as_bytes(),
                    at: 0,
                    syntax: Syntax::Strict,
                    limits: Limits::default(),
                    slots: vec![],
                    open: vec![],
                };
                match bytes[end] {
                    b'"' => assert_eq!(reader.string().map_err(|_| ()), Ok(is_escaped), "{literal:?}"),
                    _ => assert!(reader.string().is_err(), "{literal:?}"),
                }
                assert_eq!(reader.at, end + 1 + usize::from(bytes[end] == b'"'), "{literal:?}");
            }
        }
    }
}
