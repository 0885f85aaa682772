//! Credentials in HTTP headers: `Bearer …` and `Basic …`.

use crate::candidate::Candidate;
use crate::placeholder::is_placeholder;
use crate::random::{Looks, looks};
use crate::{Category, Grade, Kind};
use data_encoding::{BASE64, BASE64_NOPAD};
use std::ops::Range;
use vetgate_model::Severity;

pub(crate) static BEARER: Kind = Kind::new("bearer_token", "Bearer token", Category::Secret, Severity::High);
pub(crate) static BASIC: Kind = Kind::new("basic_auth", "Basic authentication", Category::Secret, Severity::High);

pub(super) const BEARER_STARTS: &[&str] = &["Bearer ", "bearer ", "BEARER "];
pub(super) const BASIC_STARTS: &[&str] = &["Basic ", "basic ", "BASIC "];

/// The token behind `Bearer` at `at`.
pub(super) fn bearer_at(text: &[u8], at: usize) -> Option<Candidate> {
    let span = value(text, at + "Bearer ".len())?;
    let token = &text[span.clone()];
    let digits = token.iter().filter(|byte| byte.is_ascii_digit()).count();
    let letters = token.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    if token.len() < 12 || digits == 0 || letters == 0 {
        return None;
    }
    let grade = match looks(token) {
        _ if is_placeholder(token) => Grade::Low,
        Looks::Random if token.len() >= 20 => Grade::High,
        Looks::Random | Looks::Sequence | Looks::Uuid => Grade::Medium,
        Looks::Ordinary => {
            if digits >= 3 {
                Grade::Medium
            } else {
                Grade::Low
            }
        }
    };
    Some(Candidate { kind: &BEARER, span, bare: Some(grade), alone: None, named: None, words: &[] })
}

/// What stands behind `Basic` at `at`: a name, a colon and a password in base64.
pub(super) fn basic_at(text: &[u8], at: usize) -> Option<Candidate> {
    let span = value(text, at + "Basic ".len())?;
    let encoded = &text[span.clone()];
    if encoded.len() < 8 {
        return None;
    }
    let decoded = BASE64.decode(encoded).or_else(|_| BASE64_NOPAD.decode(encoded)).ok()?;
    let colon = memchr::memchr(b':', &decoded)?;
    if decoded.iter().any(|byte| byte.is_ascii_control()) || std::str::from_utf8(&decoded).is_err() {
        return None;
    }
    let password = &decoded[colon + 1..];
    let grade = if password.is_empty() || is_placeholder(password) { Grade::Low } else { Grade::High };
    Some(Candidate { kind: &BASIC, span, bare: Some(grade), alone: None, named: None, words: &[] })
}

/// The run of token characters that starts at `start`.
fn value(text: &[u8], start: usize) -> Option<Range<usize>> {
    let is_token =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=');
    let rest = text.get(start..)?;
    let mut length = rest.iter().take(4096).take_while(|byte| is_token(byte)).count();
    while length > 0 && rest[length - 1] == b'.' {
        length -= 1;
    }
    (length > 0).then_some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_found() {
        let bearer = |text: &str| bearer_at(text.as_bytes(), 0).and_then(|found| found.bare);
        assert_eq!(bearer("Bearer kR7pQ2xW9vB4zT6mN1cL"), Some(Grade::High));
        assert_eq!(bearer("Bearer mF_9.B5f-4.1JqM"), Some(Grade::Medium));
        assert_eq!(bearer("Bearer authentication is used"), None);
        assert_eq!(bearer("Bearer <token>"), None);
        assert_eq!(bearer("Bearer "), None);
    }

    #[test]
    fn basic_must_decode_to_a_name_and_a_password() {
        let basic = |decoded: &[u8]| {
            let text = format!("Basic {}", BASE64.encode(decoded));
            basic_at(text.as_bytes(), 0).and_then(|found| found.bare)
        };
        assert_eq!(basic(b"aladdin:open3esame"), Some(Grade::High));
        assert_eq!(basic(b"user:password"), Some(Grade::Low));
        assert_eq!(basic(b"no colon here"), None);
        assert_eq!(basic_at(b"Basic knowledge of things", 0).map(|found| found.span), None);
    }
}
