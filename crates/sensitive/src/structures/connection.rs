//! Links with a password in them: `postgres://user:password@host/db`.

use crate::candidate::Candidate;
use crate::class::is_word;
use crate::credential::open_before;
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
    let rest = &rest[..rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len())];
    let sign = userinfo(text, at, rest)?;
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

/// Where the `@` stands that ends the name and password at the start of `rest`, which begins behind the `://` at `at`.
///
/// A password may hold any sign, though some should have been encoded. The host may not, so what is before the first
/// sign of a path or query is looked at first, and what is behind only if it can be part of nothing else.
fn userinfo(text: &[u8], at: usize, rest: &[u8]) -> Option<usize> {
    let is_end = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b'?' | b'#' | b'/');
    let first = rest.iter().position(is_end).unwrap_or(rest.len());
    if let Some(sign) = memchr::memrchr(b'@', &rest[..first]) {
        return Some(sign);
    }
    let colon = memchr::memchr(b':', &rest[..first])?;
    let is_port = rest[colon + 1..first].iter().all(u8::is_ascii_digit);
    let is_user = rest[..colon].iter().all(|byte| is_word(*byte) || matches!(byte, b'_' | b'-' | b'.' | b'%' | b'+'));
    if is_port || !is_user {
        return None;
    }
    // The quote or bracket around the link ends it.
    let scheme = text[..at]
        .iter()
        .rev()
        .take(24)
        .take_while(|byte| is_word(**byte) || matches!(byte, b'+' | b'-' | b'.'))
        .count();
    let open = open_before(text, at - scheme);
    let end = (first..rest.len()).find(|here| open.has(rest[*here])).unwrap_or(rest.len());
    let mut signs = memchr::memchr_iter(b'@', &rest[first..end]).map(|sign| first + sign);
    signs.rfind(|sign| is_host(&rest[sign + 1..end]))
}

/// Whether it starts with a host: a name with a dot, or a port behind it.
fn is_host(text: &[u8]) -> bool {
    let length = text.iter().take_while(|byte| is_word(**byte) || matches!(byte, b'-' | b'.' | b'_')).count();
    let name = &text[..length];
    let is_port = matches!(text.get(length..), Some([b':', b'0'..=b'9', ..]));
    let is_end = matches!(
        text.get(length),
        None | Some(b'/' | b':' | b'?' | b'"' | b'\'' | b'`' | b'<' | b'>' | b',' | b';' | b')')
    );
    is_end
        && (is_port || name.contains(&b'.') || name == b"localhost")
        && name.first().is_some_and(|byte| is_word(*byte))
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
