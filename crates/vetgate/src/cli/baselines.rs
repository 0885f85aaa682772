//! What `vetgate baselines` can be asked for.

use super::{ListFormat, Place};
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate baselines                        every tool, with its drift
  vetgate baselines show notes add_note    the baseline of one tool
  vetgate baselines reset notes add_note   delete it and learn it again
  vetgate baselines reset notes            the same for every tool of the server
  vetgate baselines --format json          for programs

The gateway learns a baseline of each tool from its first calls. Then the baseline is fixed: later calls are \
compared with it and never change it. If the normal use of a tool changes, reset its baseline. A running \
gateway applies a reset within seconds, and a new baseline is listed here within half a minute.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown, or the named baselines were reset
  2    wrong usage, no such tool, or baselines that cannot be read
  3    nothing was changed: you did not confirm, or there was no terminal for the question";

/// What is to be done with baselines; without a word they are listed.
#[derive(Debug, Args)]
pub(crate) struct Baselines {
    #[command(subcommand)]
    pub(crate) what: Option<What>,

    /// How to show them
    #[arg(long, value_name = "FORMAT", default_value = "terminal", global = true)]
    pub(crate) format: ListFormat,

    /// The folder with the ledger [default: from the configuration, or your data folder]
    #[arg(long, value_name = "FOLDER", global = true)]
    data_dir: Option<PathBuf>,

    /// The gateway's configuration [default: gateway.json in your settings folder, if there is one]
    #[arg(long, short, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

impl Baselines {
    /// Where they are. Said after any word, as the commands that are shown to be typed say it.
    pub(crate) fn place(&self) -> Place {
        Place { data_dir: self.data_dir.clone(), config: self.config.clone() }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// List every tool
    List,
    /// Show the baseline of one tool
    Show {
        /// The server
        #[arg(value_name = "SERVER")]
        server: String,
        /// The tool
        #[arg(value_name = "TOOL")]
        tool: String,
    },
    /// Delete the baselines of all tools, of one server or of one tool; they are learned again
    Reset {
        /// The server
        #[arg(value_name = "SERVER")]
        server: Option<String>,
        /// The tool
        #[arg(value_name = "TOOL")]
        tool: Option<String>,
        /// Reset without asking
        #[arg(long, short)]
        yes: bool,
    },
}
