//! Where a command writes: standard output or a file.

use crate::console;
use anyhow::Context;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use vetgate_report::escape;

/// A document on its way out.
pub struct Sink {
    out: Box<dyn Write>,
    place: String,
    is_closed: bool,
}

impl Sink {
    /// The file at `path`, or standard output.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let (out, place): (Box<dyn Write>, String) = match path {
            Some(path) => {
                let place = path.display().to_string();
                (Box::new(File::create(path).with_context(|| format!("{place}: cannot be written"))?), place)
            }
            None => (Box::new(io::stdout()), "standard output".to_owned()),
        };
        Ok(Self { out, place, is_closed: false })
    }

    /// The file at `path`; if there is none, one that only its owner may read.
    pub fn for_owner(path: &Path) -> anyhow::Result<Self> {
        let place = path.display().to_string();
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).with_context(|| format!("{place}: cannot be written"))?;
        Ok(Self { out: Box::new(file), place, is_closed: false })
    }

    /// Writes `bytes` and sees them off. Whoever closed the pipe has read enough.
    pub fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        if bytes.is_empty() || self.is_closed {
            return Ok(());
        }
        match self.out.write_all(bytes).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result.with_context(|| format!("{}: cannot be written", self.place)),
        }
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }
}

/// Writes a report where it was asked for. The screen would be silent where that is a file, whatever was found, so it
/// gets the headline.
pub fn deliver(text: &str, output: Option<&Path>, headline: &str) -> anyhow::Result<()> {
    let Some(path) = output else { return console::print(text).context("the report cannot be written") };
    let place = path.display().to_string();
    std::fs::write(path, text).with_context(|| format!("{place}: cannot be written"))?;
    console::note(&format!("{}: {headline}", escape::line(&place)));
    Ok(())
}

/// Whether what is written to `output` takes colour.
pub fn has_color(output: Option<&Path>) -> bool {
    output.is_none() && console::has_color()
}
