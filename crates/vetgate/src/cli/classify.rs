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
  vetgate classify -v tools.json                   with reasons and parameter roles
  vetgate classify --source . tools.json           what definition and code agree on
  vetgate classify --format json tools.json        for programs
  vetgate classify --format html --output map.html a.json b.json

Targets are the same as for `vetgate scan`, and so is the confirmation before a server is started or
contacted. Tools are labelled without running them, by their definitions and, where there is source
(--source, or a server that is started from a local path), by their code:
  exec           run code or commands        net_ingress    accept connections
  fs_read        read files                  secret_access  read secrets
  fs_write       change or delete files      db_query       read a database
  net_egress     send requests               db_write       change a database
Each label is high (independent signals agree), medium (one strong signal) or low (weak signals).

With --llm-classifier, tools without a label at medium or above are also sent to a language model,
each at most once, and the answers are cached. Its labels are marked `inferred`. Set the variables:
  VETGATE_LLM_BASE_URL   an OpenAI-compatible endpoint, such as http://localhost:11434/v1
  VETGATE_LLM_MODEL      the model's name
  VETGATE_LLM_API_KEY    a key, if the endpoint requires one
Without the flag no model is used.

Settings are read from ./vetgate.toml if it exists:
  [capability]
  servers = { wiki = \"internal\", relay = \"external\" }";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    everything was classified
  2    wrong usage, or input that cannot be read
  3    something could not be classified: a server did not answer or was skipped
       because you did not confirm, a limit was hit, a model gave no label, or there was
       nothing to classify
  130  interrupted
  If several apply, 2 takes precedence over 3.";

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

    /// Show the reasons for each label, and the role of each parameter
    #[arg(long, short = 'v')]
    pub(crate) evidence: bool,

    /// The source code of the server, to compare the labels with
    #[arg(long, value_name = "PATH")]
    pub(crate) source: Option<PathBuf>,

    /// Report every combination of tags, even if no tool can take the required role
    #[arg(long)]
    pub(crate) all_combinations: bool,

    /// Settings [default: ./vetgate.toml if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings file, not even ./vetgate.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,

    /// Send tools with unclear definitions to a language model
    #[arg(long, conflicts_with = "no_exec")]
    pub(crate) llm_classifier: bool,

    /// The cache folder for answers of the model [default: vetgate/llm in your cache folder]
    #[arg(long, value_name = "DIR", requires = "llm_classifier")]
    pub(crate) llm_cache: Option<PathBuf>,
}
