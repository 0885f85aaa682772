//! What `vetgate search` can be asked for.

use super::ListFormat;
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate search \"get rid of old files\" --corpus tools.json    the tools that do it, the best first
  vetgate search \"convert currencies\" --corpus - < tools.json  tools from standard input
  vetgate search refund --corpus tools.jsonl --limit 3         no more than three
  vetgate search refund --corpus tools.json --explain          which words matched each tool
  vetgate search refund --corpus tools.json --format json      for programs

Describe what you want in your own words: other forms of a word (`sent` for `send`), other words
for the same intent (`get rid of` for `delete`) and typing errors also match, with a lower
score than exact words. A word scores higher if few tools contain it, and higher in a name
than in a description or a parameter. The gateway uses the same search for agents.

A corpus is a file that `vetgate scan` reads as tools: a tools/list result, an array of tools, JSON
Lines; or an object with `tools`, each with `server`, `tool`, `description` and `schema`.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the search was done, with or without a match
  2    wrong usage, or input that cannot be read completely";

/// What to look for, and where.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// What you want to do, in your own words
    #[arg(value_name = "QUERY")]
    pub(crate) query: String,

    /// The tools to search; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: PathBuf,

    /// The maximum number of tools to show
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) limit: u32,

    /// Show which words matched each tool, in which field, and their score
    #[arg(long)]
    pub(crate) explain: bool,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,
}
