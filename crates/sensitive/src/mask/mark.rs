//! The forms that replacements have, so that they are known again: `[EMAIL]`, `[EMAIL:ktbvqnzmhdfg]`, `⟦EMAIL_1⟧` and
//! stars.

use crate::Kind;
use std::ops::Range;

pub(super) const OPEN: char = '⟦';
pub(super) const CLOSE: char = '⟧';

/// What a forged placeholder's brackets become.
const DEFUSED: (char, char) = ('⟪', '⟫');

/// The longest label. Custom ids can be of any length, and a label must be readable with bounded work.
const LONGEST_LABEL: usize = 64;

/// How many characters of a hash are shown: 48 bits.
pub(super) const HASH_LENGTH: usize = 12;

/// How many bytes a redacted or hashed value has at most.
pub(crate) const LONGEST_REPLACEMENT: usize = LONGEST_LABEL + HASH_LENGTH + "[:]".len();

/// Sixteen letters for sixteen values: with digits, one hash in three hundred would look like a number, and with
/// vowels like a word.
const HASH_LETTERS: &[u8; 16] = b"bcdfghjkmnpqrstv";

/// What replacements call a kind: [`Kind::label`], of bounded length and never empty.
pub(super) fn label(kind: &Kind) -> String {
    let mut label = kind.label();
    label.truncate(LONGEST_LABEL);
    if !is_label(&label) { "VALUE".to_owned() } else { label }
}

/// Whether `text` can be a label: capitals, digits and `_`, at least two, one of them a letter.
fn is_label(text: &str) -> bool {
    (2..=LONGEST_LABEL).contains(&text.len())
        && text.bytes().all(is_label_byte)
        && text.bytes().any(|b| b.is_ascii_uppercase())
}

fn is_label_byte(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_'
}

/// Appends `[EMAIL]`.
pub(super) fn push_redacted(label: &str, out: &mut String) {
    out.extend(["[", label, "]"]);
}

/// Appends `[EMAIL:ktbvqnzmhdfg]`.
pub(super) fn push_hashed(label: &str, digest: &[u8; 32], out: &mut String) {
    let letters = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]).take(HASH_LENGTH);
    out.extend(["[", label, ":"]);
    out.extend(letters.map(|value| char::from(HASH_LETTERS[usize::from(value)])));
    out.push(']');
}

/// A placeholder as it is written.
pub(super) fn placeholder(label: &str, number: usize) -> String {
    format!("{OPEN}{label}_{number}{CLOSE}")
}

/// A placeholder in a text, known or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placeholder<'t> {
    pub(super) span: Range<usize>,
    pub(super) label: &'t str,
    /// From 1.
    pub(super) number: usize,
}

/// Every placeholder in `text`, from the left.
pub(super) fn placeholders(text: &str) -> impl Iterator<Item = Placeholder<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(found) = text[at..].find(OPEN) {
            let start = at + found;
            at = start + OPEN.len_utf8();
            if let Some(found) = placeholder_at(text, start) {
                at = found.span.end;
                return Some(found);
            }
        }
        None
    })
}

/// The placeholder that starts at `start`.
fn placeholder_at(text: &str, start: usize) -> Option<Placeholder<'_>> {
    const DIGITS: usize = 9;
    let inside = text[start..].strip_prefix(OPEN)?;
    let length = inside.bytes().take(LONGEST_LABEL + DIGITS + 2).take_while(|b| is_label_byte(*b)).count();
    let (name, rest) = inside.split_at(length);
    rest.strip_prefix(CLOSE)?;
    let (label, digits) = name.rsplit_once('_')?;
    let is_number = digits.len() <= DIGITS && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    let number = if is_number { digits.parse().ok()? } else { return None };
    let end = start + OPEN.len_utf8() + length + CLOSE.len_utf8();
    is_label(label).then_some(Placeholder { span: start..end, label, number })
}

/// Appends a placeholder so that it is none any more: `⟪EMAIL_1⟫`.
pub(super) fn push_defused(placeholder: &Placeholder<'_>, out: &mut String) {
    out.push(DEFUSED.0);
    out.extend([placeholder.label, "_", &placeholder.number.to_string()]);
    out.push(DEFUSED.1);
}

/// Where the redacted or hashed value that starts at the beginning of `text` ends.
fn redacted_end(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let length = inside.bytes().take(LONGEST_LABEL + 1).take_while(|b| is_label_byte(*b)).count();
    let (label, rest) = inside.split_at(length);
    if !is_label(label) {
        return None;
    }
    if rest.starts_with(']') {
        return Some(1 + length + 1);
    }
    let hash = rest.strip_prefix(':')?.as_bytes();
    let is_hash = hash.get(HASH_LENGTH) == Some(&b']') && hash[..HASH_LENGTH].iter().all(|b| HASH_LETTERS.contains(b));
    is_hash.then_some(1 + length + 1 + HASH_LENGTH + 1)
}

/// Where the redaction, hash or placeholder at the beginning of `text` ends.
fn replacement_end(text: &str) -> Option<usize> {
    redacted_end(text).or_else(|| placeholder_at(text, 0).map(|found| found.span.end))
}

/// Whether all of `text` is one redaction, hash or placeholder.
pub(super) fn is_replacement(text: &str) -> bool {
    replacement_end(text) == Some(text.len())
}

/// What may stand between the parts of a value without being part of it.
pub(super) fn is_separator(c: char) -> bool {
    matches!(c, '-' | '.' | '/' | ':' | '(' | ')' | '+' | '_' | '@' | '–') || c.is_whitespace()
}

/// What starts a masked path.
pub(super) const MASKED_DIRECTORY: &str = "***/";

/// Whether `text` is a replacement of ours, whatever the mode, rather than a value.
///
/// A value that only contains such a thing is still a value: what is left beside the replacements and stars must be as
/// little as a mask leaves.
///
/// ```
/// use vetgate_sensitive::is_masked;
/// assert!(is_masked("[EMAIL]") && is_masked("⟦EMAIL_1⟧") && is_masked("j***@e***.com") && is_masked("ghp_****"));
/// assert!(!is_masked("correct***horse") && !is_masked("[EMAIL]hunter2hunter2"));
/// ```
pub fn is_masked(text: &str) -> bool {
    is_masked_path(text) || is_starred(text)
}

/// Whether `text` is a path of which only the file name is left.
pub(super) fn is_masked_path(text: &str) -> bool {
    text.strip_prefix(MASKED_DIRECTORY).is_some_and(|name| !name.is_empty() && !name.contains(['/', '\\']))
}

/// Whether `text` is made of stars and replacements, and little else.
pub(super) fn is_starred(text: &str) -> bool {
    const MOST_LEFT: usize = 8;
    const LONGEST_RUN: usize = 5;
    let (mut left, mut run, mut stars, mut is_marked) = (0, 0, 0, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if matches!(c, '[' | OPEN)
            && let Some(end) = replacement_end(rest)
        {
            (run, stars, is_marked) = (0, 0, true);
            rest = &rest[end..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if c == '*' {
            (run, stars) = (0, stars + 1);
            is_marked |= stars >= 3;
        } else if is_separator(c) {
            run = 0;
        } else {
            (left, run, stars) = (left + 1, run + 1, 0);
            if left > MOST_LEFT || run > LONGEST_RUN {
                return false;
            }
        }
    }
    is_marked
}

/// Where the last replacement ends of which at least the end stands behind `from`; `from` if there is none.
///
/// What stands before a replacement names nothing behind it, nor does its label. It may have stood too far away while the
/// value was there, and a second pass must not find more than the first.
pub(crate) fn after_last(text: &[u8], from: usize) -> usize {
    let mut end = text.len();
    while let Some(at) = memchr::memrchr3(b'*', b']', LAST_OF_CLOSE, &text[from..end]).map(|at| from + at) {
        if ends_replacement(&text[..=at]) {
            return at + 1;
        }
        end = at;
    }
    from
}

/// Where the first replacement of a text starts, as far as its sign tells; the end of the text if there is none.
pub(crate) fn before_first(text: &[u8]) -> usize {
    let mut from = 0;
    while let Some(at) = memchr::memchr3(b'*', b'[', OPEN_BYTES[0], &text[from..]).map(|at| from + at) {
        let rest = &text[at..];
        let is_label = || rest.get(1).is_some_and(u8::is_ascii_uppercase);
        if rest.starts_with(b"***") || rest.starts_with(OPEN_BYTES) || rest[0] == b'[' && is_label() {
            return at;
        }
        from = at + 1;
    }
    text.len()
}

const OPEN_BYTES: &[u8] = "⟦".as_bytes();
const CLOSE_BYTES: &[u8] = "⟧".as_bytes();
const LAST_OF_CLOSE: u8 = CLOSE_BYTES[CLOSE_BYTES.len() - 1];

fn ends_replacement(text: &[u8]) -> bool {
    let is_label = || {
        let inside = &text[..text.len() - 1];
        let near = inside.iter().rev().take(LONGEST_REPLACEMENT);
        let length = near.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'));
        let label = &inside[inside.len() - length.count()..];
        inside[..inside.len() - label.len()].ends_with(b"[") && label.first().is_some_and(u8::is_ascii_uppercase)
    };
    match text.last() {
        Some(b'*') => text.ends_with(b"***") || text.ends_with(b".*.*"),
        Some(b']') => is_label(),
        _ => text.ends_with(CLOSE_BYTES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_counts_if_only_its_end_is_near() {
        let text = b"of [HK_HKID] and x";
        assert_eq!((after_last(text, 8), after_last(text, 11), after_last(text, 12)), (12, 12, 12));
        assert_eq!(after_last(b"of HK_HKID] and x", 6), 6);
    }

    #[test]
    fn replacements_are_seen_in_a_text() {
        for (text, after, before) in [
            ("ssn [EMAIL] 1", 11, 4),
            ("a [EMAIL:ktbv] b", 14, 2),
            ("a ⟦EMAIL_1⟧ b", 15, 2),
            ("a j***@a***.io b", 11, 3),
            ("**SSN**: [x] a[0]", 0, 17),
            ("", 0, 0),
        ] {
            assert_eq!((after_last(text.as_bytes(), 0), before_first(text.as_bytes())), (after, before), "{text}");
        }
    }
}
