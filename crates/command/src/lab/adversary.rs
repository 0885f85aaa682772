//! What `vetgate adversary` can be asked for.

use clap::Args;
use std::net::SocketAddr;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate adversary --list                                list the scenarios
  vetgate adversary rfc-rug-pull                          one server on the standard streams
  vetgate adversary shadow-same-name --server NAME        another server of the scenario
  vetgate adversary --listen 127.0.0.1:7411               all scenarios over Streamable HTTP
  vetgate adversary --listen 127.0.0.1:7411 rfc-rug-pull  one of them
  vetgate adversary ./mine.yaml                           a scenario of your own

Over HTTP each server is at /SCENARIO/SERVER/mcp, and the configuration that a client or gateway
needs to reach them is printed. The servers attack every client that connects: use only test
clients. The servers themselves do no harm and contact no other host.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    stopped by a signal or the end of the input, or listed
  2    wrong usage, an unknown or invalid scenario, or an address that cannot be used";

/// What is to be served.
#[derive(Debug, Args)]
pub struct Adversary {
    /// A scenario by its id, or a file with one
    #[arg(value_name = "SCENARIO", required_unless_present_any = ["list", "listen", "attach"])]
    pub scenario: Option<String>,

    /// List the scenarios
    #[arg(long)]
    pub list: bool,

    /// Serve over Streamable HTTP on this address; port 0 selects a free port
    #[arg(long, value_name = "ADDRESS", value_parser = crate::address::parse)]
    pub listen: Option<SocketAddr>,

    /// The server of the scenario to run on the standard streams [default: the first]
    #[arg(long, value_name = "NAME", conflicts_with = "listen")]
    pub server: Option<String>,

    /// Stand for a server of a gauntlet that runs elsewhere
    #[arg(long, value_name = "ADDRESS", hide = true, requires = "server", conflicts_with_all = ["scenario", "listen", "list"])]
    pub attach: Option<SocketAddr>,
}
