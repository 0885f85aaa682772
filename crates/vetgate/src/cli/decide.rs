//! What `vetgate approve` and `vetgate block` can be asked for.

use super::{Place, Subjects};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate approve notes search               shows the tool, asks, approves exactly this version
  vetgate approve notes --all                everything of one server that is pending
  vetgate approve notes --instructions       what the server tells every client
  vetgate approve notes summarize --prompt   a prompt instead of a tool
  vetgate approve notes search --version 3f9c2b71 --yes
                                             only if it is still this version
  vetgate approve notes search --accept unicode.hidden
                                             although this check has a blocking finding

A new definition is shown in full, a changed one as a diff, both with the findings of a scan. Hidden
characters and terminal sequences are shown as escapes. Only the shown version is approved: if the
server has changed it in the meantime, nothing is approved and a message says so.

A blocking (hard) finding must be accepted by the name of its check, for this version only. Review
it first: `vetgate explain CHECK` describes it.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    approved, or already approved
  1    not approved: the version has changed, or it has a blocking finding
       that was not accepted
  2    wrong usage, an unknown name, or the ledger cannot be used
  3    nothing was changed: you did not confirm, or there was no terminal for the question";

pub(super) const BLOCK_EXAMPLES: &str = "\
Examples:
  vetgate block notes delete_all             no agent can use it, in any version
  vetgate block notes a b c --yes            without asking
  vetgate block notes --instructions         agents do not see what the server tells them

A block applies from the next call on, in every gateway that uses the same data folder. It ends when
the same tool, prompt or instruction is approved.";

pub(super) const BLOCK_EXIT_CODES: &str = "\
Exit codes:
  0    blocked, or already blocked
  2    wrong usage, an unknown name, or the ledger cannot be used
  3    nothing was changed: you did not confirm, or there was no terminal for the question";

/// What is to be approved.
#[derive(Debug, Args)]
pub(crate) struct Approve {
    #[command(flatten)]
    pub(crate) which: Subjects,

    /// Everything of the server that is pending
    #[arg(long, conflicts_with_all = ["names", "version"])]
    pub(crate) all: bool,

    /// Accept the findings of this blocking (hard) check; may be given several times
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
