//! What a record costs, and what it costs to find one. Run with `cargo bench -p vetgate-ledger`, or with
//! `-- calls` or `-- queries` for one half. The million records of the second half take about 600 MB in the folder for
//! temporary files.
//!
//! Budget on two cores: 2,000 recorded calls a second; any filtered query over 1,000,000 records in under 50 ms.

#![allow(clippy::unwrap_used, reason = "a benchmark may end where it fails")]

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use vetgate_ledger::store::{Reading, Store as _};
use vetgate_ledger::{
    Body, Durability, Ending, Entry, Filter, Hash, Kind, Ledger, Options, Order, Query, Record, Sqlite, Verdict,
};

const RECORDS: u64 = 1_000_000;
const RUNS: usize = 21;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` must see it work, not measure it.
    let is_measured = wanted.iter().any(|argument| argument == "--bench");
    let only = wanted.iter().find(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &str| only.is_none_or(|only| only == name);
    if is_wanted("calls") {
        calls(if is_measured { 20_000 } else { 100 });
    }
    if is_wanted("queries") {
        queries(if is_measured { RECORDS } else { 5_000 });
    }
}

fn entry(arguments: &str) -> Entry {
    Entry {
        session: "s-1f0a".to_owned(),
        principal: "agent".to_owned(),
        server: "files".to_owned(),
        method: "tools/call".to_owned(),
        name: "read_file".to_owned(),
        request: "17".to_owned(),
        arguments: Some(Body::whole(arguments)),
        ..Entry::new(Kind::Call)
    }
}

fn ending(response: &str) -> Ending<'_> {
    Ending { verdict: Some(Verdict::Allow), duration_us: 1500, response: Some(response), ..Ending::default() }
}

/// JSON of about this size, with an address to be masked in it.
fn json(bytes: usize) -> String {
    let line = r#"{"path":"/srv/notes/2026/plan.md","line":"Prices of paper went up again this spring."},"#;
    let lines = line.repeat(bytes / line.len());
    format!(r#"{{"owner":"jo.miller@acme.io","lines":[{}]}}"#, lines.trim_end_matches(','))
}

fn open(folder: &Path, durability: Durability) -> Ledger {
    let store = Sqlite::open(&folder.join("ledger.db"), durability).unwrap();
    Ledger::open(folder, Box::new(store), Options::default()).unwrap()
}

fn calls(count: u64) {
    let (arguments, response) = (json(1 << 10), json(4 << 10));
    println!("calls: begin and finish, {} B of arguments, {} B of response, masked", arguments.len(), response.len());
    // A disk is waited for tens of times longer than a process.
    for (durability, count) in [(Durability::Process, count), (Durability::Power, count / 20)] {
        for threads in [1, 8, 64] {
            let folder = tempfile::tempdir().unwrap();
            let ledger = open(folder.path(), durability);
            let left = AtomicU64::new(count);
            let started = Instant::now();
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        while left
                            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                            .is_ok()
                        {
                            let ticket = ledger.begin(entry(&arguments)).wait().unwrap();
                            ledger.finish(ticket, ending(&response)).wait().unwrap();
                        }
                    });
                }
            });
            let rate = count as f64 / started.elapsed().as_secs_f64();
            println!("  {durability:?}, {threads:2} callers  {rate:9.0} calls/s");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let ledger = open(folder.path(), Durability::Process);
    let (mut begins, mut finishes) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let started = Instant::now();
        let ticket = ledger.begin(entry(&arguments)).wait().unwrap();
        begins.push(started.elapsed());
        let started = Instant::now();
        ledger.finish(ticket, ending(&response)).wait().unwrap();
        finishes.push(started.elapsed());
    }
    for (name, mut times) in [("begin", begins), ("finish", finishes)] {
        times.sort();
        let at = |part: usize| times[times.len() * part / 1000];
        println!(
            "  {name:6}  p50 {:?}  p99 {:?}  p99.9 {:?}  max {:?}",
            at(500),
            at(990),
            at(999),
            times[times.len() - 1]
        );
    }
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// Half of all records are of `files`, which is never denied anything; a tenth are denied.
fn sample(numbers: &mut Numbers, id: u64) -> Entry {
    let (is_denied, is_files) = (numbers.below(10) == 0, numbers.below(2) == 0);
    let server = match is_files && !is_denied {
        true => "files".to_owned(),
        false => format!("server-{}", numbers.below(20)),
    };
    let kind = if id.is_multiple_of(100_000) { Kind::Configuration } else { Kind::Call };
    Entry {
        time_ms: 1_780_000_000_000 + id * 500 + numbers.below(2_000),
        session: format!("s-{}", id / 500 * 7 + numbers.below(5)),
        principal: format!("agent-{}", numbers.below(3)),
        server: if id == 77 { "seen-once".to_owned() } else { server },
        method: if numbers.below(20) == 0 { "resources/read" } else { "tools/call" }.to_owned(),
        name: format!("tool-{}", numbers.below(300)),
        verdict: Some(if is_denied { Verdict::Deny } else { Verdict::Allow }),
        risk: u8::try_from(if numbers.below(20) == 0 { numbers.below(101) } else { 0 }).unwrap(),
        duration_us: Some(200 + numbers.below(50_000) * numbers.below(20)),
        error: (numbers.below(30) == 0).then(|| "the server did not answer".to_owned()),
        request: id.to_string(),
        trace: if numbers.below(3) == 0 { format!("4bf92f3577b34da6a3ce929d0e{id:06}") } else { String::new() },
        arguments: Some(Body { bytes: numbers.below(4_000), is_cut: false, text: format!("{{\"n\":{id}}}") }),
        response: Some(Body { bytes: numbers.below(60_000), is_cut: false, text: "[1,2,3]".to_owned() }),
        ..Entry::new(kind)
    }
}

fn queries(count: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let mut store = Sqlite::open(&path, Durability::Process).unwrap();
    let (mut numbers, mut last, started) = (Numbers(0x9e37_79b9_7f4a_7c15), (0, Hash::NONE), Instant::now());
    while last.0 < count {
        store
            .transact(&mut |rows| {
                for _ in 0..count.min(10_000) {
                    let record = Record::seal(sample(&mut numbers, last.0 + 1), last.0 + 1, last.1, [[1; 16], [2; 16]]);
                    rows.append(&record)?;
                    last = (record.id, record.hash);
                }
                Ok(())
            })
            .unwrap();
    }
    let mut reader = store.reader().unwrap();
    let bytes = reader.size().unwrap().bytes;
    println!("queries: {count} records, {} MB, made in {:.1?}", bytes >> 20, started.elapsed());
    for (name, query) in questions(count) {
        measure(name, &query, reader.as_mut());
    }
}

fn measure(name: &str, query: &Query, reader: &mut dyn Reading) {
    let mut found = 0;
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let started = Instant::now();
            found = reader.page(query).unwrap().records.len();
            started.elapsed()
        })
        .collect();
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (least, median, most) = (ms(times[0]), ms(times[RUNS / 2]), ms(times[RUNS - 1]));
    println!("  {name:44} {found:4} found   min {least:7.2}  median {median:7.2}  max {most:7.2} ms");
}

fn questions(count: u64) -> Vec<(&'static str, Query)> {
    let text = |text: &str| Some(text.to_owned());
    let middle = 1_780_000_000_000 + count / 2 * 500;
    let none = Filter::default;
    let newest = |name, filter| (name, Query { filter, ..Query::default() });
    let oldest = |name, filter| (name, Query { filter, order: Order::Oldest, ..Query::default() });
    vec![
        newest("all", none()),
        ("all, from the middle", Query { after: Some(count / 2), ..Query::default() }),
        newest("kind, common", Filter { kinds: vec![Kind::Call], ..none() }),
        newest("kind, rare", Filter { kinds: vec![Kind::Configuration, Kind::Security], ..none() }),
        newest("verdict, a tenth", Filter { verdicts: vec![Verdict::Deny], ..none() }),
        newest("verdict, none", Filter { verdicts: vec![Verdict::Hold], ..none() }),
        newest("session", Filter { session: text("s-3502"), ..none() }),
        newest("session, unknown", Filter { session: text("s"), ..none() }),
        newest("principal, a third", Filter { principal: text("agent-1"), ..none() }),
        newest("principal, unknown", Filter { principal: text("nobody"), ..none() }),
        newest("server, half", Filter { server: text("files"), ..none() }),
        newest("server, one record, the 77th", Filter { server: text("seen-once"), ..none() }),
        newest("method, a twentieth", Filter { method: text("resources/read"), ..none() }),
        newest("method, unknown", Filter { method: text("prompts/get"), ..none() }),
        newest("name, one in 300", Filter { name: text("tool-123"), ..none() }),
        newest("name, unknown", Filter { name: text("tool-1000"), ..none() }),
        newest("request, one record", Filter { request: text("12345"), ..none() }),
        newest("trace, unknown", Filter { trace: text("4bf92f3577b34da6a3ce929d0e0000000"), ..none() }),
        newest("failed", Filter { failed: Some(true), ..none() }),
        newest("not failed", Filter { failed: Some(false), ..none() }),
        newest("risk from 1", Filter { risk_from: Some(1), ..none() }),
        newest("risk from 100", Filter { risk_from: Some(100), ..none() }),
        newest("risk from 101, none", Filter { risk_from: Some(101), ..none() }),
        newest("duration from 1 ms", Filter { duration_from_us: Some(1_000), ..none() }),
        newest("duration from 949 ms, few", Filter { duration_from_us: Some(949_000), ..none() }),
        newest("bytes from 1000", Filter { bytes_from: Some(1_000), ..none() }),
        newest("bytes from 63990, few", Filter { bytes_from: Some(63_990), ..none() }),
        newest(
            "time, a minute in the middle",
            Filter { since_ms: Some(middle), until_ms: Some(middle + 60_000), ..none() },
        ),
        newest("time, before the first", Filter { until_ms: Some(1), ..none() }),
        oldest("time, the newer half, oldest first", Filter { since_ms: Some(middle), ..none() }),
        newest(
            "half of all and a tenth, never both",
            Filter { server: text("files"), verdicts: vec![Verdict::Deny], ..none() },
        ),
        oldest("the same, oldest first", Filter { server: text("files"), verdicts: vec![Verdict::Deny], ..none() }),
        newest(
            "failed, risky, slow, of one tool",
            Filter {
                failed: Some(true),
                risk_from: Some(50),
                duration_from_us: Some(100_000),
                name: text("tool-7"),
                ..none()
            },
        ),
        newest(
            "nine fields, common each, together none",
            Filter {
                kinds: vec![Kind::Call],
                verdicts: vec![Verdict::Deny, Verdict::Allow],
                principal: text("agent-1"),
                server: text("files"),
                method: text("tools/call"),
                failed: Some(false),
                risk_from: Some(1),
                duration_from_us: Some(949_500),
                bytes_from: Some(60_000),
                ..none()
            },
        ),
    ]
}
