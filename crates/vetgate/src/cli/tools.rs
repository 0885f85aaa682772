//! What `vetgate tools` can be asked for.

use super::filters::one_of;
use super::{ListFormat, Place};
use clap::Args;
use vetgate_ledger::State;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate tools --pending                    everything that is pending, and why
  vetgate tools --server notes               everything that one server declares
  vetgate tools --state blocked              what was blocked
  vetgate tools --pending --format json      for programs

No tool, prompt or instruction reaches an agent before a person, or the trust setting of its server,
has approved it. A definition that changes after its approval is held back again. States:
  quarantined  no decision yet
  approved     this exact version may be used, unless it has a blocking (hard) finding
  rug_pull     it differs from the approved version, or did so at some time since
  blocked      a person blocked it, in every version

Pending is everything that a person has to review: new or changed definitions, and those held for a
finding. Definitions that the server no longer declares are not pending.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown; with --pending, nothing is pending
  1    with --pending: something is pending
  2    wrong usage, or the ledger cannot be read";

/// What is to be listed.
#[derive(Debug, Args)]
pub(crate) struct Tools {
    /// Only entries that wait for a decision
    #[arg(long)]
    pub(crate) pending: bool,

    /// Only what this server declares
    #[arg(long, value_name = "SERVER")]
    pub(crate) server: Option<String>,

    /// Only entries in this state: quarantined, approved, rug_pull or blocked; may be given several times
    #[arg(long = "state", value_name = "STATE", value_parser = state)]
    pub(crate) states: Vec<State>,

    /// How to show the list
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}

fn state(text: &str) -> Result<State, String> {
    State::named(text).ok_or_else(|| one_of(State::ALL.iter().map(|state| state.name())))
}
