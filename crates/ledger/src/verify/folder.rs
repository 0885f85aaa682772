//! A whole folder: the store, the key and the witnesses in it.

use super::{Verified, VerifyError, Wrong, verify};
use crate::checkpoint_file::{CHECKPOINTS, check_presence, read_witnesses};
use crate::store::{Store as _, StoreError};
use crate::{Checkpoint, DATABASE, Durability, PUBLIC_KEY, PublicKey, Sqlite};
use std::fs::File;
use std::io::{self, Read as _};
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

impl UnverifiedFolder {
    /// The fault of the record itself; nothing if the record could not be read.
    pub fn fault(&self) -> Option<VerifyError> {
        let is_fault = |error: &StoreError| matches!(error, StoreError::Damaged(_) | StoreError::Lost(_));
        match self {
            Self::Wrong(VerifyError { wrong: Wrong::Store(error), .. }) if !is_fault(error) => None,
            Self::Wrong(error) => Some(error.clone()),
            Self::Store(error) => is_fault(error).then(|| VerifyError::store(None, error.clone())),
            Self::File(_) => None,
        }
    }
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
    check_presence(folder)?;
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
            io::ErrorKind::NotFound => "there is no public key; use a copy that you kept elsewhere".to_owned(),
            _ => error.to_string(),
        };
        UnverifiedFolder::File(format!("{}: {told}", path.display()))
    })?;
    let none = || UnverifiedFolder::File(format!("{}: contains no public key", path.display()));
    PublicKey::from_hex(&text).ok_or_else(none)
}
