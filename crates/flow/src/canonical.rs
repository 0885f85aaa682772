//! What is left of a text when everything is gone that a copy may lose: its canonical characters.
//!
//! Letters and digits only, in lower case, without accents, full-width and other compatibility forms folded, letters that
//! look Latin read as Latin. Spaces, punctuation, quotes, escapes of line ends and invisible characters are gone. Every
//! character is folded on its own, so the canonical form of a part is a part of the canonical form of the whole.
//!
//! Guarantees: total over any bytes (what is not UTF-8 is passed over), one pass, the result is UTF-8. ASCII costs a table
//! lookup a byte (bench `remember_4_kb`).

use std::sync::OnceLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The canonical characters of `text`.
///
/// ```
/// use vetgate_flow::canonical;
/// assert_eq!(canonical("Tel.: +49 (30) 12-34"), "tel49301234");
/// assert_eq!(canonical("Zo\u{EB}\u{200B} \u{FF21}\u{FF22} p\u{430}y"), "zoeabpay");
/// ```
pub fn canonical(text: &str) -> String {
    let mut out = Vec::new();
    append(text.as_bytes(), &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Adds the canonical characters of `bytes` to `out`.
pub(crate) fn append(bytes: &[u8], out: &mut Vec<u8>) {
    if append_ascii(bytes, out) {
        return;
    }
    let mut rest = bytes;
    while !rest.is_empty() {
        let plain = rest.iter().position(|b| !b.is_ascii()).unwrap_or(rest.len());
        let (ascii, other) = rest.split_at(plain);
        append_ascii(ascii, out);
        let length = other.iter().position(u8::is_ascii).unwrap_or(other.len());
        let (other, after) = other.split_at(length);
        for chunk in other.utf8_chunks() {
            chunk.valid().chars().for_each(|c| append_char(c, out));
        }
        rest = after;
    }
}

/// Writes the canonical characters of `bytes` to the start of `room`, which has as many bytes at least; how many there are.
/// None if not all of them are ASCII.
pub(crate) fn write_ascii(bytes: &[u8], room: &mut [u8]) -> Option<usize> {
    if !bytes.is_ascii() {
        return None;
    }
    let (eights, rest) = bytes.as_chunks::<LANE>();
    let mut length = 0;
    for eight in eights {
        let room = room[length..].first_chunk_mut::<LANE>()?;
        let mut count = 0;
        for byte in eight {
            let byte = FOLDED[usize::from(*byte)];
            // What has no canonical byte is written over by the next.
            room[count % LANE] = byte;
            count += usize::from(byte != 0);
        }
        length += count;
    }
    for byte in rest {
        let byte = FOLDED[usize::from(*byte)];
        *room.get_mut(length)? = byte;
        length += usize::from(byte != 0);
    }
    Some(length)
}

/// How many bytes are folded at a time: room for them is checked once.
const LANE: usize = 8;

/// The same, if all of `bytes` is ASCII; if not, nothing is added and it says so.
fn append_ascii(bytes: &[u8], out: &mut Vec<u8>) -> bool {
    let start = out.len();
    out.resize(start + bytes.len(), 0);
    let length = write_ascii(bytes, &mut out[start..]);
    out.truncate(start + length.unwrap_or_default());
    length.is_some()
}

/// The canonical byte of every ASCII byte; zero if it has none.
static FOLDED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            table[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    table
};

/// How many characters are folded at once when the first of them is met.
const BLOCK: u32 = 256;

/// What a block of characters comes to: folding one takes thousands of steps, and texts are full of the same few hundred.
struct Block {
    bytes: Vec<u8>,
    /// Where the bytes of each character end; they start where those of the one before it end.
    ends: [u16; BLOCK as usize],
}

/// The blocks of the basic plane, each made when it is met.
static BLOCKS: [OnceLock<Block>; 256] = [const { OnceLock::new() }; 256];

impl Block {
    fn of(number: u32) -> Self {
        let mut block = Self { bytes: Vec::new(), ends: [0; BLOCK as usize] };
        for (end, code) in block.ends.iter_mut().zip(number * BLOCK..) {
            if let Some(c) = char::from_u32(code) {
                fold(c, &mut block.bytes);
            }
            // The longest character comes to 33 bytes.
            *end = u16::try_from(block.bytes.len()).unwrap_or(u16::MAX);
        }
        block
    }

    fn folded(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[usize::from(start)..usize::from(self.ends[index])]
    }
}

/// Adds what a character comes to.
fn append_char(c: char, out: &mut Vec<u8>) {
    let (number, index) = (u32::from(c) / BLOCK, u32::from(c) % BLOCK);
    match BLOCKS.get(number as usize) {
        Some(block) => out.extend_from_slice(block.get_or_init(|| Block::of(number)).folded(index as usize)),
        None => fold(c, out),
    }
}

fn fold(c: char, out: &mut Vec<u8>) {
    let mut buffer = [0; 4];
    let is_letter = |c: &char| c.is_alphanumeric() && !is_combining_mark(*c);
    for part in std::iter::once(c).nfkd().filter(is_letter).flat_map(char::to_lowercase).filter(is_letter) {
        match part {
            'ß' => out.extend(b"ss"),
            'ς' => out.extend("σ".as_bytes()),
            _ => match LOOKALIKES.binary_search_by_key(&part, |(other, _)| *other) {
                Ok(at) => out.push(LOOKALIKES[at].1),
                Err(_) => out.extend(part.encode_utf8(&mut buffer).as_bytes()),
            },
        }
    }
}

/// Lower-case letters that can hardly be told from a Latin one, sorted.
#[rustfmt::skip]
const LOOKALIKES: &[(char, u8)] = &[
    ('ı', b'i'), ('ƽ', b's'), ('ɑ', b'a'), ('ɡ', b'g'), ('ɩ', b'i'), ('ɪ', b'i'), ('ʏ', b'y'),
    ('α', b'a'), ('γ', b'y'), ('ι', b'i'), ('κ', b'k'), ('ν', b'v'), ('ο', b'o'), ('ρ', b'p'), ('υ', b'u'), ('χ', b'x'),
    ('а', b'a'), ('в', b'b'), ('е', b'e'), ('к', b'k'), ('м', b'm'), ('н', b'h'), ('о', b'o'), ('р', b'p'), ('с', b'c'),
    ('т', b't'), ('у', b'y'), ('х', b'x'), ('ѕ', b's'), ('і', b'i'), ('ј', b'j'), ('ѡ', b'w'), ('ѵ', b'v'), ('ү', b'y'),
    ('һ', b'h'), ('ӏ', b'l'), ('ԁ', b'd'), ('ԛ', b'q'), ('ԝ', b'w'),
    ('հ', b'h'), ('ո', b'n'), ('ս', b'u'), ('օ', b'o'),
];

/// Turns the letters of `canonical` by thirteen.
pub(crate) fn rot13(canonical: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.extend(canonical.iter().map(|byte| match byte {
        b'a'..=b'm' => byte + 13,
        b'n'..=b'z' => byte - 13,
        _ => *byte,
    }));
}

/// Writes `canonical` from its last character to its first.
pub(crate) fn reversed(canonical: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.extend(canonical.iter().rev());
    if canonical.is_ascii() {
        return;
    }
    // The bytes of a longer character now stand backwards: continuation bytes first, the leading one last.
    let mut start = 0;
    for at in 0..out.len() {
        if out[at] & 0xC0 != 0x80 {
            out[start..=at].reverse();
            start = at + 1;
        }
    }
}

/// How many characters the canonical bytes are.
pub(crate) fn characters(canonical: &[u8]) -> usize {
    canonical.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_a_copy_may_lose_is_gone() {
        for (text, expected) in [
            ("", ""),
            ("Hello, World!", "helloworld"),
            ("a\u{200B}b\u{AD}c\u{FEFF}d", "abcd"),
            ("ＡＫＩＡ１２", "akia12"),
            ("Straße STRASSE", "strassestrasse"),
            ("Ωmega \u{2126}", "ωmegaω"),
            ("ΟΔΟΣ οδός", "oδoσoδoσ"),
            ("\u{440}\u{430}\u{443}\u{440}al", "paypal"),
            ("e\u{301}t\u{E9}", "ete"),
            ("日本 語", "日本語"),
            ("\u{1D400}\u{1D41B}", "ab"),
            ("\t\r\n\0\u{1F600}", ""),
        ] {
            assert_eq!(canonical(text), expected, "{text}");
        }
    }

    #[test]
    fn characters_that_are_known_by_heart_are_what_folding_gives() {
        for c in (0x80..0x30000).filter_map(char::from_u32) {
            let (mut known, mut folded) = (Vec::new(), Vec::new());
            append_char(c, &mut known);
            fold(c, &mut folded);
            assert_eq!(known, folded, "{c:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_passed_over() {
        let mut out = Vec::new();
        append(b"ab\xFF\xC3cd\xE9\x80\xF0\x9F ef\xED\xA0\x80g", &mut out);
        assert_eq!(out, b"abcdefg");
    }

    #[test]
    fn the_table_of_look_alikes_is_sorted() {
        assert!(LOOKALIKES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn turning_keeps_characters_whole() {
        let mut out = Vec::new();
        reversed("abc日本é1".as_bytes(), &mut out);
        assert_eq!(std::str::from_utf8(&out), Ok("1é本日cba"));
        rot13(b"uryyb1", &mut out);
        assert_eq!(out, b"hello1");
    }

    proptest! {
        #[test]
        fn the_form_of_a_part_is_part_of_the_form(before in ".{0,12}", part in ".{0,12}", after in ".{0,12}") {
            let whole = canonical(&format!("{before}{part}{after}"));
            prop_assert_eq!(whole, format!("{}{}{}", canonical(&before), canonical(&part), canonical(&after)));
        }

        #[test]
        fn the_form_stays_what_it_is(text in any::<String>()) {
            let once = canonical(&text);
            prop_assert_eq!(canonical(&once), once.clone());
        }

        #[test]
        fn case_does_not_matter(text in "[a-zA-Z0-9à-öø-ÿßα-ωа-яА-Яա-ֆ,. ]{0,40}") {
            prop_assert_eq!(canonical(&text.to_uppercase()), canonical(&text.to_lowercase()));
        }

        #[test]
        fn any_bytes_are_taken(bytes in any::<Vec<u8>>()) {
            let mut out = Vec::new();
            append(&bytes, &mut out);
            let text = String::from_utf8(out.clone());
            prop_assert!(text.is_ok());
            let mut back = Vec::new();
            let mut again = Vec::new();
            reversed(&out, &mut back);
            reversed(&back, &mut again);
            prop_assert_eq!(again, out);
        }
    }
}
