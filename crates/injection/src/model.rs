//! The weights, and the window of a text that weighs most.
//!
//! Hot path: [`score`] runs over every string of every response. Budget 12 µs per KB, benchmark `score`.

use crate::features::{self, BUCKETS, TextWord};
use std::ops::Range;

/// Number of words in a window.
pub const WINDOW: usize = 35;

/// Number of facts that a sentence can state.
pub const FACTS: usize = 256;

/// Number of facts and pairs of facts.
const PAIRS: usize = FACTS * (FACTS + 1) / 2;

/// Number of families of rules, each of two tiers.
const RULES: usize = 26;

/// Numbers before the weights: what they are scaled by, and where the thresholds are.
const NUMBERS: usize = 8 + RULES;

const MAGIC: &[u8; 8] = b"VGINJ\0\0\x01";
const HEADER: usize = MAGIC.len() + 4 * NUMBERS;

static DATA: &[u8; HEADER + PAIRS + BUCKETS] = include_bytes!("../data/weights.bin");

/// The window of a text that weighs most.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowScore {
    /// Sum of the weights of its words, in units of log odds.
    pub score: f32,
    /// Place of the window in the text, in bytes.
    pub span: Range<usize>,
}

/// The compiled weights.
#[derive(Debug, Clone, Copy)]
pub struct Weights;

/// The compiled weights.
pub const fn weights() -> Weights {
    Weights
}

/// A number of the header.
fn number(nth: usize) -> f32 {
    let at = MAGIC.len() + 4 * nth;
    f32::from_le_bytes([DATA[at], DATA[at + 1], DATA[at + 2], DATA[at + 3]])
}

#[inline(always)]
fn of_bucket(bucket: u32) -> i32 {
    i32::from(DATA[HEADER + PAIRS + (bucket as usize & (BUCKETS - 1))] as i8)
}

#[inline(always)]
fn of_word(word: &TextWord) -> i32 {
    word.features().iter().map(|bucket| of_bucket(*bucket)).sum()
}

/// The window of `text` that weighs most.
pub fn score(text: &str) -> WindowScore {
    let mut ring = [(0_i32, 0_usize); WINDOW];
    let (mut sum, mut at, mut count) = (0_i32, 0_usize, 0_usize);
    let mut best: Option<(i32, Range<usize>)> = None;
    let mut before = None;
    features::words(text, |word| {
        // A word that is said again and again says nothing more; in running text a word hardly ever follows itself.
        let is_again = word.count > 2 && before.replace(word.features[0]) == Some(word.features[0]);
        let weight = if is_again { 0 } else { of_word(word) };
        sum += weight - ring[at].0;
        ring[at] = (weight, word.span.start);
        at = if at + 1 == WINDOW { 0 } else { at + 1 };
        count += 1;
        if best.as_ref().is_none_or(|(most, _)| sum > *most) {
            let start = if count < WINDOW { ring[0].1 } else { ring[at].1 };
            best = Some((sum, start..word.span.end));
        }
    });
    let (sum, span) = best.unwrap_or((0, 0..0));
    WindowScore { score: sum as f32 * number(0), span }
}

/// The words of `text` that weigh most, at most `most` of them, in their order: what a person is shown.
pub fn heaviest(text: &str, most: usize) -> Vec<Range<usize>> {
    let mut words: Vec<(i32, Range<usize>)> = Vec::new();
    features::words(text, |word| {
        let weight = of_word(word);
        if weight > 0 {
            words.push((weight, word.span.clone()));
        }
    });
    words.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.start.cmp(&b.1.start)));
    words.truncate(most);
    words.sort_by_key(|(_, span)| span.start);
    words.into_iter().map(|(_, span)| span).collect()
}

impl Weights {
    /// Log odds from which on a window is worth reading sentence by sentence.
    pub fn worth_reading(self) -> f32 {
        number(3)
    }

    /// Log odds from which on a definition is reported.
    pub fn reported_of_definition(self) -> f32 {
        number(4)
    }

    /// Log odds from which on a response is reported: there is more harmless text in what tools return.
    pub fn reported_of_response(self) -> f32 {
        number(7)
    }

    /// Words, facts and rules together, in log odds: the score of the window, the facts that the sentences of the window
    /// state, each as a set of bits, and the rules that fired, each as twice its family, and one more where it is hard.
    pub fn joint<'s>(
        self,
        words: f32,
        sentences: impl IntoIterator<Item = &'s [u64; 4]>,
        rules: impl IntoIterator<Item = usize>,
    ) -> f32 {
        let mut seen = [0_u64; PAIRS.div_ceil(64)];
        let mut facts = 0_i32;
        for sentence in sentences {
            for one in bits(sentence) {
                for other in bits(sentence).take_while(|other| *other <= one) {
                    let pair = one * (one + 1) / 2 + other;
                    let bit = 1 << (pair % 64);
                    if seen[pair / 64] & bit == 0 {
                        seen[pair / 64] |= bit;
                        facts += i32::from(DATA[HEADER + pair] as i8);
                    }
                }
            }
        }
        let mut fired = 0_u32;
        for rule in rules.into_iter().filter(|rule| *rule < RULES) {
            fired |= 1 << rule;
        }
        let rules: f32 = (0..RULES).filter(|rule| fired >> rule & 1 == 1).map(|rule| number(8 + rule)).sum();
        words + facts as f32 * number(1) + rules + number(2)
    }

    /// The share of texts with these log odds that are attacks, on authors that were not fitted on.
    pub fn probability(self, joint: f32) -> f64 {
        1.0 / (1.0 + (-f64::from(number(5) * joint + number(6))).exp())
    }
}

/// The bits that are set, in ascending order.
fn bits(facts: &[u64; 4]) -> impl Iterator<Item = usize> {
    facts.iter().enumerate().flat_map(|(nth, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * nth + bit
            })
        })
    })
}
