//! What each byte can be part of, as bits in one table: the scan looks at every byte once, through this.

use crate::eight::{HIGH, digits, letters, small, small_letters};

pub(crate) const DIGIT: u8 = 1;
pub(crate) const UPPER: u8 = 2;
pub(crate) const LOWER: u8 = 4;
/// Letters and digits. Words are runs of these; bytes beyond ASCII end a word, because scripts without spaces put
/// numbers and tokens right behind their letters.
pub(crate) const WORD: u8 = DIGIT | UPPER | LOWER;
/// What joins words to one token: `-`, `_`, `.`, `+`, `/`, `=`, `~`.
pub(crate) const JOINER: u8 = 8;
/// What starts something that is not a word: `@`, `:`, `=`, `+`, `(`, `,`, `>`, `|`, and the first bytes of `：` and `→`.
pub(crate) const TRIGGER: u8 = 16;
/// What a name is made of: words, `_`, `-`, `.`, and other scripts.
pub(crate) const NAME: u8 = 32;

/// What a path or an escape may stand behind: `.`, `/`, `\\`.
pub(crate) const LEAD: u8 = 64;
/// What may surround a value that is all of a text: spaces, quotes and stops.
pub(crate) const EDGE: u8 = 128;

const fn table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_digit() {
            table[byte] |= DIGIT;
        }
        if b.is_ascii_uppercase() {
            table[byte] |= UPPER;
        }
        if b.is_ascii_lowercase() {
            table[byte] |= LOWER;
        }
        if matches!(b, b'-' | b'_' | b'.' | b'+' | b'/' | b'=' | b'~') {
            table[byte] |= JOINER;
        }
        if matches!(b, b'@' | b':' | b'=' | b'+' | b'(' | b',' | b'>' | b'|' | 0xE2 | 0xEF) {
            table[byte] |= TRIGGER;
        }
        if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.') || !b.is_ascii() {
            table[byte] |= NAME;
        }
        if matches!(b, b'.' | b'/' | b'\\') {
            table[byte] |= LEAD;
        }
        if b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'.' | b',' | b';') {
            table[byte] |= EDGE;
        }
        byte += 1;
    }
    table
}

/// The classes of every byte.
pub(crate) static CLASS: [u8; 256] = table();

/// The classes of `byte`.
#[inline]
pub(crate) fn class(byte: u8) -> u8 {
    CLASS[byte as usize]
}

/// Where the word ends that starts at `start`, and the classes [`WORD`] is made of that are in it. Eight bytes at a time
/// as long as there are eight.
#[inline]
pub(crate) fn word_at(text: &[u8], start: usize) -> (usize, u8) {
    let (mut at, mut classes) = (start, 0);
    // Most words are small letters and nothing else, which are counted sooner.
    while let Some(eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let other = HIGH & !small_letters(u64::from_le_bytes(*eight));
        at += other.trailing_zeros() as usize / 8;
        if other != 0 {
            break;
        }
    }
    if at > start {
        classes = LOWER;
    }
    if text.get(at).is_some_and(|byte| is_word(*byte)) {
        let (end, others) = mixed_word_at(text, at);
        return (end, classes | others);
    }
    (at, classes)
}

/// The same for a word of any letters and digits.
fn mixed_word_at(text: &[u8], start: usize) -> (usize, u8) {
    let (mut at, mut classes) = (start, 0);
    while let Some(eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let (length, here) = word_of_eight(u64::from_le_bytes(*eight));
        classes |= here;
        at += length;
        if length < 8 {
            return (at, classes);
        }
    }
    while let Some(here) = text.get(at).map(|byte| class(*byte) & WORD).filter(|here| *here != 0) {
        classes |= here;
        at += 1;
    }
    (at, classes)
}

/// How many of eight bytes, the lowest first, are a word, and its classes.
#[inline]
fn word_of_eight(eight: u64) -> (usize, u8) {
    let (letter, digit) = (letters(eight), digits(eight));
    let other = HIGH & !(letter | digit);
    // All bits below the first byte that is none.
    let inside = other.wrapping_sub(1) & !other;
    let lower = small(letter, eight);
    let mark = |found: u64, class: u8| if found & inside != 0 { class } else { 0 };
    (other.trailing_zeros() as usize / 8, mark(digit, DIGIT) | mark(lower, LOWER) | mark(letter & !lower, UPPER))
}

/// Whether `byte` is an ASCII letter or digit.
#[inline]
pub(crate) fn is_word(byte: u8) -> bool {
    class(byte) & WORD != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_read_in_steps_as_they_are_byte_by_byte(
            letters in proptest::collection::vec(prop_oneof![4 => Just(b'a'), 1 => any::<u8>()], 0..40),
            start in 0..40_usize,
        ) {
            let rest = letters.get(start..).unwrap_or_default();
            let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let classes = rest[..length].iter().fold(0, |classes, byte| classes | class(*byte) & WORD);
            prop_assert_eq!(word_at(&letters, start), (start + length, classes));
        }
    }

    #[test]
    fn every_byte_counts_in_every_place() {
        for place in 0..8 {
            for byte in 0..=u8::MAX {
                let mut eight = *b"xxxxxxxx";
                eight[place] = byte;
                let length = if is_word(byte) { 8 } else { place };
                let classes = eight[..length].iter().fold(0, |classes, byte| classes | class(*byte) & WORD);
                assert_eq!(word_of_eight(u64::from_le_bytes(eight)), (length, classes), "{byte} at {place}");
            }
        }
    }
}
