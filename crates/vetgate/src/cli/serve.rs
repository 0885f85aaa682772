//! What `vetgate serve` and `vetgate run` can be asked for.

use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate serve --config ~/.cursor/mcp.json       the servers of a client, behind one address
  vetgate serve                                   your own gateway configuration
  vetgate serve --mode discover                   five tools instead of hundreds: search, then call
  vetgate serve --stdio --config mcp.json         for clients that start their servers
  vetgate serve --config mcp.json --check         only check the configuration

Clients reach all servers at http://127.0.0.1:7332/mcp, with tool names `server__tool`, and one
server at http://127.0.0.1:7332/mcp/NAME, with unchanged names.

The configuration is the `mcpServers` block of a client, unchanged. A `gateway` block sets how
clients are served, a `security` block what is allowed; JSON with comments or TOML. Secrets are
written as ${env:NAME} or ${file:PATH}. The running gateway reloads a changed file.

Without TLS the gateway listens on this machine only. Local programs need no token as long as the
configuration lists no agents; remote agents need one. Managing the gateway requires the admin
token, which is created at the first start and stored in the data folder.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    stopped by a signal or the end of the input, or the configuration is valid (--check)
  2    wrong usage, an invalid configuration, or an address that cannot be used";

pub(super) const RUN_EXAMPLES: &str = "\
Examples:
  vetgate run -- npx -y @modelcontextprotocol/server-filesystem ~/notes
  vetgate run --name time -- uvx mcp-server-time

Use it in a client's configuration instead of the server's own command: the client talks to \
Vetgate over standard streams, and Vetgate to the server. Names are not changed, and the \
client sees the server's own name and version.

No configuration is read: every call is judged with the default settings of `security`, not with those of \
gateway.json. For other settings, add the server to gateway.json and use `vetgate serve`.";

pub(super) const RUN_EXIT_CODES: &str = "\
Exit codes:
  0    the client closed the streams, or a signal stopped Vetgate
  2    wrong usage";

/// How the gateway is to be started.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The configuration [default: gateway.json in your settings folder]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The address to listen on; port 0 selects a free port [default: from the configuration, or 127.0.0.1:7332]
    #[arg(long, value_name = "ADDRESS", conflicts_with = "stdio", value_parser = vetgate_command::address::parse)]
    pub(crate) listen: Option<SocketAddr>,

    /// Use standard input and output instead of HTTP
    #[arg(long)]
    pub(crate) stdio: bool,

    /// How tools are shown [default: from the configuration, or direct]
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<ModeName>,

    /// Only check the configuration; start nothing
    #[arg(long)]
    pub(crate) check: bool,

    /// How events are written to standard error
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) log: LogFormat,
}

/// One server, for one client.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The name of the server in approvals, records and errors [default: derived from the command]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Who approves what the server declares: you, a scan without findings, or automatic approval until it changes
    #[arg(long, value_name = "TRUST", default_value = "manual")]
    pub(crate) trust: TrustName,

    /// The folder with approvals and records [default: your data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,

    /// The maximum time of a call without a message from the server, in seconds
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
    /// Definitions without findings in the first scan are approved automatically
    Scan,
    /// New definitions are approved automatically; changed ones are not
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
    /// One JSON object per line
    Json,
    /// Nothing
    None,
}
