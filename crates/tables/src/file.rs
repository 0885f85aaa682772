//! A data file: its head and its rows or lists, each with the line on which it is.

use crate::raw::{Entry, Raw};
use crate::{Mistake, provenance, tsv};
use std::fs;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A data file that was read.
#[derive(Debug)]
pub(crate) struct DataFile {
    /// The path relative to the folder of the crate.
    pub(crate) name: String,
    /// The place among the files of its table, before the names decide.
    pub(crate) order: i64,
    /// Whether it is a TSV file.
    pub(crate) is_tsv: bool,
    /// What the file holds beside its provenance.
    pub(crate) entries: Vec<Entry>,
}

impl DataFile {
    /// Reads a file and checks its provenance.
    pub(crate) fn read(path: &Path, name: String, mistakes: &mut Vec<Mistake>) -> Self {
        let is_tsv = path.extension().is_some_and(|extension| extension == "tsv");
        let is_toml = path.extension().is_some_and(|extension| extension == "toml");
        let mut report = |line: usize, expected: String| mistakes.push(Mistake { file: name.clone(), line, expected });
        let text = match fs::read_to_string(path) {
            Ok(text) if is_tsv || is_toml => text,
            Ok(_) => {
                report(1, "expected the ending .toml or .tsv".to_owned());
                return Self { name, order: 0, is_tsv, entries: Vec::new() };
            }
            Err(error) => {
                report(1, format!("expected a text: {error}"));
                return Self { name, order: 0, is_tsv, entries: Vec::new() };
            }
        };
        let read = if is_tsv { tsv::read(&text) } else { read_toml(&text) };
        let (head, mut entries): (Vec<Entry>, Vec<Entry>) = match read {
            Ok(entries) => entries.into_iter().partition(|entry| provenance::is_key(&entry.name)),
            Err((line, expected)) => {
                report(line, expected);
                return Self { name, order: 0, is_tsv, entries: Vec::new() };
            }
        };
        for (line, expected) in provenance::mistakes(&head) {
            report(line, expected);
        }
        let mut order = 0;
        entries.retain(|entry| match (&*entry.name, &entry.value) {
            ("order", Raw::Integer(number)) => {
                order = *number;
                false
            }
            _ => true,
        });
        Self { name, order, is_tsv, entries }
    }
}

/// The keys of a TOML file, or the line of the first mistake.
fn read_toml(text: &str) -> Result<Vec<Entry>, (usize, String)> {
    let line = |offset: usize| line_of(text, offset);
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(1, |span| line(span.start));
        (at, format!("expected TOML: {}", error.message()))
    })?;
    Ok(entries(text, table.get_ref()))
}

fn entries(text: &str, table: &DeTable<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            name: key.get_ref().to_string(),
            line: line_of(text, key.span().start),
            value: raw(text, value),
        })
        .collect();
    entries.sort_by_key(|entry| entry.line);
    entries
}

fn raw(text: &str, value: &Spanned<DeValue<'_>>) -> Raw {
    match value.get_ref() {
        DeValue::String(string) => Raw::Text(string.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Raw::Integer(number),
            Err(_) => Raw::Other("a larger integer"),
        },
        DeValue::Datetime(date) => Raw::Date(date.to_string()),
        DeValue::Array(items) => {
            Raw::Array(items.iter().map(|item| (line_of(text, item.span().start), raw(text, item))).collect())
        }
        DeValue::Table(table) => Raw::Table(entries(text, table)),
        other => Raw::Other(other.type_str()),
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}
