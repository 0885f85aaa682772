//! Writes a file that somebody depends on: whole or not at all, with the rights it had.

use anyhow::Context;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes `text` to `path` by way of a file beside it. A link is followed; a new file is for its owner alone, and so is
/// an old one if `is_private`.
pub(crate) fn write(path: &Path, text: &str, is_private: bool) -> anyhow::Result<()> {
    let place = path.display().to_string();
    let failed = || format!("{place}: cannot be written");
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let rights = fs::metadata(&path).ok().map(|metadata| metadata.permissions());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).with_context(failed)?;
    }
    let beside = sibling(&path, &format!("vetgate-new-{}", std::process::id()));
    let written = (|| {
        let mut file = private(&beside)?;
        file.write_all(text.as_bytes())?;
        if let Some(rights) = rights.filter(|_| !is_private) {
            fs::set_permissions(&beside, rights)?;
        }
        file.sync_all()?;
        fs::rename(&beside, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(failed)
}

/// Copies the file at `path` beside it under a name that is not taken, and says which.
pub(crate) fn back_up(path: &Path) -> anyhow::Result<PathBuf> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let backup = (1..).map(|number| backup_name(&path, number)).find(|backup| !backup.exists());
    let backup = backup.expect("there are more numbers than files");
    let copied = (|| {
        let mut file = private(&backup)?;
        std::io::copy(&mut fs::File::open(&path)?, &mut file)?;
        fs::set_permissions(&backup, fs::metadata(&path)?.permissions())?;
        file.sync_all()
    })();
    let failed = || format!("{}: the backup cannot be written, so nothing was changed", backup.display());
    copied.with_context(failed).map(|()| backup.clone())
}

/// The backups of the file at `path`, the newest first.
pub(crate) fn backups(path: &Path) -> Vec<PathBuf> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut found: Vec<PathBuf> =
        (1..).map(|number| backup_name(&path, number)).take_while(|backup| backup.exists()).collect();
    found.reverse();
    found
}

/// Puts a backup in the place of the file at `path`.
pub(crate) fn restore(backup: &Path, path: &Path) -> anyhow::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::rename(backup, &path)
        .with_context(|| format!("{}: cannot be restored from {}", path.display(), backup.display()))
}

fn backup_name(path: &Path, number: usize) -> PathBuf {
    match number {
        1 => sibling(path, "vetgate-backup"),
        number => sibling(path, &format!("vetgate-backup-{number}")),
    }
}

fn sibling(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{suffix}"));
    path.with_file_name(name)
}

/// A new file that only its owner may read.
fn private(path: &Path) -> std::io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
