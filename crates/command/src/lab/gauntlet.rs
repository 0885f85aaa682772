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
  vetgate gauntlet --undefended                 without a gateway: what the attacks do
  vetgate gauntlet --format html --output scorecard.html
  vetgate gauntlet --target http://127.0.0.1:8080/mcp    another gateway, or your configured one

Another gateway must be configured with the scenario servers. Their addresses are printed with
--print-config as an `mcpServers` block, which most gateways read; --listen sets their address.
Servers are named SCENARIO-SERVER there. Scenarios with servers over standard streams are left out.
Vetgate cannot read the events of such a gateway, so an attack without harm counts as prevented.

Without --target, each scenario runs against a new gateway with the default policy. Definitions
without findings are approved automatically (trust `scan`), and nothing else is approved: a call
that is held is denied.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    every expected detection rate is reached, and false alarms are under 5 %
  1    a rate is not reached, or there are too many false alarms
  2    wrong usage, an unknown or invalid scenario, or a target that does not answer
  4    vacuous: no scenario was run";

/// What is to be played, and against whom.
#[derive(Debug, Args)]
pub struct Gauntlet {
    /// Scenario ids or scenario files [default: all built-in scenarios]
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,

    /// Only scenarios of this category; may be given several times
    #[arg(long, value_name = "NAME")]
    pub category: Vec<String>,

    /// Run against this MCP endpoint instead of Vetgate's own gateway
    #[arg(long, value_name = "URL", conflicts_with = "undefended")]
    pub target: Option<String>,

    /// The environment variable with the token for the target
    #[arg(long, value_name = "VARIABLE", requires = "target")]
    pub token_env: Option<String>,

    /// The address on which the scenario servers listen for a target
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7411", value_parser = crate::address::parse)]
    pub listen: SocketAddr,

    /// Print the configuration that a target needs, and exit
    #[arg(long, conflicts_with_all = ["target", "undefended"])]
    pub print_config: bool,

    /// Run without a gateway
    #[arg(long)]
    pub undefended: bool,

    /// How many scenarios run at the same time [default: 4; 1 with --target]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,

    /// The format of the scorecard
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = formats())]
    pub format: String,

    /// Write the scorecard to a file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn formats() -> clap::builder::PossibleValuesParser {
    Format::of_figures().map(Format::name).collect::<Vec<_>>().into()
}
