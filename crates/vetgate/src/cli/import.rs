//! What `vetgate import` can be asked for.

use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate import                             the servers of every client on this machine
  vetgate import cursor claude-code          of these two
  vetgate import ~/.cursor/mcp.json --output gateway.json
  vetgate import --dry-run                   what would be written

If the file exists, servers are added and its content is kept. A server of two clients is
added once; of two servers with one name, one is renamed. References such as ${env:TOKEN} stay
references. Secrets in clear text in a client's file are copied, and the output names them.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the configuration was written, or there was nothing new
  2    wrong usage, or a file that cannot be read or written
  3    something was left out: a client's file or an entry that cannot be read;
       or there was no server at all";

/// Servers to take over.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Clients, or files of clients; without any, every client on this machine
    #[arg(value_name = "CLIENT")]
    pub(crate) clients: Vec<String>,

    /// Where to write the gateway's configuration [default: vetgate/gateway.json in your settings folder]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Print the configuration, without secrets, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}
