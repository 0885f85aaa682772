//! The quotes and brackets that are open where a pair starts.

use super::marks::is_quote;
use crate::class::is_word;

/// How far before a pair its line is read.
const REACH: usize = 256;

/// How many of them are kept.
const MOST: usize = 12;

/// Added to a quote that stands behind a backslash.
const ESCAPED: u8 = 0x80;

/// What is open on the line before a pair.
pub(crate) struct Open {
    signs: [u8; MOST],
    count: usize,
    /// Whether a double quote, a single one and a backtick stand before the pair, open or not.
    seen: [bool; 3],
    /// Whether the pair stands behind a `|` of its line.
    pub(super) is_table: bool,
}

impl Open {
    /// What is open where the value starts of the pair whose name starts at `name`. Reads the line only, so it is the
    /// same however a document is cut.
    pub(super) fn before(text: &[u8], name: usize, value: usize) -> Self {
        let from = name.saturating_sub(REACH);
        let from = memchr::memrchr(b'\n', &text[from..name]).map_or(from, |line| from + line + 1);
        let mut open = Self { signs: [0; MOST], count: 0, seen: [false; 3], is_table: false };
        for here in from..value {
            let byte = text[here];
            match byte {
                _ if is_quote(byte) => {
                    let is_escaped = here > from && text[here - 1] == b'\\';
                    let sign = if is_escaped { byte | ESCAPED } else { byte };
                    let is_new = !open.close(sign);
                    if byte != b'\'' || !is_new || !is_apostrophe(&text[from..here]) {
                        open.seen[place(byte)] = true;
                    }
                    if is_new && (byte != b'\'' || !is_apostrophe(&text[from..here])) {
                        open.push(sign);
                    }
                }
                b'(' | b'[' | b'{' => open.push(byte),
                b'<' if text.get(here + 1).is_some_and(u8::is_ascii_alphabetic) => open.push(byte),
                b')' => open.close_bracket(b'('),
                b']' => open.close_bracket(b'['),
                b'}' => open.close_bracket(b'{'),
                b'>' => open.close_bracket(b'<'),
                b'|' => open.is_table = true,
                _ => {}
            }
        }
        open
    }

    /// Whether this quote or bracket is open.
    pub(crate) fn has(&self, sign: u8) -> bool {
        self.signs[..self.count].contains(&sign)
    }

    /// Whether this quote is open behind a backslash.
    pub(super) fn has_escaped(&self, quote: u8) -> bool {
        self.has(quote | ESCAPED)
    }

    /// Whether this quote stands before the pair. Quotes within quotes may have closed too early.
    pub(super) fn has_seen(&self, quote: u8) -> bool {
        self.seen[place(quote)]
    }

    fn push(&mut self, sign: u8) {
        if self.count == MOST {
            self.signs.rotate_left(1);
            self.count -= 1;
        }
        self.signs[self.count] = sign;
        self.count += 1;
    }

    /// Closes a quote and what is open inside it; false if it is not open.
    fn close(&mut self, quote: u8) -> bool {
        match self.signs[..self.count].iter().rposition(|sign| *sign == quote) {
            Some(at) => {
                self.count = at;
                true
            }
            None => false,
        }
    }

    fn close_bracket(&mut self, bracket: u8) {
        if self.count > 0 && self.signs[self.count - 1] == bracket {
            self.count -= 1;
        }
    }
}

fn place(quote: u8) -> usize {
    match quote {
        b'"' => 0,
        b'\'' => 1,
        _ => 2,
    }
}

/// Whether a `'` behind `before` belongs to a word: `don't`. In `b'…'` it opens a string.
fn is_apostrophe(before: &[u8]) -> bool {
    match before {
        [rest @ .., b'b' | b'r' | b'f' | b'u' | b'B' | b'R' | b'F' | b'U' | b'N' | b'L' | b'n' | b't'] => match rest {
            // `\n'…'`
            [.., b'\\'] => false,
            [.., last] => is_word(*last),
            [] => matches!(before, [b'n' | b't']),
        },
        [.., last] => is_word(*last),
        [] => false,
    }
}
