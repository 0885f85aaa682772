//! From bytes to text: UTF-8, UTF-16, or compressed text.

use super::{BLOB_LIMIT, DEPTH_LIMIT, Encoding, readable};
use flate2::{Decompress, FlushDecompress, Status};

/// Text that came out of bytes, with the encodings that had to be undone, and whether it was cut.
pub(super) struct Text {
    pub(super) chain: Vec<Encoding>,
    pub(super) text: String,
    pub(super) cut: bool,
}

/// The shortest text that is worth keeping.
const SHORTEST: usize = 4;

/// The shortest text that is kept of bytes that are not all text.
const SHORTEST_AMONG_OTHERS: usize = 24;

/// Plausible text in `bytes`, if there is any. Compressed data may hold compressed data: more than [`DEPTH_LIMIT`] such
/// layers are not unpacked, and the text is then empty and said to be cut.
pub(super) fn text(bytes: &[u8]) -> Option<Text> {
    unpack(bytes, Vec::new(), false)
}

/// Plausible text in `bytes`, which came out of the compressed data of `chain` and were `cut` there.
fn unpack(bytes: &[u8], chain: Vec<Encoding>, cut: bool) -> Option<Text> {
    if let Some(text) = plain(bytes) {
        return Some(Text { chain, text, cut });
    }
    // Almost anything unpacks as raw deflate for a while: it counts if it comes to text or to marked data.
    let is_certain = !chain.contains(&Encoding::Deflate);
    if let Some((encoding, body)) = compressed(bytes) {
        let is_marked = encoding != Encoding::Deflate;
        if chain.len() >= DEPTH_LIMIT {
            return is_marked.then(|| Text { chain, text: String::new(), cut: true });
        }
        let inflated = if is_marked || is_certain { inflate(body, encoding) } else { None };
        if let Some((inflated, is_more)) = inflated {
            let chain = chain.iter().copied().chain([encoding]).collect::<Vec<_>>();
            if let Some(text) = unpack(&inflated, chain.clone(), cut | is_more) {
                return Some(text);
            }
            // The rest may be text.
            if is_marked && is_more {
                return Some(Text { chain, text: String::new(), cut: true });
            }
        }
    }
    let text = if is_certain { among_others(bytes) } else { None }?;
    Some(Text { chain, text, cut })
}

/// The way in which `bytes` seem to be compressed, and the compressed data itself.
fn compressed(bytes: &[u8]) -> Option<(Encoding, &[u8])> {
    match bytes {
        [0x1F, 0x8B, 8, flags, ..] => Some((Encoding::Gzip, bytes.get(gzip_header(bytes, *flags)?..)?)),
        [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..] => Some((Encoding::Zlib, bytes)),
        // Raw deflate has no magic: the block type 3 does not exist, and a stored block repeats its length.
        [first, ..] if bytes.len() > 16 && first & 0b110 != 0b110 && first & 0b110 != 0 => {
            Some((Encoding::Deflate, bytes))
        }
        _ => None,
    }
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

/// The runs of text in `bytes` that are long enough not to be chance, a line each: a shell runs the lines before and after
/// bytes that are no text, and a model reads the sentence between them.
pub(super) fn among_others(bytes: &[u8]) -> Option<String> {
    if bytes.len() < SHORTEST_AMONG_OTHERS {
        return None;
    }
    let mut found = String::new();
    let mut keep = |run: &str| {
        let is_text = readable(run, SHORTEST_AMONG_OTHERS).is_some();
        if is_text {
            if !found.is_empty() {
                found.push('\n');
            }
            found.push_str(run);
        }
        is_text
    };
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r');
    for run in bytes.utf8_chunks().flat_map(|chunk| chunk.valid().split(is_control)) {
        if run.len() < SHORTEST_AMONG_OTHERS || keep(run) {
            continue;
        }
        // Padded with signs, or with letters of many scripts.
        for ascii in run.split(|c: char| !c.is_ascii()) {
            let mut start = 0;
            for (end, next) in signs(ascii) {
                keep(&ascii[start..end]);
                start = next;
            }
            keep(&ascii[start..]);
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The start and the end of every row of signs in `ascii` that is too long for a sentence.
fn signs(ascii: &str) -> impl Iterator<Item = (usize, usize)> {
    const LONGEST: usize = 3;
    let bytes = ascii.as_bytes();
    let is_sign = |byte: &u8| byte.is_ascii_punctuation();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + bytes[at..].iter().position(is_sign)?;
            let length = bytes[start..].iter().take_while(|byte| is_sign(byte)).count();
            at = start + length;
            if length > LONGEST {
                return Some((start, at));
            }
        }
    })
}

/// Bytes of the check value and the length that end a gzip member (RFC 1952, section 2.3).
const GZIP_TRAILER: usize = 8;

/// At most [`BLOB_LIMIT`] bytes of compressed data, and whether there was more. What follows the data counts too: further
/// members of gzip, unpacked as `gunzip` does it, and anything else as it stands.
fn inflate(body: &[u8], encoding: Encoding) -> Option<(Vec<u8>, bool)> {
    let mut out = Vec::with_capacity((body.len() * 4).clamp(256, BLOB_LIMIT));
    let (mut read, mut is_more) = member(body, encoding, &mut out)?;
    while !is_more && read < body.len() {
        let rest = &body[read..];
        let after = if encoding == Encoding::Gzip { rest.get(GZIP_TRAILER..).unwrap_or_default() } else { rest };
        match compressed(after) {
            Some((Encoding::Gzip, next)) => {
                let Some((length, more)) = member(next, Encoding::Gzip, &mut out) else { break };
                is_more = more;
                read = body.len() - next.len() + length;
            }
            _ => {
                // Somebody who leaves the check value out writes the text in its place.
                let rest = if plain(rest).is_some() { rest } else { after };
                if plain(rest).is_some() {
                    out.push(b'\n');
                    out.extend_from_slice(rest);
                }
                break;
            }
        }
    }
    is_more |= out.len() > BLOB_LIMIT;
    out.truncate(BLOB_LIMIT);
    Some((out, is_more))
}

/// Unpacks one stretch of compressed data behind what `out` holds, up to [`BLOB_LIMIT`]: how many bytes of `body` it took,
/// and whether there is more. Of marked data that breaks off or is damaged, what came before counts.
fn member(body: &[u8], encoding: Encoding, out: &mut Vec<u8>) -> Option<(usize, bool)> {
    let mut inflater = Decompress::new(encoding == Encoding::Zlib);
    let start = out.len();
    loop {
        let read = usize::try_from(inflater.total_in()).ok()?;
        let before = out.len();
        // Not `Finish`, which gives up where the output does not fit at once.
        let status = inflater.decompress_vec(body.get(read..)?, out, FlushDecompress::None);
        let is_stuck = usize::try_from(inflater.total_in()).ok()? == read && out.len() == before;
        let read = usize::try_from(inflater.total_in()).ok()?;
        let is_damaged = match status {
            Ok(Status::StreamEnd) => return Some((read, false)),
            Ok(_) if out.len() >= BLOB_LIMIT => return Some((read, true)),
            Ok(_) if out.len() == out.capacity() => {
                out.reserve_exact(out.capacity().max(256).min(BLOB_LIMIT - out.len()));
                false
            }
            Ok(_) => is_stuck,
            Err(_) => true,
        };
        if is_damaged {
            return (encoding != Encoding::Deflate && out.len() > start).then_some((body.len(), false));
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
