//! Build-time loader of data files.
//!
//! A crate keeps what it knows (token formats, word lists, number ranges) in files below its folder `data`. Its build script
//! names the tables; this crate reads the files, checks every row and the provenance of every file, and writes `static` Rust
//! tables into `OUT_DIR`. Nothing is read or parsed at run time.
//!
//! # Files
//!
//! Every file begins with its provenance. `source` is a link, or a list of links, to the specification, RFC or vendor page
//! with which a row can be checked; `own` stands for a table of the project's own and needs `why`. `checked` is the day on which
//! it was last checked. A row that has a source of its own gives it as `source` too.
//!
//! TOML, for rows with several fields:
//!
//! ```toml
//! source  = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html"
//! checked = 2026-11-18
//! license = "facts; no text copied"
//!
//! [[format]]
//! id       = "aws.access_key_id"
//! severity = "high"
//! starts   = ["AKIA", "ASIA"]
//! pattern  = '(?:AKIA|ASIA)[A-Z0-9]{16}'
//! proof    = "checksum::aws_account"
//! found    = ["AKIA", "35SFF4Z6JOGT2XXU"] # joined, so that secret scanners leave the pieces alone
//! ```
//!
//! TSV, for long tables of a few short columns; `→` stands for a tab here. The provenance stands in comments, the names of the
//! columns in the first line that is no comment. Several values in one cell are separated by commas:
//!
//! ```text
//! # source: https://www.iana.org/domains/root/db
//! # checked: 2026-11-18
//! # license: facts; no text copied
//! host→family
//! webhook.site→webhook
//! ```
//!
//! TOML, for word lists. Words under `list` keep their order; words under `set` are sorted, to be found by binary search:
//!
//! ```toml
//! source  = "own"
//! why     = "words seen before card numbers in logs and forms"
//! checked = 2026-11-18
//! license = "Apache-2.0 OR MIT"
//!
//! [set]
//! words = ["card", "credit card", "visa"]
//! ```
//!
//! # Build script
//!
//! A table is one file (`data/token_formats.toml`, `data/tlds.tsv`) or a folder of them, read in the order of their names; a
//! number as `order` in the head of a TOML file moves it (files without one count as 0). The last argument of [`Rows::table`] is the
//! Rust expression of one row, with the columns in braces:
//!
//! ```no_run
//! use std::process::ExitCode;
//! use vetgate_tables::{Rows, Tables, function, joined, one_of, pattern, text, texts};
//!
//! fn main() -> ExitCode {
//!     let mut tables = Tables::new();
//!     tables.rows(
//!         "token_formats",
//!         Rows::of("format")
//!             .column("id", text().unique())
//!             .column("severity", one_of(&[("high", "Severity::High"), ("low", "Severity::Low")]))
//!             .column("starts", texts())
//!             .column("pattern", pattern())
//!             // A function of `src/formats.rs` or of a module below it.
//!             .column("proof", function("src/formats", "fn(&[u8]) -> Proof").or("unproven"))
//!             .column("found", joined())
//!             .table(
//!                 "static FORMATS: &[Format]",
//!                 "Format { id: {id}, severity: {severity}, starts: {starts}, pattern: {pattern}, proof: {proof}, \
//!                  found: {found} }",
//!             ),
//!     );
//!     tables.lists("words");
//!     tables.finish()
//! }
//! ```
//!
//! The crate includes the result where the names of the expressions are in scope:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/token_formats.rs")); // static FORMATS: &[Format]
//!
//! mod words {
//!     include!(concat!(env!("OUT_DIR"), "/words.rs")); // one module for each file: words::card::WORDS
//! }
//! ```
//!
//! # Mistakes
//!
//! All mistakes are reported at once and fail the build, as `file:line: what was expected`:
//!
//! ```text
//! data/token_formats/cloud.toml:12: expected `pattern`
//! data/token_formats/cloud.toml:27: expected a function `fn(&[u8]) -> Proof` of src/formats, found "aws_acount"
//! data/token_formats/mail.toml:3: expected `license`: the terms on which the data is used
//! ```

#![allow(clippy::disallowed_methods, reason = "reads the data files of the crate that is being built")]

mod column;
mod file;
mod functions;
mod provenance;
mod raw;
mod rows;
mod tsv;
mod word_lists;

pub use column::{Column, character, function, integer, integers, joined, one_of, pattern, text, texts};
pub use rows::Rows;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A mistake in a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file, relative to the folder of the crate.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was expected, and what was found instead.
    pub expected: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.expected)
    }
}

/// The tables of one crate.
#[derive(Debug)]
pub struct Tables {
    folder: PathBuf,
    out: PathBuf,
    /// File names and contents for the output folder.
    written: Vec<(String, String)>,
    /// Paths below `folder` that the tables are made from.
    inputs: Vec<String>,
    mistakes: Vec<Mistake>,
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    /// The tables of the crate whose build script is running.
    ///
    /// # Panics
    /// Outside of a build script.
    pub fn new() -> Self {
        let folder = |name: &str| PathBuf::from(std::env::var_os(name).unwrap_or_else(|| panic!("{name} is not set")));
        Self::at(folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"))
    }

    /// Tables made from `folder/data` and written to `out`.
    pub fn at(folder: impl Into<PathBuf>, out: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), out: out.into(), written: Vec::new(), inputs: Vec::new(), mistakes: Vec::new() }
    }

    /// Adds the table of rows `data/{name}`, written to `{name}.rs`; a `/` in the name becomes `_` there.
    pub fn rows(&mut self, name: &str, rows: Rows) {
        let files = self.files(name);
        self.inputs.extend(rows.sources());
        let written = rows.write(&self.folder, &files, &mut self.mistakes);
        self.written.push((format!("{}.rs", name.replace('/', "_")), written));
    }

    /// Adds the word lists of `data/{name}`, written to `{name}.rs`: a module for each file, with a `static` for each list.
    pub fn lists(&mut self, name: &str) {
        let files = self.files(name);
        let written = word_lists::write(&files, &mut self.mistakes);
        self.written.push((format!("{}.rs", name.replace('/', "_")), written));
    }

    /// Writes the tables and tells cargo what they depend on. Mistakes fail the build.
    pub fn finish(self) -> ExitCode {
        println!("cargo::rerun-if-changed=build.rs");
        for input in &self.inputs {
            println!("cargo::rerun-if-changed={input}");
        }
        match self.write() {
            Ok(()) => ExitCode::SUCCESS,
            Err(mistakes) => {
                for mistake in mistakes {
                    println!("cargo::error={mistake}");
                }
                ExitCode::FAILURE
            }
        }
    }

    /// Writes the tables, or returns all mistakes.
    ///
    /// # Panics
    /// If a file cannot be written.
    pub fn write(self) -> Result<(), Vec<Mistake>> {
        if !self.mistakes.is_empty() {
            return Err(self.mistakes);
        }
        for (name, text) in self.written {
            let path = self.out.join(name);
            fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        Ok(())
    }

    /// The files of a table, in the order of their rows.
    fn files(&mut self, name: &str) -> Vec<file::DataFile> {
        let data = self.folder.join("data");
        let single = ["toml", "tsv"].map(|extension| data.join(format!("{name}.{extension}")));
        let mut paths: Vec<PathBuf> = single.into_iter().filter(|path| path.is_file()).collect();
        let folder = data.join(name);
        if folder.is_dir() {
            // A file that is added has to be noticed.
            self.inputs.push(self.relative(&folder));
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
            paths.extend(entries.map(|entry| entry.path()));
        }
        paths.sort();
        if paths.is_empty() {
            let expected = "expected this file with the ending .toml or .tsv, or a folder of such files".to_owned();
            self.mistakes.push(Mistake { file: self.relative(&folder), line: 1, expected });
        }
        let mut files = Vec::new();
        for path in paths {
            let name = self.relative(&path);
            self.inputs.push(name.clone());
            files.push(file::DataFile::read(&path, name, &mut self.mistakes));
        }
        files.sort_by_key(|file| file.order);
        files
    }

    fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.folder).unwrap_or(path).display().to_string()
    }
}
