//! What `vetgate search` can be asked for.

use super::ListFormat;
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate search \"get rid of old files\" --corpus tools.json    the tools that do it, the best first
  vetgate search \"convert currencies\" --corpus - < tools.json  tools from standard input
  vetgate search refund --corpus tools.jsonl --limit 3         no more than three
  vetgate search refund --corpus tools.json --explain          which words brought each tool there
  vetgate search refund --corpus tools.json --format json      for programs

Say what you want to do, in your own words: other forms of a word (`sent` for `send`), other words
for the same intent (`get rid of` for `delete`) and slips of the finger find a tool as well, and
count less than its own words. A word counts for more where few tools have it, and in a name for
more than in a description or a parameter. The same search answers agents behind the gateway.

A corpus is whatever `vetgate scan` reads as tools: a tools/list result, an array of tools, JSON
Lines. So is an object with `tools`, each with `server`, `tool`, `description` and `schema`.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the search was done, whether or not a tool fits
  2    wrong usage, or input that cannot be read, even in part";

/// What to look for, and where.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// What you want to do, in your own words
    #[arg(value_name = "QUERY")]
    pub(crate) query: String,

    /// The tools to search; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: PathBuf,

    /// The most tools to show
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) limit: u32,

    /// Say which words brought each tool there, where they stand and what they count
    #[arg(long)]
    pub(crate) explain: bool,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,
}
