//! What `vetgate baselines` can be asked for.

use super::{ListFormat, Place};
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate baselines                        every tool, and how far it drifted
  vetgate baselines show notes add_note    what is usual of one tool
  vetgate baselines reset notes add_note   learn it anew
  vetgate baselines reset notes            and every tool of the server
  vetgate baselines --format json          for programs

The gateway learns how each tool is used from its first calls. Then that stands: later calls are \
compared with it and never change it. When a tool is used in another way for good, reset it. A gateway \
that runs forgets it within seconds, and what it has learned is listed here within half a minute.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown, or what was named was reset
  2    wrong usage, no such tool, or baselines that cannot be read
  3    nothing was changed: you said no, or there was nobody to ask";

/// What is to be done with baselines; without a word they are listed.
#[derive(Debug, Args)]
pub(crate) struct Baselines {
    #[command(subcommand)]
    pub(crate) what: Option<What>,

    /// How to show them
    #[arg(long, value_name = "FORMAT", default_value = "terminal", global = true)]
    pub(crate) format: ListFormat,

    /// The folder with the ledger [default: the configuration's, or your data folder]
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
    /// Show what is usual of one tool
    Show {
        /// The server
        #[arg(value_name = "SERVER")]
        server: String,
        /// The tool
        #[arg(value_name = "TOOL")]
        tool: String,
    },
    /// Forget what is usual of all tools, those of a server, or one, so that they are learned anew
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
