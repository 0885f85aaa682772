//! Records for other tools: one JSON object a line, or a table.
//!
//! Hashes are in hex and bodies are text, so that an auditor can check the chain with nothing but this file. In a table
//! a cell that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return)
//! gets an apostrophe in front: what strangers wrote must not run when somebody opens it. JSON lines hold what is there.

use crate::entry::named;
use crate::store::{Reading, StoreError};
use crate::{Filter, Hash, Kind, Order, Query, Record, SealedBody, Verdict};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// Records that are in memory at a time.
const PAGE: usize = 50;

named! {
    /// The format of the records.
    ExportFormat {
        /// One JSON object per line.
        Jsonl = "jsonl",
        /// A table as in RFC 4180, with a line of headings.
        Csv = "csv",
    }
}

/// Why an export was broken off.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The records cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was read cannot be written.
    #[error("the export cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// Writes all records that fit, the oldest first; how many there were.
///
/// ```
/// use vetgate_ledger::{Durability, ExportFormat, Filter, Sqlite, export, store::Store as _};
/// let folder = tempfile::tempdir().unwrap();
/// let store = Sqlite::open(&folder.path().join("ledger.db"), Durability::Process).unwrap();
/// let mut table = Vec::new();
/// export(store.snapshot().unwrap().as_mut(), &Filter::default(), ExportFormat::Csv, &mut table).unwrap();
/// assert!(table.starts_with(b"id,time_ms,time,kind,"));
/// ```
pub fn export(
    reader: &mut dyn Reading,
    filter: &Filter,
    format: ExportFormat,
    out: &mut dyn Write,
) -> Result<u64, ExportError> {
    if format == ExportFormat::Csv {
        write!(out, "{}\r\n", HEADINGS.join(","))?;
    }
    let mut query = Query { filter: filter.clone(), order: Order::Oldest, after: None, limit: PAGE };
    let mut written = 0;
    loop {
        let page = reader.page(&query)?;
        for record in &page.records {
            match format {
                ExportFormat::Jsonl => writeln!(out, "{}", to_json(record))?,
                ExportFormat::Csv => {
                    let row = cells(&Line::of(record)).map(|cell| quoted(&cell));
                    write!(out, "{}\r\n", row.join(","))?;
                }
            }
            written += 1;
        }
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(written),
        }
    }
}

/// A record as one JSON object, with all that its hash covers.
pub fn to_json(record: &Record) -> String {
    serde_json::to_string(&Line::of(record)).unwrap_or_default()
}

#[derive(Serialize)]
struct Line<'r> {
    id: u64,
    time_ms: u64,
    kind: Kind,
    session: &'r str,
    principal: &'r str,
    server: &'r str,
    method: &'r str,
    name: &'r str,
    verdict: Option<Verdict>,
    risk: u8,
    duration_us: Option<u64>,
    error: Option<&'r str>,
    request: &'r str,
    trace: &'r str,
    note: &'r str,
    arguments: Option<Sealed<'r>>,
    response: Option<Sealed<'r>>,
    previous: Hash,
    hash: Hash,
}

/// A body; without salt and text once they are forgotten.
#[derive(Serialize)]
struct Sealed<'r> {
    bytes: u64,
    is_cut: bool,
    hash: Hash,
    salt: Option<String>,
    text: Option<&'r str>,
}

impl<'r> Line<'r> {
    fn of(record: &'r Record) -> Self {
        Self {
            id: record.id,
            time_ms: record.time_ms,
            kind: record.kind,
            session: &record.session,
            principal: &record.principal,
            server: &record.server,
            method: &record.method,
            name: &record.name,
            verdict: record.verdict,
            risk: record.risk,
            duration_us: record.duration_us,
            error: record.error.as_deref(),
            request: &record.request,
            trace: &record.trace,
            note: &record.note,
            arguments: record.arguments.as_ref().map(Sealed::of),
            response: record.response.as_ref().map(Sealed::of),
            previous: record.previous,
            hash: record.hash,
        }
    }
}

impl<'r> Sealed<'r> {
    fn of(body: &'r SealedBody) -> Self {
        Self {
            bytes: body.bytes,
            is_cut: body.is_cut,
            hash: body.hash,
            salt: body.kept.as_ref().map(|kept| HEXLOWER.encode(&kept.salt)),
            text: body.kept.as_ref().map(|kept| kept.text.as_str()),
        }
    }
}

// table: the column headings of Vetgate's own export.
const HEADINGS: [&str; 28] = [
    "id", "time_ms", "time", "kind", "session", "principal", "server", "method", "name", "verdict", "risk",
    "duration_us", "error", "request", "trace", "note", "arguments_bytes", "arguments_cut", "arguments_hash",
    "arguments_salt", "arguments", "response_bytes", "response_cut", "response_hash", "response_salt", "response",
    "previous", "hash",
];

/// The cells of a row, in the order of the headings.
fn cells(line: &Line<'_>) -> [String; HEADINGS.len()] {
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let (sent, returned) = (line.arguments.as_ref(), line.response.as_ref());
    let is_cut = |body: Option<&Sealed<'_>>| body.map(|body| body.is_cut.to_string()).unwrap_or_default();
    let hash = |body: Option<&Sealed<'_>>| body.map(|body| body.hash.to_string()).unwrap_or_default();
    let salt = |body: Option<&Sealed<'_>>| body.and_then(|body| body.salt.clone()).unwrap_or_default();
    let text = |body: Option<&Sealed<'_>>| body.and_then(|body| body.text).unwrap_or_default().to_owned();
    [
        line.id.to_string(),
        line.time_ms.to_string(),
        time(line.time_ms),
        line.kind.to_string(),
        line.session.to_owned(),
        line.principal.to_owned(),
        line.server.to_owned(),
        line.method.to_owned(),
        line.name.to_owned(),
        line.verdict.map(|verdict| verdict.to_string()).unwrap_or_default(),
        line.risk.to_string(),
        number(line.duration_us),
        line.error.unwrap_or_default().to_owned(),
        line.request.to_owned(),
        line.trace.to_owned(),
        line.note.to_owned(),
        number(sent.map(|body| body.bytes)),
        is_cut(sent),
        hash(sent),
        salt(sent),
        text(sent),
        number(returned.map(|body| body.bytes)),
        is_cut(returned),
        hash(returned),
        salt(returned),
        text(returned),
        line.previous.to_string(),
        line.hash.to_string(),
    ]
}

/// As RFC 3339 writes it, for spreadsheets and people. Years begin in March here, so that the odd day comes last.
fn time(ms: u64) -> String {
    let (days, ms) = (ms / 86_400_000 + 719_468, ms % 86_400_000);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (era * 400 + year, month + 3) } else { (era * 400 + year + 1, month - 9) };
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1_000)
}

fn quoted(cell: &str) -> String {
    let guard = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{guard}{}\"", cell.replace('"', "\"\""))
    } else {
        format!("{guard}{cell}")
    }
}

#[cfg(test)]
mod tests;
