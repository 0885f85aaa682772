//! Links with a password in them: `postgres://user:password@host/db`.

use crate::candidate::Candidate;
use crate::placeholder::is_placeholder;
use crate::random::{Looks, looks};
use crate::{Category, Grade, Kind};
use vetgate_model::Severity;

pub(crate) static KIND: Kind =
    Kind::new("connection_string", "Password in a link", Category::Secret, Severity::Critical);

/// The longest user name and password together.
const LONGEST: usize = 512;

/// The password of the link whose `://` stands at `at`.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let start = at + 3;
    let before = text.get(..at)?;
    if !before.last().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let rest = &text[start..text.len().min(start + LONGEST)];
    // A password may hold a slash that should have been encoded, but no space or quote.
    let end = rest
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b'?' | b'#'));
    let rest = &rest[..end.unwrap_or(rest.len())];
    let slash = memchr::memchr(b'/', rest).unwrap_or(rest.len());
    let sign = memchr::memrchr(b'@', &rest[..slash])?;
    let host = &rest[sign + 1..];
    let user = &rest[..sign];
    let (value, offset) = match memchr::memchr(b':', user) {
        Some(colon) => (&user[colon + 1..], colon + 1),
        // `https://TOKEN@host`: a user name that nobody would choose.
        None if user.len() >= 20 && looks(user) == Looks::Random => (user, 0),
        None => return None,
    };
    if value.is_empty() || host.is_empty() {
        return None;
    }
    let is_sample = ["example", "localhost", "127.0.0.1", "host", "your"]
        .iter()
        .any(|name| host.len() >= name.len() && host[..name.len()].eq_ignore_ascii_case(name.as_bytes()));
    let grade = match () {
        _ if value.len() < 3
            || is_placeholder(value)
            || user[..offset.saturating_sub(1)].eq_ignore_ascii_case(value) =>
        {
            Grade::Low
        }
        _ if is_sample && looks(value) != Looks::Random => Grade::Medium,
        _ => Grade::High,
    };
    let span = start + offset..start + offset + value.len();
    Some(Candidate { kind: &KIND, span, bare: Some(grade), alone: None, named: None, words: &[] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(&str, Option<Grade>)> {
        let place = memchr::memmem::find(text.as_bytes(), b"://")?;
        at(text.as_bytes(), place).map(|found| (&text[found.span], found.bare))
    }

    #[test]
    fn the_password_is_found() {
        assert_eq!(found("postgres://app:t0psecret@db.acme.io/x"), Some(("t0psecret", Some(Grade::High))));
        assert_eq!(found("url = 'mongodb+srv://u:p%40ss9@c.net'"), Some(("p%40ss9", Some(Grade::High))));
        assert_eq!(found("redis://:sw0rdf1sh@cache:6379"), Some(("sw0rdf1sh", Some(Grade::High))));
        assert_eq!(
            found("https://kR7pQ2xW9vB4zT6mN1cL@git.acme.io/x"),
            Some(("kR7pQ2xW9vB4zT6mN1cL", Some(Grade::High)))
        );
    }

    #[test]
    fn links_without_one_are_left_alone() {
        for text in [
            "https://acme.io/a@b", "http://user@host.io", "https://acme.io:8080/", "://a:b@c", "x://",
            "ssh://git@acme.io",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
        for text in [
            "amqp://user:*****@acme.io",
            "amqp://u:$password@acme.io",
            "ftp://user:password@acme.io",
            "a://guest:guest@acme.io",
        ] {
            assert_eq!(found(text).and_then(|found| found.1), Some(Grade::Low), "{text}");
        }
    }
}
