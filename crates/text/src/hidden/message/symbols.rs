//! Messages written in two, three or four invisible symbols.
//!
//! Two symbols are bits, either way round and in either order, in groups of 7, 8 or 16; a third may separate
//! the groups; four are base-4 digits under any assignment. The scheme that reads best wins.

use crate::decode::{readability, readable};

/// Symbols on which a scheme is tried before the whole run is decoded with it.
const PREFIX: usize = 512;

/// Readability at or below which a decoding is chance.
const NOISE: u32 = 350;

/// The message of a run of symbols under the scheme that reads best.
pub(super) fn decode(chars: &[char]) -> Option<String> {
    if chars.len() < 14 {
        return None;
    }
    let mut symbols: Vec<char> = Vec::new();
    for c in chars {
        if !symbols.contains(c) {
            symbols.push(*c);
        }
        if symbols.len() > 4 {
            return None;
        }
    }
    symbols.sort_unstable();
    let mut best: Option<(u32, Scheme)> = None;
    for scheme in schemes(&symbols) {
        let prefix = &chars[..chars.len().min(PREFIX)];
        let score = scheme.decode(prefix).map_or(0, |text| readable(&text, 3).map_or(0, readability));
        if score > best.as_ref().map_or(NOISE, |(best, _)| *best) {
            best = Some((score, scheme));
        }
    }
    let text = best?.1.decode(chars)?;
    readable(&text, 3).map(str::to_owned)
}

/// One way to read symbols as text.
struct Scheme {
    /// The symbols in the order of their digit values.
    digits: Vec<char>,
    /// Ends a group, if the scheme has such a symbol.
    separator: Option<char>,
    /// Digits of a character; without meaning where a separator ends groups.
    width: usize,
    most_significant_first: bool,
}

fn schemes(symbols: &[char]) -> Vec<Scheme> {
    let mut out = Vec::new();
    let mut add = |digits: &[char], separator: Option<char>, widths: &[usize]| {
        for most_significant_first in [true, false] {
            for &width in widths {
                out.push(Scheme { digits: digits.to_vec(), separator, width, most_significant_first });
            }
        }
    };
    match *symbols {
        [a, b] => {
            for bits in [[a, b], [b, a]] {
                add(&bits, None, &[8, 7, 16]);
            }
        }
        [a, b, c] => {
            for (separator, x, y) in [(c, a, b), (b, a, c), (a, b, c)] {
                add(&[x, y], Some(separator), &[0]);
                add(&[y, x], Some(separator), &[0]);
            }
            // Base 4 with one digit that never came up: a symbol that stands nowhere takes its place.
            permutations(&[a, b, c, '\0'], &mut |digits| add(digits, None, &[4, 8]));
        }
        [a, b, c, d] => permutations(&[a, b, c, d], &mut |digits| add(digits, None, &[4, 8])),
        _ => {}
    }
    out
}

fn permutations(symbols: &[char; 4], visit: &mut impl FnMut(&[char])) {
    for i in 0..4 {
        for j in (0..4).filter(|j| *j != i) {
            for k in (0..4).filter(|k| *k != i && *k != j) {
                visit(&[symbols[i], symbols[j], symbols[k], symbols[6 - i - j - k]]);
            }
        }
    }
}

impl Scheme {
    fn decode(&self, chars: &[char]) -> Option<String> {
        let radix = u32::try_from(self.digits.len()).ok()?;
        let value = |group: &[char]| {
            let mut number = 0_u32;
            let mut step = |c: &char| {
                let digit = self.digits.iter().position(|d| d == c).and_then(|d| u32::try_from(d).ok())?;
                number = number.checked_mul(radix)?.checked_add(digit)?;
                Some(())
            };
            let done = if self.most_significant_first {
                group.iter().try_for_each(&mut step)
            } else {
                group.iter().rev().try_for_each(&mut step)
            };
            done.map(|()| number)
        };
        let codes: Vec<u32> = match self.separator {
            Some(separator) => {
                chars.split(|c| *c == separator).filter(|group| !group.is_empty()).map(value).collect::<Option<_>>()?
            }
            None => chars.chunks_exact(self.width).map(value).collect::<Option<_>>()?,
        };
        // Groups of a byte are UTF-8; longer ones are code points.
        let bytes: Result<Vec<u8>, _> = codes.iter().map(|code| u8::try_from(*code)).collect();
        match bytes {
            Ok(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => Some(text.to_owned()),
                // A prefix may end inside a character.
                Err(error) if error.error_len().is_none() => {
                    std::str::from_utf8(&bytes[..error.valid_up_to()]).ok().map(str::to_owned)
                }
                Err(_) => None,
            },
            Err(_) => codes.into_iter().map(char::from_u32).collect(),
        }
    }
}
