//! A document that is read piece by piece: a file or standard input.
//!
//! Guarantees: never more than one piece of [`PIECE`] bytes is held; what is there is given at once, so a slow pipe is
//! not waited for.

use crate::input::Problem;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
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
        if !std::mem::replace(&mut self.is_begun, true) && is_utf16(piece) {
            let message = "is UTF-16, in which nothing would be found; convert it first, for example with \
                           `iconv -f UTF-16 -t UTF-8`";
            return Err(Problem::new(&self.place, message));
        }
        Ok((count > 0).then_some(piece))
    }
}

/// Whether text starts like this in UTF-16: with a byte order mark, or with letters that each have a zero beside them.
fn is_utf16(start: &[u8]) -> bool {
    const LOOKED_AT: usize = 64;
    const LEAST: usize = 8;
    let pairs = start[..start.len().min(LOOKED_AT)].chunks_exact(2);
    let is_wide = |text: usize| pairs.clone().all(|pair| pair[1 - text] == 0 && matches!(pair[text], b'\t'..=b'~'));
    start.starts_with(b"\xFF\xFE")
        || start.starts_with(b"\xFE\xFF")
        || start.len() >= LEAST && (is_wide(0) || is_wide(1))
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
    use super::is_utf16;

    #[test]
    fn utf16_is_told_from_programs_and_text() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert!(is_utf16(&wide("\u{feff}a")) && is_utf16(&wide("plain text")));
        assert!(is_utf16(&"plain text".encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>()));
        for other in
            [&b""[..], b"a", b"plain text", b"\x7fELF\x02\x01\x01\0\0\0\0\0", b"\0asm\x01\0\0\0\x01\0", &[0; 64]]
        {
            assert!(!is_utf16(other), "{other:?}");
        }
    }
}
