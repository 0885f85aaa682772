//! Passwords behind the word itself: `--password …`, `-Password …`, `the password is …`.

use crate::candidate::Candidate;
use crate::credential::{Meaning, Written, judge};
use crate::mask;
use crate::words::spoken::LINKS;

/// The password behind the word at `at`.
pub(super) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    let word = memchr::memchr(b' ', text.get(at..text.len().min(at + 16))?)?;
    let mut start = at + word + 1;
    let is_flag = at > 0 && text[at - 1] == b'-';
    if !is_flag && !follows_login(text, at) {
        let rest = text.get(start..)?;
        start += LINKS.iter().find(|link| rest.starts_with(link.as_bytes())).map(|link| link.len())?;
    }
    let quote = text.get(start).filter(|byte| matches!(byte, b'\'' | b'"' | b'`')).copied();
    start += usize::from(quote.is_some());
    let rest = &text[start..text.len().min(start + 128)];
    let is_end = |byte: &u8| {
        quote.map_or(byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b';' | b','), |quote| *byte == quote)
    };
    let mut length = rest.iter().position(is_end).unwrap_or(rest.len());
    while quote.is_none() && length > 0 && matches!(rest[length - 1], b'.' | b')') {
        length -= 1;
    }
    let value = &rest[..length];
    if value.is_empty() || value[0] == b'-' {
        return None;
    }
    let (kind, grade) = judge(Meaning::Password, value, Written::Bare)?;
    let span = start..start + length;
    Some(Candidate { kind, span, bare: Some(grade), alone: None, named: None, words: &[] })
}

/// Whether a name stands before it as in `.netrc`: `machine acme.io login jo password …`.
fn follows_login(text: &[u8], at: usize) -> bool {
    let before = &text[at.saturating_sub(96)..at];
    let before = &before[mask::after_last(before, 0)..];
    memchr::memmem::find(before, b"login ").is_some() && memchr::memmem::find(before, b"machine ").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grade;

    #[test]
    fn the_word_and_then_the_value() {
        let found = |text: &str| {
            let place = memchr::memmem::find(&text.to_ascii_lowercase().into_bytes(), b"pass")?;
            at(text.as_bytes(), place)
                .filter(|found| found.bare >= Some(Grade::Medium))
                .map(|found| text[found.span].to_owned())
        };
        assert_eq!(found("connect --password tr0ub4dor --fast"), Some("tr0ub4dor".into()));
        assert_eq!(found("Connect-VIServer -Password 'VMware1!'"), Some("VMware1!".into()));
        assert_eq!(found("machine acme.io login jo password tr0ub4dor"), Some("tr0ub4dor".into()));
        assert_eq!(found("The admin password is Ember$pixel851 until Monday."), Some("Ember$pixel851".into()));
        assert_eq!(found("the password was tr0ub4dor until Monday"), Some("tr0ub4dor".into()));
        assert_eq!(found("password changed to tr0ub4dor"), Some("tr0ub4dor".into()));
        for text in [
            "the password was changed",
            "the password is required",
            "--password $PASS",
            "password reset",
            "--password",
            "password is ",
            "-password -x",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
