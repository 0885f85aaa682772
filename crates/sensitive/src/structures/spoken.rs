//! Passwords behind the word itself: `--password …`, `-Password …`, `the password is …`.

use crate::Grade;
use crate::candidate::Candidate;
use crate::class::is_word;
use crate::credential::{Meaning, PASSWORD, Written, is_mixed, is_strong, judge, meaning, value_at};
use crate::mask;
use crate::placeholder::is_placeholder;
use crate::words::spoken::{DASHES, DIRECT, LINKS, VERBS};
use std::ops::Range;

/// The password behind the word at `at`.
pub(super) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    if let Some(found) = direct(text, at) {
        return Some(found);
    }
    let length = text[at..].iter().take(16).take_while(|byte| is_word(**byte)).count();
    let end = at + length;
    let blanks = text.get(end..)?.iter().take(64).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if blanks == 0 {
        return None;
    }
    let name = name_around(text, at..end);
    let mut start = end + blanks;
    let rest = text.get(start..)?;
    let is_flag = text[name.start..at].starts_with(b"-");
    let link = LINKS.iter().find(|link| rest.starts_with(link.as_bytes()));
    let means = meaning(&text[name.clone()]);
    if means < Meaning::Secret {
        return None;
    }
    // People pass what is no password.
    if !is_flag && text[name.clone()].eq_ignore_ascii_case(b"pass") && !follows_login(text, at) {
        return None;
    }
    let is_password = means == Meaning::Password;
    let least = match link {
        _ if is_flag => Least::Any,
        Some(_) if !is_password => return None,
        Some(link) => {
            start += link.len();
            Least::Any
        }
        None if !is_password => return None,
        None if follows_login(text, at) => Least::Any,
        None if is_set(text, name.start) => Least::Mixed,
        // Columns, and a value in quotes.
        None if blanks > 1 || text[end] == b'\t' || matches!(rest.first(), Some(b'"' | b'\'' | b'`')) => Least::Mixed,
        None => {
            start += DASHES.iter().find(|dash| rest.starts_with(dash.as_bytes())).map_or(0, |dash| dash.len());
            Least::Strong
        }
    };
    let (span, written) = value_at(text, name.start, start)?;
    let value = &text[span.clone()];
    let is_enough = match least {
        Least::Any => true,
        Least::Mixed => is_mixed(value),
        Least::Strong => is_strong(value),
    };
    // A flag is followed by the next one where its value is asked for.
    if !is_enough || value[0] == b'-' && written == Written::Bare {
        return None;
    }
    let found = candidate(means, span.clone(), text, written);
    if found.is_none() && is_flag && is_password && written == Written::Quoted && is_quoted_phrase(value) {
        let bare = Some(Grade::Medium);
        return Some(Candidate { kind: &PASSWORD, span, bare, alone: None, named: None, words: &[] });
    }
    found
}

/// Whether the text in quotes behind a flag is a password with spaces rather than words about one.
fn is_quoted_phrase(value: &[u8]) -> bool {
    let is_word = |word: &[u8]| word.iter().all(u8::is_ascii_alphabetic);
    let mut words = value.split(|byte| *byte == b' ');
    !words.clone().all(is_word) && !words.any(|word| meaning(word) != Meaning::Nothing) && !is_placeholder(value)
}

/// How much a value has to look like a password for what is before it.
enum Least {
    Any,
    Mixed,
    Strong,
}

/// The password right behind words that take one: `IDENTIFIED BY '…'`.
fn direct(text: &[u8], at: usize) -> Option<Candidate> {
    let rest = &text[at..];
    let is_here =
        |start: &&&str| rest.get(..start.len()).is_some_and(|here| here.eq_ignore_ascii_case(start.as_bytes()));
    let start = DIRECT.iter().find(is_here).map(|start| at + start.len())?;
    let (span, written) = value_at(text, at, start)?;
    is_mixed(&text[span.clone()]).then(|| candidate(Meaning::Password, span, text, written))?
}

fn candidate(meaning: Meaning, span: Range<usize>, text: &[u8], written: Written) -> Option<Candidate> {
    let (kind, grade) = judge(meaning, &text[span.clone()], written)?;
    Some(Candidate { kind, span, bare: Some(grade), alone: None, named: None, words: &[] })
}

/// The whole name that the word at `word` is the end of: `--db-password`, `DB_PASSWORD`.
fn name_around(text: &[u8], word: Range<usize>) -> Range<usize> {
    let is_name = |byte: &&u8| is_word(**byte) || matches!(byte, b'_' | b'-' | b'.');
    let before = text[..word.start].iter().rev().take(48).take_while(is_name).count();
    word.start - before..word.end
}

/// Whether a word before the name says that it is set: `set password …`, `ENV DB_PASSWORD …`.
fn is_set(text: &[u8], name: usize) -> bool {
    let Some([before @ .., b' ']) = text.get(..name) else { return false };
    let length = before.iter().rev().take(24).take_while(|byte| is_word(**byte)).count();
    let word = &before[before.len() - length..];
    VERBS.iter().any(|verb| word.eq_ignore_ascii_case(verb.as_bytes()))
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
