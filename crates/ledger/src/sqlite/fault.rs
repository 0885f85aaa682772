//! What SQLite's errors mean to whoever uses the ledger.

use crate::store::StoreError;
use rusqlite::ErrorCode;
use std::io;
use std::path::Path;

/// SQLite's extended codes for reading less than there must be, and for a file system that knows it is broken.
const DAMAGED: [i32; 2] = [522, 8458];
/// What is told of damage.
const TOLD: usize = 500;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let code = error.sqlite_error_code();
        let extended = error.sqlite_error().map(|error| error.extended_code).unwrap_or_default();
        match code {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => damaged(&error.to_string()),
            Some(ErrorCode::SystemIoFailure) if DAMAGED.contains(&extended) => damaged(&error.to_string()),
            Some(ErrorCode::SystemIoFailure) if is_out_of_room(&io::Error::last_os_error()) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::ReadOnly(error.to_string())
            }
            Some(_) if is_other_schema(&error) => damaged(&error.to_string()),
            Some(_) => Self::Other(error.to_string()),
            // What is left is about values that a column must not hold.
            None => damaged(&error.to_string()),
        }
    }
}

/// Whether a table or a column is not there. What is asked never varies, so somebody has taken it away.
fn is_other_schema(error: &rusqlite::Error) -> bool {
    let told = error.to_string();
    ["no such table", "no such column", "has no column"].iter().any(|lack| told.contains(lack))
}

/// SQLite itself tells only a full disk from other failed writes. A quota or a limit to a file's size is the same to
/// whoever reads the message, and the system call that failed last has left its reason.
fn is_out_of_room(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | FileTooLarge | QuotaExceeded)
}

/// Damage, in a message of bounded length.
pub(super) fn damaged(what: &str) -> StoreError {
    let end = what.floor_char_boundary(TOLD);
    StoreError::Damaged(if end < what.len() { format!("{} ...", &what[..end]) } else { what.to_owned() })
}

/// A failure of the file system.
pub(super) fn of_file(path: &Path, error: &io::Error) -> StoreError {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    let told = format!("{}: {error}", path.display());
    match error.kind() {
        _ if is_out_of_room(error) => StoreError::Full,
        PermissionDenied | ReadOnlyFilesystem => StoreError::ReadOnly(told),
        _ => StoreError::Other(told),
    }
}
