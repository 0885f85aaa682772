//! A table of rows: its columns, and the Rust expression of a row.

use crate::column::Column;
use crate::file::DataFile;
use crate::raw::{Entry, Raw};
use crate::{Mistake, provenance, tsv};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// A table of rows with the same columns.
#[derive(Debug)]
pub struct Rows {
    /// The name of the rows in TOML: `format` for `[[format]]`.
    key: &'static str,
    columns: Vec<(&'static str, Column)>,
    sorted_by: Option<&'static str>,
    statics: Vec<Static>,
}

/// A `static` that is written with one element for each row.
#[derive(Debug)]
struct Static {
    /// `static FORMATS: &[Format]`
    declaration: &'static str,
    expression: &'static str,
}

/// A row that was read: the expressions of its columns in their order, and what is written of the column that sorts.
struct Row {
    expressions: Vec<String>,
    sorted_by: String,
}

impl Rows {
    /// Rows that a TOML file writes as `[[key]]`.
    pub fn of(key: &'static str) -> Self {
        Self { key, columns: Vec::new(), sorted_by: None, statics: Vec::new() }
    }

    /// Adds a column.
    pub fn column(mut self, name: &'static str, column: Column) -> Self {
        self.columns.push((name, column));
        self
    }

    /// Sorts the rows by the text of a column, byte by byte. Rows that are equal in it keep their order.
    pub fn sorted_by(mut self, column: &'static str) -> Self {
        self.sorted_by = Some(column);
        self
    }

    /// Writes a slice with one element for each row. The declaration is `static NAME: &[Element]`, with a visibility if it needs
    /// one; the expression makes one element, where `{id}` stands for column `id`.
    pub fn table(mut self, declaration: &'static str, expression: &'static str) -> Self {
        self.statics.push(Static { declaration, expression });
        self
    }

    /// The Rust files that the columns look functions up in, relative to the folder of the crate.
    pub(crate) fn sources(&self) -> Vec<String> {
        let modules = self.columns.iter().filter_map(|(_, column)| column.module());
        modules.flat_map(|module| [module.to_owned(), format!("{module}.rs")]).collect()
    }

    /// The Rust source of the table.
    pub(crate) fn write(mut self, folder: &Path, files: &[DataFile], mistakes: &mut Vec<Mistake>) -> String {
        for (_, column) in &mut self.columns {
            column.prepare(folder);
        }
        let mut rows = Vec::new();
        let mut seen = BTreeMap::new();
        for file in files {
            let mut report = |line: usize, expected: String| {
                mistakes.push(Mistake { file: file.name.clone(), line, expected });
            };
            for (line, entries) in self.rows_of(file, &mut report) {
                for (name, _) in self.columns.iter().filter(|(_, column)| column.is_unique) {
                    let Some(entry) = entries.iter().find(|entry| entry.name == *name) else { continue };
                    let here = format!("{}:{}", file.name, entry.line);
                    let key = (*name, format!("{:?}", entry.value));
                    match seen.get(&key) {
                        Some(first) => report(entry.line, format!("expected another `{name}`: {first} has the same")),
                        None => drop(seen.insert(key, here)),
                    }
                }
                rows.extend(self.row(line, entries, &mut report));
            }
        }
        if self.sorted_by.is_some() {
            rows.sort_by(|a, b| a.sorted_by.cmp(&b.sorted_by));
        }
        let mut written = String::new();
        for table in &self.statics {
            _ = writeln!(written, "{} = &[", table.declaration);
            for row in &rows {
                _ = writeln!(written, "    {},", self.filled(table.expression, &row.expressions));
            }
            written.push_str("];\n");
        }
        written
    }

    /// The rows of a file with their lines.
    fn rows_of<'f>(&self, file: &'f DataFile, report: &mut impl FnMut(usize, String)) -> Vec<(usize, &'f [Entry])> {
        let key = if file.is_tsv { tsv::ROWS } else { self.key };
        let mut rows = Vec::new();
        for entry in &file.entries {
            match &entry.value {
                Raw::Array(items) if entry.name == key => {
                    for (line, item) in items {
                        match item {
                            Raw::Table(entries) => rows.push((*line, &entries[..])),
                            _ => report(*line, format!("expected a row [[{key}]]")),
                        }
                    }
                }
                _ => report(entry.line, format!("expected rows [[{key}]], found `{}`", entry.name)),
            }
        }
        rows
    }

    /// Reads one row. What is wrong with it is reported.
    fn row(&self, line: usize, entries: &[Entry], report: &mut impl FnMut(usize, String)) -> Option<Row> {
        let mut is_good = true;
        let mut wrong = |line: usize, expected: String| {
            is_good = false;
            report(line, expected);
        };
        for entry in entries {
            let is_column = self.columns.iter().any(|(name, _)| *name == entry.name);
            match &*entry.name {
                "source" if !is_column && !provenance::is_source(&entry.value) => {
                    wrong(entry.line, "expected `source` to be a link that starts with https://".to_owned());
                }
                "source" => {}
                name if !is_column => {
                    let names: Vec<String> = self.columns.iter().map(|(name, _)| format!("`{name}`")).collect();
                    wrong(entry.line, format!("expected one of {}, found `{name}`", names.join(", ")));
                }
                _ => {}
            }
        }
        let mut row = Row { expressions: Vec::new(), sorted_by: String::new() };
        for (name, column) in &self.columns {
            let Some(entry) = entries.iter().find(|entry| entry.name == *name) else {
                match column.default() {
                    Some(default) => row.expressions.push(default.to_owned()),
                    None => wrong(line, format!("expected `{name}`")),
                }
                continue;
            };
            if self.sorted_by == Some(name) {
                row.sorted_by = match &entry.value {
                    Raw::Text(text) | Raw::Cell(text) => text.clone(),
                    _ => String::new(),
                };
            }
            match column.expression(entry.line, &entry.value) {
                Ok(expression) => row.expressions.push(expression),
                Err((line, expected)) => wrong(line, format!("`{name}`: {expected}")),
            }
        }
        is_good.then_some(row)
    }

    /// The expression of a row, with its values in place of the columns.
    fn filled(&self, expression: &str, values: &[String]) -> String {
        let mut filled = String::new();
        let mut rest = expression;
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            filled.push_str(before);
            let end = from.find('}').unwrap_or(from.len() - 1);
            match self.columns.iter().position(|(name, _)| *name == &from[1..end]) {
                Some(column) => {
                    filled.push_str(&values[column]);
                    rest = &from[end + 1..];
                }
                // The brace of a struct.
                None => {
                    filled.push('{');
                    rest = &from[1..];
                }
            }
        }
        filled + rest
    }
}
