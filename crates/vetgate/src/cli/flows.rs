//! What `vetgate flows` can be asked for.

use super::Place;
use crate::moment::Moment;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate flows                sessions with data flows, the most severe first
  vetgate flows --since 1d     sessions of the last day
  vetgate flows 5f0c1e         the flows of one session, the most severe first
  vetgate flows 5f0c1e --format svg --output 5f0c1e.svg
  vetgate flows 5f0c1e --format dot | dot -Tpdf -o 5f0c1e.pdf

A flow is data from the response of one call that occurs again in the arguments of a later one, unchanged or \
encoded. It is `safe` (ordinary work), `suspicious` (needs a review) or `critical` (an attack, unless \
a review shows otherwise). In a picture, calls are listed from top to bottom, servers are columns, \
and arrows are flows.

Session names are those of `vetgate activity --format json`.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the flows were shown, if there are any
  2    wrong usage, no such session, or the ledger cannot be read";

/// Which flows are to be shown, and how.
#[derive(Debug, Args)]
pub(crate) struct Flows {
    /// The session; if not given, all sessions with flows are listed
    #[arg(value_name = "SESSION")]
    pub(crate) session: Option<String>,

    /// How to show them; dot and svg draw one session
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: FlowsFormat,

    /// Write to a file instead of standard output; a new one is readable by you alone
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Calls from this time on: 90s, 15m, 2h, 7d or 4w ago, a day (UTC) as 2026-11-16, or a time as 2026-11-16T14:30Z
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<Moment>,

    #[command(flatten)]
    pub(crate) place: Place,
}

/// How flows are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FlowsFormat {
    /// A line for each flow
    Terminal,
    /// For programs
    Json,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
}
