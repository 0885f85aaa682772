//! What `vetgate approve` and `vetgate block` can be asked for.

use super::{Place, Subjects};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate approve notes search               shows it, asks, approves exactly this version
  vetgate approve notes --all                everything of one server that waits
  vetgate approve notes --instructions       what the server tells every client
  vetgate approve notes summarize --prompt   a prompt instead of a tool
  vetgate approve notes search --version 3f9c2b71 --yes
                                             only if it is still this version
  vetgate approve notes search --accept unicode.hidden
                                             although a scan found it dangerous

What is new is shown whole, what has changed as a diff, both with what a scan found. Everything that
hides or acts on a terminal is spelled out. Only the version that was shown is approved: if the
server has changed it meanwhile, nothing is approved and you are told so.

A hard finding has to be accepted by the name of its check, for this version alone. Look at it
first: `vetgate explain CHECK` says what it means.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    approved, or it was already
  1    not approved: it is another version by now, or a scan found it dangerous
       and that was not accepted
  2    wrong usage, nothing of that name, or no ledger that can be used
  3    nothing was changed: you said no, or there was nobody to ask";

pub(super) const BLOCK_EXAMPLES: &str = "\
Examples:
  vetgate block notes delete_all             no agent can use it, whatever it becomes
  vetgate block notes a b c --yes            without asking
  vetgate block notes --instructions         agents do not see what the server tells them

A block holds for the next call already, in every gateway that shares the folder. It ends when the
same thing is approved.";

pub(super) const BLOCK_EXIT_CODES: &str = "\
Exit codes:
  0    blocked, or it was already
  2    wrong usage, nothing of that name, or no ledger that can be used
  3    nothing was changed: you said no, or there was nobody to ask";

/// What is to be approved.
#[derive(Debug, Args)]
pub(crate) struct Approve {
    #[command(flatten)]
    pub(crate) which: Subjects,

    /// Everything of the server that waits
    #[arg(long, conflicts_with_all = ["names", "version"])]
    pub(crate) all: bool,

    /// Accept what this hard check found; may be given several times
    #[arg(long = "accept", value_name = "CHECK")]
    pub(crate) accept: Vec<String>,

    /// Approve only this version: the beginning of its fingerprint, at least 8 digits
    #[arg(long, value_name = "PREFIX", value_parser = prefix)]
    pub(crate) version: Option<String>,

    /// Approve without asking
    #[arg(long, short)]
    pub(crate) yes: bool,

    #[command(flatten)]
    pub(crate) place: Place,
}

/// What is to be blocked.
#[derive(Debug, Args)]
pub(crate) struct Block {
    #[command(flatten)]
    pub(crate) which: Subjects,

    /// Block without asking
    #[arg(long, short)]
    pub(crate) yes: bool,

    #[command(flatten)]
    pub(crate) place: Place,
}

fn prefix(text: &str) -> Result<String, String> {
    let is_hex = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match text.len() {
        8..=64 if is_hex => Ok(text.to_ascii_lowercase()),
        _ => Err("expected 8 to 64 hexadecimal digits, as `vetgate tools --format json` shows them".to_owned()),
    }
}
