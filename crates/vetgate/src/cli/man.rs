//! What `vetgate man` can be asked for.

use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate man | man -l -                         the page of vetgate itself
  vetgate man --output ~/.local/share/man/man1   a page for every command

Then `man vetgate-scan` shows the page of `vetgate scan`. `man` searches this folder if ~/.local/bin is on \
the path; /usr/local/share/man/man1 is the folder for all users. Write the pages again after an update.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the pages were written
  2    wrong usage, or a page that cannot be written";

/// Where manual pages go.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Write a page for every command into this folder, which is created if it does not exist
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}
