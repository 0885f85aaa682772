//! What `vetgate eval` can be asked for.

use clap::{Args, Subcommand};
use std::path::PathBuf;
use vetgate_report::Format;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate eval all                               everything in ./datasets, checked against the gates
  vetgate eval security --corpus rows.jsonl      the checks on labelled definitions of your own
  vetgate eval retrieval --corpus tools.json --golden queries.json
  vetgate eval responses --corpus outputs.jsonl --no-gate --errors
  vetgate eval sensitive --corpus texts.jsonl --verdicts said.jsonl
  vetgate eval flow --corpus sessions.jsonl --with-user-words --no-gate
  vetgate eval evade                             known attacks in disguise
  vetgate eval validate datasets/*.json          whether datasets follow every rule

A corpus is one JSON document in the project format (see docs/commands/eval.md), or JSON Lines with
one item per line; both may be compressed with gzip. The fields that each evaluation reads:
  security    id, label, description; name, server, input_schema, output_schema, annotations, peers
  responses   id, label, text
  sensitive   id, text, spans: [{type, start, end}], negative_for
  capability  server, name, description, input_schema; capabilities, parameter_roles, hints
  flow        id, label, steps: [{tool, args, output}]; kind, injected_from, user_prompt
  contradiction  id, label, tool, server, arguments, intent
  retrieval   tools: tool_id, server, name, description, input_schema
              queries: id, query, labels: [{tool_id, relevance}] or relevant: {tool_id: grade}

Without --corpus the files in ./datasets are used. Gates are the limits of the built-in baseline,
or of --baseline: limits of the engine apply to any corpus, limits of its
tiers and checks only to the corpus on which they were recorded.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    every gate passed, or --no-gate
  1    a gate failed
  2    wrong usage, or data that cannot be read or breaks a rule
  4    vacuous: no item that should be flagged, or none that should not; never a pass";

/// What to evaluate.
#[derive(Debug, Args)]
pub struct Eval {
    /// Which evaluation.
    #[command(subcommand)]
    pub what: What,
}

/// The evaluations and what goes with them.
#[derive(Debug, Subcommand)]
pub enum What {
    /// How well search finds the right tools for user queries
    Retrieval(Search),
    /// How well poisoned definitions are separated from harmless ones
    Security(Detector),
    /// How well injected instructions are found in tool responses
    Responses(Detector),
    /// How well personal data and secrets are found
    Sensitive(Detector),
    /// How well the capabilities of tools are classified
    Capability(Detector),
    /// How well sessions under attack are separated from harmless ones
    Flow(Sessions),
    /// How well calls with contradictory signals are separated from consistent ones
    Contradiction(Detector),
    /// Everything, on a folder of datasets
    All(All),
    /// Known attacks in disguise: the remaining recall for each disguise
    Evade(Evade),
    /// Whether datasets follow every rule
    Validate(Validate),
}

/// A detector's evaluation.
#[derive(Debug, Args)]
pub struct Detector {
    /// Labelled items; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,

    /// Write the verdict on each item, as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub verdicts: Option<PathBuf>,

    /// How the figures are judged and shown.
    #[command(flatten)]
    pub how: How,
}

/// An evaluation of sessions.
#[derive(Debug, Args)]
pub struct Sessions {
    /// Tell the guard what the user asked for (`user_prompt` of the rows), as a client may report it
    #[arg(long)]
    pub with_user_words: bool,

    /// The labelled sessions.
    #[command(flatten)]
    pub detector: Detector,
}

/// An evaluation of tool search.
#[derive(Debug, Args)]
pub struct Search {
    /// Tools; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE", requires = "golden")]
    pub corpus: Vec<PathBuf>,

    /// Queries with their relevant tools; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE", requires = "corpus")]
    pub golden: Vec<PathBuf>,

    /// Write the result of each query, as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub verdicts: Option<PathBuf>,

    /// How the figures are judged and shown.
    #[command(flatten)]
    pub how: How,
}

/// Everything.
#[derive(Debug, Args)]
pub struct All {
    /// The folder of the datasets
    #[arg(long, value_name = "DIR", default_value = "datasets")]
    pub datasets: PathBuf,

    /// Write the measured figures, and limits just below them, as a new baseline
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,

    /// The random seed for the placement of disguises
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How the figures are judged and shown.
    #[command(flatten)]
    pub how: How,
}

/// Attacks in disguise.
#[derive(Debug, Args)]
pub struct Evade {
    /// Labelled definitions; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,

    /// The random seed for the placement of disguises
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How the figures are judged and shown.
    #[command(flatten)]
    pub how: How,
}

/// Datasets to check.
#[derive(Debug, Args)]
pub struct Validate {
    /// Datasets of any kind
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// The tools that the queries refer to [default: corpus_v2.json beside the queries]
    #[arg(long, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,
}

/// How figures are judged and shown.
#[derive(Debug, Args)]
pub struct How {
    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = Format::of_figures().map(|f| f.name()).collect::<Vec<_>>())]
    pub format: String,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Show missed items and false positives
    #[arg(long)]
    pub errors: bool,

    /// Measure only: no gates, and always exit code 0
    #[arg(long)]
    pub no_gate: bool,

    /// Reference figures and limits [default: the built-in baseline]
    #[arg(long, value_name = "FILE", conflicts_with = "no_gate")]
    pub baseline: Option<PathBuf>,
}
