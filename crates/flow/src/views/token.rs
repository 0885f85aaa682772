//! Long unbroken tokens: base64, base32, hexadecimal.
//!
//! A run of the alphabet that could hold a run of 12 bytes is decoded wherever it stands, at every alignment: what stands
//! before it, with nothing between, shifts it. A value that is nothing but a token is decoded however short it is: it may be one
//! piece of several. A long decoding that comes to plain text, all of it, is taken to be right, and the other alignments are left
//! out.

use super::inflate::{self, Inflater};
use super::{Layer, Room};
use crate::transform::Transform;
use std::ops::Range;

/// How many characters of base64, of base32 and of hexadecimal digits hold 12 bytes.
const BASE64: usize = 16;
const BASE32: usize = 20;
const HEX: usize = 24;
/// The shortest value that is decoded as a whole.
const WHOLE: usize = 2;
/// Bytes that are plain text by chance once in 10¹³ times.
const SURE: usize = 32;
/// Lines of at least this length are lines of one token.
const LINE: usize = 60;

/// An alphabet: how many bits a character holds, and what it stands for.
struct Alphabet {
    transform: Transform,
    bits: u32,
    /// How many characters make whole bytes: there are as many alignments.
    group: usize,
    /// The shortest run that holds 12 bytes.
    run: usize,
    digits: [u8; 256],
}

/// Stands for nothing.
const NONE: u8 = 0xFF;

static ALPHABETS: [Alphabet; 4] = [
    Alphabet { transform: Transform::Base64, bits: 6, group: 4, run: BASE64, digits: digits(Digits::Base64) },
    Alphabet { transform: Transform::Hex, bits: 4, group: 2, run: HEX, digits: digits(Digits::Hex) },
    // In one case or the other: in both, most base64 would be base32 too.
    Alphabet { transform: Transform::Base32, bits: 5, group: 8, run: BASE32, digits: digits(Digits::Capitals) },
    Alphabet { transform: Transform::Base32, bits: 5, group: 8, run: BASE32, digits: digits(Digits::Small) },
];
/// Which characters stand for something.
#[derive(Clone, Copy)]
enum Digits {
    Base64,
    Hex,
    /// Base32 in capitals.
    Capitals,
    /// Base32 in small letters.
    Small,
}

const fn digits(of: Digits) -> [u8; 256] {
    let mut table = [NONE; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        table[index] = match (of, byte) {
            (Digits::Base64 | Digits::Capitals, b'A'..=b'Z') => byte - b'A',
            (Digits::Base64, b'a'..=b'z') => byte - b'a' + 26,
            (Digits::Base64, b'0'..=b'9') => byte - b'0' + 52,
            (Digits::Base64, b'+' | b'-') => 62,
            (Digits::Base64, b'/' | b'_') => 63,
            (Digits::Small, b'a'..=b'z') => byte - b'a',
            (Digits::Capitals | Digits::Small, b'2'..=b'7') => byte - b'2' + 26,
            (Digits::Hex, b'0'..=b'9') => byte - b'0',
            (Digits::Hex, b'A'..=b'F') => byte - b'A' + 10,
            (Digits::Hex, b'a'..=b'f') => byte - b'a' + 10,
            _ => NONE,
        };
        index += 1;
    }
    table
}

impl Alphabet {
    fn has(&self, byte: u8) -> bool {
        self.digits[usize::from(byte)] != NONE
    }

    /// Decodes `token` from its `skip`th character on; what is not of the alphabet is passed over.
    fn decode(&self, token: &[u8], skip: usize, out: &mut Vec<u8>) {
        out.clear();
        let (mut held, mut bits) = (0_u32, 0);
        let digits = token.iter().map(|byte| self.digits[usize::from(*byte)]).filter(|digit| *digit != NONE);
        for digit in digits.skip(skip) {
            held = held << self.bits | u32::from(digit);
            bits += self.bits;
            if bits >= 8 {
                bits -= 8;
                out.push((held >> bits & 0xFF) as u8);
            }
        }
    }
}

/// Adds a layer for each alphabet and alignment that `layer` has tokens of.
pub(super) fn find(layer: &Layer, inflater: &mut Inflater, room: &mut Room, add: &mut dyn FnMut(Layer)) {
    // The other alphabets are parts of that of base64, so only its tokens can be theirs.
    let [base64, ..] = &ALPHABETS;
    let parts: Vec<Part> = layer.parts().filter_map(|(to, bytes)| Part::of(base64, to, bytes)).collect();
    if parts.is_empty() {
        return;
    }
    let mut decoded = Vec::new();
    for alphabet in &ALPHABETS {
        let mut found: [Layer; 8] = std::array::from_fn(|_| Layer::default());
        let mut whole = Whole::default();
        for Part { to, bytes, token } in &parts {
            let token = token.filter(|token| token.iter().all(|byte| alphabet.has(*byte)));
            whole.see(alphabet, *to, token, room, &mut found[1]);
            if let Some(token) = token.filter(|token| token.len() < alphabet.run) {
                alphabet.decode(token, 0, &mut decoded);
                if room.take(decoded.len()) {
                    found[0].push(*to, &decoded);
                }
                continue;
            }
            for token in tokens(alphabet, bytes) {
                for (skip, found) in found.iter_mut().enumerate().take(alphabet.group) {
                    alphabet.decode(&bytes[token.clone()], skip, &mut decoded);
                    if room.take(decoded.len()) {
                        found.push(*to, &decoded);
                    }
                    let is_text = is_text(&decoded);
                    if is_text && decoded.len() >= SURE {
                        break;
                    }
                    if !is_text && layer.chain.len() + 1 < super::DEPTH {
                        inflater.guesses = skip == 0 && is_mixed(&bytes[token.clone()]);
                        inflate::find(layer, alphabet.transform, (*to, &decoded), (&mut *inflater, &mut *room), add);
                    }
                }
            }
        }
        whole.see(alphabet, 0, None, room, &mut found[1]);
        for (skip, found) in found.into_iter().enumerate().filter(|(_, found)| !found.bytes.is_empty()) {
            let under = layer.under(&[alphabet.transform]);
            add(Layer { chain: under.chain, is_guess: under.is_guess || skip > 0, ..found });
        }
    }
}

/// A part of a layer that has tokens.
struct Part<'l> {
    to: u32,
    bytes: &'l [u8],
    /// The token that it is as a whole, if it is nothing else; without padding.
    token: Option<&'l [u8]>,
}

impl<'l> Part<'l> {
    fn of(base64: &Alphabet, to: u32, bytes: &'l [u8]) -> Option<Self> {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let token = bytes.trim_ascii();
        let token = &token[..token.iter().rposition(|byte| *byte != b'=').map_or(0, |last| last + 1)];
        let is_whole = token.len() >= WHOLE && token.iter().all(|byte| base64.has(*byte));
        let has_token = is_whole || tokens(base64, bytes).next().is_some();
        has_token.then_some(Self { to, bytes, token: is_whole.then_some(token) })
    }
}

/// Values in a row that are nothing but tokens: they may be one token that was cut.
#[derive(Default)]
struct Whole {
    to: u32,
    joined: Vec<u8>,
    parts: usize,
}

impl Whole {
    /// Goes on with the next value: its token, if it is nothing else.
    fn see(&mut self, alphabet: &Alphabet, to: u32, token: Option<&[u8]>, room: &mut Room, found: &mut Layer) {
        if let Some(token) = token {
            if self.parts == 0 {
                self.to = to;
            }
            self.parts += 1;
            self.joined.extend_from_slice(token);
            return;
        }
        if self.parts > 1 && self.joined.len() >= alphabet.run {
            let mut decoded = Vec::new();
            alphabet.decode(&self.joined, 0, &mut decoded);
            if room.take(decoded.len()) {
                found.push(self.to, &decoded);
            }
        }
        self.parts = 0;
        self.joined.clear();
    }
}

/// The tokens of `part` that are long enough. One that goes on over lines of some length is one token.
fn tokens<'p>(alphabet: &'p Alphabet, part: &'p [u8]) -> impl Iterator<Item = Range<usize>> + 'p {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = long_run(alphabet, part, at)?;
            let mut line = start;
            let mut end = start;
            loop {
                end += part[end..].iter().take_while(|byte| alphabet.has(**byte)).count();
                let breaks = part[end..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
                let goes_on = part.get(end + breaks).is_some_and(|byte| alphabet.has(*byte));
                if breaks == 0 || breaks > 2 || end - line < LINE || !goes_on {
                    break;
                }
                end += breaks;
                line = end;
            }
            at = end;
            if end - start >= alphabet.run {
                return Some(start..end);
            }
        }
    })
}

/// Where the first run from `at` on starts that is long enough. Where the last of so many bytes is of none, none of those
/// before it is part of one, so most bytes of a text are not looked at.
fn long_run(alphabet: &Alphabet, part: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let window = part.get(at..at + alphabet.run)?;
        match window.iter().rposition(|byte| !alphabet.has(*byte)) {
            Some(other) => at += other + 1,
            None => return Some(at),
        }
    }
}

/// Whether a token may be compressed data: words, paths and identifiers have no capitals and no digits, or nothing but
/// hexadecimal digits, and of compressed data not one in a million is so.
fn is_mixed(token: &[u8]) -> bool {
    let is_word = token.iter().all(|byte| !byte.is_ascii_uppercase() && !byte.is_ascii_digit());
    let is_identifier = token.contains(&b'-') && token.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-');
    !is_word && !is_identifier
}

/// Whether `bytes` are text that people can read, all of them.
fn is_text(bytes: &[u8]) -> bool {
    let is_odd = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r') || *byte == 0x7F;
    !bytes.iter().any(is_odd) && std::str::from_utf8(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The tokens as they are found byte by byte.
    fn tokens_of_every_byte(alphabet: &Alphabet, part: &[u8]) -> Vec<Range<usize>> {
        let (mut found, mut at) = (vec![], 0);
        while let Some(start) = part[at..].iter().position(|byte| alphabet.has(*byte)).map(|gap| at + gap) {
            let (mut line, mut end) = (start, start);
            loop {
                end += part[end..].iter().take_while(|byte| alphabet.has(**byte)).count();
                let breaks = part[end..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
                let goes_on = part.get(end + breaks).is_some_and(|byte| alphabet.has(*byte));
                if breaks == 0 || breaks > 2 || end - line < LINE || !goes_on {
                    break;
                }
                end += breaks;
                line = end;
            }
            at = end;
            if end - start >= alphabet.run {
                found.push(start..end);
            }
        }
        found
    }

    proptest! {
        #[test]
        fn no_token_is_passed_over(runs in prop::collection::vec(("[a-fA-Z2-7]{0,70}|[a-z0-9]{0,30}", "[ .\n]{0,2}|\r\n"), 0..8)) {
            let text: String = runs.iter().flat_map(|(run, between)| [run.as_str(), between.as_str()]).collect();
            for alphabet in &ALPHABETS {
                let found: Vec<_> = tokens(alphabet, text.as_bytes()).collect();
                prop_assert_eq!(found, tokens_of_every_byte(alphabet, text.as_bytes()));
            }
        }
    }
}
