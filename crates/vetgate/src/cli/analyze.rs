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
  vetgate analyze --format sarif -o vetgate.sarif . for code scanning, with the data flow paths
  vetgate explain VG-S-006                          what a rule finds, and why

Reads Python, JavaScript and TypeScript without running it. Reports which tools the code has, which
operations they reach across functions and files, and which input gets there without a valid check.
`.gitignore` is respected and links are not followed. Installed packages (node_modules, .venv,
site-packages) and build output (dist, build) are left out.

\"Not analyzed\" is a separate result: a tool whose code was not found, or a folder without a tool,
is never reported as clean.

Settings and ignore rules are read from ./vetgate.toml if it exists:
  [[ignore]]
  check = \"VG-S-009\"         # or \"server-side-request-forgery\"
  tool = \"fetch\"             # optional: the tool, or else the file
  reason = \"fetches any page by design; the firewall blocks internal addresses\"
  expires = 2027-01-31";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    everything was analyzed, and nothing is at or above --fail-on
  1    findings at or above --fail-on
  2    wrong usage, or a path that cannot be read
  3    something was not analyzed: a folder without a tool, a tool without code, a
       file that could not be read completely, or a limit that was hit
  If several apply, 2 takes precedence over 1, and 1 over 3.";

/// What to analyze, and how to show it.
#[derive(Debug, Args)]
pub(crate) struct Analyze {
    /// Folders that each contain the source of one server, or single files
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
