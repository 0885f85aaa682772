//! What `vetgate holds`, `vetgate approve-call` and `vetgate deny-call` can be asked for.

use super::{ListFormat, Place};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate holds                              every call that waits for a person
  vetgate holds --format json                for programs

A call waits where the policy says `approve`. It is denied when its time is over, and gone when its \
client leaves.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown
  2    wrong usage, or no ledger that can be read";

pub(super) const APPROVE_EXAMPLES: &str = "\
Examples:
  vetgate approve-call 5d0c1f7e         shows the call, asks, lets it through
  vetgate approve-call 5d0c1f7e --yes   without asking

The call goes on where it waits, whichever gateway that is. It is approved this once: the next one \
like it waits again. Whoever decides first decides.";

pub(super) const APPROVE_EXIT_CODES: &str = "\
Exit codes:
  0    approved
  1    not approved: somebody has decided, the call waits no longer, or it was tampered with
  2    wrong usage, no such call is known, or no ledger that can be used
  3    nothing was changed: you said no, or there was nobody to ask";

pub(super) const DENY_EXAMPLES: &str = "\
Examples:
  vetgate deny-call 5d0c1f7e            its client hears that a person denied it
  vetgate deny-call 5d0c1f7e --reason 'not this file'
                                        and why

Whoever decides first decides.";

pub(super) const DENY_EXIT_CODES: &str = "\
Exit codes:
  0    denied
  1    not denied: somebody has decided, the call waits no longer, or it was tampered with
  2    wrong usage, no such call is known, or no ledger that can be used";

/// How calls that wait are to be listed.
#[derive(Debug, Args)]
pub(crate) struct Holds {
    /// How to show the list
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}

/// The call that is to be let through.
#[derive(Debug, Args)]
pub(crate) struct ApproveCall {
    /// The call, as `vetgate holds` shows it; the beginning will do
    #[arg(value_name = "CALL", value_parser = id)]
    pub(crate) id: String,

    /// Approve without asking
    #[arg(long, short)]
    pub(crate) yes: bool,

    #[command(flatten)]
    pub(crate) place: Place,
}

/// The call that is to be refused.
#[derive(Debug, Args)]
pub(crate) struct DenyCall {
    /// The call, as `vetgate holds` shows it; the beginning will do
    #[arg(value_name = "CALL", value_parser = id)]
    pub(crate) id: String,

    /// Why, for the record and for the client
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,

    #[command(flatten)]
    pub(crate) place: Place,
}

fn id(text: &str) -> Result<String, String> {
    match text.len() {
        4..=16 if text.bytes().all(|byte| byte.is_ascii_hexdigit()) => Ok(text.to_ascii_lowercase()),
        _ => Err("expected 4 to 16 hexadecimal digits, as `vetgate holds` shows them".to_owned()),
    }
}
