//! What arguments say once they are decoded.
//!
//! A layer is the arguments as they are or in one decoding: percent, `\u` and `\x`, HTML references, quoted-printable, base64
//! at each of its four alignments, base32, base58, base85, hexadecimal, decimal codes, and what compressed data comes to. Layers are
//! decoded again, to depth [`DEPTH`]. Nothing is judged here: what comes out may be random data, and it is looked up as it is. (rot13 and
//! reversed writing are looked up in every layer and need none of their own.)
//!
//! Guarantees: total; all layers together come to at most four times the arguments and [`FLOOR`] bytes, and the walk says when
//! that was not enough; arguments with nothing encoded in them pay for one scan (bench `find_1_kb`).

mod escape;
mod inflate;
mod list;
mod radix;
mod token;

use crate::transform::Transform;
use inflate::Inflater;
use std::collections::VecDeque;

/// How deep encodings may be nested.
const DEPTH: usize = 3;
/// What layers may come to beside four times the arguments, in bytes.
const FLOOR: usize = 16 << 10;

/// A text to be looked up.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    pub(crate) bytes: Vec<u8>,
    /// Which values its parts come from, in order.
    pub(crate) segments: Vec<Segment>,
    /// What was undone to come here, the outermost first.
    pub(crate) chain: Vec<Transform>,
    /// Whether it is only a guess: decoded out of step, or across values. Its values are joined to none of other calls.
    pub(crate) is_guess: bool,
}

/// A part of a layer that comes from one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Where the part starts in the layer.
    pub(crate) start: u32,
    /// Where its value starts in the arguments.
    pub(crate) to: u32,
}

impl Layer {
    /// The parts of the layer, each with where its value starts in the arguments.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let ends = self.segments.iter().skip(1).map(|next| next.start as usize).chain([self.bytes.len()]);
        self.segments.iter().zip(ends).map(|(segment, end)| (segment.to, &self.bytes[segment.start as usize..end]))
    }

    fn under(&self, transforms: &[Transform]) -> Self {
        Self { chain: [&self.chain, transforms].concat(), is_guess: self.is_guess, ..Self::default() }
    }

    /// Adds a part, a line of its own.
    fn push(&mut self, to: u32, bytes: &[u8]) {
        if let Ok(start) = u32::try_from(self.bytes.len()) {
            self.segments.push(Segment { start, to });
            self.bytes.extend_from_slice(bytes);
            self.bytes.push(b'\n');
        }
    }
}

/// Shows `arguments` and every decoding of them to `see`. False if there was more than the bound allows.
pub(crate) fn walk(arguments: Layer, mut see: impl FnMut(&Layer)) -> bool {
    let mut room = Room { bytes: 4 * arguments.bytes.len() + FLOOR, is_spent: false };
    let mut inflater = Inflater::default();
    let mut queue = VecDeque::from([arguments]);
    while let Some(layer) = queue.pop_front() {
        see(&layer);
        if layer.chain.len() < DEPTH {
            expand(&layer, &mut inflater, &mut room, &mut queue);
        }
    }
    !room.is_spent
}

/// What layers may still come to.
#[derive(Debug)]
struct Room {
    bytes: usize,
    is_spent: bool,
}

impl Room {
    /// Takes as many bytes; false if there are not as many.
    fn take(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.bytes;
        if fits {
            self.bytes -= bytes;
        } else {
            self.is_spent = true;
        }
        fits
    }
}

/// Adds the layers that lie directly beneath `layer`.
fn expand(layer: &Layer, inflater: &mut Inflater, room: &mut Room, queue: &mut VecDeque<Layer>) {
    let mut add = |found: Layer| {
        if !found.bytes.is_empty() {
            queue.push_back(found);
        }
    };
    escape::find(layer, room, &mut add);
    token::find(layer, inflater, room, &mut add);
    list::find(layer, room, &mut add);
    radix::find(layer, room, &mut add);
}

#[cfg(test)]
mod tests;
