//! Lists of codes: `104, 101, 108`, `68 65 6c`, `0x68,0x65`, or an array of numbers.

use super::{Layer, Room};
use crate::transform::Transform;

/// The shortest list that is decoded.
const SHORTEST: usize = 4;
/// The most bytes between two codes.
const GAP: usize = 4;
/// A layer with fewer digits holds no list.
const DIGITS: usize = 4;

/// Adds a layer for the decimal lists of `layer`, and one for the hexadecimal ones.
pub(super) fn find(layer: &Layer, room: &mut Room, add: &mut dyn FnMut(Layer)) {
    if layer.bytes.iter().filter(|byte| byte.is_ascii_digit()).take(DIGITS).count() < DIGITS {
        return;
    }
    let mut lists = [List::of(decimal), List::of(hexadecimal)];
    let mut found = [Transform::Decimal, Transform::Hex].map(|transform| layer.under(&[transform]));
    let mut at = 0;
    while let Some(start) = layer.bytes[at..].iter().position(u8::is_ascii_alphanumeric).map(|gap| at + gap) {
        let length = layer.bytes[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let gap = start - at;
        at = start + length;
        for (list, found) in lists.iter_mut().zip(&mut found) {
            let code = (list.code)(&layer.bytes[start..at]);
            if code.is_none() || gap > GAP {
                list.end(layer, room, found);
            }
            if let Some(code) = code {
                list.start = if list.codes.is_empty() { start } else { list.start };
                list.codes.push(code);
            }
        }
    }
    for (mut list, mut found) in lists.into_iter().zip(found) {
        list.end(layer, room, &mut found);
        add(found);
    }
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
    let text = std::str::from_utf8(digits).ok().filter(|_| is_pair)?;
    u8::from_str_radix(text, 16).ok()
}
