//! Payment cards: issuer range, length, Luhn.

mod issuers;
mod samples;

use crate::candidate::Candidate;
use crate::class::is_word;
use crate::identifiers::check_digit::{luhn, value};
use crate::names;
use crate::words::card::{PAYING, TRIAL, WORDS};
use crate::{Category, Grade, Kind};
use issuers::Weight;
use vetgate_model::Severity;

/// A payment card's number.
pub(crate) static KIND: Kind = Kind::new("credit_card", "Payment card number", Category::Financial, Severity::Critical);

const SHORTEST: usize = 12;
const LONGEST: usize = 19;
/// Four groups of four and a short one, and one more to see that the number goes on.
const MOST_GROUPS: usize = 6;

/// The card number that starts at `at`, plain or in groups.
pub(crate) fn at(text: &[u8], at: usize) -> Option<Candidate> {
    if !text.get(at)?.is_ascii_digit() || !starts_freely(text, at) {
        return None;
    }
    let first = run(text, at);
    match first {
        SHORTEST..=LONGEST => plain(text, at, first),
        4 | 6 => grouped(text, at, first),
        _ => None,
    }
}

/// Whether what stands before leaves the digits a number of their own: no fraction, no telephone number, no later
/// part of something with dashes.
fn starts_freely(text: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|at| text[at]) else { return true };
    let Some(second) = at.checked_sub(2).map(|at| text[at]) else { return !matches!(before, b'+' | b'.') };
    match before {
        b'+' => false,
        b'.' | b'-' => !second.is_ascii_digit() && !second.is_ascii_hexdigit(),
        b'_' => !second.is_ascii_digit(),
        _ => true,
    }
}

/// How many digits stand at `at`, no further than a card is long.
fn run(text: &[u8], at: usize) -> usize {
    text[at..].iter().take(LONGEST + 1).take_while(|byte| byte.is_ascii_digit()).count()
}

/// Whether a number may end at `end`: not inside a word, a fraction or something with dashes.
pub(crate) fn closes(text: &[u8], end: usize) -> bool {
    match text.get(end) {
        Some(b'-' | b'.') => !text.get(end + 1).is_some_and(|next| is_word(*next)),
        Some(next) => !is_word(*next) && *next != b'_',
        None => true,
    }
}

fn plain(text: &[u8], at: usize, length: usize) -> Option<Candidate> {
    if !closes(text, at + length) {
        return None;
    }
    let digits = &text[at..at + length];
    if !luhn(digits) {
        return None;
    }
    let weight = issuers::weight(first_six(digits), length)?;
    let grades = match weight {
        Weight::Major => Grades { bare: Some(Grade::High), alone: Some(Grade::High), named: Some(Grade::High) },
        Weight::Narrow => Grades { bare: Some(Grade::Low), alone: Some(Grade::Medium), named: Some(Grade::High) },
        // A tenth of all numbers pass the check, and these ranges take in much else.
        Weight::Wide => Grades { bare: Some(Grade::Low), alone: Some(Grade::Low), named: Some(Grade::Medium) },
    };
    Some(candidate(text, at, at + length, digits, grades))
}

fn grouped(text: &[u8], at: usize, first: usize) -> Option<Candidate> {
    let separator = *text.get(at + first).filter(|byte| matches!(byte, b' ' | b'-'))?;
    if goes_on_from_before(text, at, separator) {
        return None;
    }
    let mut digits = [0; LONGEST];
    let mut groups = [(0, 0, 0); MOST_GROUPS];
    let (mut count, mut total, mut here) = (0, 0, at);
    while count < MOST_GROUPS {
        let length = run(text, here);
        if length == 0 || total + length > LONGEST {
            break;
        }
        digits[total..total + length].copy_from_slice(&text[here..here + length]);
        total += length;
        groups[count] = (length, total, here + length);
        count += 1;
        if text.get(here + length) != Some(&separator) {
            break;
        }
        here += length + 1;
    }
    // What follows in a group of its own may be the date or the code on the back: the longest number that holds wins.
    (2..=count).rev().find_map(|count| {
        let (_, total, end) = groups[count - 1];
        let digits = &digits[..total];
        let sizes = groups.map(|group| group.0);
        let weight = is_grouping(&sizes[..count]).then(|| issuers::weight(first_six(digits), total))??;
        if !closes(text, end) || goes_on(text, end, separator) || !luhn(digits) {
            return None;
        }
        let usual = matches!(&sizes[..count], [4, 4, 4, 4] | [4, 6, 5] | [4, 6, 4]);
        let grades = match weight {
            Weight::Major if usual => {
                Grades { bare: Some(Grade::High), alone: Some(Grade::High), named: Some(Grade::High) }
            }
            Weight::Narrow if usual => {
                Grades { bare: Some(Grade::Medium), alone: Some(Grade::Medium), named: Some(Grade::High) }
            }
            Weight::Wide if total >= 16 => {
                Grades { bare: Some(Grade::Low), alone: Some(Grade::Medium), named: Some(Grade::Medium) }
            }
            // Twelve digits in threes of four are more often something else.
            _ => Grades { bare: None, alone: Some(Grade::Low), named: Some(Grade::Medium) },
        };
        Some(candidate(text, at, end, digits, grades))
    })
}

/// Whether cards are printed in groups of these sizes.
fn is_grouping(sizes: &[usize]) -> bool {
    match sizes {
        [4, 6, 4 | 5] | [4, 5, 6] | [6, 13] | [6, 10] => true,
        [fours @ .., last] => fours.len() >= 2 && fours.iter().all(|size| *size == 4) && (1..=5).contains(last),
        [] => false,
    }
}

/// Whether a group of four stands right before: this is the middle of a longer number in groups.
fn goes_on_from_before(text: &[u8], at: usize, separator: u8) -> bool {
    let Some(before) = at.checked_sub(1).filter(|before| text[*before] == separator) else { return false };
    let group = &text[before.saturating_sub(5)..before];
    let size = group.iter().rev().take_while(|byte| is_word(**byte)).count();
    size == 4 && group[group.len() - size..].iter().any(u8::is_ascii_digit)
}

/// Whether two more groups of four follow: an account number, not a card and its date.
fn goes_on(text: &[u8], end: usize, separator: u8) -> bool {
    let group = |at: usize| text.get(at) == Some(&separator) && run(text, at + 1) == 4;
    group(end) && group(end + 5)
}

struct Grades {
    bare: Option<Grade>,
    alone: Option<Grade>,
    named: Option<Grade>,
}

/// A published sample number is no secret, and is low where it stands by itself or where a word such as `test` says
/// what it is. In a sentence about paying it is shown like any other: people do put these numbers where a real one
/// would stand, a gateway that is tried out with one must be seen to work, and masking it by mistake costs nothing.
fn candidate(text: &[u8], at: usize, end: usize, digits: &[u8], grades: Grades) -> Candidate {
    let (grades, words) = if samples::is_sample(digits) {
        let low = Some(Grade::Low);
        let named = if is_trial(text, at, end) { low } else { Some(Grade::Medium) };
        (Grades { bare: low, alone: low, named }, PAYING)
    } else {
        (grades, WORDS)
    };
    Candidate { kind: &KIND, span: at..end, bare: grades.bare, alone: grades.alone, named: grades.named, words }
}

fn is_trial(text: &[u8], at: usize, end: usize) -> bool {
    let before = &text[at.saturating_sub(48)..at];
    let after = &text[end..text.len().min(end + 24)];
    TRIAL.iter().any(|word| names::in_text(before, word) || names::in_text(after, word))
}

fn first_six(digits: &[u8]) -> u32 {
    digits.iter().take(6).fold(0, |number, digit| number * 10 + value(*digit))
}

#[cfg(test)]
mod tests;
