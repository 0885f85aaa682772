//! What `vetgate diff` can be asked for.

use super::{ListFormat, Place, Subjects};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate diff notes search                  what changed since it was approved, field by field
  vetgate diff notes                         everything of one server that differs
  vetgate diff notes --instructions          what the server tells every client
  vetgate diff notes search --format json    for programs

Left out words begin with `-`, new ones with `+`. Zero-width characters, direction marks, tags and
terminal sequences are spelled out, as \\u{200B}; where two texts would look alike, so is everything
beyond ASCII. Texts are masked: where two are equal here and the fields are not, what differs was
masked, and the diff says so. Beside it stands what a scan finds now and did not find before.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    nothing differs from what was approved
  1    something differs, or was never approved
  2    wrong usage, nothing of that name, or no ledger that can be read";

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
