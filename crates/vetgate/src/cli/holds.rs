//! What `vetgate holds`, `vetgate approve-call` and `vetgate deny-call` can be asked for.

use super::{ListFormat, Place};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate holds                              all calls held for approval
  vetgate holds --format json                for programs

A call is held if the policy decides `hold`. It is denied if no decision comes in time, and removed when its \
client leaves.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the list was shown
  2    wrong usage, or the ledger cannot be read";

pub(super) const APPROVE_EXAMPLES: &str = "\
Examples:
  vetgate approve-call 5d0c1f7e         shows the call, asks, approves it
  vetgate approve-call 5d0c1f7e --yes   without asking

The gateway that holds the call then continues it. Only this call is approved: the next similar one \
is held again. The first decision is final.";

pub(super) const APPROVE_EXIT_CODES: &str = "\
Exit codes:
  0    approved
  1    not approved: already decided, no longer held, or altered in the ledger
  2    wrong usage, an unknown call, or the ledger cannot be used
  3    nothing was changed: you did not confirm, or there was no terminal for the question";

pub(super) const DENY_EXAMPLES: &str = "\
Examples:
  vetgate deny-call 5d0c1f7e         the client is told that a person denied it
  vetgate deny-call 5d0c1f7e --reason 'not this file'
                                     and why

The first decision is final.";

pub(super) const DENY_EXIT_CODES: &str = "\
Exit codes:
  0    denied
  1    not denied: already decided, no longer held, or altered in the ledger
  2    wrong usage, an unknown call, or the ledger cannot be used";

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
    /// The id of the call, as `vetgate holds` shows it; a unique prefix is enough
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
    /// The id of the call, as `vetgate holds` shows it; a unique prefix is enough
    #[arg(value_name = "CALL", value_parser = id)]
    pub(crate) id: String,

    /// The reason, for the record and for the client
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
