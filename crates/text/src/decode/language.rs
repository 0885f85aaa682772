//! Sentences turned by thirteen letters, or written backwards.
//!
//! A sentence that reads as it stands, in English or another language of Latin letters, is left alone. Of the others, one that reads once turned is
//! taken: a quarter of its words are common ones, and at least three, two of them different and of some length.

use super::Encoding;
use super::walk::Stretch;
use crate::lexicon::{self, is_common_elsewhere, is_directive, is_function};
use std::ops::Range;

/// Words of a sentence that are looked at.
const WORDS_SEEN: usize = 64;
/// The longest word of the lexicon.
const LONGEST_WORD: usize = 16;

/// Finds the turned sentences of `text`; neighbours turned the same way are taken as one.
pub(super) fn find(text: &str, visit: &mut dyn FnMut(Stretch)) {
    let mut pending: Option<(Encoding, Range<usize>)> = None;
    let mut flush = |pending: &mut Option<(Encoding, Range<usize>)>| {
        if let Some((encoding, span)) = pending.take() {
            let source = text[span.clone()].trim_end();
            let label = label(source);
            let span = span.start + label..span.start + source.len();
            let source = &source[label..];
            let turned = if encoding == Encoding::Rot13 { rot13(source) } else { source.chars().rev().collect() };
            visit(Stretch::new(vec![encoding], span, turned));
        }
    };
    // What reads neither way before a turned sentence belongs to it, and so does what follows one.
    let mut unclear: Option<usize> = None;
    for span in sentences(text) {
        match (turned(&text[span.clone()]), &mut pending) {
            (Reads::Turned(encoding), Some((before, whole))) if *before == encoding => whole.end = span.end,
            (Reads::Turned(encoding), _) => {
                flush(&mut pending);
                pending = Some((encoding, unclear.take().unwrap_or(span.start)..span.end));
            }
            (Reads::Neither, Some((_, whole))) => whole.end = span.end,
            (Reads::Neither, None) => _ = unclear.get_or_insert(span.start),
            (Reads::Plain, _) => {
                flush(&mut pending);
                unclear = None;
            }
        }
    }
    flush(&mut pending);
}

/// The longest label, in bytes.
const LABEL: usize = 24;

/// How long the label is that `source` opens with, as in `config=` or `[ref:`: it is not turned with the rest.
fn label(source: &str) -> usize {
    let end = source.bytes().take(LABEL).position(|b| matches!(b, b':' | b'=' | b'"')).map_or(0, |at| at + 1);
    let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'[' | b'_' | b'-');
    if source.bytes().take(end.saturating_sub(1)).all(is_word) { end } else { 0 }
}

/// The sentences of `text`: up to a full stop before a space, a newline, or another end.
fn sentences(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|b| !b.is_ascii_whitespace())?;
        let ends = |offset: usize| {
            let here = start + offset;
            match bytes[here] {
                b'\n' => true,
                b'.' | b'!' | b'?' | b';' | b':' => bytes.get(here + 1).is_none_or(u8::is_ascii_whitespace),
                _ => false,
            }
        };
        let length =
            (0..bytes.len() - start).find(|offset| ends(*offset)).map_or(bytes.len() - start, |offset| offset + 1);
        at = start + length;
        Some(start..at)
    })
}

/// How a sentence can be read.
enum Reads {
    /// As it stands.
    Plain,
    /// Once it is turned.
    Turned(Encoding),
    /// No way that can be told.
    Neither,
}

/// How the sentence must be turned to be read, if it must.
fn turned(sentence: &str) -> Reads {
    let plain = score(sentence, |_| {}, |score| score.common > 2 && score.common * 4 >= score.words);
    if plain.common * 6 > plain.words {
        return Reads::Plain;
    }
    if plain.words < 3 {
        return Reads::Neither;
    }
    let rotated = score(sentence, |word| word.iter_mut().for_each(|b| *b = rot13_byte(*b)), |_| false);
    let reversed = score(sentence, <[u8]>::reverse, |_| false);
    let (encoding, score) =
        if rotated.common >= reversed.common { (Encoding::Rot13, rotated) } else { (Encoding::Reversed, reversed) };
    if score.common > 2 && score.common * 4 >= score.words && score.long > 1 {
        Reads::Turned(encoding)
    } else {
        Reads::Neither
    }
}

/// Counts the common words of a sentence, each turned by `turn`, until `done`: prose is told by its first words.
fn score(sentence: &str, turn: impl Fn(&mut [u8]), done: impl Fn(&Score) -> bool) -> Score {
    let mut score = Score::default();
    let mut buffer = [0; LONGEST_WORD];
    let words = sentence.as_bytes().split(|b| !b.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    for word in words.take(WORDS_SEEN) {
        match buffer.get_mut(..word.len()) {
            Some(lower) => {
                lower.copy_from_slice(word);
                lower.make_ascii_lowercase();
                turn(lower);
                score.add(lower);
            }
            None => score.words += 1,
        }
        if done(&score) {
            break;
        }
    }
    score
}

#[derive(Default)]
struct Score {
    words: usize,
    common: usize,
    /// Common words of four letters or more, directive ones of three.
    long: usize,
}

impl Score {
    fn add(&mut self, word: &[u8]) {
        self.words += 1;
        let Ok(word) = std::str::from_utf8(word) else { return };
        let directive = is_directive(word);
        if directive || is_function(word) || is_common_elsewhere(word) {
            self.common += 1;
            self.long += usize::from(word.len() > 3 || directive);
        }
    }
}

/// The words that count as long.
pub(super) fn telling_words() -> impl Iterator<Item = &'static str> {
    lexicon::all().filter(|word| word.len() > 3 || is_directive(word))
}

pub(super) fn rot13(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() { char::from(rot13_byte(c as u8)) } else { c }).collect()
}

fn rot13_byte(byte: u8) -> u8 {
    match byte {
        b'a'..=b'm' | b'A'..=b'M' => byte + 13,
        b'n'..=b'z' | b'N'..=b'Z' => byte - 13,
        _ => byte,
    }
}
