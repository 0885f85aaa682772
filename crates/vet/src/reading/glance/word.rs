//! Words of ASCII, eight bytes at a time: where they end, and the hash by which they are looked up.

/// The hash of a word so far, of which eight more bytes in lower case are `bytes`; fewer, where it ends.
#[inline]
const fn mixed(hash: u64, bytes: u64) -> u64 {
    let product = (hash ^ bytes) as u128 * 0x9E37_79B9_7F4A_7C15;
    product as u64 ^ (product >> 64) as u64
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of a word that is read byte by byte.
pub(super) struct Hasher {
    hash: u64,
    /// The bytes that are not in the hash yet.
    rest: u64,
    bits: u32,
}

impl Hasher {
    pub(super) const fn new() -> Self {
        Self { hash: SEED, rest: 0, bits: 0 }
    }

    /// Takes one more byte, in lower case.
    #[inline]
    pub(super) const fn push(&mut self, byte: u8) {
        self.rest |= (byte as u64) << self.bits;
        self.bits += 8;
        if self.bits == u64::BITS {
            self.hash = mixed(self.hash, self.rest);
            (self.rest, self.bits) = (0, 0);
        }
    }

    #[inline]
    pub(super) const fn finish(&self) -> u64 {
        mixed(self.hash, self.rest)
    }
}

/// The hash of a word in lower case.
pub(super) const fn hash(word: &[u8]) -> u64 {
    let (mut hasher, mut at) = (Hasher::new(), 0);
    while at < word.len() {
        hasher.push(word[at]);
        at += 1;
    }
    hasher.finish()
}

/// A word of letters and digits.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Where it ends.
    pub(super) end: usize,
    /// The hash of it in lower case.
    pub(super) hash: u64,
    pub(super) has_letters: bool,
    pub(super) has_digits: bool,
}

impl Word {
    /// The word that starts at `start`.
    #[inline]
    pub(super) fn at(bytes: &[u8], start: usize) -> Self {
        let (mut end, mut hash) = (start, SEED);
        let (mut of_letters, mut of_digits) = (0, 0);
        loop {
            let chunk = load(bytes, end);
            // A digit has the bit already that makes letters small.
            let lower = chunk | (ONES * 0x20);
            let ends = others(chunk, lower);
            if ends == 0 {
                hash = mixed(hash, lower);
                of_letters |= lower;
                of_digits |= !lower;
                end += size_of::<u64>();
                continue;
            }
            // All bytes before the first that ends the word.
            let part = ((ends - 1) & !ends) >> 7;
            hash = mixed(hash, lower & part);
            // Letters have a bit that digits have not.
            let has_letters = (of_letters | lower & part) & (ONES * 0x40) != 0;
            let has_digits = (of_digits | !lower & part) & (ONES * 0x40) != 0;
            return Self { end: end + ends.trailing_zeros() as usize / 8, hash, has_letters, has_digits };
        }
    }
}

const ONES: u64 = u64::MAX / 255;
const TOPS: u64 = ONES << 7;

/// Marks the bytes of `chunk` that are neither letters nor digits; `lower` is the same with letters in lower case.
#[inline]
const fn others(chunk: u64, lower: u64) -> u64 {
    /// What makes the top bit of a byte of ASCII say that it is this one, or one behind it.
    const fn from(byte: u8) -> u64 {
        ONES * (0x80 - byte as u64)
    }
    let (low, low_lower) = (chunk & !TOPS, lower & !TOPS);
    let letters = (low_lower + from(b'a')) & !(low_lower + from(b'z' + 1));
    let digits = (low + from(b'0')) & !(low + from(b'9' + 1));
    (!(letters | digits) | chunk) & TOPS
}

/// The eight bytes at `at`, and zeros where the text has ended.
#[inline]
fn load(bytes: &[u8], at: usize) -> u64 {
    if let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        return u64::from_le_bytes(*chunk);
    }
    let rest = bytes.len().saturating_sub(at);
    match bytes.last_chunk() {
        Some(_) if rest == 0 => 0,
        Some(chunk) => u64::from_le_bytes(*chunk) >> (64 - rest * 8),
        None => bytes.iter().skip(at).rev().fold(0, |chunk, byte| chunk << 8 | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_word_is_what_it_is_byte_by_byte(before in "[a-z ]{0,9}", word in "[a-zA-Z0-9]{0,20}", behind in ".{0,9}") {
            let text = format!("{before}{word}{behind}");
            let rest = &text.as_bytes()[before.len()..];
            let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let word = &rest[..length];
            let expected = Word {
                end: before.len() + length,
                hash: hash(&word.to_ascii_lowercase()),
                has_letters: word.iter().any(u8::is_ascii_alphabetic),
                has_digits: word.iter().any(u8::is_ascii_digit),
            };
            prop_assert_eq!(Word::at(text.as_bytes(), before.len()), expected, "{}", text);
        }
    }

    #[test]
    fn every_byte_is_a_letter_a_digit_or_the_end() {
        for byte in 0..=255_u8 {
            for at in 0..17 {
                let mut bytes = [b'a'; 17];
                bytes[at] = byte;
                let word = Word::at(&bytes, 0);
                assert_eq!(word.end, if byte.is_ascii_alphanumeric() { 17 } else { at }, "{byte} {at}");
                assert_eq!(word.has_digits, byte.is_ascii_digit(), "{byte} {at}");
            }
        }
    }
}
