//! The admin token: made once, kept where only its owner can read it.

use super::FrontError;
use super::token::Mark;
use data_encoding::HEXLOWER;
use ring::rand::{SecureRandom as _, SystemRandom};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

const FILE: &str = "admin-token";
/// Longer than any token.
const BYTES: u64 = 4096;
/// Anything shorter can be guessed, or is half written.
const SHORTEST: usize = 32;

/// The token in `folder`, made if there is none.
pub(crate) fn token(folder: &Path) -> Result<Mark, FrontError> {
    let path = folder.join(FILE);
    prepare(folder)?;
    match create(&path) {
        Ok(token) => Ok(Mark::of(&token)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read(&path),
        Err(error) => Err(problem(&path, format!("cannot be written: {error}"))),
    }
}

/// Makes the folder, or checks that nobody else can put files into it.
fn prepare(folder: &Path) -> Result<(), FrontError> {
    make(folder).map_err(|error| problem(folder, format!("its folder cannot be created: {error}")))?;
    let meta = fs::metadata(folder).map_err(|error| problem(folder, format!("its folder cannot be read: {error}")))?;
    if open_to_others(&meta, 0o022) {
        let reason = "other users can write to its folder and could replace the token; run `chmod 700` on the folder";
        return Err(problem(folder, reason.to_owned()));
    }
    Ok(())
}

fn create(path: &Path) -> io::Result<String> {
    let mut bytes = [0; 32];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| io::Error::other("the operating system returned no random bytes"))?;
    let token = HEXLOWER.encode(&bytes);
    let mut file = private(path)?;
    writeln!(file, "{token}")?;
    file.sync_all()?;
    Ok(token)
}

fn read(path: &Path) -> Result<Mark, FrontError> {
    let unreadable = |error: io::Error| problem(path, format!("cannot be read: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    if open_to_others(&file.metadata().map_err(unreadable)?, 0o077) {
        let reason = "other users can read it; remove the file to get a new token, or run `chmod 600` on it if you are sure that it was not read";
        return Err(problem(path, reason.to_owned()));
    }
    let mut bytes = Vec::new();
    let mut text = file.take(BYTES);
    io::copy(&mut text, &mut bytes).map_err(unreadable)?;
    match std::str::from_utf8(&bytes).map(str::trim) {
        Ok(token) if token.len() >= SHORTEST => Ok(Mark::of(token)),
        _ => {
            let reason =
                format!("contains no token of at least {SHORTEST} characters; remove the file to get a new one");
            Err(problem(path, reason))
        }
    }
}

fn problem(path: &Path, reason: String) -> FrontError {
    FrontError::AdminToken { path: PathBuf::from(path), reason }
}

#[cfg(unix)]
fn make(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(unix)]
fn private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

#[cfg(unix)]
fn open_to_others(meta: &fs::Metadata, mask: u32) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    meta.permissions().mode() & mask != 0
}

#[cfg(not(unix))]
fn open_to_others(_: &fs::Metadata, _: u32) -> bool {
    false
}
