//! A whole folder: the store, the key and the witnesses in it.

use super::{Verified, VerifyError, verify};
use crate::store::{Store as _, StoreError};
use crate::{CHECKPOINTS, Checkpoint, DATABASE, Durability, PUBLIC_KEY, PublicKey, Sqlite};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

/// A line with a checkpoint is far shorter.
const LINE: u64 = 4096;

/// Why a folder could not be proved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnverifiedFolder {
    /// Something was changed.
    #[error(transparent)]
    Wrong(#[from] VerifyError),
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be read.
    #[error("{0}")]
    File(String),
}

/// Proves the ledger in `folder`, also against the checkpoints beside it. `key` is the ledger's public key as it is
/// known from elsewhere; without it the one in the folder is believed, which whoever could change the folder may have
/// put there.
pub fn verify_folder(
    folder: &Path,
    key: Option<&PublicKey>,
    witnesses: &[Checkpoint],
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, UnverifiedFolder> {
    let key = match key {
        Some(key) => key.clone(),
        None => public_key(&folder.join(PUBLIC_KEY))?,
    };
    let path = folder.join(DATABASE);
    if !path.is_file() {
        return Err(UnverifiedFolder::File(format!("{}: there is no ledger", path.display())));
    }
    let mut known = read_witnesses(&folder.join(CHECKPOINTS))?;
    known.extend_from_slice(witnesses);
    let store = Sqlite::open(&path, Durability::Process)?;
    Ok(verify(store.snapshot()?.as_mut(), &key, &known, progress)?)
}

fn public_key(path: &Path) -> Result<PublicKey, UnverifiedFolder> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| {
        let mut bytes = Vec::new();
        io::copy(&mut file.take(LINE), &mut bytes)?;
        text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(())
    });
    read.map_err(|error| {
        let told = match error.kind() {
            io::ErrorKind::NotFound => "there is no public key; a copy from elsewhere will do".to_owned(),
            _ => error.to_string(),
        };
        UnverifiedFolder::File(format!("{}: {told}", path.display()))
    })?;
    let none = || UnverifiedFolder::File(format!("{}: holds no public key", path.display()));
    PublicKey::from_hex(&text).ok_or_else(none)
}

/// The checkpoints in a file, one a line; none if there is no file. A line that a crash has cut short is passed over:
/// whoever can damage a line could as well take it away.
pub fn read_witnesses(path: &Path) -> Result<Vec<Checkpoint>, UnverifiedFolder> {
    let fault = |error: io::Error| UnverifiedFolder::File(format!("{}: {error}", path.display()));
    let mut lines = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fault(error)),
    };
    let mut known = Vec::new();
    loop {
        let mut line = Vec::new();
        if lines.by_ref().take(LINE).read_until(b'\n', &mut line).map_err(fault)? == 0 {
            return Ok(known);
        }
        known.extend(std::str::from_utf8(&line).ok().and_then(witnesses).into_iter().flatten());
    }
}

/// The checkpoints in one line: as the ledger writes them, or as the management API answers, which says the public key
/// beside each. Several may follow each other. Nothing if there is anything else, or nothing.
///
/// ```
/// use vetgate_ledger::witnesses;
/// let line = format!(r#"{{"id":7,"hash":"{}","time_ms":9,"signature":"{}"}}"#, "0".repeat(64), "0".repeat(128));
/// let answered = format!(r#"{{"checkpoint":{line},"public_key":""}}"#);
/// assert_eq!(witnesses(&answered), witnesses(&line));
/// assert_eq!(witnesses(&format!("{answered}{answered}")).map(|known| known.len()), Some(2));
/// assert_eq!(witnesses(&line[1..]), None);
/// ```
pub fn witnesses(line: &str) -> Option<Vec<Checkpoint>> {
    let parts = serde_json::Deserializer::from_str(line).into_iter::<Value>();
    let one = |part: serde_json::Result<Value>| {
        let part = part.ok()?;
        Checkpoint::from_line(&part.get("checkpoint").unwrap_or(&part).to_string())
    };
    parts.map(one).collect::<Option<Vec<_>>>().filter(|known| !known.is_empty())
}
