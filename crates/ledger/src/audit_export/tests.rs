use super::*;
use crate::{Body, DATABASE, Durability, Entry, Ledger, Options, Sqlite};

/// Reads a table as RFC 4180 says.
fn parse(table: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = table.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {
                assert_eq!(letters.next(), Some('\n'));
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            _ => cell.push(letter),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !is_quoted, "the last line is not ended");
    rows
}

fn record(note: &str) -> Record {
    let entry = Entry {
        note: note.to_owned(),
        verdict: Some(Verdict::Deny),
        duration_us: Some(7),
        arguments: Some(Body::whole(r#"{"a":"x, \"y\""}"#)),
        ..Entry::new(Kind::Call)
    };
    Record::seal(entry, 3, Hash([1; 32]), [[2; 16]; 2])
}

#[test]
fn every_cell_of_a_table_comes_back_as_it_was() {
    for note in ["plain", "with, comma", "two\r\nlines", "\"quoted\"", "", "é, \"\"", " spaces "] {
        let record = record(note);
        let cells = cells(&Line::of(&record)).map(|cell| quoted(&cell));
        let rows = parse(&format!("{}\r\n", cells.join(",")));
        let at = |heading: &str| &rows[0][HEADINGS.iter().position(|known| *known == heading).unwrap()];
        assert_eq!(rows[0].len(), HEADINGS.len());
        assert_eq!(at("note"), note);
        assert_eq!(at("arguments"), r#"{"a":"x, \"y\""}"#);
        assert_eq!(at("verdict"), "deny");
        assert_eq!(at("response_bytes"), "");
        assert_eq!(*at("hash"), record.hash.to_string());
    }
}

#[test]
fn a_time_is_told_for_people_too() {
    for (ms, told) in [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
        (1_794_839_405_250, "2026-11-16T14:30:05.250Z"),
        (4_107_542_399_001, "2100-02-28T23:59:59.001Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ] {
        assert_eq!(time(ms), told);
    }
}

#[test]
fn a_cell_is_never_a_formula() {
    for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "=HYPERLINK(\"x\",\"y\")"] {
        let cell = quoted(formula);
        let shown = &parse(&format!("{cell}\r\n"))[0][0];
        assert_eq!(*shown, format!("'{formula}"), "{cell}");
    }
}

#[test]
fn a_line_of_json_holds_all_that_the_hash_covers() {
    let record = record("=1+1");
    let line: serde_json::Value = serde_json::from_str(&to_json(&record)).unwrap();
    assert_eq!(line["note"], "=1+1");
    assert_eq!(line["previous"], "01".repeat(32));
    assert_eq!(line["arguments"]["salt"], "02".repeat(16));
    assert_eq!(line["arguments"]["text"], r#"{"a":"x, \"y\""}"#);
    assert_eq!(line["response"], serde_json::Value::Null);
    let named: Vec<&String> = line.as_object().unwrap().keys().collect();
    assert_eq!(named.len(), 19);
}

#[test]
fn all_pages_are_written_in_order_and_the_chain_can_be_checked_from_them() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join(DATABASE), Durability::Process).unwrap();
    let ledger = Ledger::open(folder.path(), Box::new(store), Options::default()).unwrap();
    for call in 0..PAGE * 2 + 7 {
        let server = if call % 3 == 0 { "files" } else { "mail" };
        ledger.record(Entry { server: server.to_owned(), ..Entry::new(Kind::Call) }).wait().unwrap();
    }
    let written = |filter: &Filter| {
        let mut out = Vec::new();
        let count = ledger.read(|rows| Ok(export(rows, filter, ExportFormat::Jsonl, &mut out).unwrap())).unwrap();
        let lines: Vec<serde_json::Value> =
            out.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        assert_eq!(lines.len() as u64, count);
        lines
    };
    let all = written(&Filter::default());
    assert_eq!(all.len(), PAGE * 2 + 7);
    assert!(all.windows(2).all(|pair| pair[1]["previous"] == pair[0]["hash"]));
    let some = written(&Filter { server: Some("files".to_owned()), ..Filter::default() });
    assert_eq!(some.len(), (PAGE * 2 + 7).div_ceil(3));
}
