//! What `vetgate eval` can be asked for.

use clap::{Args, Subcommand};
use std::path::PathBuf;
use vetgate_eval::Evaluation;
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
pub(crate) struct Eval {
    #[command(subcommand)]
    pub(crate) what: What,
}

/// The evaluations and what goes with them.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
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
    /// Everything, on a folder of datasets
    All(All),
    /// Known attacks in disguise: what each disguise leaves of the recall
    Evade(Evade),
    /// Whether datasets hold every rule
    Validate(Validate),
}

/// A detector's evaluation.
#[derive(Debug, Args)]
pub(crate) struct Detector {
    /// Labelled items; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Vec<PathBuf>,

    /// Write what was said of each item, as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub(crate) verdicts: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) how: How,
}

/// An evaluation of tool search.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Tools; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE", requires = "golden")]
    pub(crate) corpus: Vec<PathBuf>,

    /// Queries with their relevant tools; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE", requires = "corpus")]
    pub(crate) golden: Vec<PathBuf>,

    /// Write what was said of each query, as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub(crate) verdicts: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) how: How,
}

/// Everything.
#[derive(Debug, Args)]
pub(crate) struct All {
    /// The folder of the datasets
    #[arg(long, value_name = "DIR", default_value = "datasets")]
    pub(crate) datasets: PathBuf,

    /// Write what was reached, and limits just below it, as a new baseline
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// What decides where disguises go
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) how: How,
}

/// Attacks in disguise.
#[derive(Debug, Args)]
pub(crate) struct Evade {
    /// Labelled definitions; may be given several times [default: the project's in ./datasets]
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Vec<PathBuf>,

    /// What decides where disguises go
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) how: How,
}

/// Datasets to check.
#[derive(Debug, Args)]
pub(crate) struct Validate {
    /// Datasets of any kind
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// The tools that queries are over [default: corpus_v1.json beside the queries]
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: Vec<PathBuf>,
}

/// How figures are judged and shown.
#[derive(Debug, Args)]
pub(crate) struct How {
    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = Format::of_evaluations().map(|f| f.name()).collect::<Vec<_>>())]
    pub(crate) format: String,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Show what was missed and what was falsely flagged
    #[arg(long)]
    pub(crate) errors: bool,

    /// Score only: no gate, and exit code 0 whatever the figures
    #[arg(long)]
    pub(crate) no_gate: bool,

    /// Reference figures and limits [default: those that this version ships with]
    #[arg(long, value_name = "FILE", conflicts_with = "no_gate")]
    pub(crate) baseline: Option<PathBuf>,
}

impl What {
    /// The evaluation of a detector, with what is asked of it.
    pub(crate) fn detector(&self) -> Option<(Evaluation, &Detector)> {
        Some(match self {
            Self::Security(args) => (Evaluation::Security, args),
            Self::Responses(args) => (Evaluation::Responses, args),
            Self::Sensitive(args) => (Evaluation::Sensitive, args),
            Self::Capability(args) => (Evaluation::Capability, args),
            Self::Flow(args) => (Evaluation::Flow, args),
            Self::Retrieval(_) | Self::All(_) | Self::Evade(_) | Self::Validate(_) => return None,
        })
    }
}
