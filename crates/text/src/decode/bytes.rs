//! From bytes to text: UTF-8, UTF-16, or compressed text.

use super::{BLOB_LIMIT, Encoding, readable};
use flate2::{Decompress, FlushDecompress, Status};

/// Text that came out of bytes, with the encodings that had to be undone, and whether it was cut.
pub(super) struct Text {
    pub(super) chain: Vec<Encoding>,
    pub(super) text: String,
    pub(super) cut: bool,
}

/// The shortest text that is worth keeping.
const SHORTEST: usize = 4;

/// Plausible text in `bytes`, if there is any.
pub(super) fn text(bytes: &[u8]) -> Option<Text> {
    if let Some(text) = plain(bytes) {
        return Some(Text { chain: Vec::new(), text, cut: false });
    }
    let (encoding, zlib, body) = match bytes {
        [0x1F, 0x8B, 8, flags, ..] => (Encoding::Gzip, false, bytes.get(gzip_header(bytes, *flags)?..)?),
        [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..] => (Encoding::Zlib, true, bytes),
        // Raw deflate has no magic: the block type 3 does not exist, and a stored block repeats its length.
        [first, ..] if bytes.len() > 16 && first & 0b110 != 0b110 && first & 0b110 != 0 => {
            (Encoding::Deflate, false, bytes)
        }
        _ => return None,
    };
    let (inflated, cut) = inflate(body, zlib)?;
    Some(Text { chain: vec![encoding], text: plain(&inflated)?, cut })
}

fn plain(bytes: &[u8]) -> Option<String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => readable(text.trim_end_matches('\0'), SHORTEST).map(str::to_owned),
        // Cut at the limit, in the middle of a character.
        Err(error) if error.error_len().is_none() && bytes.len() >= BLOB_LIMIT => {
            std::str::from_utf8(&bytes[..error.valid_up_to()])
                .ok()
                .and_then(|text| readable(text, SHORTEST))
                .map(str::to_owned)
        }
        Err(_) => None,
    }
    .or_else(|| utf16(bytes))
}

/// What PowerShell encodes. Only text that is mostly ASCII, or anything would pass for it.
fn utf16(bytes: &[u8]) -> Option<String> {
    let little = bytes.iter().skip(1).step_by(2).filter(|b| **b == 0).count();
    if bytes.len() < 2 * SHORTEST || little * 4 < bytes.len() / 2 * 3 {
        return None;
    }
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
    readable(text.trim_start_matches('\u{FEFF}'), SHORTEST).map(str::to_owned)
}

/// At most [`BLOB_LIMIT`] bytes of compressed data, and whether there was more.
fn inflate(body: &[u8], zlib: bool) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::with_capacity((body.len() * 4).clamp(256, BLOB_LIMIT));
    let mut inflater = Decompress::new(zlib);
    loop {
        let read = usize::try_from(inflater.total_in()).ok()?;
        let status = inflater.decompress_vec(body.get(read..)?, &mut out, FlushDecompress::Finish).ok()?;
        let stuck = usize::try_from(inflater.total_in()).ok()? == read;
        match status {
            Status::StreamEnd => return Some((out, false)),
            _ if out.len() >= BLOB_LIMIT => return Some((out, true)),
            _ if out.len() == out.capacity() => out.reserve_exact(out.capacity().clamp(256, BLOB_LIMIT - out.len())),
            // Truncated data: what came out of it counts, if it is text.
            _ if stuck => return Some((out, false)),
            _ => {}
        }
    }
}

/// Where the deflate data of a gzip member starts.
fn gzip_header(bytes: &[u8], flags: u8) -> Option<usize> {
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + usize::from(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += bytes.get(at..)?.iter().position(|b| *b == 0)? + 1;
        }
    }
    Some(at + if flags & 2 != 0 { 2 } else { 0 })
}
