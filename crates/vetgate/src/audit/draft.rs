//! A file that appears whole or not at all, for its owner alone.

use anyhow::{Context, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file under another name, until it is finished. Dropped before, it is gone.
pub(super) struct Draft {
    file: File,
    draft: PathBuf,
    path: PathBuf,
    may_replace: bool,
    is_finished: bool,
}

impl Draft {
    /// Begins the file at `path`; one that is there is replaced only if it `may_replace` it.
    pub(super) fn begin(path: &Path, may_replace: bool) -> anyhow::Result<Self> {
        let place = path.display().to_string();
        let Some(name) = path.file_name() else { bail!("{place}: is not a file name") };
        if !may_replace && fs::symlink_metadata(path).is_ok() {
            bail!("{place}: already exists; use --force to overwrite it");
        }
        if path.is_dir() {
            bail!("{place}: is a folder; name a file in it");
        }
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.part", std::process::id()));
        let draft = path.with_file_name(hidden);
        // What a process of the same number left behind.
        let _ = fs::remove_file(&draft);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&draft).with_context(|| format!("{place}: cannot be written"))?;
        Ok(Self { file, draft, path: path.to_owned(), may_replace, is_finished: false })
    }

    /// Gives the file its name.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let named = self.file.sync_all().and_then(|()| self.name());
        self.is_finished = named.is_ok();
        match named {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!(
                    "{}: was created by another program in the meantime; use --force to overwrite it",
                    self.path.display()
                )
            }
            named => named.with_context(|| format!("{}: cannot be written", self.path.display())),
        }
    }

    fn name(&self) -> io::Result<()> {
        if self.may_replace {
            return fs::rename(&self.draft, &self.path);
        }
        match fs::hard_link(&self.draft, &self.path) {
            Ok(()) => fs::remove_file(&self.draft),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Some file systems have no links.
            Err(_) => fs::rename(&self.draft, &self.path),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = fs::remove_file(&self.draft);
        }
    }
}
