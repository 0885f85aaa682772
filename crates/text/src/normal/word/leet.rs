//! `1gn0re` is `ignore`; `base64` is `base64`.

use crate::lexicon::is_directive;
use std::ops::Range;

const LONGEST: usize = 24;
/// Characters with two readings in one word before it is not worth trying.
const AMBIGUOUS: usize = 4;

/// The word of the attack lexicon that `token` disguises, and the part of the token that is the word.
pub(super) fn undo(token: &str) -> Option<(String, Range<usize>)> {
    if token.len() > LONGEST {
        return None;
    }
    read(token).map(|word| (word, 0..token.len())).or_else(|| {
        // Punctuation at the ends may be just that.
        let symbol = |c: char| !c.is_ascii_alphanumeric();
        let start = token.len() - token.trim_start_matches(symbol).len();
        let core = token.trim_matches(symbol);
        if core.len() == token.len() {
            return None;
        }
        read(core).map(|word| (word, start..start + core.len()))
    })
}

fn read(token: &str) -> Option<String> {
    let bytes = token.as_bytes();
    let letters = bytes.iter().filter(|b| b.is_ascii_alphabetic()).count();
    if bytes.len() < 4
        || letters < 2
        || letters == bytes.len()
        || is_numbered(bytes)
        || token.eq_ignore_ascii_case("$end")
    {
        return None;
    }
    let ambiguous = bytes.iter().filter(|b| readings(**b).len() > 1).count();
    if ambiguous > AMBIGUOUS {
        return None;
    }
    let mut word = vec![0; bytes.len()];
    (0..1_u32 << ambiguous).find_map(|choice| {
        let mut choices = choice;
        for (place, byte) in word.iter_mut().zip(bytes) {
            *place = match readings(*byte) {
                [] => byte.is_ascii_alphabetic().then(|| byte.to_ascii_lowercase())?,
                [only] => *only,
                [first, second, ..] => {
                    let taken = if choices & 1 == 0 { first } else { second };
                    choices >>= 1;
                    *taken
                }
            };
        }
        let word = std::str::from_utf8(&word).ok()?;
        is_directive(word).then(|| word.to_owned())
    })
}

/// `user5` and `file1` are numbered, not disguised.
fn is_numbered(bytes: &[u8]) -> bool {
    let word = bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let tail = &bytes[word..];
    tail.iter().all(u8::is_ascii_digit)
        && (tail.starts_with(b"5") || tail.len() > 2 || is_numbered_word(&bytes[..word]))
}

fn is_numbered_word(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| is_directive(&word.to_ascii_lowercase()))
}

fn readings(byte: u8) -> &'static [u8] {
    match byte {
        b'0' => b"o",
        b'1' | b'!' | b'|' => b"il",
        b'3' => b"e",
        b'4' | b'@' => b"a",
        b'5' | b'$' => b"s",
        b'6' | b'9' => b"g",
        b'7' | b'+' => b"t",
        b'8' => b"b",
        _ => b"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_lexicon_come_out() {
        for (token, word) in [
            ("1gn0re", "ignore"),
            ("Pr3v10us", "previous"),
            ("p@ssw0rd", "password"),
            ("5y5t3m", "system"),
            ("$ecret", "secret"),
            ("by_pa55", ""),
            ("0verr1de", "override"),
            ("ex3cu7e", "execute"),
            ("te11", "tell"),
            ("ignor3", "ignore"),
            ("s3cr3t!", "secret"),
            ("!mportant", "important"),
        ] {
            assert_eq!(undo(token).map(|(word, _)| word).unwrap_or_default(), word, "{token}");
        }
    }

    #[test]
    fn technical_words_survive() {
        for token in [
            "base64", "sha256", "k8s", "utf8", "h264", "oauth2", "ec2", "s3", "i18n", "l10n", "user5", "file1",
            "token2", "md5", "ipv4", "x86", "mp3", "log4j", "3d", "2fa", "web3", "c++", "$end", "v1", "user@host",
            "$100", "py3", "b2b", "read!", "tools5", "int32", "float64", "p2p", "365", "gpt4", "a11y", "k3s",
        ] {
            assert_eq!(undo(token), None, "{token}");
        }
    }
}
