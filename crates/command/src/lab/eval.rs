//! What `vetgate eval` can be asked for.

use clap::{Args, Subcommand};
use std::path::PathBuf;
use vetgate_report::Format;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate eval all                               everything on ./datasets, held to its gates
  vetgate eval security --corpus rows.jsonl      the checks on labelled definitions of your own
  vetgate eval retrieval --corpus tools.json --golden queries.json
  vetgate eval responses --corpus outputs.jsonl --no-gate --errors
  vetgate eval sensitive --corpus texts.jsonl --verdicts said.jsonl
  vetgate eval evade                             known attacks in disguise
  vetgate eval validate datasets/*.json          whether datasets hold every rule

A corpus is one JSON document of the project's shape (see docs/commands/eval.md), or JSON Lines with
one item a line; both may be packed with gzip. What each evaluation reads of an item:
  security    id, label, description; name, server, input_schema, output_schema, annotations, peers
  responses   id, label, text
  sensitive   id, text, spans: [{type, start, end}], negative_for
  capability  server, name, description, input_schema; capabilities, parameter_roles, hints
  flow        id, label, steps: [{tool, args, output}]
  contradiction  id, label, tool, server, arguments, intent
  retrieval   tools: tool_id, server, name, description, input_schema
              queries: id, query, labels: [{tool_id, relevance}] or relevant: {tool_id: grade}

Without --corpus the files of ./datasets are measured. Gates are the limits of the baseline that
this version ships with, or of --baseline: those of the engine hold for any corpus, those of its
tiers and checks for the corpus on which they were recorded.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    every gate holds, or --no-gate
  1    a gate does not hold
  2    wrong usage, or data that cannot be read or breaks a rule
  4    vacuous: nothing that should be flagged, or nothing that should not; never a pass";

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
    /// How well tools are found by what people ask for
    Retrieval(Search),
    /// How well poisoned definitions are told from harmless ones
    Security(Detector),
    /// How well injected instructions are found in what tools return
    Responses(Detector),
    /// How well personal data and secrets are found
    Sensitive(Detector),
    /// How well it is told what tools can do
    Capability(Detector),
    /// How well sessions under attack are told from harmless ones
    Flow(Detector),
    /// How well calls whose signals contradict each other are told from consistent ones
    Contradiction(Detector),
    /// Everything, on a folder of datasets
    All(All),
    /// Known attacks in disguise: what each disguise leaves of the recall
    Evade(Evade),
    /// Whether datasets hold every rule
    Validate(Validate),
}

/// A detector's evaluation.
#[derive(Debug, Args)]
pub struct Detector {
    /// Labelled items; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,

    /// Write what was said of each item, as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub verdicts: Option<PathBuf>,

    /// How the figures are judged and shown.
    #[command(flatten)]
    pub how: How,
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

    /// Write what was said of each query, as JSON Lines
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

    /// Write what was reached, and limits just below it, as a new baseline
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,

    /// What decides where disguises go
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

    /// What decides where disguises go
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

    /// The tools that queries are over [default: corpus_v2.json beside the queries]
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

    /// Show what was missed and what was falsely flagged
    #[arg(long)]
    pub errors: bool,

    /// Score only: no gate, and exit code 0 whatever the figures
    #[arg(long)]
    pub no_gate: bool,

    /// Reference figures and limits [default: those that this version ships with]
    #[arg(long, value_name = "FILE", conflicts_with = "no_gate")]
    pub baseline: Option<PathBuf>,
}
