//! From text to arena, in one pass and without recursion.

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

/// At least so many bytes come to one value in most documents.
const SPARSE: usize = 24;
/// The most values that room is made for before they are read.
const FIRST: usize = 4096;

/// Reads `text` whole.
pub(super) fn read(text: &str, syntax: Syntax, limits: Limits) -> Result<Vec<Slot>, ReadError> {
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

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    syntax: Syntax,
    limits: Limits,
    slots: Vec<Slot>,
    /// Slots of the containers that are still open.
    open: Vec<usize>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), ReadError> {
        self.space()?;
        self.value((0, 0))?;
        while let Some(&container) = self.open.last() {
            self.continue_container(container)?;
        }
        self.space()?;
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error("expected the end of the document after its one value")),
        }
    }

    /// Reads what comes next inside an open container: its end, or one more child.
    fn continue_container(&mut self, container: usize) -> Result<(), ReadError> {
        let is_object = self.slots[container].kind == Kind::Object;
        let close = if is_object { b'}' } else { b']' };
        let is_first = self.slots.len() == container + 1;
        self.space()?;
        match self.peek() {
            Some(b) if b == close => return self.close(container),
            Some(b',') if !is_first => {
                self.at += 1;
                self.space()?;
                if self.peek() == Some(close) && self.syntax == Syntax::WithComments {
                    return self.close(container);
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
        let key = if is_object { self.member_name()? } else { (0, 0) };
        self.value(key)
    }

    fn close(&mut self, container: usize) -> Result<(), ReadError> {
        self.at += 1;
        self.open.pop();
        let after = self.slots.len() as u32;
        let slot = &mut self.slots[container];
        slot.end = self.at as u32;
        slot.after = after;
        Ok(())
    }

    fn member_name(&mut self) -> Result<(u32, u32), ReadError> {
        if self.peek() != Some(b'"') {
            return Err(self.error("expected a member name in double quotes"));
        }
        let start = self.at as u32;
        self.string()?;
        let end = self.at as u32;
        self.space()?;
        if self.peek() != Some(b':') {
            return Err(self.error("expected `:` after the member name"));
        }
        self.at += 1;
        self.space()?;
        Ok((start, end))
    }

    /// Reads a scalar whole, or opens a container.
    fn value(&mut self, key: (u32, u32)) -> Result<(), ReadError> {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => {
                self.string()?;
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
            self.open.push(slot);
        }
        self.slots.push(Slot {
            kind,
            start: start as u32,
            end: self.at as u32,
            after: slot as u32 + 1,
            key_start: key.0,
            key_end: key.1,
        });
        Ok(())
    }

    fn literal(&mut self, word: &str, kind: Kind) -> Result<Kind, ReadError> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.error(&format!("expected `{word}`")));
        }
        self.at += word.len();
        Ok(kind)
    }

    fn number(&mut self) -> Result<(), ReadError> {
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

    /// Reads a string literal; the escapes are checked here and undone only when asked for.
    fn string(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        self.at += 1;
        loop {
            self.at = plain(self.bytes, self.at);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
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

    fn escape(&mut self) -> Result<(), ReadError> {
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
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

    #[inline]
    fn space(&mut self) -> Result<(), ReadError> {
        // Most documents that machines write have none.
        match self.peek() {
            Some(b' ' | b'\n' | b'\r' | b'\t' | b'/') => self.spaces(),
            _ => Ok(()),
        }
    }

    fn spaces(&mut self) -> Result<(), ReadError> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') if self.syntax == Syntax::WithComments => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) -> Result<(), ReadError> {
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

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn error(&self, message: &str) -> ReadError {
        let head = &self.bytes[..self.at.min(self.bytes.len())];
        let line = head.iter().filter(|b| **b == b'\n').count() + 1;
        let start = head.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let column = self.text.get(start..self.at).map_or(self.at - start, |t| t.chars().count()) + 1;
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) if message.starts_with("expected") => format!(", found {c:?}"),
            _ => String::new(),
        };
        ReadError { offset: self.at, line, column, message: format!("{message}{found}") }
    }
}

/// Where the first byte from `at` on stands that needs a look in a string, eight at a time: a quote, an escape, a control
/// character. Escapes of one character are passed over here, because a text that holds a document has one every few bytes.
#[inline]
fn plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = bytes.get(at..at + 8).and_then(|bytes| bytes.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*word);
        let stops = holds(word, b'"') | holds(word, b'\\') | word.wrapping_sub(ONES * 0x20) & !word & (ONES << 7);
        // Borrows go upwards only, so the lowest mark is right; without any, there are 64 zeros.
        at += stops.trailing_zeros() as usize / 8;
        if stops != 0 {
            match bytes[at..] {
                [b'\\', b'"' | b'\\' | b'/' | b'n' | b't' | b'r', ..] => at += 2,
                _ => return at,
            }
        }
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)).count()
}

const ONES: u64 = u64::MAX / 255;

/// Marks the bytes of `word` that are `byte`; above the first of them some that are not.
#[inline]
fn holds(word: u64, byte: u8) -> u64 {
    let zero = word ^ (ONES * u64::from(byte));
    zero.wrapping_sub(ONES) & !zero & (ONES << 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_plain_stretch_is_seen_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            let stops = matches!(byte, b'"' | b'\\' | 0..0x20);
            for at in 0..20 {
                // What stands behind must not hide what stands before it.
                for behind in [b'x', b'"', b'#', b']', 0x1F, 0x21, 0x80, 0xFF] {
                    let mut bytes = [b'a'; 20];
                    bytes[at + 1..].fill(behind);
                    bytes[at] = byte;
                    let expected = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
                    if behind != b'"' || byte != b'\\' {
                        assert_eq!(plain(&bytes, 0), expected.unwrap_or(20), "{byte} {at} {behind}");
                    }
                    assert!(!stops || expected == Some(at));
                }
            }
        }
    }
}
