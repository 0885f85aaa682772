//! A ledger that has lived a little, made once and copied for every case.

use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use vetgate_ledger::quarantine::{Decision, Rules};
use vetgate_ledger::store::Store as _;
use vetgate_ledger::{
    Checkpoint, DATABASE, Durability, Ending, Entry, Item, Kind, Ledger, LedgerError, Options, Record, Retention,
    ServerKey, Sighting, Sqlite, Standing, Trust, UnverifiedFolder, Verdict, Verified, VerifyError, Wrong,
    verify_folder,
};
use vetgate_model::{Definition, DefinitionKind, Fingerprint, Transport};

static CLOCK: AtomicU64 = AtomicU64::new(1_000_000);

type Files = BTreeMap<String, Vec<u8>>;

/// The files of a ledger, and what is in them.
pub struct Lived {
    files: Files,
    pub records: Vec<Record>,
    pub standings: Vec<Standing>,
    pub checkpoints: Vec<Checkpoint>,
}

impl Lived {
    pub fn first(&self) -> u64 {
        self.records[0].id
    }

    pub fn last(&self) -> u64 {
        self.records[self.records.len() - 1].id
    }

    /// The first record that is like this.
    pub fn find(&self, like: impl Fn(&Record) -> bool) -> &Record {
        self.records.iter().find(|record| like(record)).expect("the ledger has such a record")
    }

    /// A record in the middle with both bodies.
    pub fn middle(&self) -> &Record {
        let middle = self.first() + self.records.len() as u64 / 2;
        let has_bodies = |record: &Record| {
            [&record.arguments, &record.response]
                .iter()
                .all(|body| body.as_ref().is_some_and(|body| body.kept.is_some()))
        };
        self.find(|record| record.id >= middle && has_bodies(record))
    }

    pub fn copy(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in &self.files {
            write_private(&folder.path().join(name), bytes);
        }
        folder
    }

    /// A copy in which this was done.
    pub fn with(&self, work: impl FnOnce(&Connection)) -> tempfile::TempDir {
        let folder = self.copy();
        let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
        work(&connection);
        drop(connection);
        folder
    }

    pub fn after(&self, sql: &str) -> tempfile::TempDir {
        self.with(|connection| connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}")))
    }

    /// What the check says after this SQL.
    #[track_caller]
    pub fn assert_found(&self, sql: &str, record: u64, is_wrong: impl Fn(&Wrong) -> bool) {
        let found = found(self.after(sql).path());
        assert!(found.record == Some(record) && is_wrong(&found.wrong), "{sql}\n{record} expected, found: {found}");
    }
}

/// Removes what is older, forgets bodies of some, and has been closed and opened several times.
pub static LIVED: LazyLock<Lived> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..4 {
        let ledger = open(folder.path());
        live(&ledger, round);
    }
    let ledger = open(folder.path());
    let retention = Retention { keep_records: Some(260), redact_after_ms: Some(180_000), ..Retention::default() };
    let retained = ledger.retain(retention).wait().unwrap();
    assert!(retained.removed > 50 && retained.redacted > 20 && retained.carried > 0, "{retained:?}");
    live(&ledger, 4);
    drop(ledger);
    let lived = read(folder.path());
    let verified = verify(folder.path()).unwrap();
    assert_eq!(verified.records, lived.records.len() as u64);
    assert!(verified.bodies_kept > 50 && verified.bodies_forgotten > 20 && verified.standings > 5, "{verified:?}");
    assert!(verified.checkpoints >= 3, "{verified:?}");
    lived
});

pub fn open(folder: &Path) -> Ledger {
    reopened(folder).unwrap()
}

pub fn reopened(folder: &Path) -> Result<Ledger, LedgerError> {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process)?;
    let clock = || CLOCK.fetch_add(1_000, Ordering::Relaxed);
    Ledger::open(folder, Box::new(store), Options { clock, ..Options::default() })
}

pub fn read(folder: &Path) -> Lived {
    let store = Sqlite::open(&folder.join(DATABASE), Durability::Process).unwrap();
    let mut rows = store.snapshot().unwrap();
    let (records, standings) = (rows.records(0, 10_000).unwrap(), rows.standings().unwrap());
    let checkpoints = rows.checkpoints().unwrap();
    drop((rows, store));
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = entries.map(|path| (name(&path), bytes_of(&path))).collect();
    Lived { files, records, standings, checkpoints }
}

#[allow(clippy::disallowed_methods, reason = "the test's own files")]
pub fn bytes_of(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

pub fn write_private(path: &Path, bytes: &[u8]) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(path, bytes).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

pub fn verify(folder: &Path) -> Result<Verified, UnverifiedFolder> {
    verify_folder(folder, None, &[], &mut |_| ())
}

/// What is wrong in a folder that something is wrong in.
#[track_caller]
pub fn found(folder: &Path) -> VerifyError {
    match verify(folder) {
        Err(UnverifiedFolder::Wrong(wrong)) => wrong,
        other => panic!("nothing was found: {other:?}"),
    }
}

/// Calls of all sorts, and servers that change.
fn live(ledger: &Ledger, round: u64) {
    let server = |name: &str| {
        let url = format!("https://{name}.example/mcp");
        ServerKey::of(name, &Transport::Http { url, headers: BTreeMap::new(), sse: false })
    };
    for name in ["files", "mail", "notes"] {
        let version = if name == "notes" { 0 } else { round };
        let tools = ["read", "write", "send"].map(|tool| sighting(tool, version));
        let rules = Rules { trust: Trust::Manual, detects_changes: true };
        let observed = ledger.observe(server(name), Item::Tool, rules, tools.into()).wait().unwrap();
        // In the end, some have changed and nobody has looked at them.
        for (standing, _) in observed.steps.iter().take(if round < 3 { 2 } else { 0 }) {
            let fingerprint = standing.seen.fingerprint.combined.0.clone();
            let decision = Decision::Approve { fingerprint, accept: Default::default() };
            ledger.decide(standing.subject.clone(), decision, "jo").wait().unwrap().unwrap();
        }
    }
    for call in 0..80u64 {
        let body = |text: String| vetgate_ledger::Body::whole(text);
        let entry = Entry {
            session: format!("s{}", call % 3),
            principal: "agent".to_owned(),
            server: "files".to_owned(),
            method: "tools/call".to_owned(),
            name: "read".to_owned(),
            request: call.to_string(),
            trace: if call % 2 > 0 { format!("t{call}") } else { String::new() },
            arguments: (call % 5 > 0).then(|| body(format!(r#"{{"path":"/srv/{round}/{call}"}}"#))),
            ..Entry::new(Kind::Call)
        };
        let ticket = ledger.begin(entry).wait().unwrap();
        let response = format!(r#"{{"content":"{}"}}"#, "line ".repeat(call as usize * 7));
        let ending = Ending {
            verdict: Some(Verdict::ALL[call as usize % 4]),
            risk: (call % 100) as u8,
            duration_us: call * 11,
            error: (call % 7 == 0).then(|| "it failed".to_owned()),
            response: (call % 3 > 0).then_some(response.as_str()),
            note: format!("note {call}"),
        };
        ledger.finish(ticket, ending).wait().unwrap();
    }
}

fn sighting(name: &str, version: u64) -> Sighting {
    let definition = format!(r#"{{"name":"{name}","description":"version {version}"}}"#);
    let parsed = Definition::parse("server", DefinitionKind::Tool, &definition).unwrap();
    let fingerprint = Fingerprint::of(&parsed);
    Sighting { name: name.to_owned(), fingerprint, definition, finding: None, is_covered: true }
}
