//! Words whose inner letters are out of order, which people and models read all the same.

use super::Tags;
use vetgate_text::table::Table;

/// Letters of a word that people read with its inner letters in any order.
const READ_IN_DISORDER: std::ops::RangeInclusive<usize> = 6..=16;

/// The first letter, the inner letters in alphabetical order, and the last: people and models read a word by these.
type Letters = [u8; 16];

/// Longer words by what is left of them when their inner letters are in disorder.
#[derive(Debug, Default)]
pub(super) struct Disorder {
    words: Table<Letters, Tags>,
    /// A bit for the sum of every word: most words are told by it, before their letters are put in order.
    sums: Vec<u64>,
}

const SUMS: usize = 1 << 16;

impl Disorder {
    pub(super) fn add(&mut self, word: &str, tags: Tags) {
        let Some(sum) = sum(word) else { return };
        self.sums.resize(SUMS / 64, 0);
        self.sums[sum / 64] |= 1 << (sum % 64);
        let known = self.words.entry(letters(word)).or_default();
        *known = known.or(tags);
    }

    /// What a word means that has the letters of another.
    pub(super) fn get(&self, word: &str) -> Option<Tags> {
        let sum = sum(word)?;
        let may_be = self.sums.get(sum / 64).is_some_and(|sums| sums >> (sum % 64) & 1 == 1);
        if may_be { self.words.get(&letters(word)).copied() } else { None }
    }
}

/// A number of the first letter, the last, and all of them in any order; `None` for what is not read in disorder.
fn sum(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    if !READ_IN_DISORDER.contains(&bytes.len()) {
        return None;
    }
    let (mut sum, mut is_lower) = (0, true);
    for byte in bytes {
        sum += usize::from(*byte);
        is_lower &= byte.is_ascii_lowercase();
    }
    let place = |byte: u8| usize::from(byte & 31);
    is_lower.then(|| place(bytes[0]) << 11 | place(bytes[bytes.len() - 1]) << 6 | sum & 63)
}

fn letters(word: &str) -> Letters {
    let mut letters = [0; 16];
    letters[..word.len()].copy_from_slice(word.as_bytes());
    letters[1..word.len() - 1].sort_unstable();
    letters
}

/// Words of their own that have the letters of another.
pub(super) const ANAGRAMS: &[&str] = &["annoyed", "catered", "catering", "conservation", "entries"];
