//! Reads a host forward from its first letter, through whatever stands for its dots and letters.

use super::lookalike::{folded, unseen};
use super::{Trick, Tricks, suffix};

/// What surrounds the host, and so how far it may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// After a scheme: percent signs and all scripts count.
    Url,
    /// In running text: letters of scripts without spaces are the next word.
    Bare,
}

/// The extent of a host in the text, before it is decoded.
#[derive(Debug, Clone)]
pub(super) struct Raw {
    /// Where it starts.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// How many dots it has.
    pub(super) dots: usize,
    /// Where its last label starts.
    pub(super) last: usize,
    /// Whether it is written as it is looked up: ASCII, lower case, nothing to decode.
    pub(super) plain: bool,
    /// What was seen on the way.
    pub(super) tricks: Tricks,
}

impl Raw {
    fn dot(&mut self, after: usize) {
        self.dots += 1;
        self.last = after;
    }
}

/// The value of `%XX` at `at`.
pub(super) fn percent(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| bytes.get(at).and_then(|b| char::from(*b).to_digit(16));
    if bytes.get(at) != Some(&b'%') {
        return None;
    }
    u8::try_from(digit(at + 1)? * 16 + digit(at + 2)?).ok()
}

/// The letters of labels that are as they are looked up.
static PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
        byte += 1;
    }
    table
};

/// How many letters of labels stand at the start that are as they are looked up.
fn plain(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| !PLAIN[usize::from(*b)]).unwrap_or(bytes.len())
}

/// Whether a host can go on with this byte right after a dot.
fn goes_on(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80)
}

/// The end of a bracketed word at `at`, such as `[dot]`, `(at)` or `{.}`.
pub(super) fn bracketed(bytes: &[u8], at: usize, words: &[&[u8]]) -> Option<usize> {
    let close = match bytes.get(at)? {
        b'[' => b']',
        b'(' => b')',
        b'{' => b'}',
        _ => return None,
    };
    words.iter().find_map(|word| {
        let end = at + 1 + word.len();
        let same = bytes.get(at + 1..end)?.eq_ignore_ascii_case(word);
        (same && bytes.get(end) == Some(&close)).then_some(end + 1)
    })
}

/// Whether the bracket closes behind the word at `at`: then it is a path in some data and not a dot.
fn closes(bytes: &[u8], at: usize) -> bool {
    let mut rest = bytes.get(at..).unwrap_or_default().iter().take(64);
    rest.find(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))) == Some(&b']')
}

/// The end of a dot in brackets at `at`, with the spaces around it; `[.com` counts as well.
pub(super) fn defanged_dot(bytes: &[u8], at: usize) -> Option<usize> {
    let spaced = bytes.get(at) == Some(&b' ');
    let open = at + usize::from(spaced);
    let end = match bracketed(bytes, open, &[b".", b"dot"]) {
        Some(end) => end,
        None if !spaced && bytes.get(open..open + 2) == Some(b"[.") && !closes(bytes, open + 2) => open + 2,
        None => return None,
    };
    let end = end + usize::from(spaced && bytes.get(end) == Some(&b' '));
    goes_on(bytes, end).then_some(end)
}

/// A full stop of another script, which is a dot to whoever looks the host up.
pub(super) fn other_dot(c: char) -> bool {
    matches!(c, '\u{3002}' | '\u{ff0e}' | '\u{ff61}')
}

/// Whether `c` is a letter that words of Latin text mix with: scripts with spaces and their look-alikes.
pub(super) fn near(c: char) -> bool {
    let code = u32::from(c);
    let script = matches!(code, 0xaa..=0x58f | 0x13a0..=0x13ff | 0x1e00..=0x1fff | 0xab70..=0xabbf);
    (script && (c.is_alphanumeric() || matches!(code, 0x300..=0x36f))) || folded(c).is_some()
}

/// Characters that a host after a scheme does not have: spaces, punctuation.
fn stops(c: char) -> bool {
    let punctuation = matches!(u32::from(c), 0x80..=0xbf | 0x2010..=0x206f | 0x3000..=0x303f | 0xff00..=0xff0f | 0xff1a..=0xff20
        | 0xff3b..=0xff40 | 0xff5b..=0xff65 | 0xfffd);
    c.is_whitespace() || c.is_control() || (punctuation && folded(c).is_none())
}

/// Reads the host at `start`. With `join`, tabs and line ends inside are read over, as browsers do.
pub(super) fn read(text: &str, start: usize, mode: Mode, join: bool) -> Raw {
    let bytes = text.as_bytes();
    let mut raw = Raw { start, end: start, dots: 0, last: start, plain: true, tricks: Tricks::NONE };
    let mut at = start;
    let mut pending = Tricks::NONE;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => at += plain(&bytes[at..]),
            b'A'..=b'Z' => {
                raw.plain = false;
                at += 1;
            }
            b'.' => {
                let broken = join && matches!(bytes.get(at + 1), Some(b'\t' | b'\n' | b'\r'));
                if at == start
                    || !(goes_on(bytes, at + 1) || broken || (mode == Mode::Url && percent(bytes, at + 1).is_some()))
                {
                    break;
                }
                at += 1;
                raw.dot(at);
                raw.end = at;
                continue;
            }
            b'[' | b'(' | b'{' | b' ' => {
                let Some(end) = defanged_dot(bytes, at).filter(|_| raw.end == at && at > start) else { break };
                raw.tricks.add(Trick::Defanged);
                raw.plain = false;
                raw.dot(end);
                at = end;
                raw.end = end;
                continue;
            }
            b'%' if mode == Mode::Url => match percent(bytes, at) {
                Some(b'%') if ends_encoded(bytes, at) => break,
                None | Some(0..=0x20 | b'/' | b'?' | b'#' | b'\\' | b'@' | b':' | b'"' | b'<' | b'>' | b'&' | b'=') => {
                    break;
                }
                Some(value) => {
                    raw.tricks.add(Trick::Percent);
                    raw.plain = false;
                    at += 3;
                    if value == b'.' {
                        raw.dot(at);
                    }
                }
            },
            b'\t' | b'\n' | b'\r' if join && at == raw.end => {
                let beside_dot = bytes.get(at.wrapping_sub(1)) == Some(&b'.') || bytes.get(at + 1) == Some(&b'.');
                if !(beside_dot || byte == b'\t') || !(goes_on(bytes, at + 1) || bytes.get(at + 1) == Some(&b'.')) {
                    break;
                }
                raw.tricks.add(Trick::Hidden);
                raw.plain = false;
                at += 1;
            }
            0x80.. => {
                let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
                let after = at + c.len_utf8();
                if unseen(c) {
                    // Counts only if the host goes on behind it.
                    pending.add(Trick::Hidden);
                    at = after;
                    continue;
                }
                if other_dot(c) {
                    if raw.end == start || !goes_on(bytes, after) || ends_before_script(text, &raw, after, mode) {
                        break;
                    }
                    pending.add(Trick::Folded);
                    raw.dot(after);
                    at = after;
                    continue;
                }
                if !near(c) && (mode == Mode::Bare || stops(c) || complete(text, &raw)) {
                    break;
                }
                at = after;
                raw.plain = false;
            }
            _ => break,
        }
        raw.end = at;
        if !pending.is_empty() {
            raw.tricks = raw.tricks.and(pending);
            raw.plain = false;
            pending = Tricks::NONE;
        }
    }
    trim(bytes, &mut raw);
    raw
}

/// Whether `%25` is followed by the digits of a separator: one that was encoded twice.
fn ends_encoded(bytes: &[u8], at: usize) -> bool {
    let digits = bytes.get(at + 3..at + 5).unwrap_or_default();
    [b"2f", b"3a", b"3f", b"23", b"26", b"40"].iter().any(|code| digits.eq_ignore_ascii_case(*code))
}

/// Whether what was read is a host by itself, so that a letter of another script is the text behind it.
fn complete(text: &str, raw: &Raw) -> bool {
    raw.dots > 0 && text.get(raw.last..raw.end).is_some_and(|last| last.is_ascii() && suffix::of(last).is_some())
}

/// Whether an ideographic full stop ends the sentence: a complete host before it, no ASCII letter behind it.
fn ends_before_script(text: &str, raw: &Raw, after: usize, mode: Mode) -> bool {
    let ascii = text.as_bytes().get(after).is_some_and(u8::is_ascii_alphanumeric);
    !ascii && (mode == Mode::Bare || complete(text, raw))
}

/// Takes dots and dashes off the end.
fn trim(bytes: &[u8], raw: &mut Raw) {
    while raw.end > raw.start && matches!(bytes.get(raw.end - 1), Some(b'.' | b'-')) {
        raw.end -= 1;
    }
    if raw.last >= raw.end && raw.dots > 0 {
        raw.dots -= 1;
        let host = bytes.get(raw.start..raw.end).unwrap_or_default();
        raw.last = raw.start + memchr::memrchr(b'.', host).map_or(0, |dot| dot + 1);
    }
}
