//! The files of a store, compared with what is found at their paths.
//!
//! A file that was removed, renamed or replaced can still be written by whoever has it open, and is gone once it is
//! closed. So before and after every transaction the file at the path must be the one that is open: three calls of
//! `lstat`, about a microsecond each.

use crate::store::StoreError;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The files of one store.
#[derive(Debug)]
pub(super) struct Files {
    database: Watched,
    /// The log of changes and its index. SQLite removes them only when nothing uses them any more.
    others: [Watched; 2],
    /// The largest size that the database was seen with. It never becomes smaller, as nothing vacuums it.
    bytes: u64,
    log: LogState,
    /// Set once a check has failed, until one succeeds.
    pub(super) is_lost: bool,
}

#[derive(Debug)]
struct Watched {
    path: PathBuf,
    /// Nothing until the file was seen for the first time.
    identity: Option<Identity>,
}

/// The log of changes as it was seen last. A change that is not of this process shows in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LogState {
    pub(super) bytes: u64,
    modified: Option<SystemTime>,
}

/// Bytes of the header of a log of changes, and of the header of each page in it (https://www.sqlite.org/walformat.html).
const LOG_HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;
/// The beginning of a log of changes, for either order of bytes in its checksums.
const LOG_MAGIC: [[u8; 4]; 2] = [[0x37, 0x7f, 0x06, 0x82], [0x37, 0x7f, 0x06, 0x83]];

/// The least size of a log of changes with this many pages.
pub(super) fn log_bytes(frames: u64, page: u64) -> u64 {
    LOG_HEADER.saturating_add(frames.saturating_mul(page.saturating_add(FRAME_HEADER)))
}

/// Device and number of a file, where the system has them.
type Identity = (u64, u64);

impl Files {
    /// The file at `path`, which is about to be opened.
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        let found = fs::metadata(path)?;
        // SQLite names the others after the file that a link leads to.
        let real = path.canonicalize()?;
        let others = ["-wal", "-shm"].map(|ending| Watched { path: beside(&real, ending), identity: None });
        let database = Watched { path: path.to_owned(), identity: Some(identity(&found)) };
        Ok(Self { database, others, bytes: found.len(), log: LogState::default(), is_lost: false })
    }

    /// Returns an error if one of the files is no longer the one that was opened, or is shorter than it was.
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        let checked = self.compare();
        self.is_lost = checked.is_err();
        checked
    }

    /// The same, and what the log of changes was before remains what it is compared with.
    pub(super) fn check_again(&mut self) -> Result<(), StoreError> {
        let known = self.log;
        let checked = self.check();
        self.log = known;
        checked
    }

    fn compare(&mut self) -> Result<(), StoreError> {
        let found = self.database.compare()?;
        let path = self.database.path.display();
        match found.map(|found| found.len()) {
            Some(bytes) if bytes < self.bytes => {
                let before = self.bytes;
                return Err(lost(format!("{path} was cut from {before} to {bytes} bytes while Vetgate had it open")));
            }
            bytes => self.bytes = bytes.unwrap_or(self.bytes),
        }
        let [log, index] = &mut self.others;
        if let Some(found) = log.compare()? {
            self.log = LogState { bytes: found.len(), modified: found.modified().ok() };
        }
        index.compare().map(drop)
    }

    /// The log of changes as the last check found it.
    pub(super) fn log(&self) -> LogState {
        self.log
    }

    /// Has the next check compare with this state.
    pub(super) fn set_log(&mut self, log: LogState) {
        self.log = log;
    }

    /// Returns an error if the log of changes, now of this size, does not begin as SQLite's do. To open it is safe: SQLite
    /// has no locks on it that closing it could take away.
    pub(super) fn examine_log_header(&self, bytes: u64) -> Result<(), StoreError> {
        if bytes < LOG_HEADER {
            return Ok(());
        }
        let path = &self.others[0].path;
        let mut magic = [0; 4];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
        match read {
            Ok(()) if LOG_MAGIC.contains(&magic) => Ok(()),
            Ok(()) => Err(lost(format!("{} was overwritten while Vetgate had it open", path.display()))),
            Err(error) => Err(lost(format!("{} cannot be read: {error}", path.display()))),
        }
    }

    /// The error for a log of changes that another program has cut.
    pub(super) fn log_was_cut(&self, known: u64, found: u64) -> StoreError {
        let path = self.others[0].path.display();
        lost(format!("{path} was cut from {known} to {found} bytes while Vetgate had it open"))
    }
}

impl Watched {
    fn compare(&mut self) -> Result<Option<Metadata>, StoreError> {
        let path = self.path.display();
        let found = match fs::symlink_metadata(&self.path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.identity.is_none() => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(lost(format!("{path} was removed or renamed while Vetgate had it open")));
            }
            Err(error) => return Err(lost(format!("{path} cannot be inspected: {error}"))),
        };
        if found.is_symlink() {
            return Err(lost(format!("{path} was replaced by a symbolic link while Vetgate had it open")));
        }
        let identity = identity(&found);
        if *self.identity.get_or_insert(identity) != identity {
            return Err(lost(format!("the file at {path} is not the one that Vetgate has open")));
        }
        Ok(Some(found))
    }
}

fn lost(what: String) -> StoreError {
    let hint = "records written now would be lost. Stop Vetgate, put the file back or restore a backup, and \
        start Vetgate again";
    StoreError::Lost(format!("{what}; {hint}"))
}

#[cfg(unix)]
fn identity(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (found.dev(), found.ino())
}

/// Elsewhere an open database cannot be removed or renamed: SQLite does not share it for that.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    (0, 0)
}

/// The path with something added to its last name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
