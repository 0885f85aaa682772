//! What `vetgate tools` can be asked for.

use super::filters::one_of;
use super::{ListFormat, Place};
use clap::Args;
use vetgate_ledger::State;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate tools --pending                    what waits for you, and why
  vetgate tools --server notes               everything that one server declares
  vetgate tools --state blocked              what was blocked
  vetgate tools --pending --format json      for programs

No tool, prompt or instruction reaches an agent before a person, or the trust that a person has set
for its server, has approved it; and what changes afterwards is held back again. States:
  quarantined  nobody has decided about it
  approved     this exact version may be used, unless a hard finding stands against it
  rug_pull     it is not what was approved, or was not at some time since
  blocked      a person does not want it, whatever it becomes

What waits is what a person has to look at: what is new, has changed, or is held by a finding. What
its server does not declare now does not wait.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown; with --pending, nothing waits
  1    with --pending: something waits
  2    wrong usage, or no ledger that can be read";

/// What is to be listed.
#[derive(Debug, Args)]
pub(crate) struct Tools {
    /// Only what waits for a decision
    #[arg(long)]
    pub(crate) pending: bool,

    /// Only what this server declares
    #[arg(long, value_name = "SERVER")]
    pub(crate) server: Option<String>,

    /// Only what is in this state: quarantined, approved, rug_pull or blocked; may be given several times
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
