//! What sets a pair out and says nothing: blanks, colours, tags, emphasis.

use super::marks::{TAG, is_quote, is_tag};
use crate::class::is_word;

/// The most blanks that align the values of settings.
const ALIGNMENT: usize = 64;

/// The most tags between a name and its value.
const TAGS: usize = 4;

/// The place behind the blanks that align a value, the sequences that set its colour and the tags that set it out.
pub(super) fn behind_layout(text: &[u8], start: usize) -> usize {
    let most = text.len().min(start + ALIGNMENT);
    let mut at = start.min(text.len());
    let mut tags = 0;
    loop {
        at += text[at..most.max(at)].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let rest = &text[at..];
        match colour(rest) {
            0 => match setting_tag(rest) {
                Some(length) if tags < TAGS => {
                    at += length;
                    tags += 1;
                }
                _ => return at,
            },
            length => at += length,
        }
    }
}

/// The length of the tag at the start of `text`, if it closes an element, or opens one whose end is on the line:
/// `<string>` alone stands for a value.
fn setting_tag(text: &[u8]) -> Option<usize> {
    let [b'<', rest @ ..] = text else { return None };
    if !is_tag(rest) {
        return None;
    }
    let length = memchr::memchr(b'>', &rest[..rest.len().min(TAG + 1)])?;
    if rest[0] == b'/' {
        return Some(length + 2);
    }
    let line = &rest[length..rest.len().min(length + 512)];
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    let name = rest.iter().take_while(|byte| is_word(**byte)).count();
    let is_closed = memchr::memmem::find_iter(line, b"</").take(4).any(|at| line[at + 2..].starts_with(&rest[..name]));
    is_closed.then_some(length + 2)
}

/// The place before the blanks and colour sequences that end at `end`.
pub(super) fn before_layout(text: &[u8], end: usize) -> usize {
    let least = end.saturating_sub(ALIGNMENT);
    let mut at = end;
    loop {
        at -= text[least.min(at)..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let from = at.saturating_sub(LONGEST_COLOUR);
        let escape = text[from..at].iter().rposition(|byte| matches!(byte, &ESCAPE | b'\\' | b'^'));
        match escape.map(|escape| from + escape) {
            Some(escape) if colour(&text[escape..]) == at - escape && at > escape => at = escape,
            _ => return at,
        }
    }
}

/// The place before the closing tags and the blanks that end at `end`: in `<b>Password</b>: …`.
pub(super) fn before_tags(text: &[u8], end: usize) -> usize {
    let mut at = end;
    for _ in 0..TAGS {
        let Some([before @ .., b'>']) = text.get(..at) else { break };
        let from = before.len().saturating_sub(TAG);
        let Some(open) = memchr::memrchr(b'<', &before[from..]).map(|open| from + open) else { break };
        if before.get(open + 1) != Some(&b'/') {
            break;
        }
        at = before_layout(text, open);
    }
    at
}

const ESCAPE: u8 = 0x1B;
/// The most bytes of a sequence that sets colours.
const LONGEST_COLOUR: usize = 24;

/// The sequences that start a colour: the control character, and how it is written where it is escaped.
const STARTS: [&[u8]; 6] = [b"\x1b[", b"\\x1b[", b"\\u001b[", b"\\033[", b"\\e[", b"^[["];

/// The length of the sequence that sets a colour or a weight (SGR, ECMA-48 8.3.117) at the start of `text`, or zero.
fn colour(text: &[u8]) -> usize {
    let start = match text.first() {
        Some(&ESCAPE | b'\\' | b'^') => STARTS.iter().find(|start| has_start(text, start)),
        _ => None,
    };
    let Some(start) = start else { return 0 };
    let rest = &text[start.len()..text.len().min(LONGEST_COLOUR)];
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b':')).count();
    if rest.get(length) == Some(&b'm') { start.len() + length + 1 } else { 0 }
}

fn has_start(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start))
}

/// Whether a colour is set at the start of `text`, which ends a value.
pub(super) fn is_colour(text: &[u8]) -> bool {
    colour(text) > 0
}

/// The place of the quote that starts a string behind `start` and its prefix: `r"…"`, `N'…'`, `@"…"`.
pub(super) fn behind_prefix(text: &[u8], start: usize) -> usize {
    let is_prefix =
        |byte: &u8| matches!(byte | 0x20, b'r' | b'b' | b'u' | b'n' | b'l') || *byte == b'@' || *byte == b'$';
    let length = text[start..].iter().take(2).take_while(|byte| is_prefix(byte)).count();
    if text.get(start + length).is_some_and(|byte| is_quote(*byte)) { start + length } else { start }
}
