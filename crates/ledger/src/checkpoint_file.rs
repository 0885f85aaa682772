//! The file with checkpoints beside the store, and its comparison with the store.

use crate::store::{Reading, StoreError};
use crate::{Checkpoint, DATABASE, KEY, PUBLIC_KEY, private};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file beside the store that holds signed states of the chain too.
pub const CHECKPOINTS: &str = "ledger-checkpoints";
/// A line with a checkpoint is far shorter.
const LINE: u64 = 4096;
/// Records, or time with at least one record, after which the file names the end of the chain again.
const WRITE_EVERY: (u64, Duration) = (100, Duration::from_secs(1));
/// Attempts to lock the file, a millisecond apart.
const LOCK_ATTEMPTS: u32 = 5;

/// Returns an error if there is no store in `folder` and there was one: checkpoints name its records, or its signing key
/// is there. A symbolic link in its place is an error too.
pub fn check_presence(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(DATABASE);
    refuse_link(&path)?;
    if path.is_file() { Ok(()) } else { none_missing(&path, None).map(drop) }
}

/// Returns an error if a symbolic link is at `path`: the ledger's own files are never links, and a link leads to a file
/// that can be exchanged without a trace here. A link to the whole folder is fine.
pub(crate) fn refuse_link(path: &Path) -> Result<(), StoreError> {
    if path.is_symlink() {
        return Err(StoreError::Lost(format!(
            "{} is a symbolic link, and Vetgate never creates one for its ledger. Put the file itself at this path; to keep the \
             ledger elsewhere, set `gateway.data_dir` or link the whole folder",
            path.display()
        )));
    }
    Ok(())
}

/// Returns an error if the checkpoints beside the store at `path` name records that are not in it, else the newest record
/// that they name, 0 if none. `rows` reads the store; nothing if there is none, which is an error where its signing key is:
/// the key is made after the store.
///
/// Only the newest checkpoint counts here, so that a start costs the same for a ledger of any age.
pub(crate) fn none_missing(path: &Path, rows: Option<&mut dyn Reading>) -> Result<u64, StoreError> {
    let file = path.with_file_name(CHECKPOINTS);
    // Before the store is read: another process writes its records first and the checkpoint afterwards.
    let known = read_witnesses(&file)?;
    let Some(newest) = known.into_iter().max_by_key(|checkpoint| checkpoint.id) else {
        let key = path.with_file_name(KEY);
        return if rows.is_none() && key.exists() {
            Err(StoreError::Lost(format!(
                "{} is the key of a ledger, but {}: there is no such file. The ledger was removed or renamed. Restore the \
                 newest copy of it; or, to start a new ledger, move {KEY} and {PUBLIC_KEY} to another folder and keep \
                 them there",
                key.display(),
                path.display(),
            )))
        } else {
            Ok(0)
        };
    };
    let moved = if rows.is_some() { String::new() } else { format!(", {KEY} and {PUBLIC_KEY}") };
    let found = match rows {
        None => "there is no such file".to_owned(),
        Some(rows) => match rows.records(newest.id.saturating_sub(1), 1)?.first() {
            Some(record) if record.id > newest.id || record.hash == newest.hash => return Ok(newest.id),
            Some(_) => format!("its record {} is a different one", newest.id),
            None => match rows.head()? {
                None => "it is empty".to_owned(),
                // Then its end is wrong, which shows before anything is written.
                Some(head) if head.id >= newest.id => return Ok(newest.id),
                Some(head) => format!("it ends at record {}", head.id),
            },
        },
    };
    Err(StoreError::Lost(format!(
        "{0} names record {1}, but {2}: {found}. The ledger was removed, replaced or restored from an older copy, or a power \
         failure removed its last records. Restore the newest copy of it; or, to continue without the missing records, move \
         {0}{moved} to another folder and keep what you moved",
        file.display(),
        newest.id,
        path.display(),
    )))
}

/// The checkpoints in a file, one a line; none if there is no file. A line that is none is an error that names it.
pub fn read_witnesses(path: &Path) -> Result<Vec<Checkpoint>, StoreError> {
    refuse_link(path)?;
    let fault = |error: io::Error| StoreError::Other(format!("{}: {error}", path.display()));
    let mut lines = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fault(error)),
    };
    let mut known = Vec::new();
    for number in 1_u64.. {
        let mut line = Vec::new();
        if lines.by_ref().take(LINE).read_until(b'\n', &mut line).map_err(fault)? == 0 {
            break;
        }
        let Some(checkpoints) = std::str::from_utf8(&line).ok().and_then(witnesses) else {
            return Err(StoreError::Damaged(format!(
                "line {number} of {} is not a checkpoint: another program changed it, or a full disk or a power failure \
                 cut it short. Restore a copy of the file; or, if you know the cause, keep a copy of it and delete the line",
                path.display()
            )));
        };
        known.extend(checkpoints);
    }
    Ok(known)
}

/// Writes the file. Not on every commit: a line costs about as much as a commit.
///
/// The line that was written last is written over, so that the file does not grow with every line, unless it is to stay.
pub(crate) struct CheckpointFile {
    path: PathBuf,
    /// The newest record that a line names.
    newest: u64,
    /// When this process wrote the last line.
    written: Option<Instant>,
    /// Start and end of the line that may be written over.
    replaceable: Option<(u64, u64)>,
}

impl CheckpointFile {
    /// The file in `folder`, whose newest line names the record `newest`.
    pub(crate) fn new(folder: &Path, newest: u64) -> Self {
        Self { path: folder.join(CHECKPOINTS), newest, written: None, replaceable: None }
    }

    /// Returns true if the file should name the record `id` by now: the first one of this process at once.
    pub(crate) fn is_due(&self, id: u64) -> bool {
        let is_late = |written: Instant| id - self.newest >= WRITE_EVERY.0 || written.elapsed() >= WRITE_EVERY.1;
        id > self.newest && self.written.is_none_or(is_late)
    }

    /// Writes a line. It is a second witness; where it cannot be written, the one in the store still counts.
    pub(crate) fn write(&mut self, checkpoint: &Checkpoint, is_lasting: bool) {
        let line = format!("{}\n", checkpoint.to_line());
        let place = self.put(line.as_bytes());
        self.newest = self.newest.max(checkpoint.id);
        self.written = Some(Instant::now());
        self.replaceable = place.ok().flatten().filter(|_| !is_lasting);
    }

    /// Writes a line in the place of the replaceable one, or behind the last. Its start and end, where they are known.
    fn put(&self, line: &[u8]) -> io::Result<Option<(u64, u64)>> {
        // To open a pipe or a device could take forever, or do anything.
        if fs::symlink_metadata(&self.path).is_ok_and(|found| !found.is_file()) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut file = private::open(&self.path)?;
        let is_locked = (0..LOCK_ATTEMPTS).any(|attempt| {
            if attempt > 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            file.try_lock().is_ok()
        });
        if !is_locked {
            return private::append(&self.path, line).map(|()| None);
        }
        let end = file.metadata()?.len();
        let start = match self.replaceable {
            Some((start, known_end)) if known_end == end && start + line.len() as u64 >= end => start,
            _ => end,
        };
        file.seek(SeekFrom::Start(start))?;
        file.write_all(line).inspect_err(|_| {
            // Part of a line would be no checkpoint.
            let _ = file.set_len(start);
        })?;
        Ok(Some((start, start + line.len() as u64)))
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
