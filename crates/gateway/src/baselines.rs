//! Baselines between two runs: the file in the data folder, and what keeps it.
//!
//! Several gateways may share a folder, and a person may reset a tool while they run. Each of them reads what is there
//! before it writes, under a lock, and takes in what others have changed (see `Baselines::reconcile`): a tool that is gone
//! from the file was reset. So commands need nothing but the file, whether a gateway runs or not.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use thiserror::Error;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};
use vetgate_guard::baseline::{Marks, StateError};
use vetgate_guard::{BaselineSettings, Baselines, Guard};
use vetgate_ledger::private;

const FILE: &str = "baselines.json";
const LOCK: &str = "baselines.lock";
/// Where a file goes that cannot be used.
const ASIDE: &str = "baselines.json.bad";
/// More than the file can have.
const MOST_BYTES: u64 = 64 << 20;
/// How soon a reset by another process is noticed.
const LOOK: Duration = Duration::from_secs(2);
/// How often it is written at most.
const SAVE: Duration = Duration::from_secs(30);

/// Why the file cannot be used.
#[derive(Debug, Error)]
#[error("{}: {why}", path.display())]
pub struct BaselineFileError {
    path: PathBuf,
    why: Why,
}

#[derive(Debug, Error)]
enum Why {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    State(#[from] StateError),
    #[error("larger than {MOST_BYTES} bytes")]
    TooLarge,
}

/// The file of a data folder.
///
/// ```
/// # let folder = std::env::temp_dir().join(format!("vetgate-baselines-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// use vetgate_gateway::BaselineFile;
/// let file = BaselineFile::of(&folder);
/// assert!(file.read()?.tools().next().is_none());
/// assert_eq!(file.reset(None, None)?, 0);
/// # Ok::<_, vetgate_gateway::BaselineFileError>(())
/// ```
#[derive(Debug, Clone)]
pub struct BaselineFile {
    path: PathBuf,
    lock: PathBuf,
}

/// What tells whether a file was written since.
type Stamp = Option<(SystemTime, u64)>;

impl BaselineFile {
    /// The one in `folder`, whether it is there or not.
    pub fn of(folder: &Path) -> Self {
        Self { path: folder.join(FILE), lock: folder.join(LOCK) }
    }

    /// What is kept; nothing where there is no file.
    pub fn read(&self) -> Result<Baselines, BaselineFileError> {
        self.parsed(&BaselineSettings::default()).map_err(|why| self.failed(why))
    }

    /// Takes all tools, those of a server, or one out of what is kept. Gateways that run forget them within seconds.
    pub fn reset(&self, server: Option<&str>, tool: Option<&str>) -> Result<usize, BaselineFileError> {
        let reset = || {
            // Nothing to be locked, nor to be reset.
            if !self.path.exists() {
                return Ok(0);
            }
            let _lock = self.locked()?;
            let mut baselines = self.parsed(&BaselineSettings::default())?;
            let count = baselines.reset(server, tool);
            if count > 0 {
                private::replace(&self.path, &baselines.to_json())?;
            }
            Ok(count)
        };
        reset().map_err(|why| self.failed(why))
    }

    fn parsed(&self, settings: &BaselineSettings) -> Result<Baselines, Why> {
        let bytes = match private::read(&self.path, MOST_BYTES + 1) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Baselines::new(settings)),
            Err(error) => return Err(error.into()),
        };
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Why::TooLarge);
        }
        Ok(Baselines::from_json(&bytes, settings)?)
    }

    /// As [`Self::parsed`], but a file that cannot be used is set aside, and what was wrong with it told.
    fn usable(&self, settings: &BaselineSettings) -> (Baselines, Option<String>) {
        match self.parsed(settings) {
            Ok(baselines) => (baselines, None),
            Err(why) => {
                let aside = self.path.with_file_name(ASIDE);
                let kept = match fs::rename(&self.path, &aside) {
                    Ok(()) => format!("the unusable file is kept as {}", aside.display()),
                    Err(error) => format!("it cannot be renamed either: {error}"),
                };
                let told =
                    format!("{}; the baselines of all tools start again from zero, and {kept}", self.failed(why));
                (Baselines::new(settings), Some(told))
            }
        }
    }

    fn locked(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&self.lock)?;
        file.lock()?;
        Ok(file)
    }

    fn stamp(&self) -> Stamp {
        let meta = fs::metadata(&self.path).ok()?;
        Some((meta.modified().ok()?, meta.len()))
    }

    fn failed(&self, why: Why) -> BaselineFileError {
        BaselineFileError { path: self.path.clone(), why }
    }
}

/// Keeps the baselines of a guard in the file of a data folder.
pub struct BaselineKeeper {
    keeping: Arc<Keeping>,
    rounds: JoinHandle<()>,
}

struct Keeping {
    guard: Arc<Guard>,
    file: BaselineFile,
    settings: BaselineSettings,
    last: Mutex<Last>,
}

/// How it was when the file was read or written last.
struct Last {
    marks: Marks,
    stamp: Stamp,
    revision: u64,
}

impl BaselineKeeper {
    /// Gives `guard` what is kept in `folder`, and keeps it there from now on. What is told, if anything, is for people to
    /// read. Needs a tokio runtime.
    pub fn start(guard: Arc<Guard>, folder: &Path, settings: BaselineSettings) -> (Self, Option<String>) {
        let (keeping, told) = Keeping::load(guard, folder, settings);
        let keeping = Arc::new(keeping);
        let rounds = tokio::spawn(rounds(keeping.clone()));
        (Self { keeping, rounds }, told)
    }

    /// Writes what was learned since, and ends. An error is for people to read.
    pub async fn close(self) -> Result<(), String> {
        self.rounds.abort();
        let _ = self.rounds.await;
        on_a_thread(&self.keeping, true).await
    }
}

impl Keeping {
    fn load(guard: Arc<Guard>, folder: &Path, settings: BaselineSettings) -> (Self, Option<String>) {
        let file = BaselineFile::of(folder);
        let (kept, told) = file.usable(&settings);
        let last = Last { marks: kept.marks(), stamp: file.stamp(), revision: kept.revision() };
        *guard.baselines() = kept;
        (Self { guard, file, settings, last: Mutex::new(last) }, told)
    }

    /// Takes in what others have changed, and writes what was learned if it is time to.
    fn round(&self, is_time: bool) -> Result<(), String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_taught = self.guard.baselines().revision() != last.revision;
        if self.file.stamp() == last.stamp && !(is_time && is_taught) {
            return Ok(());
        }
        let failed = |error: io::Error| self.file.failed(error.into()).to_string();
        let _lock = self.file.locked().map_err(failed)?;
        let (kept, told) = self.file.usable(&self.settings);
        // A file that is damaged is no reset.
        let known = if told.is_some() { Marks::default() } else { last.marks.clone() };
        let ours = {
            let mut ours = self.guard.baselines();
            ours.reconcile(&kept, &known);
            ours.clone()
        };
        if ours.marks() != kept.marks() || told.is_some() {
            private::replace(&self.file.path, &ours.to_json()).map_err(failed)?;
        }
        *last = Last { marks: ours.marks(), stamp: self.file.stamp(), revision: ours.revision() };
        told.map_or(Ok(()), Err)
    }
}

async fn on_a_thread(keeping: &Arc<Keeping>, is_time: bool) -> Result<(), String> {
    let keeping = keeping.clone();
    let round = tokio::task::spawn_blocking(move || keeping.round(is_time));
    round.await.unwrap_or_else(|_| Err("writing the baselines was interrupted".to_owned()))
}

async fn rounds(keeping: Arc<Keeping>) {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut saved = Instant::now();
    loop {
        looks.tick().await;
        let is_time = saved.elapsed() >= SAVE;
        if is_time {
            saved = Instant::now();
        }
        // What cannot be written now is tried again, and told at the end.
        let _ = on_a_thread(&keeping, is_time).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;
    use vetgate_guard::{Observed, Settings, Shape};

    const SETTINGS: BaselineSettings = BaselineSettings { enabled: true, learning_calls: 50 };

    fn keeping(folder: &TempDir) -> (Keeping, Option<String>) {
        let guard = Arc::new(Guard::new(&Settings::default()).unwrap());
        Keeping::load(guard, folder.path(), SETTINGS)
    }

    fn teach(keeping: &Keeping, tool: &str) {
        let shape = Shape::of("{}");
        let observed = Observed { server: "s", tool, shape: &shape, destinations: &[], now_ms: 0 };
        keeping.guard.baselines().teach(&observed, None);
    }

    fn tools(baselines: &Baselines) -> Vec<String> {
        baselines.tools().map(|summary| summary.tool).collect()
    }

    #[test]
    fn what_was_learned_is_there_again() {
        let folder = TempDir::new().unwrap();
        let (first, told) = keeping(&folder);
        assert_eq!(told, None);
        teach(&first, "a");
        first.round(false).unwrap();
        assert!(!first.file.path.exists(), "it is not time yet");
        first.round(true).unwrap();
        let (second, told) = keeping(&folder);
        assert_eq!(told, None);
        assert_eq!(tools(&second.guard.baselines()), ["a"]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&first.file.path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_reset_reaches_a_gateway_that_runs() {
        let folder = TempDir::new().unwrap();
        let (running, _) = keeping(&folder);
        teach(&running, "a");
        teach(&running, "b");
        running.round(true).unwrap();
        assert_eq!(BaselineFile::of(folder.path()).reset(Some("s"), Some("a")).unwrap(), 1);
        teach(&running, "b");
        running.round(false).unwrap();
        assert_eq!(tools(&running.guard.baselines()), ["b"]);
        assert_eq!(tools(&running.file.read().unwrap()), ["b"]);
    }

    #[test]
    fn two_gateways_keep_what_both_have_learned() {
        let folder = TempDir::new().unwrap();
        let ((one, _), (other, _)) = (keeping(&folder), keeping(&folder));
        teach(&one, "a");
        teach(&other, "b");
        one.round(true).unwrap();
        other.round(true).unwrap();
        one.round(true).unwrap();
        for baselines in [&*one.guard.baselines(), &*other.guard.baselines(), &one.file.read().unwrap()] {
            assert_eq!(tools(baselines), ["a", "b"]);
        }
    }

    #[test]
    fn a_file_that_cannot_be_used_is_told_and_set_aside() {
        let folder = TempDir::new().unwrap();
        private::create(&folder.path().join(FILE), b"{\"version\":").unwrap();
        assert!(BaselineFile::of(folder.path()).read().is_err());
        assert!(BaselineFile::of(folder.path()).reset(None, None).is_err());
        let (running, told) = keeping(&folder);
        assert!(told.is_some_and(|told| told.contains("start again from zero") && told.contains(ASIDE)));
        assert!(folder.path().join(ASIDE).exists());
        teach(&running, "a");
        running.round(true).unwrap();
        assert_eq!(tools(&running.file.read().unwrap()), ["a"]);
    }

    #[test]
    fn a_file_that_is_damaged_while_it_runs_is_no_reset() {
        let folder = TempDir::new().unwrap();
        let (running, _) = keeping(&folder);
        teach(&running, "a");
        running.round(true).unwrap();
        private::replace(&running.file.path, b"nonsense").unwrap();
        assert!(running.round(false).is_err());
        assert_eq!(tools(&running.guard.baselines()), ["a"]);
        assert_eq!(tools(&running.file.read().unwrap()), ["a"]);
    }

    #[tokio::test]
    async fn what_was_learned_last_is_written_at_the_end() {
        let folder = TempDir::new().unwrap();
        let guard = Arc::new(Guard::new(&Settings::default()).unwrap());
        let (keeper, _) = BaselineKeeper::start(guard, folder.path(), SETTINGS);
        teach(&keeper.keeping, "a");
        keeper.close().await.unwrap();
        assert_eq!(tools(&BaselineFile::of(folder.path()).read().unwrap()), ["a"]);
    }
}
