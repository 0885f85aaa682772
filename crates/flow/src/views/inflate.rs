//! Compressed data, inflated within bounds.

use super::{Layer, Room};
use crate::transform::Transform;
use flate2::{Decompress, FlushDecompress, Status};

/// The shortest data that holds anything.
const SHORTEST: usize = 10;

/// Inflates what is compressed, with one inflater for a whole layer.
#[derive(Default)]
pub(super) struct Inflater {
    raw: Option<Decompress>,
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
            // Raw deflate has no mark of its own, but there is no block of type 3, and a stored block says its length twice.
            [first, ..] if !matches!(first & 0b110, 0 | 0b110) => (Transform::Deflate, bytes),
            [0 | 1, a, b, c, d, ..] if a ^ c == 0xFF && b ^ d == 0xFF => (Transform::Deflate, bytes),
            _ => return None,
        };
        let text = self.run(body, room)?;
        Some((transform, text))
    }

    fn run(&mut self, body: &[u8], room: &mut Room) -> Option<Vec<u8>> {
        let inflater = self.raw.get_or_insert_with(|| Decompress::new(false));
        inflater.reset(false);
        let mut out = Vec::with_capacity((body.len() * 4).max(256).min(room.bytes));
        loop {
            let read = usize::try_from(inflater.total_in()).ok()?;
            let written = out.len();
            // What came out before the data turned out to be damaged, or none at all, still counts.
            let Ok(status) = inflater.decompress_vec(body.get(read..)?, &mut out, FlushDecompress::None) else { break };
            let is_stuck = usize::try_from(inflater.total_in()).ok()? == read && out.len() == written;
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
        (out.len() >= SHORTEST && room.take(out.len())).then_some(out)
    }
}

/// Adds what `bytes`, which `layer` has in `wrapped`, come to when they are inflated; whether anything did.
pub(super) fn find(
    layer: &Layer,
    wrapped: Transform,
    (to, bytes): (u32, &[u8]),
    (inflater, room): (&mut Inflater, &mut Room),
    add: &mut dyn FnMut(Layer),
) -> bool {
    let Some((transform, text)) = inflater.inflate(bytes, room) else { return false };
    let mut found = layer.under(&[wrapped, transform]);
    found.push(to, &text);
    add(found);
    transform != Transform::Deflate
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
