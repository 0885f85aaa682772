//! What stands behind the name of a secret: `--token hunter`, `password=abcd`, `"apiKey":"hunter"`.
//!
//! The detector asks that a value looks like a secret before it says so. In a command line or a quoted definition that
//! is not enough: people choose plain passwords, and what is shown by mistake cannot be taken back.
//!
//! A mask ends where the value does, at whitespace, a quote, `;`, `|`, `&` or a bracket, so that nothing else hides
//! behind it.

use crate::words::named::{NAMES, PLACEHOLDERS};
use std::ops::Range;

/// How far back and ahead the looks of a place are examined, in bytes, so that the cost stays linear.
const NEAR: usize = 64;

/// Where the values are, in order and apart from each other.
pub(crate) fn spans(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut floor) = (0, 0);
    while at < bytes.len() {
        let span = match bytes[at] {
            b'=' | b':' => assigned(bytes, at, floor),
            b' ' | b'\t' => flagged(bytes, at, floor),
            _ => None,
        };
        match span {
            Some(span) => {
                (at, floor) = (span.end, span.end);
                found.push(span);
            }
            None => at += 1,
        }
    }
    found
}

/// The value of the assignment whose `=` or `:` is at `at`.
fn assigned(bytes: &[u8], at: usize, floor: usize) -> Option<Range<usize>> {
    let mut end = at;
    let is_quoted = matches!(bytes[..at].last(), Some(b'"' | b'\''));
    while end > floor && at - end < 4 && matches!(bytes[end - 1], b'"' | b'\'' | b'\\' | b' ') {
        end -= 1;
    }
    if !names_a_secret(name_before(bytes, end, floor)?) {
        return None;
    }
    let mut start = at + 1;
    let is_certain = bytes[at] == b'=' || is_quoted;
    let skips: &[u8] = if bytes[at] == b':' || is_quoted { b"\"'\\ " } else { b"\"'\\" };
    while start < bytes.len() && start - at < 6 && skips.contains(&bytes[start]) {
        start += 1;
    }
    if let Some(scheme) = scheme(&bytes[start..]) {
        return value(bytes, start + scheme, false);
    }
    value(bytes, start, is_certain)
}

/// The value after the space at `at`: of a flag such as `--token`, or after `Bearer`.
fn flagged(bytes: &[u8], at: usize, floor: usize) -> Option<Range<usize>> {
    let name = name_before(bytes, at, floor)?;
    if name.eq_ignore_ascii_case(b"bearer") {
        return value(bytes, at + 1, false);
    }
    let flag = name.strip_prefix(b"--")?;
    let mut start = at + 1;
    while start < bytes.len() && start - at < 4 && b"\"'\\ ".contains(&bytes[start]) {
        start += 1;
    }
    (names_a_secret(flag) && bytes.get(start) != Some(&b'-')).then(|| value(bytes, start, true)).flatten()
}

/// The name that ends at `end`, with the dashes of a flag.
fn name_before(bytes: &[u8], end: usize, floor: usize) -> Option<&[u8]> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let near = &bytes[floor.max(end.saturating_sub(NEAR)).min(end)..end];
    let length = near.iter().rev().take_while(is_name).count();
    (length > 0).then(|| &near[near.len() - length..])
}

/// Whether something called `name` is a secret.
pub(crate) fn names_a_secret(name: impl AsRef<[u8]>) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric().then(|| byte.to_ascii_lowercase());
    let name: Vec<u8> = name.as_ref().iter().filter_map(plain).collect();
    NAMES.iter().any(|known| name.ends_with(known.as_bytes()))
}

/// The length of `Bearer ` and the like at the start.
fn scheme(rest: &[u8]) -> Option<usize> {
    let starts = |word: &&&str| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    ["Bearer ", "Basic ", "Token "].iter().find(starts).map(|word| word.len())
}

/// Whether a value ends before `byte`.
pub(crate) fn ends(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\"'`;|&()<>\\".contains(&byte)
}

/// The secret that starts at `start`; one that is not `certain` must look like one as well.
fn value(bytes: &[u8], start: usize, certain: bool) -> Option<Range<usize>> {
    let rest = bytes.get(start..)?;
    // A reference, a placeholder, a path, or a mask.
    if rest.first().is_none_or(|first| b"$%<[{*./~".contains(first)) {
        return None;
    }
    let near = rest.iter().take(NEAR).take_while(|byte| !ends(**byte)).count();
    let head = &rest[..near];
    let lower = head.to_ascii_lowercase();
    let has = |mark: &&str| lower.windows(mark.len()).any(|window| window == mark.as_bytes());
    let is_caps = head.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_');
    // What is called is code; `$(` and `${` stand for what is not here.
    let is_code = rest.get(near) == Some(&b'(') || has(&"${") || has(&"{{");
    let is_masked = std::str::from_utf8(head).is_ok_and(vetgate_sensitive::is_masked);
    let is_placeholder = near < 40 && (is_caps && head.contains(&b'_') || PLACEHOLDERS.iter().any(has));
    if near < 4 || is_code || is_masked || is_placeholder {
        return None;
    }
    let is_random = near >= 8
        && (head.iter().any(u8::is_ascii_digit)
            || head[1..].iter().any(u8::is_ascii_uppercase) && head.iter().any(u8::is_ascii_lowercase));
    if !(certain || is_random) {
        return None;
    }
    let length = rest.iter().take_while(|byte| !ends(**byte)).count();
    Some(start..start + length)
}
