//! Words whose inner letters are out of order, which people and models read all the same.

/// Letters of a word that people read with its inner letters in any order.
const READ_IN_DISORDER: std::ops::RangeInclusive<usize> = 6..=16;

/// The first letter, the inner letters in alphabetical order, and the last: people and models read a word by these.
pub(super) type Disordered = [u8; 16];

pub(super) fn disordered(word: &str) -> Option<Disordered> {
    if !READ_IN_DISORDER.contains(&word.len()) || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let mut letters = [0; 16];
    letters[..word.len()].copy_from_slice(word.as_bytes());
    letters[1..word.len() - 1].sort_unstable();
    Some(letters)
}

/// Words of their own that have the letters of another.
pub(super) const ANAGRAMS: &[&str] = &["annoyed", "catered", "catering", "conservation", "entries"];
