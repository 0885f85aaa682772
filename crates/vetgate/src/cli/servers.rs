//! What `vetgate servers` can be asked for.

use super::{ListFormat, Place};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate servers                            every known server
  vetgate servers --config mcp.json          with the trust settings of this configuration
  vetgate servers --format json              for programs

A server has a name and an identity: the command with its arguments and folder, or the address, by
which it is reached. Approvals apply to both, so another command with the same name has no approvals
and is listed on a separate line.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown
  2    wrong usage, or the ledger cannot be read";

/// How servers are to be listed.
#[derive(Debug, Args)]
pub(crate) struct Servers {
    /// How to show the list
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}
