//! What `vetgate inspect` can be asked for.

use super::{FailOn, ListFormat};
use crate::kinds::{self, Sureness};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate inspect notes.txt                       one line for each value that was found
  vetgate inspect logs/*.jsonl --only secret      tokens, keys and passwords in many files
  kubectl logs app | vetgate inspect              standard input, as a stream
  vetgate inspect dump.sql --min-confidence low   also documentation examples and random strings
  vetgate inspect --format json answer.json       for programs
  vetgate inspect --fail-on medium export.csv     exit code 1 from medium severity on
  vetgate explain iban                            how a kind is recognised

JSON is scanned value by value: escapes are decoded, field names are used, and each match has a
JSON pointer; strings that contain JSON are parsed. All other input is scanned as text. Values are
never shown: the output contains a masked sample.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    nothing at or above --fail-on
  1    matches at or above --fail-on
  2    wrong usage, or input that cannot be read
  If several apply, 2 takes precedence over 1.";

/// Files and standard input to look through.
#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// Files to scan; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The lowest severity that makes the exit code 1
    #[arg(long, value_name = "SEVERITY", default_value = "high")]
    pub(crate) fail_on: FailOn,

    #[command(flatten)]
    pub(crate) which: Which,
}

/// Which values count.
#[derive(Debug, Args)]
pub(crate) struct Which {
    /// The minimum confidence of a match [default: medium, or from the settings]
    #[arg(long, value_name = "GRADE")]
    pub(crate) min_confidence: Option<Sureness>,

    /// Only these kinds: ids (`email`), providers (`github`) or categories (`secret`); may be repeated
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kinds::name)]
    pub(crate) only: Vec<String>,

    /// Not these kinds; may be repeated
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kinds::name)]
    pub(crate) skip: Vec<String>,

    /// Settings, with patterns and words of your own [default: ./vetgate.toml if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings file, not even ./vetgate.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,
}
