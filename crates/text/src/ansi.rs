//! Terminal escape sequences and control characters.
//!
//! A description printed to a terminal can move the cursor, erase what stood there, conceal text or write the
//! clipboard; a model reads all of it. Spelled-out escapes (`\x1b[31m` as six visible characters) are text
//! and are not reported; tab, newline and carriage return before newline are ordinary.
//!
//! Guarantees: total, linear; an unterminated sequence ends where the text does. Budget: clean text costs one
//! byte scan and no allocation.

mod effect;
mod sequence;

use effect::Pen;
use std::ops::Range;

/// The kinds of control sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EscapeKind {
    /// `ESC [ ... final`: colours, cursor, erasing.
    Csi,
    /// `ESC ] ... ST`: title, clipboard, colours.
    Osc,
    /// `ESC ] 8 ; ; target ST`: a link whose target is not what is shown.
    Hyperlink,
    /// `ESC P ... ST`: device control string.
    Dcs,
    /// `ESC _ ... ST`: application command.
    Apc,
    /// `ESC ^ ... ST`: privacy message.
    Pm,
    /// `ESC X ... ST`: start of string.
    Sos,
    /// Any other sequence that `ESC` starts.
    Other,
    /// A control character below U+0020 or U+007F.
    C0,
    /// A control character from U+0080 to U+009F.
    C1,
}

/// One control sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escape {
    /// What it is.
    pub kind: EscapeKind,
    /// Where it stands; for a hyperlink, the opening sequence.
    pub span: Range<usize>,
    /// Whether it hides or rewrites what a person sees: moves the cursor, erases, conceals, overwrites,
    /// writes the title or the clipboard, or links elsewhere than it says.
    pub hides: bool,
}

/// Finds every control sequence and control character of `text`, in order.
///
/// ```
/// use vetgate_text::ansi::{scan, EscapeKind};
/// let found = scan("\u{1B}[8mhidden\u{1B}[0m");
/// assert_eq!((found[0].kind, found[0].hides), (EscapeKind::Csi, true));
/// assert!(!found[1].hides);
/// assert!(scan(r"prints \x1b[31m").is_empty());
/// ```
pub fn scan(text: &str) -> Vec<Escape> {
    let mut found = Vec::new();
    let mut pen = Pen::default();
    let mut at = 0;
    while let Some(start) = next_control(text, at) {
        let sequence = sequence::read(text, start);
        at = sequence.span.end;
        if let Some(hides) = pen.effect(text, &sequence) {
            found.push(Escape { kind: sequence.kind, span: sequence.span, hides });
        }
    }
    found
}

/// The next control character at or after `from`, tab and newline aside.
fn next_control(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at += first_suspect(bytes.get(at..)?)?;
        // 0xC2 leads U+0080 to U+00BF, of which the first half are controls.
        if bytes[at] != 0xC2 || bytes.get(at + 1).is_some_and(|b| *b < 0xA0) {
            return Some(at);
        }
        at += 1;
    }
}

/// Where the first byte stands that is a control character or may start one.
fn first_suspect(bytes: &[u8]) -> Option<usize> {
    // Clean blocks are passed over without a look at each byte's place, and blocks of plain text with hardly any.
    let is_plain = |block: &[u8]| block.iter().fold(0, |odd, b| odd | u8::from(b.wrapping_sub(0x20) > 0x5E)) == 0;
    let is_clean = |block: &&[u8]| {
        is_plain(block)
            || !block
                .iter()
                .fold(false, |odd, b| odd | (*b < 0x20 && !matches!(b, 0x09 | 0x0A)) | matches!(b, 0x7F | 0xC2))
    };
    let skipped = bytes.chunks_exact(BLOCK).take_while(is_clean).count() * BLOCK;
    bytes[skipped..].iter().position(|b| SUSPECT[usize::from(*b)]).map(|at| skipped + at)
}

/// How many bytes are looked at together.
const BLOCK: usize = 32;

/// Bytes that are a control character, or may start one.
const SUSPECT: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = byte != 0x09 && byte != 0x0A;
        byte += 1;
    }
    table[0x7F] = true;
    table[0xC2] = true;
    table
};

#[cfg(test)]
mod tests;
