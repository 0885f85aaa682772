//! The ledger as others use it.

use crate::alerts::Alerting;
use crate::checkpoint_file::CheckpointFile;
use crate::mask::{Known, Mask};
use crate::quarantine::{self, Decision, Objection, Rules};
use crate::scribe::Scribe;
use crate::sighting::{self, Observed, Sighting};
use crate::standing_set::Standings;
use crate::store::{Begun, Reading, Store, StoreError};
use crate::under_way::{self, UnderWay};
use crate::writer::{Desk, Task, Writer};
use crate::{
    Body, Entry, Hash, Held, Item, Kind, Page, Query, Reply, ServerKey, SigningKey, Standing, Subject, Verdict,
};
use crate::{Version, checkpoint_file, private, runs};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use vetgate_sensitive::{Detector, Grade};

/// The file in the ledger's folder that holds the store.
pub const DATABASE: &str = "ledger.db";
/// Connections that read at the same time.
const READERS: usize = 2;

/// Why the ledger could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file beside the store failed.
    #[error("{0}")]
    File(String),
    /// The ledger is being closed.
    #[error("the ledger is closed")]
    Closed,
}

/// Why a decision was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// Nothing like it was ever seen.
    #[error("the ledger has no such entry")]
    Unknown,
    /// Somebody else has written it.
    #[error("it was changed outside of Vetgate: run `vetgate audit verify` for details")]
    Forged,
    /// It cannot be decided like this.
    #[error(transparent)]
    Objection(#[from] Objection),
    /// It could not be written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// How a ledger is kept.
pub struct Options {
    /// What finds what is masked.
    pub detector: Detector,
    /// How sure it must be.
    pub least: Grade,
    /// How much of a body is kept.
    pub body_bytes: usize,
    /// The time in milliseconds since 1970.
    pub clock: fn() -> u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { detector: Detector::new(), least: Grade::Medium, body_bytes: 64 << 10, clock: crate::clock::now_ms }
    }
}

/// A call that has begun.
#[derive(Debug, Clone)]
pub struct Ticket {
    number: u64,
    sealed: Hash,
    entry: Entry,
    known: Known,
    /// Changes whenever a standing has changed: whoever remembers standings reads them again then.
    pub revision: u64,
}

impl Ticket {
    /// The number of the call within this run of the gateway.
    pub fn number(&self) -> u64 {
        self.number
    }
}

/// How a call ended.
#[derive(Debug, Default)]
pub struct Ending<'e> {
    /// What became of it.
    pub verdict: Option<Verdict>,
    /// 0 to 100.
    pub risk: u8,
    /// How long it took, in microseconds.
    pub duration_us: u64,
    /// What went wrong.
    pub error: Option<String>,
    /// What came back, JSON.
    pub response: Option<&'e str>,
    /// What else is to be said.
    pub note: String,
}

/// What was approved, and the record of what happened.
pub struct Ledger {
    pub(crate) scribe: Arc<Scribe>,
    key: Arc<SigningKey>,
    readers: [Mutex<Box<dyn Reading>>; READERS],
    pub(crate) mask: Arc<Mask>,
    pub(crate) alerting: Arc<Alerting>,
    run: runs::Run,
    tickets: AtomicU64,
    writer: Mutex<Option<JoinHandle<()>>>,
    folder: PathBuf,
}

impl Ledger {
    /// The ledger in `folder`, made if there is none, kept in `store`. Calls that an earlier run began and never ended
    /// get their record now.
    pub fn open(folder: &Path, store: Box<dyn Store>, options: Options) -> Result<Self, LedgerError> {
        let file = |error: io::Error| LedgerError::File(error.to_string());
        private::folder(folder).map_err(|error| LedgerError::File(format!("{}: {error}", folder.display())))?;
        let key = Arc::new(SigningKey::in_folder(folder).map_err(file)?);
        let run = runs::Run::start(folder).map_err(file)?;
        let mut reader = store.reader()?;
        let newest = checkpoint_file::none_missing(&folder.join(DATABASE), Some(reader.as_mut()))?;
        let readers = [Mutex::new(reader), Mutex::new(store.reader()?)];
        let writer = Writer {
            store,
            key: key.clone(),
            last: None,
            standings: Standings::default(),
            calls: UnderWay::default(),
            clock: options.clock,
            file: CheckpointFile::new(folder, newest),
            noted: None,
        };
        let scribe = Arc::new(Scribe::new(writer));
        let (thread, working) = (std::thread::Builder::new().name("ledger".to_owned()), scribe.clone());
        let thread = thread.spawn(move || working.run()).map_err(file)?;
        let ledger = Self {
            scribe,
            key,
            readers,
            mask: Arc::new(Mask::new(options.detector, options.least, options.body_bytes)),
            alerting: Arc::default(),
            run,
            tickets: AtomicU64::new(0),
            writer: Mutex::new(Some(thread)),
            folder: folder.to_owned(),
        };
        // Examines the end of the chain and the standings, and names the end beside the store where an earlier run was killed
        // before it did. What is full or locked now may not be so later.
        let probe = ledger.submit(|_| Ok(())).wait();
        if let Err(error @ LedgerError::Store(StoreError::Damaged(_) | StoreError::Lost(_))) = probe {
            return Err(error);
        }
        ledger.close_interrupted()?;
        ledger.close_interrupted_holds()?;
        Ok(ledger)
    }

    /// Where its files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Text as it may be shown and written.
    pub fn masked(&self, text: &str) -> String {
        self.mask.text(text)
    }

    /// A text that is meant to be short, as it may be shown and written; of a long one, its beginning.
    pub fn masked_briefly(&self, text: &str) -> String {
        self.mask.brief(text)
    }

    /// Masks texts that say something of the same thing, each as [`masked_briefly`](Self::masked_briefly): what is found
    /// in one of them is taken out of the others, too.
    pub fn mask_together(&self, mut texts: Vec<&mut String>) {
        self.mask.together(&mut texts);
    }

    /// What goes into an entry as a body: no more of a text than could be kept is copied.
    pub fn body(&self, text: &str) -> Body {
        let end = text.floor_char_boundary(self.mask.worth().min(text.len()));
        Body { bytes: text.len() as u64, is_cut: end < text.len(), text: text[..end].to_owned() }
    }

    /// Writes down what happened.
    pub fn record(&self, entry: Entry) -> Reply<u64> {
        let (entry, _) = self.mask.entry(entry);
        self.submit(move |desk| desk.record(entry))
    }

    /// Notes that a call begins, before anything is done about it.
    pub fn begin(&self, entry: Entry) -> Reply<Ticket> {
        let number = self.tickets.fetch_add(1, Ordering::Relaxed);
        let (run, (mut entry, known)) = (self.run.name().to_owned(), self.mask.entry(entry));
        self.submit(move |desk| {
            entry.time_ms = desk.now_ms;
            let mut begun = Begun { ticket: number, run, entry, seal: String::new() };
            let sealed = begun.sealed();
            begun.seal = desk.key.seal(sealed);
            desk.begin(&begun)?;
            let revision = desk.rows.revision()?;
            Ok(Ticket { number, sealed, entry: begun.entry, known, revision })
        })
    }

    /// Writes down how a call ended; its record's id.
    pub fn finish(&self, ticket: Ticket, mut ending: Ending<'_>) -> Reply<u64> {
        let mut response = ending.response.map(Cow::Borrowed);
        if !ticket.known.is_empty() {
            ending.error = ending.error.map(|error| ticket.known.taken_out_of(&error));
            response = response.map(|response| ticket.known.taken_out_of(&response).into());
        }
        let entry = Entry {
            verdict: ending.verdict,
            risk: ending.risk,
            duration_us: Some(ending.duration_us),
            error: ending.error.map(|error| self.mask.brief(&error)),
            response: response.map(|response| self.mask.body(&response)),
            note: self.mask.text(&ending.note),
            ..ticket.entry
        };
        let run = self.run.name().to_owned();
        self.submit(move |desk| {
            desk.end(&run, ticket.number, ticket.sealed)?;
            desk.record(entry)
        })
    }

    /// Looks at everything of one kind that a server declares, and says what is held back.
    pub fn observe(&self, server: ServerKey, item: Item, rules: Rules, sightings: Vec<Sighting>) -> Reply<Observed> {
        // A name is what approvals go by, so one that must not be written down cannot be approved.
        let (sightings, unfit): (Vec<_>, Vec<_>) = sightings.into_iter().partition(|seen| self.mask.is_fit(&seen.name));
        let unfit: Vec<String> = unfit.into_iter().map(|seen| seen.name).collect();
        let versions: Vec<(String, Version)> =
            sightings.into_iter().map(|seen| (seen.name.clone(), self.mask.version(seen))).collect();
        let (alerting, mask) = (self.alerting.clone(), self.mask.clone());
        self.submit(move |desk| {
            let mut observed = sighting::observe(desk, &server, item, rules, versions)?;
            observed.held.extend(unfit.into_iter().map(|name| (name, Held::Unfit)));
            alerting.note(desk, &mask, &observed)?;
            Ok(observed)
        })
    }

    /// Carries out what a person has decided. `by` is who.
    pub fn decide(&self, subject: Subject, decision: Decision, by: &str) -> Reply<Result<Standing, DecideError>> {
        let by = self.mask.text(by);
        self.submit(move |desk| {
            desk.examine_standings()?;
            let Some(standing) = desk.rows.standing(&subject)? else { return Ok(Err(DecideError::Unknown)) };
            if !desk.is_genuine(&subject, &standing) {
                return Ok(Err(DecideError::Forged));
            }
            let standing = match quarantine::decide(standing, &decision, &by, desk.now_ms) {
                Ok(standing) => standing,
                Err(objection) => return Ok(Err(objection.into())),
            };
            let method = match decision {
                Decision::Approve { .. } => "approve",
                Decision::Block => "block",
            };
            sighting::put(desk, standing, Kind::Decision, method, &by).map(Ok)
        })
    }

    /// Puts a definition back into quarantine, because a call contradicted what its server declares about it. Its
    /// standing after that; nothing if it is not known here, or that changes nothing.
    pub fn accuse(&self, subject: Subject, reason: &str) -> Reply<Option<Standing>> {
        let reason = self.mask.brief(reason);
        self.submit(move |desk| {
            desk.examine_standings()?;
            let known = desk.rows.standing(&subject)?.filter(|standing| desk.is_genuine(&subject, standing));
            let Some(standing) = known.and_then(|standing| quarantine::accuse(standing, &reason, desk.now_ms)) else {
                return Ok(None);
            };
            sighting::put(desk, standing, Kind::Quarantine, "accused", "").map(Some)
        })
    }

    /// The records that fit.
    pub fn page(&self, query: &Query) -> Result<Page, LedgerError> {
        self.read(|rows| rows.page(query))
    }

    /// Finds out whether anything can be written now, by writing the end of the record again as it is. Nothing changes,
    /// and a disk that is full shows.
    pub fn probe(&self) -> Reply<()> {
        self.submit(|desk| match desk.rows.sealed_head()? {
            Some((head, seal)) => desk.rows.set_head(&head, &seal),
            None => Ok(()),
        })
    }

    /// Where everything of one kind of a server stands, as far as the ledger itself has written it. An error where another
    /// program has removed, added or put back any standing: what is missing would count as new.
    pub fn standings_of(&self, server: &ServerKey, item: Item) -> Result<Vec<Standing>, LedgerError> {
        let server = server.clone();
        let standings = self.submit(move |desk| {
            desk.examine_standings()?;
            desk.rows.standings_of(&server, item)
        });
        let is_genuine = |standing: &Standing| self.key.has_sealed(standing.sealed(), &standing.seal);
        Ok(standings.wait()?.into_iter().filter(is_genuine).collect())
    }

    /// Reads something that has no method of its own.
    pub fn read<T>(&self, what: impl FnOnce(&mut dyn Reading) -> Result<T, StoreError>) -> Result<T, LedgerError> {
        Ok(what(self.reader().as_mut())?)
    }

    /// Has something done in a transaction of its own or in one with others.
    pub(crate) fn submit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Reply<T> {
        let (task, receiver) = Task::new(work);
        self.scribe.submit(Box::new(task));
        Reply::of(receiver)
    }

    pub(crate) fn run(&self) -> &str {
        self.run.name()
    }

    pub(crate) fn is_run_over(&self, run: &str) -> bool {
        self.run.is_over(run)
    }

    pub(crate) fn key(&self) -> &SigningKey {
        &self.key
    }

    fn reader(&self) -> MutexGuard<'_, Box<dyn Reading>> {
        let free = self.readers.iter().find_map(|reader| reader.try_lock().ok());
        free.unwrap_or_else(|| self.readers[0].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Gives every call of a run that is over its record, and says in the record where calls were taken from those under way.
    fn close_interrupted(&self) -> Result<(), LedgerError> {
        let begun = self.read(|rows| rows.begun())?;
        let runs: BTreeSet<&str> = begun.iter().map(|begun| begun.run.as_str()).collect();
        let over: BTreeSet<String> = runs.into_iter().filter(|run| self.run.is_over(run)).map(str::to_owned).collect();
        if over.is_empty() && self.read(|rows| under_way::is_as_marked(rows, &self.key))? {
            return Ok(());
        }
        self.submit(move |desk| {
            let all = desk.rows.begun()?;
            if let Some(note) = desk.examine_calls(&all)? {
                desk.record(Entry { method: "calls_changed".to_owned(), note, ..Entry::new(Kind::Security) })?;
            }
            // A call is sent only after its hold is closed, which removes the row.
            let mut holds = desk.rows.holds()?;
            holds.retain(|hold| hold.is_genuine(&hold.id, desk.key));
            // Another process may have closed some of them meanwhile.
            for begun in all.into_iter().filter(|begun| over.contains(&begun.run)) {
                desk.end(&begun.run, begun.ticket, begun.sealed())?;
                if !desk.key.has_sealed(begun.sealed(), &begun.seal) {
                    let note = format!("call {} of run {} was not started by the gateway", begun.ticket, begun.run);
                    desk.record(Entry { method: "forged_call".to_owned(), note, ..Entry::new(Kind::Security) })?;
                    continue;
                }
                let is_held = holds.iter().any(|hold| hold.run == begun.run && hold.call == Some(begun.ticket));
                let error = match is_held {
                    true => "interrupted: the call was held for a person when the gateway ended; it was not sent",
                    false => "interrupted: the gateway ended before the call did; the effect on the server is unknown",
                };
                let note = format!("begun {}", begun.entry.time_ms);
                desk.record(Entry { error: Some(error.to_owned()), note, time_ms: 0, ..begun.entry })?;
            }
            Ok(())
        })
        .wait()
    }
}

impl Ledger {
    /// Writes what is still to be written, and nothing from then on: whoever has more to say hears that it is closed. What is in
    /// the folder afterwards stays as it is, whoever still holds the ledger.
    pub fn close(&self) {
        self.scribe.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        self.close();
    }
}
