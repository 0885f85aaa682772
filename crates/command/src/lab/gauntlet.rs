//! What `vetgate gauntlet` can be asked for.

use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use vetgate_report::Format;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate gauntlet                              every scenario against Vetgate's own gateway
  vetgate gauntlet --category rug_pull          one kind of attack
  vetgate gauntlet rfc-rug-pull mine.yaml       these scenarios, one of them your own
  vetgate gauntlet --undefended                 with nobody in between: what the attacks do
  vetgate gauntlet --format html --output scorecard.html
  vetgate gauntlet --target http://127.0.0.1:8080/mcp    another gateway, or your own as it is set

Another gateway must have the servers of the scenarios behind it. Their addresses are printed with
--print-config as an `mcpServers` block, which most gateways read; --listen says where they are.
Servers are called SCENARIO-SERVER there. Scenarios with servers over standard streams are left out.
What such a gateway says cannot be heard, so an attack counts as prevented if it did no harm.

Against its own gateway, each scenario has one of its own, with the default policy. The person in
front of it approves what a scan finds nothing in (trust `scan`), and answers no question: a call
that is held is denied.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    every rate that the RFC expects is reached, and false alarms are under 5 %
  1    they are not
  2    wrong usage, a scenario that is not there or has mistakes, or a target that does not answer
  4    vacuous: nothing was played";

/// What is to be played, and against whom.
#[derive(Debug, Args)]
pub struct Gauntlet {
    /// Scenarios by their ids, or files with them [default: all that come with the program]
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,

    /// Only scenarios of this kind; may be given more than once
    #[arg(long, value_name = "NAME")]
    pub category: Vec<String>,

    /// Play against this MCP endpoint instead of Vetgate's own gateway
    #[arg(long, value_name = "URL", conflicts_with = "undefended")]
    pub target: Option<String>,

    /// The variable with the token that the target wants
    #[arg(long, value_name = "VARIABLE", requires = "target")]
    pub token_env: Option<String>,

    /// Where the servers are that stand behind a target
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7411", value_parser = crate::address::parse)]
    pub listen: SocketAddr,

    /// Print the configuration that a target needs, and end
    #[arg(long, conflicts_with_all = ["target", "undefended"])]
    pub print_config: bool,

    /// Play with nobody in between
    #[arg(long)]
    pub undefended: bool,

    /// How many scenarios are played at the same time [default: 4; 1 with --target]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,

    /// How the scorecard is written
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = formats())]
    pub format: String,

    /// Write the scorecard to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn formats() -> clap::builder::PossibleValuesParser {
    Format::of_figures().map(Format::name).collect::<Vec<_>>().into()
}
