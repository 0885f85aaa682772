//! Words with digits in them: numbers, addresses, and whatever has a fixed layout.

use super::Scan;
use super::edges::{continues, joined_after, joined_before};
use crate::class::{DIGIT, WORD, is_word};
use crate::identifiers::Identifier;
use crate::layout::Word;
use crate::structures::telegram;
use crate::vocabulary::Near;
use crate::{Grade, card, iban, ip, mac, phone, wallet};
use std::ops::Range;

impl Scan<'_, '_> {
    /// A word with a digit in it.
    #[inline(always)]
    pub(super) fn number(&mut self, start: usize, end: usize, classes: u8) {
        // The middle of a date, a UUID or a version.
        if !joined_before(self.text, start) {
            self.free_number(start, end, classes);
        }
    }

    /// A word with a digit in it that nothing joins to what is before.
    #[inline(never)]
    fn free_number(&mut self, start: usize, end: usize, classes: u8) {
        let text = self.text;
        let word = Word { span: start..end, classes };
        let starts_with_digit = text[start].is_ascii_digit();
        let may_be_address = match text.get(end) {
            // Four numbers have a second dot within four bytes, and so has a hardware address.
            Some(b'.') => memchr::memchr(b'.', &text[end + 1..text.len().min(end + 6)]).is_some(),
            Some(b':') => !is_time(&text[start..]),
            Some(b'-') => end - start == 2,
            _ => false,
        };
        if may_be_address && end - start <= 4 {
            self.address(start, end);
        }
        if starts_with_digit && is_date(&text[start..]) {
            // With a time behind it, it is nobody's birthday.
            if !matches!(&text[start + 10..], [b'T', ..] | [b' ', b'0'..=b'2', b'0'..=b'9', b':', ..]) {
                self.layouts(&word);
            }
        } else if starts_with_digit {
            if end - start >= 8 && text.get(end) == Some(&b':') {
                self.offer(telegram::at(text, start, end));
            }
            let digits = self.digits(start, end, classes);
            if digits >= 7 && !is_cut_short(&text[start..end], classes) {
                self.offer(card::at(text, start));
                self.offer(phone::at(text, start));
            }
            if digits < 4 && end - start < 25 {
                return;
            }
            self.long_number(&word);
        } else {
            if end - start >= 4 {
                self.offer(iban::at(text, start));
            }
            self.long_number(&word);
        }
    }

    fn long_number(&mut self, word: &Word) {
        if word.span.len() >= 25 {
            self.offer(wallet::at(self.text, word.span.start));
        }
        self.layouts(word);
    }

    /// How many digits follow before the number is over, up to seven. Most numbers are years, sizes and counts.
    #[inline]
    fn digits(&self, start: usize, end: usize, classes: u8) -> usize {
        if end - start >= 7 && classes & WORD == DIGIT {
            return 7;
        }
        let mut digits = 0;
        for byte in self.text[start..].iter().take(24) {
            match byte {
                b'0'..=b'9' => digits += 1,
                b'A'..=b'Z' | b'a'..=b'z' | b' ' | b'-' | b'.' | b'/' | b'(' | b')' | b'+' => {}
                _ => break,
            }
            if digits == 7 {
                break;
            }
        }
        digits
    }

    pub(super) fn address(&mut self, start: usize, end: usize) {
        if !joined_before(self.text, start) {
            self.offer(ip::at(self.text, start));
            if end - start == 2 || end - start == 4 {
                self.offer(mac::at(self.text, start));
            }
        }
    }

    /// Fixed layouts, if nothing joins the word to what is before.
    pub(super) fn identifiers(&mut self, word: &Word) {
        if !joined_before(self.text, word.span.start) {
            self.layouts(word);
        }
    }

    fn layouts(&mut self, word: &Word) {
        let (detector, text, start) = (self.detector, self.text, word.span.start);
        let (mut near, mut is_asked) = (Near::default(), false);
        let mut letters = Letters::new();
        let may_end = |end| !joined_after(text, end);
        detector.layouts.walk(text, word, may_end, |layout, end| {
            if layout.spaced && continues(text, start, end) {
                return;
            }
            let row = detector.identifiers[layout.row as usize];
            let group = layout.row as u8;
            // What is near the first of them is near all.
            let mut distance = || {
                if !std::mem::replace(&mut is_asked, true) {
                    detector.vocabulary.near(self.field, text, start, end, &mut near);
                }
                near.distance(group)
            };
            // Most rows count only where something names them, which is told sooner than whether the number can exist.
            let is_nameless = row.bare.is_none() && (row.alone.is_none() || self.whole != (start..end));
            if is_nameless && end == text.len() && distance().is_none() {
                return;
            }
            if !letters.reach(text, start, end) || !(row.valid)(letters.get()) {
                return;
            }
            let near = distance();
            self.identifier(row, start..end, near, &letters);
        });
    }

    fn identifier(&mut self, row: &'static Identifier, span: Range<usize>, near: Option<u8>, letters: &Letters) {
        let grade = self.grade(&span, near.is_some(), row.bare, row.alone, Some(row.named));
        let Some(mut grade) = grade else { return };
        // Where nothing names it, a number that is written like a telephone number is one, whatever else would fit.
        if near.is_none() && row.bare < Some(Grade::Medium) && phone::is_likely(self.text, &span) {
            return;
        }
        let is_sample = row.samples.iter().any(|sample| sample.as_bytes() == letters.get());
        if is_sample || near.is_none() && is_timestamp(letters.get()) {
            grade = Grade::Low;
        }
        // Where nothing is said, a number whose rule holds goes before one that only has the look.
        let near = near.unwrap_or(u8::MAX - 1);
        self.push(&row.kind, span, grade.confidence(), near);
    }
}

/// The letters (in upper case) and digits of a match, without separators.
struct Letters {
    bytes: [u8; LONGEST_LAYOUT],
    length: usize,
    /// How much of the match is read.
    read: usize,
}

/// Longer than any layout's letters.
const LONGEST_LAYOUT: usize = 32;

impl Letters {
    fn new() -> Self {
        Self { bytes: [0; LONGEST_LAYOUT], length: 0, read: 0 }
    }

    /// Takes in the text up to `end`, which only grows; false if that is too much.
    fn reach(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        for byte in text[start + self.read..end].iter().filter(|byte| is_word(**byte)) {
            let Some(here) = self.bytes.get_mut(self.length) else { return false };
            *here = byte.to_ascii_uppercase();
            self.length += 1;
        }
        self.read = end - start;
        true
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Whether a letter ends the digits that a word starts with before they are as many as a telephone number or a card has:
/// most ids in hexadecimal are told by this.
fn is_cut_short(word: &[u8], classes: u8) -> bool {
    classes & WORD != DIGIT && word.iter().take(7).any(|byte| !byte.is_ascii_digit())
}

/// Whether the text starts with a time of day: `12:30:45`, and no further colon.
fn is_time(text: &[u8]) -> bool {
    matches!(text, [b'0'..=b'2', b'0'..=b'9', b':', b'0'..=b'5', b'0'..=b'9', rest @ ..]
        if !matches!(rest, [b':', _, _, b':', ..] | [b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..] | [b':', b':', ..]))
}

/// Whether the text starts with a date: `2026-11-16`.
pub(crate) fn is_date(text: &[u8]) -> bool {
    matches!(
        text,
        [
            b'1' | b'2',
            b'0' | b'9',
            b'0'..=b'9',
            b'0'..=b'9',
            b'-',
            b'0' | b'1',
            b'0'..=b'9',
            b'-',
            b'0'..=b'3',
            b'0'..=b'9',
            ..
        ]
    )
}

/// Whether it reads as seconds or milliseconds of the years 2014 to 2033.
fn is_timestamp(letters: &[u8]) -> bool {
    matches!(letters.len(), 10 | 13)
        && matches!(letters, [b'1', b'4'..=b'9', ..])
        && letters.iter().all(u8::is_ascii_digit)
}
