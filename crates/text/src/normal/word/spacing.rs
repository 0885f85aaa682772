//! `i g n o r e` is `ignore`; a list of options stays a list.

use crate::lexicon::{is_directive, is_function};
use std::ops::Range;

/// Letters in a run that are joined even if no word of the lexicon comes out.
const LONG_RUN: usize = 8;
/// Letters of a run that are cut into words.
const CUT_LIMIT: usize = 256;
const LONGEST_WORD: usize = 16;

/// Single letters in a row, in words.
pub(super) struct Group {
    pub(super) end: usize,
    words: Vec<(String, Range<usize>)>,
}

/// Reads the single letters from `at` on: one separator between letters, more than that between words.
pub(super) fn read(source: &str, at: usize) -> Option<Group> {
    let bytes = source.as_bytes();
    let before = at.checked_sub(1).map(|before| bytes[before]);
    if before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'\'' | b'_' | b'/' | b'\\')) {
        return None;
    }
    let separator = *bytes.get(at + 1).filter(|b| matches!(b, b' ' | b'.' | b'-' | b'_' | b'*' | b'~'))?;
    let letter = |at: usize| {
        let byte = *bytes.get(at)?;
        let alone = !bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80 || *b == b'\'');
        (alone && (byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'$'))).then_some(char::from(byte))
    };
    let mut words: Vec<(String, Range<usize>)> = Vec::new();
    let mut start = at;
    loop {
        let mut word = String::new();
        word.push(letter(start)?.to_ascii_lowercase());
        let mut last = start;
        while bytes.get(last + 1) == Some(&separator) {
            let Some(next) = letter(last + 2) else { break };
            word.push(next.to_ascii_lowercase());
            last += 2;
        }
        words.push((word, start..last + 1));
        let gap = bytes[last + 1..]
            .iter()
            .take(9)
            .take_while(|b| **b == separator || matches!(b, b' ' | b',' | b'|' | b'/'))
            .count();
        let next = last + 1 + gap;
        // A word of the group has at least two letters, so that prose after it is not taken in.
        let goes_on = gap > 0
            && gap < 9
            && letter(next).is_some()
            && bytes.get(next + 1) == Some(&separator)
            && letter(next + 2).is_some();
        if !goes_on {
            break;
        }
        start = next;
    }
    let end = words.last().map_or(at, |(_, source)| source.end);
    (words[0].0.len() > 1).then_some(Group { end, words })
}

impl Group {
    /// The words that the letters spell, with a space between them, if they were spaced to hide them.
    pub(super) fn spell(&self) -> Option<Vec<(String, Range<usize>)>> {
        let total: usize = self.words.iter().map(|(word, _)| word.len()).sum();
        let letters = self.words.iter().flat_map(|(word, _)| word.bytes()).filter(u8::is_ascii_alphabetic).count();
        if total < 4 || letters * 4 < total * 3 {
            return None;
        }
        let plain = |word: &str| is_directive(word) || is_function(word);
        let known = self.words.iter().any(|(word, _)| word.len() > 3 && is_directive(word))
            && self.words.iter().all(|(word, _)| word.len() < 3 || plain(word));
        let longest = self.words.iter().map(|(word, _)| word.as_str()).max_by_key(|word| word.len())?;
        let hidden = longest.len() >= LONG_RUN && !is_alphabet(longest);
        let worded = total >= LONG_RUN && self.words.iter().any(|(word, _)| word.len() > 3 && plain(word));
        if !(known || hidden || worded) {
            return None;
        }
        let mut out: Vec<(String, Range<usize>)> = Vec::new();
        for (word, source) in &self.words {
            if let Some((_, last)) = out.last() {
                out.push((" ".to_owned(), last.end..source.start));
            }
            out.push((cut(word).unwrap_or_else(|| word.clone()), source.clone()));
        }
        Some(out)
    }
}

/// `a b c d e f g h` is the alphabet.
fn is_alphabet(word: &str) -> bool {
    let steps = word.as_bytes().windows(2).filter(|pair| pair[0] + 1 == pair[1]).count();
    steps * 2 >= word.len() - 1
}

/// `word` cut into words of the lexicon, as few as possible, if it is made of nothing else.
fn cut(word: &str) -> Option<String> {
    if word.len() > CUT_LIMIT || !word.is_ascii() || is_directive(word) {
        return None;
    }
    // best[i]: the fewest words that word[..i] is made of, and where the last of them starts.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; word.len() + 1];
    best[0] = Some((0, 0));
    for end in 1..=word.len() {
        for start in end.saturating_sub(LONGEST_WORD)..end {
            let Some((count, _)) = best[start] else { continue };
            let piece = &word[start..end];
            let fits = is_directive(piece) || is_function(piece) || piece == "a";
            if fits && best[end].is_none_or(|(fewest, _)| count + 1 < fewest) {
                best[end] = Some((count + 1, start));
            }
        }
    }
    let mut pieces = Vec::new();
    let mut end = word.len();
    while end > 0 {
        let (_, start) = best[end]?;
        pieces.push(&word[start..end]);
        end = start;
    }
    pieces.reverse();
    Some(pieces.join(" "))
}
