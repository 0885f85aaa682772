//! What `vetgate classify` can be asked for.

use super::Targets;
use clap::Args;
use std::path::PathBuf;
use vetgate_report::Format;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate classify tools.json                      what each tool can do, and the server as a whole
  vetgate classify -- npx -y @acme/server@1.2.0    a server by the command that starts it
  vetgate classify                                 every MCP client on this machine
  vetgate classify -v tools.json                   with the reasons, and what each parameter takes
  vetgate classify --source . tools.json           what definition and code agree on
  vetgate classify --format json tools.json        for programs
  vetgate classify --format html --output map.html a.json b.json

Targets are those of `vetgate scan`, and the same questions are asked before anything is started or
contacted. Tools are labelled without running them, by their definitions and, where there is source
(--source, or a server that is started from a local path), by their code:
  exec           run code or commands        net_ingress    accept connections
  fs_read        read files                  secret_access  read secrets
  fs_write       change or delete files      db_query       read a database
  net_egress     send requests               db_write       change a database
Each label is high (independent signals agree), medium (one strong signal) or low (weak signals).

With --llm-classifier, tools without a label at medium or above are also shown to a language model,
each at most once, and answers are kept. What it says is marked `inferred`. Set before:
  VETGATE_LLM_BASE_URL   an OpenAI-compatible endpoint, such as http://localhost:11434/v1
  VETGATE_LLM_MODEL      the model's name
  VETGATE_LLM_API_KEY    a key, if the endpoint wants one
Without the flag no model is asked.

Settings are read from ./vetgate.toml if it exists:
  [capability]
  servers = { wiki = \"internal\", relay = \"external\" }";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    everything was classified
  2    wrong usage, or input that cannot be read
  3    something could not be classified: a server did not answer or was not asked
       for want of a yes, a limit was hit, a model gave no label, or there was
       nothing to classify
  130  interrupted
  Where several hold, 2 wins over 3.";

/// What to classify, and how to show it.
#[derive(Debug, Args)]
pub(crate) struct Classify {
    #[command(flatten)]
    pub(crate) targets: Targets,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = Format::of_surveys().map(|f| f.name()).collect::<Vec<_>>())]
    pub(crate) format: String,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Show the reasons for each label, and what each parameter takes
    #[arg(long, short = 'v')]
    pub(crate) evidence: bool,

    /// The source of the server: labels are held against the code of its tools
    #[arg(long, value_name = "PATH")]
    pub(crate) source: Option<PathBuf>,

    /// Report every combination of tags, also where no tool can play its part in it
    #[arg(long)]
    pub(crate) all_combinations: bool,

    /// Settings [default: ./vetgate.toml if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings file, not even ./vetgate.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,

    /// Ask a language model about tools that their definitions do not explain
    #[arg(long, conflicts_with = "no_exec")]
    pub(crate) llm_classifier: bool,

    /// Where answers of the model are kept [default: vetgate/llm in your folder for caches]
    #[arg(long, value_name = "DIR", requires = "llm_classifier")]
    pub(crate) llm_cache: Option<PathBuf>,
}
