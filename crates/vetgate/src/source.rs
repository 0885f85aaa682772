//! A document that is read piece by piece: a file or standard input.
//!
//! Guarantees: never more than one piece of [`PIECE`] bytes is held; what is there is given at once, so a slow pipe is
//! not waited for.

use crate::input::Problem;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The most that is read at once. A long string of JSON is looked at again with each piece, so pieces are large.
const PIECE: usize = 1 << 20;

/// A document on its way in.
pub(crate) struct Source {
    reader: Box<dyn Read>,
    /// What it is called: the path as it was given, or `-`.
    pub(crate) place: String,
    /// How many bytes it has, if that is known.
    pub(crate) length: Option<u64>,
    buffer: Vec<u8>,
    is_begun: bool,
}

impl Source {
    /// Opens the file at `path`; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Problem> {
        if path == Path::new("-") {
            if io::stdin().is_terminal() {
                crate::console::note("Reading from the terminal; end with Ctrl-D on a line of its own.");
            }
            return Ok(Self::new(Box::new(io::stdin()), "-".to_owned(), None));
        }
        let place = path.display().to_string();
        let failed = |error: &io::Error| Problem::new(&place, reason(error));
        let file = File::open(path).map_err(|error| failed(&error))?;
        let metadata = file.metadata().map_err(|error| failed(&error))?;
        if metadata.is_dir() {
            return Err(Problem::new(&place, "is a folder; name a file in it"));
        }
        let length = (metadata.is_file() && metadata.len() > 0).then_some(metadata.len());
        Ok(Self::new(Box::new(file), place, length))
    }

    fn new(reader: Box<dyn Read>, place: String, length: Option<u64>) -> Self {
        Self { reader, place, length, buffer: vec![0; PIECE], is_begun: false }
    }

    /// The next piece, or nothing at the end.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, Problem> {
        let count = loop {
            match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Problem::new(&self.place, reason(&error))),
                Ok(count) => break count,
            }
        };
        let piece = &self.buffer[..count];
        if !std::mem::replace(&mut self.is_begun, true) {
            if let Some(name) = wide_text(piece) {
                let message = format!(
                    "is encoded as {name}, which cannot be scanned; convert it first, for example with \
                     `iconv -f {name} -t UTF-8`"
                );
                return Err(Problem::new(&self.place, message));
            }
            if let Some(name) = compressed(piece) {
                let message = format!("is compressed ({name}), so its content is not scanned; unpack it first");
                crate::console::complain(&Problem::new(&self.place, message).to_string());
            }
        }
        Ok((count > 0).then_some(piece))
    }
}

/// Whether both are one file, under whatever names. For `read`, `-` is standard input.
pub(crate) fn is_same(read: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        let read = if read == Path::new("-") { Path::new("/dev/stdin") } else { read };
        let file = |path: &Path| {
            let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((MetadataExt::dev(&metadata), MetadataExt::ino(&metadata)))
        };
        file(read).is_some_and(|read| file(other) == Some(read))
    }
    #[cfg(not(unix))]
    matches!((read.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b && a.is_file())
}

/// The encoding of text that starts like this, if its characters have zeros beside them: with a byte order mark, or with
/// letters.
fn wide_text(start: &[u8]) -> Option<&'static str> {
    const LOOKED_AT: usize = 64;
    const LEAST: usize = 8;
    let is_wide = |width: usize, at: usize| {
        let mut units = start[..start.len().min(LOOKED_AT)].chunks_exact(width);
        let is_letter =
            |(place, byte): (usize, &u8)| if place == at { matches!(byte, b'\t'..=b'~') } else { *byte == 0 };
        start.len() >= LEAST && units.all(|unit| unit.iter().enumerate().all(is_letter))
    };
    if start.starts_with(b"\xFF\xFE\0\0") || start.starts_with(b"\0\0\xFE\xFF") || is_wide(4, 0) || is_wide(4, 3) {
        Some("UTF-32")
    } else if start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF") || is_wide(2, 0) || is_wide(2, 1) {
        Some("UTF-16")
    } else {
        None
    }
}

// How compressed files start, and what they are called: `STARTS`.
include!(concat!(env!("OUT_DIR"), "/compressed_files.rs"));

/// How a file is packed that starts like this.
fn compressed(start: &[u8]) -> Option<&'static str> {
    let (_, name) = STARTS.iter().find(|(magic, _)| start.starts_with(magic))?;
    // Three letters may also start a text.
    (*name != "bzip2" || start.get(4..10) == Some(b"1AY&SY")).then_some(name)
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::PermissionDenied => "may not be read by this user".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_text_is_told_from_programs_and_text() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let wider = |text: &str| text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect::<Vec<u8>>();
        for text in ["\u{feff}ab", "plain text"] {
            assert_eq!((wide_text(&wide(text)), wide_text(&wider(text))), (Some("UTF-16"), Some("UTF-32")));
        }
        let big: Vec<u8> = "plain text".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(wide_text(&big), Some("UTF-16"));
        for other in
            [&b""[..], b"a", b"plain text", b"\x7fELF\x02\x01\x01\0\0\0\0\0", b"\0asm\x01\0\0\0\x01\0", &[0; 64]]
        {
            assert_eq!(wide_text(other), None, "{other:?}");
        }
    }

    #[test]
    fn packed_files_are_told_from_text() {
        assert_eq!(compressed(b"\x1f\x8b\x08\0"), Some("gzip"));
        assert_eq!(compressed(b"BZh91AY&SY\0"), Some("bzip2"));
        for text in [&b""[..], b"PK", b"BZh is a name", b"BZh", b"{}"] {
            assert_eq!(compressed(text), None);
        }
    }
}
