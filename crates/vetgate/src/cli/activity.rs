//! What `vetgate activity` can be asked for.

use super::filters::{Filters, would};
use super::{ListFormat, Place};
use clap::Args;
use vetgate_ledger::Verdict;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate activity                                   the newest records
  vetgate activity --follow                          new records as they are written
  vetgate activity --server notes --verdict deny --since 2d
  vetgate activity --kind decision                   who approved what
  vetgate activity --would deny --would hold         calls that only log_only allowed
  vetgate activity --duration-from 2s --failed       slow calls that failed
  vetgate activity --id 4711                         one record in full, with bodies
  vetgate activity --since 1h --oldest --format json > calls.jsonl

Kinds: call, decision, quarantine, scan, server, configuration, security, ledger. Personal data and
secrets were masked before anything was written. Times are in UTC.

With --format json each record is one object on one line. If more than --limit records match, a note
shows how to continue: --cursor with the last id.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the matching records were shown, if any; with --follow, stopped by Ctrl-C
  2    wrong usage, no record with that id, or the ledger cannot be read";

/// Which records are to be shown, and how.
#[derive(Debug, Args)]
pub(crate) struct Activity {
    /// Show one record in full
    #[arg(long, value_name = "ID", conflicts_with_all = ["follow", "oldest", "cursor", "limit"])]
    pub(crate) id: Option<u64>,

    /// The maximum number of records; with --follow, of existing records [default: 50, 10 with --follow]
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// Continue after the record with this id
    #[arg(long, value_name = "ID", conflicts_with = "follow")]
    pub(crate) cursor: Option<u64>,

    /// Show the oldest records first
    #[arg(long, conflicts_with = "follow")]
    pub(crate) oldest: bool,

    /// Show new records as they are written, until Ctrl-C
    #[arg(long, short)]
    pub(crate) follow: bool,

    /// Calls that would have had this verdict without log_only: mask, hold or deny; may be given several times
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
