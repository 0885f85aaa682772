//! What `vetgate analyze` can be asked for.

use super::FailOn;
use clap::Args;
use std::path::PathBuf;
use vetgate_report::Format;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate analyze .                                 the source of a server
  vetgate analyze server.py                         one file
  vetgate analyze servers/*                         several servers, each on its own
  vetgate analyze --format sarif -o vetgate.sarif . for code scanning, with the way of the data
  vetgate explain VG-S-006                          what a rule finds, and why

Reads Python, JavaScript and TypeScript without running it: which tools the code offers, what they
reach across functions and files, and what of their input gets there without a check that counts.
`.gitignore` is respected and links are not followed. Installed packages (node_modules, .venv,
site-packages) and what was built from the source beside it (dist, build) are left out.

\"Not analyzed\" is an answer of its own: a tool whose code was not found, or a folder without a tool,
is never called clean.

Settings and ignore rules are read from ./vetgate.toml if it exists:
  [[ignore]]
  check = \"VG-S-009\"         # or \"server-side-request-forgery\"
  tool = \"fetch\"             # optional: the tool, or else the file
  reason = \"fetches any page by design; the network keeps it out of the house\"
  expires = 2027-01-31";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    everything was analyzed, and nothing is at or above --fail-on
  1    findings at or above --fail-on
  2    wrong usage, or a path that cannot be read
  3    something was not analyzed: a folder without a tool, a tool without code, a
       file that could not be read to the end, or a limit that was hit
  Where several hold, 2 wins over 1, and 1 over 3.";

/// What to analyze, and how to show it.
#[derive(Debug, Args)]
pub(crate) struct Analyze {
    /// Folders with the source of a server each, or single files
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = Format::ALL.iter().map(|f| f.name()).collect::<Vec<_>>())]
    pub(crate) format: String,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The lowest severity that makes the exit code 1 [default: high]
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    /// Settings and ignore rules [default: ./vetgate.toml if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings file, not even ./vetgate.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,
}
