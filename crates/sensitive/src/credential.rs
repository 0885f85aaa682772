//! Secrets that only their name gives away: `password=…`, `"api_key": "…"`, `vendor SECRET …`.

mod code;
mod layout;
mod marks;
mod meaning;
mod name;
mod open;
mod pair;
mod value;
mod vendors;

#[cfg(test)]
mod tests;

use crate::class::{WORD, class, is_word};
use crate::placeholder::is_placeholder;
use crate::random::{Looks, looks};
use crate::words::credential::SENTENCE;
use crate::{Category, Grade, Kind};
use code::is_code;
pub(crate) use meaning::{Meaning, may_mean_something, meaning};
pub(crate) use name::ENTRY;
pub(crate) use open::Open;
pub(crate) use pair::{Assigned, argument, assigned, cell, element, is_mixed, is_strong, may_lead, value_at};
use vetgate_model::Severity;

pub(crate) static PASSWORD: Kind = Kind::new("password", "Password", Category::Secret, Severity::Critical);
pub(crate) static CREDENTIAL: Kind = Kind::new("credential", "Secret named as such", Category::Secret, Severity::High);

/// The longest value that is read as a secret; longer ones are documents.
const LONGEST: usize = 4096;

/// Whether a kind is told by names.
pub(crate) fn is_named(kind: &Kind) -> bool {
    kind.id == PASSWORD.id || kind.id == CREDENTIAL.id
}

/// The quotes and brackets that are open at `at` on its line.
pub(crate) fn open_before(text: &[u8], at: usize) -> Open {
    Open::before(text, at, at)
}

/// How a value is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// Between quotes, or the whole of a JSON string.
    Quoted,
    /// Up to the next space.
    Bare,
}

/// What a value with this name is, and how sure that is.
pub(crate) fn judge(meaning: Meaning, value: &[u8], written: Written) -> Option<(&'static Kind, Grade)> {
    if meaning == Meaning::Nothing || value.len() < 4 || value.len() > LONGEST {
        return None;
    }
    let looks = looks(value);
    let is_made = looks != Looks::Ordinary && value.len() >= 20 || meaning >= Meaning::Secret && is_long_word(value);
    let is_call = memchr::memchr(b'(', value).is_some() || memchr::memmem::find(value, b"::").is_some();
    if meaning == Meaning::Password && written == Written::Quoted && (is_phrase(value) || is_typed_phrase(value)) {
        return Some((&PASSWORD, Grade::Medium));
    }
    if value.iter().any(|byte| byte.is_ascii_whitespace()) || (!is_made || is_call) && is_code(value, written) {
        return None;
    }
    let kind = if meaning == Meaning::Password { &PASSWORD } else { &CREDENTIAL };
    // One digit over and over is nobody's id, but a few of them may well be.
    let is_filler = if looks == Looks::Uuid { is_one_digit(value) } else { is_placeholder(value) };
    if is_filler && !(looks == Looks::Random && value.len() >= 20) {
        // `abc123` may be somebody's password after all; `${PASSWORD}` is not.
        let is_word = value.iter().all(u8::is_ascii_alphanumeric) && has_digit(value);
        return (meaning == Meaning::Password && is_word).then_some((kind, Grade::Low));
    }
    let grade = match (meaning, looks) {
        (Meaning::Weak, Looks::Random | Looks::Uuid) if value.len() < 20 => Grade::Low,
        (Meaning::Weak, Looks::Random | Looks::Uuid | Looks::Sequence) => Grade::Medium,
        (Meaning::Weak, _) => return None,
        (_, Looks::Random) if value.len() >= 20 => Grade::High,
        (_, Looks::Random | Looks::Uuid | Looks::Sequence) => Grade::Medium,
        (Meaning::Password, Looks::Ordinary) if is_typed(value) => Grade::Medium,
        (Meaning::Secret, Looks::Ordinary) if written == Written::Bare && is_identifier(value) => Grade::Low,
        (Meaning::Secret, Looks::Ordinary) if is_typed(value) && value.len() >= 8 => Grade::Medium,
        // Nobody writes a word of this length, or a number.
        (Meaning::Secret, Looks::Ordinary) if is_long_word(value) => Grade::Medium,
        _ => Grade::Low,
    };
    Some((kind, grade))
}

/// Whether it could be a name in code: `Chacha20Poly1305`. Names have few digits, and not at their start.
fn is_identifier(value: &[u8]) -> bool {
    value[0].is_ascii_alphabetic()
        && !is_leet(value)
        && value.iter().all(|byte| is_word(*byte) || *byte == b'_')
        && value.iter().filter(|byte| byte.is_ascii_digit()).count() * 2 <= value.len()
        && (value.iter().any(u8::is_ascii_uppercase) || value.contains(&b'_'))
}

/// Whether single digits stand for letters inside it: `tr0ub4dor`.
fn is_leet(value: &[u8]) -> bool {
    let digits = value
        .windows(3)
        .filter(|three| three[0].is_ascii_alphabetic() && three[1].is_ascii_digit() && three[2].is_ascii_alphabetic());
    value.len() >= 8 && digits.count() >= 2
}

/// Whether it is longer than words and numbers are, and has nothing between its letters and digits.
pub(crate) fn is_long_word(value: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    let is_camel = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    value.len() >= 24 && value.iter().all(u8::is_ascii_alphanumeric) && !is_camel
}

/// Whether it is a phrase that nobody would say: four words or more, none of which holds a sentence together.
fn is_phrase(value: &[u8]) -> bool {
    let mut words = 0;
    for word in value.split(|byte| *byte == b' ') {
        words += 1;
        let is_plain = (3..=12).contains(&word.len()) && word.iter().all(u8::is_ascii_lowercase);
        let is_sentence = SENTENCE.iter().any(|known| known.as_bytes() == word);
        if !is_plain || is_sentence || self::meaning(word) != Meaning::Nothing {
            return false;
        }
    }
    (4..=10).contains(&words)
}

/// Whether it is a password with spaces in it: few words, one of which mixes letters, digits and marks.
fn is_typed_phrase(value: &[u8]) -> bool {
    let is_part = |word: &[u8]| {
        let inside = word.iter().position(|byte| !byte.is_ascii_alphanumeric()).is_some_and(|at| at + 1 < word.len());
        word.len() >= 4 && is_typed(word) && has_digit(word) && inside && !word.ends_with(b")")
    };
    let mut words = value.split(|byte| *byte == b' ');
    let is_short = value.len() <= 40 && words.clone().count() <= 4 && words.clone().count() > 1;
    let is_sentence = |word: &[u8]| {
        word.is_empty()
            || SENTENCE.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
            || self::meaning(word) != Meaning::Nothing
    };
    is_short
        && words.clone().any(is_part)
        && !words.any(is_sentence)
        && !value.iter().any(|byte| matches!(byte, b'<' | b'{' | b'=' | b':'))
}

fn is_one_digit(value: &[u8]) -> bool {
    let mut digits = value.iter().filter(|byte| **byte != b'-');
    let first = digits.next();
    digits.all(|digit| Some(digit) == first)
}

fn has_digit(value: &[u8]) -> bool {
    value.iter().any(u8::is_ascii_digit)
}

/// Whether it looks like something typed to be hard to guess: more than letters, and no name, path or number.
fn is_typed(value: &[u8]) -> bool {
    let count = |is: fn(&u8) -> bool| value.iter().filter(|byte| is(byte)).count();
    let letters = count(u8::is_ascii_alphabetic);
    let digits = count(u8::is_ascii_digit);
    let marks = value
        .iter()
        .filter(|byte| matches!(byte, b'!' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'?' | b'@' | b'~'))
        .count();
    value.len() >= 6 && (letters > 0 && digits + marks > 0 || digits >= 4 && marks > 0)
}

/// The colon of East Asian texts; the arrows have as many bytes.
pub(crate) const WIDE_COLON: &[u8] = "：".as_bytes();

/// Arrows from a name to its value.
pub(crate) const ARROWS: [&[u8]; 3] = ["→".as_bytes(), "⇒".as_bytes(), "➜".as_bytes()];

/// How many bytes before a value its name may begin.
const REACH: usize = 48;

/// What the words right before `start` say of the value there: up to three names, joined by nothing but spaces, quotes
/// and signs of assignment.
pub(crate) fn before(text: &[u8], start: usize) -> Meaning {
    let from = start.saturating_sub(REACH);
    let mut at = start;
    let mut best = Meaning::Nothing;
    for nth in 0..3 {
        let end = at;
        while at > from && is_joint(text[at - 1]) {
            at -= 1;
        }
        if end - at > 6 {
            break;
        }
        let stop = at;
        while at > from && (class(text[at - 1]) & WORD != 0 || text[at - 1] == b'_') {
            at -= 1;
        }
        // In a path or a link it is part of an address.
        if at == stop || at > 0 && text[at - 1] == b'/' {
            break;
        }
        let word = &text[at..stop];
        let earlier = text[..at].strip_suffix(b" ").unwrap_or_default();
        let length = earlier.iter().rev().take(24).take_while(|byte| class(**byte) & WORD != 0).count();
        if meaning::is_harmless_after(&earlier[earlier.len() - length..], word) {
            break;
        }
        let means = meaning(word);
        // What is only perhaps a name for a secret has to stand right before it.
        if means >= Meaning::Secret || nth == 0 {
            best = best.max(means);
        }
        if vendors::is_vendor(word) {
            best = best.max(Meaning::Weak);
        }
        if best >= Meaning::Secret {
            break;
        }
    }
    best
}

/// What may stand between a name and its value, or between the words of a name.
fn is_joint(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'=' | b':' | b'"' | b'\'' | b'`' | b'-' | b'_' | b'.' | b'>' | b'\t' | b'\\' | b'(' | b',' | b'|'
    )
}
