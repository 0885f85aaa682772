//! What names say: the names of fields and the words near a value.

use crate::class::{LOWER, UPPER, class, is_word};
use crate::mask;
use crate::words::names::SILENT;

/// How far before and after a value a word still names it, in bytes.
pub(crate) const BEFORE: usize = 48;
const AFTER: usize = 24;

/// Where a value stands in a document: the name of its field and of the field around that.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Field<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) parent: &'a [u8],
    /// Whether both are known to say nothing about the value.
    pub(crate) is_quiet: bool,
}

impl Field<'_> {
    /// Whether the field's name says nothing about what is in it.
    pub(crate) fn is_silent(&self) -> bool {
        // No longer name says nothing.
        self.name.is_empty()
            || self.name.len() <= 8 && SILENT.iter().any(|word| self.name.eq_ignore_ascii_case(word.as_bytes()))
    }
}

/// How closely one of `words` names the value at `start..end`: 0 for the field's own name, more the farther away.
pub(crate) fn named(words: &[&str], field: Field<'_>, text: &[u8], start: usize, end: usize) -> Option<u16> {
    if words.is_empty() {
        return None;
    }
    if in_name(field.name, words) {
        return Some(0);
    }
    if in_name(field.parent, words) {
        return Some(1);
    }
    let behind = word_starts(text, context_start(text, start), start)
        .filter_map(|at| Some(2 + start - phrase_of(words, text, at).filter(|stop| *stop <= start)?))
        .min();
    let ahead = || {
        let found = word_starts(text, end, context_end(text, end)).find(|at| phrase_of(words, text, *at).is_some())?;
        Some(2 + BEFORE + found - end)
    };
    behind.or_else(ahead).map(|distance| distance as u16)
}

/// Where words start to count that may name what starts at `start`.
pub(crate) fn context_start(text: &[u8], start: usize) -> usize {
    mask::after_last(&text[..start], start.saturating_sub(BEFORE))
}

/// Where words stop to count that may name what ends at `end`: what is named on the next line is something else.
pub(crate) fn context_end(text: &[u8], end: usize) -> usize {
    let after = &text[end..text.len().min(end + AFTER)];
    let after = &after[..memchr::memchr(b'\n', after).unwrap_or(after.len())];
    end + mask::before_first(after)
}

/// Whether one of `phrases` stands in the field name `name`, its words one after another: `social security` in
/// `userSocialSecurityNo`, `user_social_security` and `SOCIAL-SECURITY`.
fn in_name(name: &[u8], phrases: &[&str]) -> bool {
    let is_one = |at: usize| {
        let first = name[at].to_ascii_lowercase();
        phrases.iter().any(|phrase| phrase.as_bytes()[0] == first && phrase_in_name(name, at, phrase.as_bytes()))
    };
    part_starts(name).any(is_one)
}

/// Whether `phrase` stands in running text, whole words only, whatever the case.
pub(crate) fn in_text(text: &[u8], phrase: &str) -> bool {
    word_starts(text, 0, text.len()).any(|at| phrase_in_text(text, at, phrase.as_bytes()).is_some())
}

/// Where the phrase ends that stands at `at`.
fn phrase_of(words: &[&str], text: &[u8], at: usize) -> Option<usize> {
    let first = text[at].to_ascii_lowercase();
    let here = words.iter().filter(|word| word.as_bytes()[0] == first);
    here.filter_map(|word| phrase_in_text(text, at, word.as_bytes())).max()
}

/// Where words start in `from..to`: a letter after something else, and every byte beyond ASCII that starts a character,
/// because not every script puts spaces between words.
pub(crate) fn word_starts(text: &[u8], from: usize, to: usize) -> impl Iterator<Item = usize> + '_ {
    let letter = |byte: u8| class(byte) & (UPPER | LOWER);
    let mut before = from.checked_sub(1).map_or(0, |at| letter(text[at]));
    (from..).zip(text.get(from..to).unwrap_or_default()).filter_map(move |(at, byte)| {
        let here = letter(*byte);
        let is_start = here != 0 && (before == 0 || here == UPPER && before == LOWER) || *byte >= 0xC0;
        before = here;
        is_start.then_some(at)
    })
}

/// Where the words of a name start.
pub(crate) fn part_starts(name: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut before = 0;
    (0..).zip(name).filter_map(move |(at, byte)| {
        let here = class(*byte);
        // No word starts between two small letters, and names have little else.
        let is_inside = here & before & LOWER != 0;
        before = here;
        (!is_inside && starts_part(name, at)).then_some(at)
    })
}

/// Whether a word of a name starts at `at`.
pub(crate) fn starts_part(name: &[u8], at: usize) -> bool {
    let byte = name[at];
    let Some(before) = at.checked_sub(1).map(|at| name[at]) else { return byte != b'_' };
    if !is_word(byte) {
        return !byte.is_ascii();
    }
    !is_word(before)
        || byte.is_ascii_uppercase() && !before.is_ascii_uppercase()
        || byte.is_ascii_alphabetic() && before.is_ascii_digit()
        // The last capital of a run starts the next word: `URLToken`.
        || byte.is_ascii_uppercase() && name.get(at + 1).is_some_and(u8::is_ascii_lowercase)
}

/// Whether `phrase` stands at `at` in a field name and ends there with a word.
pub(crate) fn phrase_in_name(name: &[u8], at: usize, phrase: &[u8]) -> bool {
    let mut here = at;
    for letter in phrase {
        if *letter == b' ' {
            // Any joint, or none where the case tells the words apart.
            while here < name.len() && matches!(name[here], b'_' | b'-' | b' ' | b'.') {
                here += 1;
            }
            continue;
        }
        if name.get(here).is_none_or(|byte| byte.to_ascii_lowercase() != *letter) {
            return false;
        }
        here += 1;
    }
    let Some(next) = name.get(here) else { return true };
    let ends_case = next.is_ascii_uppercase() || name[here - 1].is_ascii_uppercase() && next.is_ascii_lowercase();
    !next.is_ascii_lowercase() || name[at..here].iter().all(u8::is_ascii_uppercase) && ends_case
}

/// Where `phrase` ends if it stands at `at` in running text, whole words only, whatever the case.
pub(crate) fn phrase_in_text(text: &[u8], at: usize, phrase: &[u8]) -> Option<usize> {
    let end = at + phrase.len();
    (end <= text.len() && word_at(text, at, phrase)).then_some(end)
}

fn word_at(text: &[u8], at: usize, phrase: &[u8]) -> bool {
    let end = at + phrase.len();
    let same = |a: u8, b: u8| a == b || a.to_ascii_lowercase() == b || b == b' ' && matches!(a, b'_' | b'-');
    // Phrases that are tried share their first letters with the text, seldom their last one.
    phrase.last().is_some_and(|last| same(text[end - 1], *last))
        && text[at..end].iter().zip(phrase).all(|(a, b)| same(*a, *b))
        && !(at > 0 && joins(text[at - 1], text[at]))
        && !text.get(end).is_some_and(|next| is_letter(*next) && !is_plural(text, end))
}

/// Whether two letters are of one word: a capital after a small letter starts a new one.
fn joins(before: u8, here: u8) -> bool {
    is_letter(before) && is_letter(here) && !(before.is_ascii_lowercase() && here.is_ascii_uppercase())
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
}

fn is_plural(text: &[u8], at: usize) -> bool {
    text[at].eq_ignore_ascii_case(&b's') && !text.get(at + 1).is_some_and(|next| is_letter(*next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_word_by_word() {
        for name in ["ssn", "SSN", "user_ssn", "userSSN", "ssnNumber", "SSNNumber", "ssn2", "x.ssn"] {
            assert!(in_name(name.as_bytes(), &["ssn"]), "{name}");
        }
        for name in ["assn", "ssnx", "lessn", "", "s", "classname"] {
            assert!(!in_name(name.as_bytes(), &["ssn"]), "{name}");
        }
        for name in ["socialSecurity", "social_security_no", "Social-Security", "SOCIAL_SECURITY"] {
            assert!(in_name(name.as_bytes(), &["social security"]), "{name}");
        }
    }

    #[test]
    fn the_nearer_word_is_closer() {
        let text = b"routing 322271627 and SSN 460899847";
        let near = |word: &str| named(&[word], Field::default(), text, 26, 35).unwrap_or(u16::MAX);
        assert!(near("ssn") < near("routing"));
        assert_eq!(named(&["ssn"], Field { name: b"ssn", parent: b"", is_quiet: false }, text, 8, 17), Some(0));
        assert_eq!(named(&["pin"], Field::default(), b"spinning 1234", 9, 13), None);
        assert_eq!(named(&["card"], Field::default(), b"cards: 1234", 7, 11), Some(2 + 3));
    }
}
