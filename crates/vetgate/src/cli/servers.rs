//! What `vetgate servers` can be asked for.

use super::{ListFormat, Place};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate servers                            every server that is known
  vetgate servers --config mcp.json          with the trust that this configuration gives them
  vetgate servers --format json              for programs

A server is its name and its identity: the command with its arguments and folder, or the address, by
which it is reached. Approvals belong to both, so another command under the same name starts anew
and is listed on a line of its own.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown
  2    wrong usage, or no ledger that can be read";

/// How servers are to be listed.
#[derive(Debug, Args)]
pub(crate) struct Servers {
    /// How to show the list
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}
