//! Compressed data, inflated within bounds.

mod fixed;

use super::{Layer, Room};
use crate::transform::Transform;
use flate2::{Decompress, FlushDecompress, Status};

/// The shortest data that holds anything.
const SHORTEST: usize = 10;
/// Data that is so small is inflated without tables if it has fixed codes.
const SMALL: usize = 64;

/// Inflates what is compressed, with one inflater for a whole call, made when it is needed.
#[derive(Default)]
pub(super) struct Inflater {
    raw: Option<Decompress>,
    /// Whether data that has no mark is tried too.
    pub(super) guesses: bool,
}

impl Inflater {
    /// What `bytes` come to, if they are compressed, and how.
    pub(super) fn inflate(&mut self, bytes: &[u8], room: &mut Room) -> Option<(Transform, Vec<u8>)> {
        if bytes.len() < SHORTEST {
            return None;
        }
        let (transform, body) = match bytes {
            [0x1F, 0x8B, 8, flags, ..] => (Transform::Gzip, bytes.get(gzip_header(bytes, *flags)?..)?),
            [0x78, second, ..] if (0x7800 + u32::from(*second)).is_multiple_of(31) && second & 0x20 == 0 => {
                (Transform::Zlib, &bytes[2..])
            }
            _ if self.guesses && opens_deflate(bytes) => (Transform::Deflate, bytes),
            _ => return None,
        };
        let is_small = transform == Transform::Deflate && has_fixed_codes(body) && body.len() <= SMALL;
        let text = if is_small { fixed::inflate(body, room.bytes) } else { self.run(body, room) };
        if text.len() < SHORTEST || !room.take(text.len()) {
            return None;
        }
        Some((transform, text))
    }

    fn run(&mut self, body: &[u8], room: &mut Room) -> Vec<u8> {
        // A new one is as good as one that was reset, and both have tables to clear.
        if let Some(used) = &mut self.raw {
            used.reset(false);
        }
        let inflater = self.raw.get_or_insert_with(|| Decompress::new(false));
        let mut out = Vec::with_capacity((body.len() * 4).max(256).min(room.bytes));
        loop {
            let (read, written) = (inflater.total_in(), out.len());
            let rest = usize::try_from(read).ok().and_then(|read| body.get(read..)).unwrap_or_default();
            // What came out before the data turned out to be damaged, or none at all, still counts.
            let Ok(status) = inflater.decompress_vec(rest, &mut out, FlushDecompress::None) else { break };
            let is_stuck = inflater.total_in() == read && out.len() == written;
            if status == Status::StreamEnd {
                break;
            }
            if out.len() == out.capacity() {
                if out.len() >= room.bytes {
                    room.is_spent = true;
                    break;
                }
                out.reserve_exact(out.capacity().max(256).min(room.bytes - out.len()));
            } else if is_stuck {
                break;
            }
        }
        out
    }
}

/// Adds what `bytes`, which `layer` has in `wrapped`, come to when they are inflated.
pub(super) fn find(
    layer: &Layer,
    wrapped: Transform,
    (to, bytes): (u32, &[u8]),
    (inflater, room): (&mut Inflater, &mut Room),
    add: &mut dyn FnMut(Layer),
) {
    if let Some((transform, text)) = inflater.inflate(bytes, room) {
        let mut found = layer.under(&[wrapped, transform]);
        found.push(to, &text);
        add(found);
    }
}

/// Whether raw deflate data may start with `bytes`. It has no mark of its own, but its first block says what it is: a stored one
/// its length twice; one with its own codes how long these are, which must use up all codes there are; one with fixed codes
/// nothing, so it must be the only one and come to something.
fn opens_deflate(bytes: &[u8]) -> bool {
    let Some(head) = bytes.first_chunk::<8>().map(|head| u64::from_le_bytes(*head)) else { return false };
    match head >> 1 & 3 {
        0 => matches!(bytes, [0 | 1, a, b, c, d, ..] if a ^ c == 0xFF && b ^ d == 0xFF),
        1 => has_fixed_codes(bytes) && fixed::inflate(bytes, SHORTEST).len() == SHORTEST,
        2 => {
            // At most 19 lengths of three bits each, behind 17 bits of head.
            let count = (head >> 13 & 15) + 4;
            let lengths = u128::from(head)
                | bytes.get(8).map_or(0, |byte| u128::from(*byte) << 64)
                | bytes.get(9).map_or(0, |byte| u128::from(*byte) << 72);
            let used: u32 = (0..count)
                .map(|at| (lengths >> (17 + 3 * at) & 7) as u32)
                .map(|length| if length == 0 { 0 } else { 128 >> length })
                .sum();
            head >> 3 & 31 < 30 && head >> 8 & 31 < 30 && used == 128
        }
        _ => false,
    }
}

/// Whether the first block has fixed codes and is the last.
fn has_fixed_codes(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|head| head & 7 == 3)
}

/// Where the deflate data of a gzip member starts.
fn gzip_header(bytes: &[u8], flags: u8) -> Option<usize> {
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + usize::from(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += bytes.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        }
    }
    Some(at + if flags & 2 != 0 { 2 } else { 0 })
}
