//! What `vetgate replay` can be asked for.

use super::{ListFormat, Place};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate replay 5f0c1e --policy strict.json        what would change
  vetgate replay 5f0c1e --policy strict.json --all  every call of the session
  vetgate replay 5f0c1e --policy strict.json --format json

SESSION is what `vetgate activity --format json` gives as `session`. FILE is a configuration of the \
gateway; only its `security` block is read: tool_policy, risk_assessment, trifecta and rules. Nothing \
is called and nothing is changed. What was known of each call is taken from its record, so that the \
same record gives the same answer everywhere.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the calls were judged again
  2    wrong usage, a policy that cannot be read, or no such session";

/// Which session is to be judged again, and by what.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The session
    #[arg(value_name = "SESSION")]
    pub(crate) session: String,

    /// The configuration whose policy is tried
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: PathBuf,

    /// Show calls that are decided alike, too
    #[arg(long)]
    pub(crate) all: bool,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}
