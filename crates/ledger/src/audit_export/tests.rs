use super::*;
use crate::{Body, Entry};

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
