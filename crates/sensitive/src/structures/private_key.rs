//! Private keys: the block is decoded and its structure read, not just its first line.

use crate::candidate::Candidate;
use crate::{Category, Grade, Kind};
use data_encoding::BASE64;
use std::ops::Range;
use vetgate_model::Severity;

pub(crate) static KIND: Kind = Kind::new("private_key", "Private key", Category::Secret, Severity::Critical);

pub(super) const STARTS: &[&str] = &["BEGIN "];
/// `-----BEGIN` in base64.
pub(super) const STARTS_ENCODED: &[&str] = &["LS0tLS1CRUdJTi"];

/// Longer than any key.
const LONGEST: usize = 32 << 10;
/// The shortest body that can be a key: an Ed25519 key in PKCS #8 has 64 characters.
const SHORTEST_BODY: usize = 48;

/// The key whose `BEGIN` stands at `at`.
pub(super) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let start = at.checked_sub(5).filter(|start| &text[*start..at] == b"-----")?;
    let block = &text[at..text.len().min(at + LONGEST)];
    let label_end = memchr::memmem::find(&block[..block.len().min(64)], b"-----")?;
    let label = &block[b"BEGIN ".len()..label_end];
    if !is_private(label) {
        return None;
    }
    let body = &block[label_end + 5..];
    // The next five dashes are its end, or another's start.
    let end = memchr::memmem::find(body, b"-----").filter(|end| body[*end..].starts_with(b"-----END "));
    let (body, length) = match end {
        Some(end) => {
            // On the same line: what follows may not have come in yet.
            let last = body[end + 9..].split(|byte| *byte == b'\n').next().unwrap_or_default();
            let close = memchr::memmem::find(last, b"-----").map_or(0, |close| close + 5);
            (&body[..end], end + 9 + close)
        }
        None => {
            let end = unclosed_end(body);
            (&body[..end], end)
        }
    };
    let grade = grade(label, body)?;
    let span = start..at + label_end + 5 + length;
    Some(Candidate { kind: &KIND, span, bare: Some(grade), alone: None, named: None, words: &[] })
}

/// A key whose whole block is in base64 once more, as configurations of clusters have them.
pub(super) fn encoded_at(text: &[u8], start: usize) -> Option<Candidate> {
    let rest = &text[start..text.len().min(start + 2 * LONGEST)];
    let length = rest.iter().position(|byte| !is_base64(*byte)).unwrap_or(rest.len());
    let whole = length - length % 4;
    let decoded = BASE64.decode(&rest[..whole]).ok().or_else(|| BASE64.decode(&rest[..length.min(200) & !3]).ok())?;
    let begin = memchr::memmem::find(&decoded, b"BEGIN ")?;
    let bare = at(&decoded, begin)?.bare;
    Some(Candidate { kind: &KIND, span: start..start + length, bare, alone: None, named: None, words: &[] })
}

fn is_private(label: &[u8]) -> bool {
    label.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b' ')
        && (label.ends_with(b"PRIVATE KEY") || label == b"PGP PRIVATE KEY BLOCK")
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Where the lines of base64 end, if the block has no last line: it was cut off.
fn unclosed_end(body: &[u8]) -> usize {
    let goes_on = |byte: &u8| is_base64(*byte) || matches!(byte, b'\n' | b'\r' | b'\\');
    let end = body.iter().position(|byte| !goes_on(byte)).unwrap_or(body.len());
    body[..end].iter().rposition(|byte| is_base64(*byte)).map_or(0, |last| last + 1)
}

/// How sure it is that the body holds a key.
fn grade(label: &[u8], body: &[u8]) -> Option<Grade> {
    let mut letters = Vec::with_capacity(body.len());
    for range in (Lines { body, at: 0 }) {
        letters.extend(body[range].iter().copied().filter(|byte| is_base64(*byte)));
    }
    if letters.len() < SHORTEST_BODY {
        // Only the form of one: `-----BEGIN PRIVATE KEY----- … -----END PRIVATE KEY-----` in a manual.
        return Some(Grade::Low);
    }
    let decoded = BASE64.decode(&letters[..letters.len() - letters.len() % 4]).unwrap_or_default();
    let is_key = label.starts_with(b"PGP")
        || decoded.starts_with(b"openssh-key-v1\0")
        || is_sequence(&decoded)
        || memchr::memmem::find(body, b"ENCRYPTED").is_some() && !decoded.is_empty();
    Some(if is_key { Grade::High } else { Grade::Medium })
}

/// The lines of a body, in a file or in a string of source code; header lines (`Proc-Type: …`) are left out.
struct Lines<'b> {
    body: &'b [u8],
    at: usize,
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        while self.at < self.body.len() {
            let rest = &self.body[self.at..];
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\\')).unwrap_or(rest.len());
            // `\n` and `\r` in source code.
            let skip = if matches!(rest.get(end..end + 2), Some(b"\\n" | b"\\r")) { 2 } else { 1 };
            let line = self.at..self.at + end;
            self.at += end + skip;
            if !self.body[line.clone()].contains(&b':') {
                return Some(line);
            }
        }
        None
    }
}

/// Whether it is one ASN.1 sequence of about this length, with a version number or another sequence in it.
fn is_sequence(der: &[u8]) -> bool {
    let (length, header) = match der {
        [0x30, short @ 0..=0x7F, ..] => (usize::from(*short), 2),
        [0x30, 0x81, length, ..] => (usize::from(*length), 3),
        [0x30, 0x82, high, low, ..] => (usize::from(*high) << 8 | usize::from(*low), 4),
        _ => return false,
    };
    let inner = der.get(header).copied();
    // Characters that did not fill four are not decoded, so up to three bytes may be missing.
    matches!(inner, Some(0x02 | 0x30)) && (der.len()..=der.len() + 3).contains(&(header + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pem(label: &str, der: &[u8]) -> String {
        let body = BASE64.encode(der);
        let lines: Vec<&str> =
            body.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).expect("ASCII")).collect();
        format!("-----BEGIN {label}-----\n{}\n-----END {label}-----", lines.join("\n"))
    }

    fn found(text: &str) -> Option<(Range<usize>, Option<Grade>)> {
        let at_begin = memchr::memmem::find(text.as_bytes(), b"BEGIN ")?;
        at(text.as_bytes(), at_begin).map(|found| (found.span, found.bare))
    }

    fn key() -> Vec<u8> {
        let mut der = vec![0x30, 0x81, 97, 0x02, 0x01, 0x00];
        der.extend((0..94u8).map(|byte| byte.wrapping_mul(37).wrapping_add(11)));
        der
    }

    #[test]
    fn a_key_is_read_in_files_and_in_source_code() {
        let file = pem("RSA PRIVATE KEY", &key());
        assert_eq!(found(&file), Some((0..file.len(), Some(Grade::High))));
        let code = format!("key = \"{}\";", file.replace('\n', "\\n"));
        assert_eq!(found(&code), Some((7..7 + code.len() - 9, Some(Grade::High))));
        let twice = BASE64.encode(file.as_bytes());
        assert_eq!(encoded_at(twice.as_bytes(), 0).and_then(|found| found.bare), Some(Grade::High));
    }

    #[test]
    fn what_only_looks_like_a_key_is_less_sure() {
        let grade = |text: &str| found(text).and_then(|found| found.1);
        assert_eq!(grade(&pem("PRIVATE KEY", &[7; 90])), Some(Grade::Medium));
        assert_eq!(grade("-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"), Some(Grade::Low));
        let file = pem("EC PRIVATE KEY", &key());
        assert_eq!(grade(&file[..110]), Some(Grade::Medium));
        assert_eq!(grade(&pem("PUBLIC KEY", &key())), None);
        assert_eq!(grade(&pem("CERTIFICATE", &key())), None);
        assert_eq!(grade("BEGIN PRIVATE KEY"), None);
        assert_eq!(grade("-----BEGIN "), None);
    }
}
