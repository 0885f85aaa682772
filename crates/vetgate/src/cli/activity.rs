//! What `vetgate activity` can be asked for.

use super::filters::{Filters, would};
use super::{ListFormat, Place};
use clap::Args;
use vetgate_ledger::Verdict;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate activity                                   the newest records
  vetgate activity --follow                          new ones as they come
  vetgate activity --server notes --verdict deny --since 2d
  vetgate activity --kind decision                   who approved what
  vetgate activity --would deny --would hold         what log_only let through
  vetgate activity --duration-from 2s --failed       what was slow and went wrong
  vetgate activity --id 4711                         all of one record, bodies too
  vetgate activity --since 1h --oldest --format json > calls.jsonl

Kinds: call, decision, quarantine, scan, server, configuration, security, ledger. Personal data and
secrets were masked before anything was written. Times are in UTC.

With --format json each record is one object on one line. Where there is more than --limit, a note
says how to go on: --cursor with the last id.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the records were shown, if any fit; with --follow, stopped by Ctrl-C
  2    wrong usage, no record of that id, or no ledger that can be read";

/// Which records are to be shown, and how.
#[derive(Debug, Args)]
pub(crate) struct Activity {
    /// One record with everything in it
    #[arg(long, value_name = "ID", conflicts_with_all = ["follow", "oldest", "cursor", "limit"])]
    pub(crate) id: Option<u64>,

    /// The most records to show; with --follow, of those that are there already [default: 50, 10 with --follow]
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// Go on behind the record with this id
    #[arg(long, value_name = "ID", conflicts_with = "follow")]
    pub(crate) cursor: Option<u64>,

    /// The oldest first
    #[arg(long, conflicts_with = "follow")]
    pub(crate) oldest: bool,

    /// Show new records as they come, until Ctrl-C
    #[arg(long, short)]
    pub(crate) follow: bool,

    /// Calls that would have had this verdict where verdicts are only written down: mask, hold or deny; may be given several times
    #[arg(long, value_name = "VERDICT", value_parser = would, help_heading = "Filters")]
    pub(crate) would: Vec<Verdict>,

    /// How to show records
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) place: Place,

    #[command(flatten)]
    pub(crate) filters: Filters,
}
