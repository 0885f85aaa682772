//! What is common: text that says nothing about where it came from.
//!
//! Two texts that share `application/json; charset=utf-8`, a date or a row of zeros need not have anything to do with each
//! other. Common is what stands in a table of runs that many unrelated texts have (`novelty/common.txt`, written by
//! `scripts/common-text`), what repeats or counts, and dates and small numbers. A sentence of somebody's own is not:
//! the table has words and phrases, not their order.
//!
//! Guarantees: total, linear. Cost: a look-up in a table of 12,000 for each byte of a run, and only runs that were found pay.

use crate::grams::{GRAM, gram};
use std::ops::Range;
use std::sync::LazyLock;

/// The longest number that says nothing on its own.
const SMALL_NUMBER: usize = 4;
/// The shortest word that a small number stands beside; in a token letters and digits alternate faster.
const WORD: usize = 3;

/// A time with its fraction and its offset, in digits.
const LONGEST_TIME: usize = 6 + 9 + 4;

/// Marks the bytes of a canonical `run` that are common.
pub(crate) fn mark(run: &[u8], known: &mut [bool]) {
    for at in 0..run.len() {
        let Some(key) = gram(&run[at..]) else { break };
        let bytes = key.to_le_bytes();
        if is_simple(&bytes) || COMMON.has(key) {
            known[at..at + GRAM].fill(true);
        }
    }
    mark_numbers(run, known);
}

/// Whether a gram repeats or counts: at most two different characters, a period of four or less, or steps of one.
fn is_simple(bytes: &[u8; GRAM]) -> bool {
    let others = bytes.iter().filter(|byte| **byte != bytes[0]);
    let second = others.clone().next();
    let is_two = others.clone().all(|byte| Some(byte) == second);
    let is_periodic = (2..=4).any(|period| bytes[period..].iter().zip(bytes).all(|(a, b)| a == b));
    let steps = |step: u8| bytes.windows(2).all(|pair| pair[0].wrapping_add(step) == pair[1]);
    is_two || is_periodic || steps(1) || steps(u8::MAX)
}

/// Marks dates, and small numbers beside words.
fn mark_numbers(run: &[u8], known: &mut [bool]) {
    let mut at = 0;
    let mut after_date = usize::MAX;
    while at < run.len() {
        let digits = count(&run[at..], u8::is_ascii_digit);
        if digits == 0 {
            at += count(&run[at..], |byte| !byte.is_ascii_digit());
            continue;
        }
        let number = at..at + digits;
        at = number.end;
        // The letter between a date and its time, as in `2026-01-15T12:30`.
        let is_time = number.start == after_date.saturating_add(1) && run[after_date] == b't' && digits <= LONGEST_TIME;
        let dated = if is_time { digits } else { date(&run[number.clone()]) };
        after_date = if dated == 8 { number.end } else { usize::MAX };
        let rest = number.start + dated..number.end;
        known[number.start..rest.start].fill(true);
        // What follows a date is a fraction of a second or an offset.
        if rest.len() <= SMALL_NUMBER && (dated > 0 || stands_beside_words(run, number)) {
            known[rest].fill(true);
        }
    }
}

fn stands_beside_words(run: &[u8], number: Range<usize>) -> bool {
    let before = run[..number.start].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).take(WORD).count();
    let after = run[number.end..].iter().take_while(|byte| byte.is_ascii_alphabetic()).take(WORD).count();
    (before == WORD || before == number.start) && (after == WORD || number.end + after == run.len())
}

fn count(bytes: &[u8], is: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is(byte)).count()
}

/// How many of `digits` are a date, and a time after it.
fn date(digits: &[u8]) -> usize {
    let number = |range: Range<usize>| {
        digits
            .get(range)
            .map_or(u32::MAX, |digits| digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
    };
    let is_year = |year| (1900..2100).contains(&year);
    let is_day = |month: u32, day: u32| (1..=12).contains(&month) && (1..=31).contains(&day);
    let is_date = is_year(number(0..4)) && is_day(number(4..6), number(6..8))
        || is_year(number(4..8)) && (is_day(number(0..2), number(2..4)) || is_day(number(2..4), number(0..2)));
    if !is_date {
        return 0;
    }
    if number(8..10) > 23 || number(10..12) > 59 {
        return 8;
    }
    if number(12..14) > 59 { 12 } else { 14 }
}

/// The table, by the words that grams are: looked up and never listed.
struct Table {
    slots: Vec<u64>,
    /// A bit for each gram, several to a bit: small enough to stay in a cache, and nearly every look ends here.
    hints: Vec<u64>,
}

/// Twice as many slots as grams, at least.
const SLOTS: usize = 1 << 15;
/// Four bits for each slot.
const HINTS: usize = SLOTS * 4;

static COMMON: LazyLock<Table> = LazyLock::new(|| {
    let (mut slots, mut hints) = (vec![0; SLOTS], vec![0; HINTS / 64]);
    for key in include_str!("novelty/common.txt").lines().filter_map(|line| gram(line.as_bytes())) {
        let (mut at, hint) = homes(key);
        while slots[at] != 0 {
            at = (at + 1) % SLOTS;
        }
        slots[at] = key;
        hints[hint / 64] |= 1 << (hint % 64);
    }
    Table { slots, hints }
});

/// The slot of a gram, and its hint.
fn homes(key: u64) -> (usize, usize) {
    let mixed = usize::try_from(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32).unwrap_or_default();
    (mixed / 4 % SLOTS, mixed % HINTS)
}

impl Table {
    fn has(&self, key: u64) -> bool {
        let (mut at, hint) = homes(key);
        if self.hints[hint / 64] >> (hint % 64) & 1 == 0 {
            return false;
        }
        while self.slots[at] != 0 {
            if self.slots[at] == key {
                return true;
            }
            at = (at + 1) % SLOTS;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical;
    use proptest::prelude::*;

    fn novel(text: &str) -> usize {
        let run = canonical(text);
        let mut known = vec![false; run.len()];
        mark(run.as_bytes(), &mut known);
        known.iter().filter(|known| !**known).count()
    }

    #[test]
    fn the_table_has_grams_of_letters_only_and_room() {
        let lines: Vec<_> = include_str!("novelty/common.txt").lines().collect();
        assert!(lines.iter().all(|line| line.len() == GRAM && line.bytes().all(|byte| byte.is_ascii_lowercase())));
        assert!(lines.len() * 2 < SLOTS && lines.len() > 10_000);
        assert!(lines.is_sorted());
    }

    #[test]
    fn what_is_written_everywhere_is_not_news() {
        for text in [
            "application/json; charset=utf-8",
            "Content-Type: text/html",
            "Please let me know if you have any questions.",
            "thank you for your time",
            "2026-01-15T12:30:45.123Z",
            "15.01.2026",
            "0000000000000000",
            "1234567890",
            "abcdefghijkl",
            "abababababab",
            "................",
            "internal server error",
        ] {
            assert!(novel(text) <= 3, "{text}: {}", novel(text));
        }
    }

    #[test]
    fn tokens_names_accounts_and_sentences_are_news() {
        for (text, least) in [
            ("AKIAIOSFODNN7EXAMPLE", 16),
            ("DE89 3704 0044 0532 0130 00", 20),
            ("550e8400-e29b-41d4-a716-446655440000", 28),
            ("Zebra-Quartz-7719", 10),
            ("ghp_x7Kq2mVb9RtLw4Zc8Nf3", 20),
            ("The merger with Halvorsen closes in April, nobody outside the board knows", 40),
            ("Marguerite Oyelaran-Whitlock", 24),
            ("4929 1180 6603 7752", 16),
        ] {
            assert!(novel(text) >= least, "{text}: {}", novel(text));
        }
    }

    proptest! {
        #[test]
        fn any_run_is_taken(text in any::<String>(), digits in "[0-9a-z]{0,40}") {
            prop_assert!(novel(&text) <= canonical(&text).len());
            novel(&digits);
        }
    }
}
