//! Files and folders that only their owner can read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

/// Makes a folder, with those above it, for its owner alone.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// Writes a new file; an error if there is one already.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Under another name first: whoever finds the file finds all of it.
    let draft = path.with_extension(format!("{}.new", std::process::id()));
    let _ = fs::remove_file(&draft);
    let mut file = options().create_new(true).open(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    let linked = fs::hard_link(&draft, path);
    let _ = fs::remove_file(&draft);
    linked
}

/// Writes a file, in the place of one that may be there.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = options().create(true).truncate(true).open(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}

/// Adds to the end of a file, made if there is none.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    options().create(true).append(true).open(path)?.write_all(bytes)
}

/// Opens a file to write somewhere in it, made if there is none.
pub fn open(path: &Path) -> io::Result<File> {
    options().create(true).truncate(false).open(path)
}

/// Reads a file of at most `limit` bytes that nobody else can read.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            let reason = format!(
                "{}: other users can read it; run `chmod 600` on it if you are sure that it was not read",
                path.display()
            );
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
    }
    let mut bytes = Vec::new();
    io::copy(&mut file.take(limit), &mut bytes)?;
    Ok(bytes)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options
}
