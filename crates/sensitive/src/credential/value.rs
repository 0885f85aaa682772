//! Where the value of a pair ends.
//!
//! A password may hold any character, so no sign ends one by itself. A sign ends a value where something else says so: the
//! quote or bracket around the pair closes, another pair follows, a space comes. Where that is open, the value goes on up
//! to the next space: a few characters too many are masked rather than a part of a secret left.

use super::Written;
use super::layout::is_colour;
use super::marks::{is_quote, is_tag};
use super::open::Open;
use crate::class::is_word;
use crate::words::credential::TAGS;
use std::ops::Range;

/// The longest value between quotes.
const LONGEST_QUOTED: usize = 4096;

/// The longest value without quotes.
pub(super) const LONGEST_BARE: usize = 1024;

/// The longest token without quotes.
const LONGEST_TOKEN: usize = 4096;

/// What stands around a pair.
pub(super) struct Pair {
    /// The start of the name.
    pub(super) name: usize,
    /// The start of the value, with its quote if it has one.
    pub(super) value: usize,
    /// Whether nothing stands between the `=` and the value, as in files of settings.
    pub(super) is_tight: bool,
}

/// Reads the value of `pair`.
pub(super) fn read(text: &[u8], pair: &Pair) -> Option<(Range<usize>, Written)> {
    let open = Open::before(text, pair.name, pair.value);
    let mut start = pair.value;
    let escapes = backslashes(text, start);
    let quote = start + escapes;
    // The quote around the pair closes: the value is no part of this text.
    if escapes == 0 && text.get(start).is_some_and(|byte| is_quote(*byte) && open.has(*byte)) && !opens(text, start) {
        return None;
    }
    if text.get(quote).is_some_and(|byte| is_quote(*byte)) {
        if let Some(span) = quoted(text, quote, escapes, &open) {
            return (!span.is_empty()).then_some((span, Written::Quoted));
        }
        start = quote;
    } else if let Some((left, right)) = typographic(&text[start..]) {
        let rest = line(&text[start + left..], LONGEST_QUOTED);
        let length = memchr::memmem::find(rest, right)?;
        return Some((start + left..start + left + length, Written::Quoted));
    } else if text.get(start) == Some(&b'{')
        && let Some(span) = braced(text, start)
    {
        return Some((span, Written::Quoted));
    }
    let emphasis = text[start..].iter().take(3).take_while(|byte| **byte == b'*').count();
    let end = bare(text, start, pair, &open);
    let mut span = start + emphasis..end.max(start + emphasis);
    // `**value**`
    if emphasis > 0 {
        let closing = text[span.clone()].iter().rev().take_while(|byte| **byte == b'*').count();
        span.end -= closing.min(emphasis);
        if closing == 0 {
            span.start = start;
        }
    }
    (!span.is_empty()).then_some((span, Written::Bare))
}

/// Returns whether a value starts behind the quote at `at`, rather than a text ending there: `'a' + b` ends, `'b'` starts.
fn opens(text: &[u8], at: usize) -> bool {
    let is_value =
        |byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b',' | b';' | b')' | b'}' | b']' | b'+' | b'.');
    at > 0 && !text[at - 1].is_ascii_whitespace() && text.get(at + 1).is_some_and(is_value)
}

/// The value in braces of a connection string: `PWD={ab;c}`.
fn braced(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = line(&text[at + 1..], LONGEST_QUOTED);
    let length = memchr::memchr(b'}', rest)?;
    let is_end = matches!(rest.get(length + 1), None | Some(b';' | b'"' | b'\'' | b'\n' | b'\r'));
    let is_value = !rest[..length].iter().any(|byte| matches!(byte, b' ' | b':' | b'{'));
    (is_end && is_value && rest.get(length + 1) == Some(&b';')).then_some(at + 1..at + 1 + length)
}

/// Quotes of print: where the value starts, and what ends it.
fn typographic(text: &[u8]) -> Option<(usize, &'static [u8])> {
    // table: pairs of punctuation marks, not words
    const PAIRS: [(&str, &str); 5] = [("“", "”"), ("‘", "’"), ("«", "»"), ("„", "“"), ("「", "」")];
    let pair = PAIRS.iter().find(|(left, _)| text.starts_with(left.as_bytes()))?;
    Some((pair.0.len(), pair.1.as_bytes()))
}

/// How many backslashes stand at `at` before a quote.
fn backslashes(text: &[u8], at: usize) -> usize {
    let count = text[at..].iter().take(8).take_while(|byte| **byte == b'\\').count();
    if text.get(at + count).is_some_and(|byte| is_quote(*byte)) { count } else { 0 }
}

/// The line at the start of `text`, of at most `most` bytes.
fn line(text: &[u8], most: usize) -> &[u8] {
    let text = &text[..text.len().min(most)];
    &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())]
}

/// The value behind the quote at `at`, which stands behind `escapes` backslashes.
fn quoted(text: &[u8], at: usize, escapes: usize, open: &Open) -> Option<Range<usize>> {
    let quote = text[at];
    let rest = line(&text[at + 1..], LONGEST_QUOTED);
    if escapes == 0 && rest.starts_with(&[quote, quote]) {
        let length = memchr::memmem::find(&rest[2..], &[quote; 3])?;
        return Some(at + 3..at + 3 + length);
    }
    let start = at + 1;
    let mut end = start + closing(rest, quote, escapes)?;
    // In a shell the pieces of a word are joined: `'it'\''s'`.
    loop {
        let after = end + escapes + 1;
        let next = text.get(after).copied().unwrap_or(b' ');
        let piece = match next {
            b'\\' if escapes == 0 && text.get(after + 1).is_some_and(|byte| is_quote(*byte)) => after + 2,
            _ if escapes == 0 && is_quote(next) && !open.has(next) => after,
            _ if is_word(next) && escapes == 0 => after,
            _ => return Some(start..end),
        };
        let rest = line(&text[piece..], LONGEST_QUOTED.saturating_sub(piece - start));
        let first = rest.first().copied().unwrap_or(b' ');
        if is_quote(first) {
            match closing(&rest[1..], first, 0) {
                Some(length) => end = piece + 1 + length,
                None => return Some(start..end),
            }
        } else {
            let is_end = |byte: &u8| {
                byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b')' | b'}' | b']' | b'<' | b'>')
            };
            let length = rest.iter().position(|byte| is_end(byte) || is_quote(*byte)).unwrap_or(rest.len());
            let goes_on = rest.get(length).is_some_and(|byte| is_quote(*byte) && !open.has(*byte));
            match goes_on.then(|| closing(&rest[length + 1..], rest[length], 0)).flatten() {
                Some(more) => end = piece + length + 1 + more,
                None => return Some(start..piece + length),
            }
        }
    }
}

/// Where the quote closes that opened right before `rest`, both behind `escapes` backslashes.
fn closing(rest: &[u8], quote: u8, escapes: usize) -> Option<usize> {
    let mut at = 0;
    let mut last = None;
    while let Some(found) = memchr::memchr(quote, &rest[at..]).map(|found| at + found) {
        let before = rest[..found].iter().rev().take_while(|byte| **byte == b'\\').count();
        let after = &rest[found + 1..];
        let is_escaped = if escapes == 0 { before % 2 == 1 } else { before > escapes };
        let place = found - escapes.min(before);
        if !is_escaped {
            // Two quotes are one inside a value, as in SQL and YAML.
            if escapes == 0 && found > 0 && quote == b'\'' && after.first() == Some(&quote) {
                at = found + 2;
                last = last.or(Some(found));
                continue;
            }
            return Some(place);
        }
        // Where backslashes escape nothing, the value may end in one.
        if escapes == 0 && (is_separator(after) || after.trim_ascii().is_empty()) {
            let rest = after.trim_ascii_start();
            if starts_pair(rest.get(1..).unwrap_or_default()) {
                return Some(found);
            }
            last = Some(found);
        }
        at = found + 1;
    }
    last
}

/// Whether a value that ends here would be followed by another one.
fn is_separator(after: &[u8]) -> bool {
    matches!(after.first(), Some(b',' | b';' | b')' | b'}' | b']' | b' ' | b'\r'))
}

/// The end of the value without quotes that starts at `start`.
fn bare(all: &[u8], start: usize, pair: &Pair, open: &Open) -> usize {
    let text = &all[..all.len().min(start + LONGEST_BARE)];
    // In the query of a link every sign that is not encoded means something.
    let is_query = pair.name.checked_sub(1).is_some_and(|at| matches!(text[at], b'?' | b'&')) && pair.is_tight;
    let mut inner = [0; 8];
    let mut depth = 0;
    let mut at = start;
    while let Some(byte) = text.get(at).copied() {
        let rest = &text[at + 1..];
        let next = rest.first().copied().unwrap_or(b' ');
        let is_last = next.is_ascii_whitespace();
        match byte {
            b'"' | b'\'' | b'`' if at > start && (open.has(byte) || open.has_escaped(byte)) && !is_word(next) => break,
            b'"' | b'\'' | b'`' if at > start && open.has_seen(byte) && is_structure(next) => break,
            b'\\' | b'^' if is_colour(&text[at..]) => break,
            b'\\' if at > start => {
                let count = 1 + rest.iter().take_while(|byte| **byte == b'\\').count();
                let escaped = text.get(at + count).copied().unwrap_or(b' ');
                if is_quote(escaped) {
                    // The quote around the pair is escaped itself.
                    if open.has_escaped(escaped) {
                        break;
                    }
                    at += count + 1;
                    continue;
                }
                let is_line_end = matches!(escaped, b'n' | b'r' | b't');
                let after = text.get(at + count + 1..).unwrap_or_default();
                if is_line_end && (after.first().is_none_or(|byte| !is_word(*byte)) || starts_line(after)) {
                    break;
                }
                at += count - 1;
            }
            b'(' | b'[' | b'{' if depth < inner.len() => {
                inner[depth] = byte;
                depth += 1;
            }
            b')' | b']' | b'}' => {
                if depth > 0 && inner[depth - 1] == opening(byte) {
                    depth -= 1;
                } else if open.has(opening(byte)) && is_structure(next) {
                    break;
                }
            }
            b',' | b';' if is_last || starts_pair(rest) => break,
            b',' | b';' if is_quote(next) && open.has(next) => break,
            b'&' if is_query
                || is_last
                || starts_pair(rest)
                || starts_pair(rest.strip_prefix(b"amp;").unwrap_or(b"")) =>
            {
                break;
            }
            b'#' if is_query => break,
            b'<' if at > start && ends_at_tag(rest) => break,
            b'>' if open.has(b'<') && !is_word(next) => break,
            b'/' if open.has(b'<') && next == b'>' => break,
            b'|' if open.is_table && is_last && at > start => break,
            0xE3 | 0xEF if is_wide_end(&text[at..]) => break,
            0xE2 if text[at..].starts_with("”".as_bytes()) || text[at..].starts_with("’ ".as_bytes()) => break,
            0xC2 if next == 0xA0 => break,
            _ if byte.is_ascii_whitespace() || byte.is_ascii_control() => break,
            _ => {}
        }
        at += 1;
    }
    // What is longer than any password is a token.
    let mut end = at.min(text.len());
    if end - start == LONGEST_BARE {
        let is_token = |byte: &&u8| is_word(**byte) || matches!(byte, b'-' | b'_' | b'.' | b'+' | b'/' | b'=' | b'~');
        end += all[end..all.len().min(start + LONGEST_TOKEN)].iter().take_while(is_token).count();
    }
    let text = all;
    while end > start {
        let is_stop = match text[end - 1] {
            b',' | b';' | b':' => true,
            b'.' => !pair.is_tight,
            _ => false,
        };
        if !is_stop {
            break;
        }
        end -= 1;
    }
    end
}

/// Whether the sign may follow a bracket that closes around a pair.
fn is_structure(next: u8) -> bool {
    next.is_ascii_whitespace()
        || matches!(next, b',' | b';' | b'.' | b')' | b']' | b'}' | b'"' | b'\'' | b'`' | b'\\' | b'<' | b'>' | b'?')
}

fn opening(closing: u8) -> u8 {
    match closing {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    }
}

/// Whether a tag that ends a text starts behind the `<` before `rest`: one that closes, or one of HTML.
fn ends_at_tag(rest: &[u8]) -> bool {
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let is_known = TAGS.iter().any(|tag| rest[..length].eq_ignore_ascii_case(tag.as_bytes()));
    is_tag(rest) && (rest[0] == b'/' || is_known)
}

/// Punctuation of East Asian texts: `、`, `。`, `」`, a wide space, `，`, `；`, `）`.
fn is_wide_end(text: &[u8]) -> bool {
    ["、", "。", "」", "\u{3000}", "，", "；", "）"].iter().any(|end| text.starts_with(end.as_bytes()))
}

/// Whether a line starts here that is another entry: a name and a sign, or a date.
fn starts_line(text: &[u8]) -> bool {
    starts_pair(text) || text.starts_with(b"20")
}

/// Whether the text starts with another pair: `user=`, `"user":`, `Initial Catalog=`.
pub(super) fn starts_pair(text: &[u8]) -> bool {
    let skip = text.iter().take(4).take_while(|byte| matches!(byte, b' ' | b'\\' | b'"' | b'\'' | b'-')).count();
    let is_quoted = text[..skip].iter().any(|byte| is_quote(*byte));
    let name = &text[skip..text.len().min(skip + 40)];
    if !name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'@')) {
        return false;
    }
    let is_part = |byte: &u8| is_word(*byte) || matches!(byte, b'_' | b'-' | b'.' | b' ' | b'$' | b'@');
    let length = name.iter().position(|byte| !is_part(byte)).unwrap_or(name.len());
    let words = &name[..length];
    let joint = name[length..].iter().take_while(|byte| matches!(byte, b'"' | b'\'' | b'\\')).count();
    let sign = name.get(length + joint).copied().unwrap_or(b' ');
    let words = words.trim_ascii_end();
    let is_closed = joint > 0 && is_quoted || joint == 0;
    // The names of connection strings have several words, each with a capital: `Initial Catalog`.
    let is_capital =
        |word: &[u8]| word.first().is_some_and(u8::is_ascii_uppercase) && word.iter().all(u8::is_ascii_alphabetic);
    let is_name = !words.contains(&b' ') || sign == b'=' && words.split(|byte| *byte == b' ').all(is_capital);
    length > 1 && is_closed && is_name && matches!(sign, b'=' | b':')
}
