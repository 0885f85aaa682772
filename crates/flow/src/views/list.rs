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
    if bytes.iter().filter(|byte| byte.is_ascii_digit()).take(DIGITS).count() < DIGITS {
        return;
    }
    let mut lists = [List::of(decimal), List::of(hexadecimal)];
    let mut found = [Transform::Decimal, Transform::Hex].map(|transform| (transform, Layer::default()));
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| IS_WORD[usize::from(*byte)]);
    let mut at = 0;
    loop {
        let mut start = at;
        while start < bytes.len() && !is_word(start) {
            start += 1;
        }
        if start == bytes.len() {
            break;
        }
        let gap = start - at;
        at = start + 1;
        while is_word(at) {
            at += 1;
        }
        let word = &bytes[start..at];
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
    let text = std::str::from_utf8(digits).ok().filter(|_| is_pair)?;
    u8::from_str_radix(text, 16).ok()
}
