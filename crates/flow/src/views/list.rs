//! Lists of codes: `104, 101, 108`, `68 65 6c`, `0x68,0x65`, or an array of numbers.

use super::{Layer, Room};
use crate::transform::Transform;

/// The shortest list that is decoded.
const SHORTEST: usize = 4;
/// The longest code, in bytes.
const LONGEST: usize = 4;
/// The most bytes between two codes.
const GAP: usize = 4;
/// A layer with fewer digits holds no list.
const DIGITS: usize = 4;

/// Adds a layer for the decimal lists of `layer`, and one for the hexadecimal ones.
pub(super) fn find(layer: &Layer, room: &mut Room, add: &mut dyn FnMut(Layer)) {
    let bytes = &layer.bytes[..];
    if !has_digits(bytes) {
        return;
    }
    let mut lists = [List::of(decimal), List::of(hexadecimal)];
    let mut found = [Transform::Decimal, Transform::Hex].map(|transform| (transform, Layer::default()));
    let mut at = 0;
    loop {
        let gap = span(&bytes[at..], false);
        let start = at + gap;
        let length = span(&bytes[start..], true);
        if length == 0 {
            break;
        }
        at = start + length;
        let word = &bytes[start..at];
        // Between lists, what is too long for a code ends none.
        if length > LONGEST && lists.iter().all(|list| list.codes.is_empty()) {
            continue;
        }
        for (list, (_, found)) in lists.iter_mut().zip(&mut found) {
            let code = if word.len() <= LONGEST { (list.code)(word) } else { None };
            if !list.codes.is_empty() && (code.is_none() || gap > GAP) {
                list.end(layer, room, found);
            }
            if let Some(code) = code {
                list.start = if list.codes.is_empty() { start } else { list.start };
                list.codes.push(code);
            }
        }
    }
    for (mut list, (transform, mut found)) in lists.into_iter().zip(found) {
        list.end(layer, room, &mut found);
        if !found.bytes.is_empty() {
            let under = layer.under(&[transform]);
            add(Layer { bytes: found.bytes, segments: found.segments, ..under });
        }
    }
}

/// Whether there are as many digits as a list has. Counted block by block, which a machine does many bytes at a time.
fn has_digits(bytes: &[u8]) -> bool {
    let digits = |block: &[u8]| block.iter().fold(0_u8, |digits, byte| digits + u8::from(byte.is_ascii_digit()));
    let mut count = 0;
    bytes.chunks(128).any(|block| {
        count += usize::from(digits(block));
        count >= DIGITS
    })
}

/// Whether a byte is part of a word.
static IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// How many bytes at the start are parts of words, or are not.
#[inline]
fn span(bytes: &[u8], is_word: bool) -> usize {
    bytes.iter().position(|byte| IS_WORD[usize::from(*byte)] != is_word).unwrap_or(bytes.len())
}

/// A list as far as it has been read.
struct List {
    /// What a word stands for in it.
    code: fn(&[u8]) -> Option<u8>,
    start: usize,
    codes: Vec<u8>,
}

impl List {
    fn of(code: fn(&[u8]) -> Option<u8>) -> Self {
        Self { code, start: 0, codes: vec![] }
    }

    fn end(&mut self, layer: &Layer, room: &mut Room, found: &mut Layer) {
        if self.codes.len() >= SHORTEST && room.take(self.codes.len()) {
            let segment = layer.segments.partition_point(|segment| segment.start as usize <= self.start);
            let to = layer.segments.get(segment.saturating_sub(1)).map_or(0, |segment| segment.to);
            found.push(to, &self.codes);
        }
        self.codes.clear();
    }
}

fn decimal(word: &[u8]) -> Option<u8> {
    if word.len() > 3 {
        return None;
    }
    let value =
        word.iter().try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + u32::from(byte - b'0')));
    u8::try_from(value?).ok()
}

fn hexadecimal(word: &[u8]) -> Option<u8> {
    if word.len() > 4 {
        return None;
    }
    let digits = word.strip_prefix(b"0x").unwrap_or(word);
    let is_pair = digits.len() == 2 || digits.len() == 1 && word.len() > 1;
    if !is_pair {
        return None;
    }
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let value = digits.iter().try_fold(0, |value, byte| Some(value * 16 + digit(byte)?));
    u8::try_from(value?).ok()
}
