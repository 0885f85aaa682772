//! The process ends in the middle of everything.

use crate::{chain, child};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;
use vetgate_ledger::{Body, Durability, Ending, Entry, Kind, Ledger, Options, PublicKey, Record, Sqlite, Verdict};

const ROUNDS: u64 = 20;
const THREADS: u64 = 6;

fn ledger(folder: &Path) -> Ledger {
    let store = Sqlite::open(&folder.join("ledger.db"), Durability::Process).unwrap();
    Ledger::open(folder, Box::new(store), Options::default()).unwrap()
}

fn arguments(request: &str) -> String {
    format!("{{\"request\":\"{request}\",\"text\":\"{}\"}}", "word ".repeat(100))
}

fn response(request: &str) -> String {
    format!("the answer to {request}, {}", "at length ".repeat(200))
}

/// Runs in a process of its own, until it is killed.
#[test]
fn record_until_killed() {
    let Some(folder) = child::folder() else { return };
    let ledger = ledger(&folder);
    let run = std::process::id();
    // One write per line: a killed process leaves whole lines or none.
    let say = |line: String| std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (ledger, say) = (&ledger, &say);
            scope.spawn(move || {
                for number in 0_u64.. {
                    let request = format!("{run}-{thread}-{number}");
                    let arguments = Some(Body::whole(arguments(&request)));
                    let entry = Entry { request: request.clone(), arguments, ..Entry::new(Kind::Call) };
                    let ticket = ledger.begin(entry).wait().unwrap();
                    say(format!("\nbegun {request}\n"));
                    let answer = response(&request);
                    let ending = Ending { verdict: Some(Verdict::Allow), response: Some(&answer), ..Ending::default() };
                    let id = ledger.finish(ticket, ending).wait().unwrap();
                    say(format!("\nfinished {request} {id}\n"));
                }
            });
        }
    });
}

/// What a process was told before it was killed.
#[derive(Default)]
struct Told {
    begun: BTreeSet<String>,
    finished: BTreeMap<String, u64>,
}

fn run_and_kill(folder: &Path, lines: usize, told: &mut Told) {
    let mut process =
        child::command("killed::record_until_killed", folder, None).stdout(Stdio::piped()).spawn().unwrap();
    let mut seen = 0;
    for line in BufReader::new(process.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["begun", request] => seen += usize::from(told.begun.insert(request.to_owned())),
            ["finished", request, id] => {
                told.finished.insert(request.to_owned(), id.parse().unwrap());
            }
            _ => {}
        }
        if seen == lines {
            // It goes on until the signal arrives, and what it says until then is read to its end.
            process.kill().unwrap();
            seen += 1;
        }
    }
    assert!(!process.wait().unwrap().success());
    assert!(seen > lines, "the process ended by itself");
}

#[test]
fn nothing_that_was_answered_is_lost_when_the_process_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = Told::default();
    let mut interrupted = 0;
    for round in 0..ROUNDS {
        let lines = usize::try_from(1 + round * 7919 % 300).unwrap();
        run_and_kill(folder.path(), lines, &mut told);
        let ledger = ledger(folder.path());
        assert_eq!(ledger.read(|rows| rows.begun()).unwrap(), []);
        let records = ledger.read(|rows| Ok(chain(rows))).unwrap();
        interrupted = check(&records, &told);
        let head = ledger.read(|rows| rows.head()).unwrap().unwrap();
        let last = records.last().unwrap();
        assert_eq!((head.id, head.hash), (last.id, last.hash));
        let mut key = String::new();
        let file = std::fs::File::open(folder.path().join(vetgate_ledger::PUBLIC_KEY)).unwrap();
        BufReader::new(file).read_line(&mut key).unwrap();
        assert!(head.is_signed_by(&PublicKey::from_hex(&key).unwrap()));
    }
    let (begun, finished) = (told.begun.len(), told.finished.len());
    println!("{ROUNDS} kills, {begun} begun, {finished} finished, {interrupted} interrupted");
    assert!(interrupted > 0, "no call was under way when the process was killed");
}

/// Every call that was begun has one record, and every call that was finished has the one that was promised; how many
/// were interrupted.
fn check(records: &[Record], told: &Told) -> usize {
    let mut by_request: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        by_request.entry(record.request.as_str()).or_default().push(record);
    }
    for (request, records) in &by_request {
        assert_eq!(records.len(), 1, "{request} has several records");
        let kept =
            |body: &Option<vetgate_ledger::SealedBody>| body.as_ref().map(|body| body.kept.clone().unwrap().text);
        assert_eq!(kept(&records[0].arguments), Some(arguments(request)));
        match &records[0].error {
            None => assert_eq!(kept(&records[0].response), Some(response(request))),
            Some(error) => assert!(error.starts_with("interrupted"), "{error}"),
        }
    }
    for request in &told.begun {
        assert!(by_request.contains_key(request.as_str()), "{request} was begun and is not there");
    }
    for (request, id) in &told.finished {
        let record = by_request.get(request.as_str()).unwrap_or_else(|| panic!("{request} is not there"))[0];
        assert_eq!((record.id, &record.error), (*id, &None), "{request}");
    }
    by_request.values().filter(|records| records[0].error.is_some()).count()
}
