//! The ledger in a file of SQLite.

mod blocks;
mod checkpointer;
mod fault;
mod files;
mod row;
mod rows;
mod schema;

use crate::store::{Reading, Store, StoreError, Writing};
use crate::{checkpoint_file, private};
use checkpointer::Checkpointer;
use files::Files;
use rows::Rows;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The format that this version writes.
const FORMAT: i64 = 3;
/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long readers are waited for when removed texts are to leave the log of changes, and how long until they are
/// waited for again.
const TRUNCATE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));
/// Changed rows before the pages in the log of changes are moved to where they belong: some hundred calls.
const CHANGES: u64 = 2000;
/// Pages in the log of changes before the writer itself sees to it that they are moved: readers or a slow disk may keep
/// the log from being emptied otherwise. 32 MB.
const LOG_PAGES: i64 = 8192;
/// Statements that stay prepared: all of them.
const STATEMENTS: usize = 64;

/// What a record that was answered survives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Durability {
    /// The end of the process, however it ends. A loss of power may take the last records.
    #[default]
    Process,
    /// A loss of power too: every transaction waits for the disk.
    Power,
}

/// A file that several processes may use at the same time.
///
/// ```
/// use vetgate_ledger::store::Store as _;
/// use vetgate_ledger::{Durability, Sqlite};
/// let folder = tempfile::tempdir().unwrap();
/// let store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
/// assert_eq!(store.reader().unwrap().size().unwrap().records, 0);
/// ```
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
    path: PathBuf,
    durability: Durability,
    patience: Duration,
    checkpointer: Checkpointer,
    /// The rows changed when it was asked last.
    moved: u64,
    /// When the log of changes was last tried to be emptied of removed texts, as long as it is not done.
    untruncated: Option<Instant>,
    files: Files,
    /// SQLite's number of the schema that was last compared with the one that this program writes.
    schema: Option<i64>,
}

impl Sqlite {
    /// The store in this file, made if there is none.
    pub fn open(path: &Path, durability: Durability) -> Result<Self, StoreError> {
        Self::open_patiently(path, durability, PATIENCE)
    }

    /// The same, waiting so long for other processes.
    pub fn open_patiently(path: &Path, durability: Durability, patience: Duration) -> Result<Self, StoreError> {
        for file in [path.to_owned(), files::beside(path, "-wal"), files::beside(path, "-shm")] {
            checkpoint_file::refuse_link(&file)?;
        }
        if !path.exists() {
            checkpoint_file::none_missing(path, None)?;
        }
        prepare_file(path).map_err(|error| fault::of_file(path, &error))?;
        let mut files = Files::at(path).map_err(|error| fault::of_file(path, &error))?;
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, patience)?;
        let format = format(&connection)?;
        files.check()?;
        enter_wal(&connection, patience)?;
        let synchronous = match durability {
            Durability::Process => "NORMAL",
            Durability::Power => "FULL",
        };
        connection.pragma_update(None, "synchronous", synchronous)?;
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
        connection.pragma_update(None, "journal_size_limit", LOG_PAGES * 4096)?;
        // What is removed is overwritten, in the pages that become free as well.
        connection.pragma_update(None, "secure_delete", "ON")?;
        let checkpointer = Checkpointer::start(path.to_owned(), patience);
        let checkpointer = checkpointer.map_err(|error| fault::of_file(path, &error))?;
        let path = path.to_owned();
        let mut store = Self {
            connection,
            path,
            durability,
            patience,
            checkpointer,
            moved: 0,
            untruncated: None,
            files,
            schema: None,
        };
        if format < FORMAT {
            store.create()?;
        }
        store.compare_schema()?;
        rows::examine_ids(&store.connection)?;
        // An earlier process may have ended between removing texts and emptying the log of changes.
        store.truncate();
        Ok(store)
    }

    fn create(&mut self) -> Result<(), StoreError> {
        self.within(|connection| {
            // Another process may have been faster.
            let found = format(connection)?;
            schema::compare(connection, found)?;
            for step in schema::STEPS.iter().skip(usize::try_from(found).unwrap_or_default()) {
                connection.execute_batch(step)?;
            }
            Ok(connection.pragma_update(None, "user_version", FORMAT)?)
        })
    }

    /// Compares the schema of the file with the one that this program writes.
    fn compare_schema(&mut self) -> Result<(), StoreError> {
        // One state of the file, which may be written meanwhile.
        let state = self.connection.unchecked_transaction()?;
        let version = schema::version(&state)?;
        schema::compare(&state, FORMAT)?;
        state.finish()?;
        self.schema = Some(version);
        Ok(())
    }

    /// Runs `work` in a transaction that excludes other writers.
    fn within<T>(&mut self, work: impl FnOnce(&mut Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.files.is_lost {
            self.files.check_again()?;
        }
        self.roll_back();
        let begun = self.connection.prepare_cached("BEGIN IMMEDIATE").and_then(|mut begin| begin.execute([]));
        if let Err(error) = begun {
            // A file that was cut or exchanged is the cause rather than what SQLite makes of it.
            self.files.check_again()?;
            return Err(error.into());
        }
        let done = self
            .examine_files()
            .and_then(|()| self.examine_schema())
            .and_then(|()| work(&mut self.connection))
            .and_then(|done| Ok(self.connection.prepare_cached("COMMIT")?.execute([]).map(|_| done)?));
        if done.is_err() {
            self.roll_back();
        }
        let done = done?;
        // What was written to a file that is no longer at its path is as good as not written.
        self.files.check()?;
        Ok(done)
    }

    /// Compares the files with what they were after the last transaction. The write lock must be held: no other process
    /// empties the log of changes meanwhile.
    fn examine_files(&mut self) -> Result<(), StoreError> {
        let known = self.files.log();
        self.files.check()?;
        let found = self.files.log();
        if found == known {
            return Ok(());
        }
        let checked = self.examine_log(known.bytes, found.bytes).and_then(|()| self.examine_format());
        self.files.is_lost |= checked.is_err();
        if checked.is_err() {
            self.files.set_log(known);
        }
        checked
    }

    /// Examines a log of changes that another process, or another program, has changed since the last transaction.
    fn examine_log(&self, known: u64, found: u64) -> Result<(), StoreError> {
        self.files.examine_log_header(found)?;
        if found >= known {
            return Ok(());
        }
        // Another process may have emptied it. Its index knows how long it must be.
        let connection = connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE, self.patience)?;
        let cut = || self.files.log_was_cut(known, found);
        let number = |sql, at| connection.query_row(sql, [], |row| row.get::<_, i64>(at));
        let counts = number("PRAGMA page_size", 0)
            .and_then(|page| Ok((page, number("PRAGMA wal_checkpoint(PASSIVE)", 1)?)))
            .map_err(StoreError::from);
        match counts {
            Ok((page, frames))
                if frames > 0 && found < files::log_bytes(frames.cast_unsigned(), page.cast_unsigned()) =>
            {
                Err(cut())
            }
            // Where another checkpoint is under way, the number is negative.
            Ok(_) | Err(StoreError::Locked) => Ok(()),
            Err(_) => Err(cut()),
        }
    }

    /// Returns an error if another program has changed the number of the format, which is no part of the schema.
    fn examine_format(&self) -> Result<(), StoreError> {
        match format(&self.connection)? {
            FORMAT => Ok(()),
            // Nothing was there when it was opened; this is the transaction that makes the tables.
            _ if self.schema.is_none() => Ok(()),
            found => Err(fault::damaged(&format!(
                "the number of its format was changed from {FORMAT} to {found} while Vetgate had it open"
            ))),
        }
    }

    /// Compares the schema again if it has changed since, as another program may add a trigger at any time.
    fn examine_schema(&mut self) -> Result<(), StoreError> {
        let Some(known) = self.schema else { return Ok(()) };
        let version = schema::version(&self.connection)?;
        if version != known {
            schema::compare(&self.connection, FORMAT)?;
            self.schema = Some(version);
        }
        Ok(())
    }

    /// One transaction; whether it has removed texts.
    fn run(&mut self, work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>) -> Result<bool, StoreError> {
        let has_forgotten = self.within(|connection| {
            let mut rows = Rows::new(connection);
            work(&mut rows)?;
            Ok(rows.has_forgotten)
        })?;
        let changed = self.connection.total_changes();
        if changed - self.moved > CHANGES {
            self.moved = changed;
            self.checkpointer.ask();
        }
        Ok(has_forgotten)
    }

    /// Ends what is left of a transaction that failed.
    fn roll_back(&self) {
        if !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    fn is_truncation_due(&self) -> bool {
        self.untruncated.is_some_and(|tried| tried.elapsed() > TRUNCATE.1)
    }

    /// Empties the log of changes, which may hold texts that were removed. A reader can be in the way; then it is tried
    /// again later.
    fn truncate(&mut self) {
        let _ = self.connection.busy_timeout(TRUNCATE.0.min(self.patience));
        let checkpoint = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
        self.untruncated = if checkpoint == Ok(0) { None } else { Some(Instant::now()) };
        let _ = self.connection.busy_timeout(self.patience);
    }
}

impl Store for Sqlite {
    fn transact(&mut self, work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let has_forgotten = self.run(work)?;
        if has_forgotten || self.is_truncation_due() {
            self.truncate();
        }
        Ok(())
    }

    fn transact_now(
        &mut self,
        work: &mut dyn FnMut(&mut dyn Writing) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if self.is_truncation_due() {
            return Err(StoreError::Locked);
        }
        self.connection.busy_timeout(Duration::ZERO)?;
        let done = self.run(work);
        self.connection.busy_timeout(self.patience)?;
        if done? {
            // That takes a moment, so it is for whoever may wait.
            self.untruncated = self.untruncated.or(Some(Instant::now()));
        }
        Ok(())
    }

    fn is_quick(&self) -> bool {
        self.durability == Durability::Process
    }

    fn reader(&self) -> Result<Box<dyn Reading>, StoreError> {
        let connection = connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE, self.patience)?;
        connection.pragma_update(None, "query_only", "ON")?;
        Ok(Box::new(Rows::new(connection)))
    }

    fn snapshot(&self) -> Result<Box<dyn Reading>, StoreError> {
        let connection = connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE, self.patience)?;
        // The moment is that of the first read.
        connection.execute_batch("PRAGMA query_only=ON; BEGIN; SELECT count(*) FROM sqlite_schema")?;
        Ok(Box::new(Rows::new(connection)))
    }
}

fn connect(path: &Path, flags: OpenFlags, patience: Duration) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(patience)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Whoever can change the file must not be able to have anything run by changing it.
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    connection.pragma_update(None, "cell_size_check", "ON")?;
    Ok(connection)
}

/// The format of the file, 0 if there is nothing in it yet; an error if it is not for this version.
fn format(connection: &Connection) -> Result<i64, StoreError> {
    // In one statement, that is in one state of the file.
    let sql = "SELECT user_version, EXISTS (SELECT 1 FROM sqlite_schema) FROM pragma_user_version";
    match connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))? {
        (0, true) => Err(StoreError::Other("it is the database of another program".to_owned())),
        (found, _) if found > FORMAT => Err(StoreError::Newer { found, known: FORMAT }),
        (found, _) => Ok(found),
    }
}

/// SQLite does not wait for others when it changes the journal, so this does.
fn enter_wal(connection: &Connection, patience: Duration) -> Result<(), StoreError> {
    let started = Instant::now();
    loop {
        let entered = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0));
        match entered {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                return Err(StoreError::Other(format!("its journal mode stays {mode} and cannot be changed to WAL")));
            }
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && started.elapsed() < patience =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Makes the file, and sees to it that nobody but its owner can read it. SQLite gives its other files the same rights.
fn prepare_file(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        private::folder(folder)?;
    }
    // An existing file is not opened here: closing it would take away the locks that this process holds on it by other
    // connections (https://www.sqlite.org/howtocorrupt.html, 2.2).
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) if path.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        _ => {}
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        for path in [path.to_owned(), files::beside(path, "-wal"), files::beside(path, "-shm")] {
            match fs::metadata(&path) {
                Ok(found) if found.permissions().mode() & 0o077 != 0 => {
                    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}
