//! What `vetgate serve` and `vetgate run` can be asked for.

use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate serve --config ~/.cursor/mcp.json       the servers that a client has, behind one address
  vetgate serve                                   your own gateway configuration
  vetgate serve --mode discover                   five tools instead of hundreds: search, then call
  vetgate serve --stdio --config mcp.json         for clients that start their servers
  vetgate serve --config mcp.json --check         is the configuration right?

Clients reach all servers at http://127.0.0.1:7332/mcp, where tools go by `server__tool`, and one
server at http://127.0.0.1:7332/mcp/NAME, where names are as the server has them.

The configuration is the `mcpServers` block that clients have, as it is. A `gateway` block says how
clients are served, a `security` block what is allowed; JSON with comments or TOML. Secrets are
written as ${env:NAME} or ${file:PATH}. A changed file is read again while the gateway runs.

Without TLS the gateway listens on this machine only. Programs here need no token as long as the
configuration lists no agents; agents elsewhere need one. Managing the gateway takes the admin
token, which is made at the first start and kept in the data folder.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    stopped by a signal or the end of the input, or the configuration is right (--check)
  2    wrong usage, a configuration with mistakes, or an address that cannot be used";

pub(super) const RUN_EXAMPLES: &str = "\
Examples:
  vetgate run -- npx -y @modelcontextprotocol/server-filesystem ~/notes
  vetgate run --name time -- uvx mcp-server-time

Put it into a client's configuration in the place of the server's own command: the client speaks to \
Vetgate over standard streams, and Vetgate to the server. Names stay as the server has them, and the \
server is introduced to the client as itself.

No configuration is read. The guard judges every call by the defaults of `security`, whatever \
gateway.json says. For other settings put the server into gateway.json and use `vetgate serve`.";

pub(super) const RUN_EXIT_CODES: &str = "\
Exit codes:
  0    the client has closed the streams, or a signal came
  2    wrong usage";

/// How the gateway is to be started.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The configuration [default: gateway.json in your settings folder]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Where to listen; port 0 takes a free one [default: the configuration's, or 127.0.0.1:7332]
    #[arg(long, value_name = "ADDRESS", conflicts_with = "stdio", value_parser = vetgate_command::address::parse)]
    pub(crate) listen: Option<SocketAddr>,

    /// Speak over standard input and output instead of HTTP
    #[arg(long)]
    pub(crate) stdio: bool,

    /// How tools are shown [default: the configuration's, or direct]
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<ModeName>,

    /// Only say whether the configuration is right; nothing is started
    #[arg(long)]
    pub(crate) check: bool,

    /// How events are written to standard error
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) log: LogFormat,
}

/// One server, for one client.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// What the server is called: in approvals, records and errors. After what the command starts, if it is not given
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Who approves what the server declares: you, the scanner when it is first seen, or nobody until it changes
    #[arg(long, value_name = "TRUST", default_value = "manual")]
    pub(crate) trust: TrustName,

    /// The folder with approvals and records, if it is not the usual one
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,

    /// Seconds a call may go without a word from the server
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,

    /// How events are written to standard error
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) log: LogFormat,

    /// The command that starts the server, after `--`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// Who approves what a server declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TrustName {
    /// A person approves everything
    Manual,
    /// What scans clean when the server is first seen is approved
    Scan,
    /// What is new is approved; what changes is not
    Auto,
}

/// How tools are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeName {
    /// Every tool by its name
    Direct,
    /// Five tools to find, describe and call the others
    Discover,
}

/// How events are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Terminal,
    /// One JSON object a line
    Json,
    /// Nothing
    None,
}
