//! What each byte can be part of, as bits in one table: the scan looks at every byte once, through this.

pub(crate) const DIGIT: u8 = 1;
pub(crate) const UPPER: u8 = 2;
pub(crate) const LOWER: u8 = 4;
/// Letters and digits. Words are runs of these; bytes beyond ASCII end a word, because scripts without spaces put
/// numbers and tokens right behind their letters.
pub(crate) const WORD: u8 = DIGIT | UPPER | LOWER;
/// What joins words to one token: `-`, `_`, `.`, `+`, `/`, `=`, `~`.
pub(crate) const JOINER: u8 = 8;
/// What starts something that is not a word: `@`, `:`, `=`, `+`, `(`, `,`, `>`.
pub(crate) const TRIGGER: u8 = 16;
/// What a name is made of: words, `_`, `-`, `.`, and other scripts.
pub(crate) const NAME: u8 = 32;

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
        if matches!(b, b'@' | b':' | b'=' | b'+' | b'(' | b',' | b'>') {
            table[byte] |= TRIGGER;
        }
        if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.') || !b.is_ascii() {
            table[byte] |= NAME;
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

/// Whether `byte` is an ASCII letter or digit.
#[inline]
pub(crate) fn is_word(byte: u8) -> bool {
    class(byte) & WORD != 0
}
