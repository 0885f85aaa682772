//! Reads what the user points at, within bounds.
//!
//! Guarantees: at most [`LINES`] bytes are held, whatever the file claims to be; a text comes back as UTF-8 or not
//! at all; what was left out is a [`Problem`] with its place, never silence. A byte order mark is dropped.

mod encoding;

use flate2::read::MultiGzDecoder;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use vetgate_model::json::Document;
use vetgate_report::escape;

/// Bytes in one JSON document.
pub const DOCUMENT: usize = 64 << 20;
/// Bytes in one file of JSON Lines.
pub const LINES: usize = 256 << 20;

/// How a file that is packed with gzip starts.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Something that cannot be read, with its place: `file:line:column`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// `file:line:column`, as far as it is known.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

impl Problem {
    /// A problem at `place`.
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", escape::line(&self.place), escape::line(&self.message))
    }
}

impl std::error::Error for Problem {}

/// A text and what had to be left out of it.
#[derive(Debug)]
pub struct Text {
    /// UTF-8, without a byte order mark.
    pub text: String,
    /// What is not in it.
    pub left_out: Vec<Problem>,
}

/// Reads the file at `path`, or standard input for `None`, in which there must be something.
pub fn read(path: Option<&Path>) -> Result<Text, Problem> {
    let text = match path {
        Some(path) => read_file(path)?,
        None => read_from(io::stdin().lock(), "-", false)?,
    };
    if text.text.trim().is_empty() && text.left_out.is_empty() {
        let place = path.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
        return Err(Problem::new(place, "is empty; expected JSON with tools, or a client configuration"));
    }
    Ok(text)
}

fn read_file(path: &Path) -> Result<Text, Problem> {
    let place = path.display().to_string();
    let failed = |error: &io::Error| Problem::new(&place, reason(error));
    if path.metadata().map_err(|error| failed(&error))?.is_dir() {
        return Err(Problem::new(&place, "is a folder; name a file in it"));
    }
    let mut file = File::open(path).map_err(|error| failed(&error))?;
    let mut start = Vec::new();
    #[allow(clippy::disallowed_methods, reason = "`take` bounds it")]
    file.by_ref().take(GZIP.len() as u64).read_to_end(&mut start).map_err(|error| failed(&error))?;
    let is_packed = start == GZIP;
    let whole = io::Cursor::new(start).chain(file);
    match is_packed {
        true => read_from(MultiGzDecoder::new(whole), &place, has_lines_extension(&path.with_extension(""))),
        false => read_from(whole, &place, has_lines_extension(path)),
    }
}

/// Reads a small file of our own (settings, a lock) whole.
pub fn read_whole(path: &Path) -> Result<String, Problem> {
    if !path.exists() {
        return Err(Problem::new(path.display().to_string(), "no such file"));
    }
    let text = read_file(path)?;
    match text.left_out.into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(text.text),
    }
}

/// Whether the name says that each line is a document.
pub fn has_lines_extension(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jsonl") || e.eq_ignore_ascii_case("ndjson"))
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "no such file; a URL starts with http:// or https://, and a command to start goes after `--`".to_owned()
        }
        io::ErrorKind::PermissionDenied => "may not be read by this user".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

fn read_from(mut source: impl Read, place: &str, named_lines: bool) -> Result<Text, Problem> {
    let mut bytes = Vec::new();
    let mut fill = |bytes: &mut Vec<u8>, limit: usize| {
        let room = (limit + 1 - bytes.len()) as u64;
        #[allow(clippy::disallowed_methods, reason = "`take` bounds it, and the caller reports when the bound is hit")]
        source.by_ref().take(room).read_to_end(bytes).map_err(|error| Problem::new(place, reason(&error)))
    };
    fill(&mut bytes, DOCUMENT)?;
    let lines = named_lines || starts_with_a_line(&bytes);
    let mut left_out = Vec::new();
    if bytes.len() > DOCUMENT {
        if !lines {
            let message = format!(
                "is larger than {} MiB, the limit for one JSON document; split it, or write it as JSON Lines (up to {} MiB)",
                DOCUMENT >> 20,
                LINES >> 20
            );
            return Err(Problem::new(place, message));
        }
        fill(&mut bytes, LINES)?;
        if bytes.len() > LINES {
            let end = bytes[..LINES].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            bytes.truncate(end);
            let line = bytes.iter().filter(|b| **b == b'\n').count() + 1;
            let message = format!("is larger than {} MiB; from this line on it was not read", LINES >> 20);
            left_out.push(Problem::new(format!("{place}:{line}"), message));
        }
    }
    let text = encoding::decode(bytes, place, lines, &mut left_out)?;
    Ok(Text { text, left_out })
}

/// Whether the first line is a JSON document of its own and others follow.
fn starts_with_a_line(bytes: &[u8]) -> bool {
    let start = bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
    let rest = bytes[start..].strip_prefix(encoding::BOM).unwrap_or(&bytes[start..]);
    let Some(end) = rest.iter().position(|b| *b == b'\n') else { return false };
    let line = std::str::from_utf8(&rest[..end]).map(str::trim).unwrap_or_default();
    is_document(line) && !rest[end..].iter().all(u8::is_ascii_whitespace)
}

/// Whether `line` is one JSON object or array.
pub fn is_document(line: &str) -> bool {
    line.starts_with(['{', '[']) && Document::parse(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<Text, Problem> {
        read_from(bytes, "f", false)
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(text(b"\xEF\xBB\xBF{}").unwrap().text, "{}");
    }

    #[test]
    fn other_encodings_are_named() {
        let utf16: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [utf16.clone(), [b"\xFF\xFE".as_slice(), &utf16].concat()] {
            let error = text(&bytes).unwrap_err().to_string();
            assert!(error.contains("UTF-16"), "{error}");
        }
    }

    #[test]
    fn a_bad_byte_is_shown_with_its_place() {
        let error = text(b"[\n \"\xFF\"]").unwrap_err().to_string();
        assert_eq!(error, "f:2: is not UTF-8: byte 0xFF at offset 4");
    }

    #[test]
    fn a_bad_byte_costs_one_line_of_json_lines() {
        let read = text(b"{\"name\":\"a\"}\n{\"name\":\"\xFF\"}\n{\"name\":\"b\"}\n").unwrap();
        assert_eq!(read.left_out, [Problem::new("f:2", "is not UTF-8: byte 0xFF at offset 22")]);
        assert_eq!(read.text.lines().nth(2), Some("{\"name\":\"b\"}"));
    }
}
