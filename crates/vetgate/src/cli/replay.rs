//! What `vetgate replay` can be asked for.

use super::{ListFormat, Place};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate replay 5f0c1e --policy strict.json        what would change
  vetgate replay 5f0c1e --policy strict.json --all  every call of the session
  vetgate replay 5f0c1e --policy strict.json --format json

SESSION is the value of `session` in `vetgate activity --format json`. FILE is a configuration of the \
gateway; only its `security` block is read: tool_policy, risk_assessment, trifecta and rules. Nothing \
is called and nothing is changed. All facts about each call are taken from its record, so that the \
same record gives the same result everywhere.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the calls were evaluated again
  2    wrong usage, a policy that cannot be read, or no such session";

/// Which session is to be judged again, and by what.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The session
    #[arg(value_name = "SESSION")]
    pub(crate) session: String,

    /// The configuration with the policy to try
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: PathBuf,

    /// Also show calls with the same decision
    #[arg(long)]
    pub(crate) all: bool,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}
