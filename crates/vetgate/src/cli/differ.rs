//! What `vetgate diff` can be asked for.

use super::{ListFormat, Place, Subjects};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate diff notes search                  what changed since it was approved, field by field
  vetgate diff notes                         everything of one server that differs
  vetgate diff notes --instructions          what the server tells every client
  vetgate diff notes search --format json    for programs

`-` marks removed text, `+` marks new text. Zero-width characters, direction marks, tags and
terminal sequences are shown as escapes such as \\u{200B}; if two texts would look alike, so are all
non-ASCII characters. Texts are masked: if two shown texts are equal but the fields differ, the
difference was masked, and the diff says so. Findings that are new since the approval are also listed.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    nothing differs from what was approved
  1    something differs, or was never approved
  2    wrong usage, an unknown name, or the ledger cannot be read";

/// What is to be compared with what was approved.
#[derive(Debug, Args)]
pub(crate) struct Diff {
    #[command(flatten)]
    pub(crate) which: Subjects,

    /// How to show the difference
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,
}
