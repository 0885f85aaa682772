//! The command line: what can be asked for, and how it is explained.

mod activity;
mod analyze;
pub(crate) mod audit;
mod baselines;
mod classify;
mod completions;
mod connect;
mod decide;
mod differ;
mod filters;
mod flows;
mod holds;
mod import;
mod inspect;
mod man;
mod place;
mod redact;
mod replay;
mod search;
mod serve;
mod servers;
mod subjects;
mod tools;

pub(crate) use activity::Activity;
pub(crate) use analyze::Analyze;
pub(crate) use audit::Audit;
pub(crate) use baselines::{Baselines, What as BaselinesWhat};
pub(crate) use classify::Classify;
pub(crate) use completions::Completions;
pub(crate) use connect::Connect;
pub(crate) use decide::{Approve, Block};
pub(crate) use differ::Diff;
pub(crate) use flows::{Flows, FlowsFormat};
pub(crate) use holds::{ApproveCall, DenyCall, Holds};
pub(crate) use import::Import;
pub(crate) use inspect::{Inspect, Which};
pub(crate) use man::Man;
pub(crate) use place::Place;
pub(crate) use redact::Redact;
pub(crate) use replay::Replay;
pub(crate) use search::Search;
pub(crate) use serve::{LogFormat, ModeName, Run, Serve, TrustName};
pub(crate) use servers::Servers;
pub(crate) use subjects::Subjects;
pub(crate) use tools::Tools;

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use vetgate_command::lab::LabCommand;
use vetgate_model::Severity;
use vetgate_report::Format;

const EXIT_CODES: &str = "\
Exit codes:
  0    nothing at or above --fail-on
  1    findings at or above --fail-on
  2    wrong usage, or input that cannot be read
  3    something could not be scanned: a server did not answer or was skipped
       because you did not confirm, a limit was hit, or there was nothing to scan
  130  interrupted
  If several apply, 2 takes precedence over 1, and 1 over 3.";

const LOCK_EXIT_CODES: &str = "\
Exit codes:
  0    the lock was written
  2    wrong usage, or the input or an existing lock cannot be read
  3    something could not be read: a server did not answer or was skipped, a
       limit was hit, or there was nothing to lock
  130  interrupted
  With any code except 0, nothing is written and an existing lock is not changed.";

const SCAN_EXAMPLES: &str = "\
Examples:
  vetgate scan tools.json                     a tools/list result, an array of tools, JSON Lines
  vetgate scan https://mcp.example.com/mcp    a server by URL
  vetgate scan -- npx -y @acme/server@1.2.0   a server by the command that starts it
  vetgate scan ~/.cursor/mcp.json             every server in a client's configuration
  vetgate scan                                every MCP client on this machine
  vetgate scan --locked tools.json            also report changes since `vetgate lock`
  vetgate scan --source . tools.json          also compare the tools with their code
  vetgate scan --format sarif --output vetgate.sarif tools.json

Starting an untrusted command or contacting an untrusted URL is a risk. Vetgate first lists the
servers of client configurations, and starts or contacts them only after you agree: on the
terminal, or with --yes. Without a terminal and without --yes they are skipped, and the exit
code is 3. With --no-exec no server is started or contacted; the configurations are still
checked. A command after `--` and a URL on the command line need no confirmation.

Settings are read from ./vetgate.toml if it exists, and the result reports it. An untrusted
folder may contain such a file: --no-config ignores it.
  [scan]
  fail_on = \"high\"
  timeout = 30
  [[ignore]]
  check = \"directive.preference\"    # or \"directive.*\"
  server = \"docs\"                   # optional, * matches any text
  tool = \"search*\"                  # optional
  reason = \"reviewed by the platform team\"
  expires = 2027-01-31";

/// Vet every tool. Gate every call. Security for AI agents that use MCP servers.
#[derive(Debug, Parser)]
#[command(name = "vetgate", version, max_term_width = 100, after_help = EXIT_CODES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find poisoned tools in files, servers and the MCP clients on this machine
    #[command(after_long_help = format!("{SCAN_EXAMPLES}\n\n{EXIT_CODES}"), after_help = EXIT_CODES)]
    Scan(Box<Scan>),
    /// Analyze the source code of servers: which operations their tools reach, and with which input
    #[command(after_long_help = format!("{}\n\n{}", analyze::EXAMPLES, analyze::EXIT_CODES), after_help = analyze::EXIT_CODES)]
    Analyze(Analyze),
    /// Record the current definition of every tool in a lock file, for `scan --locked`
    ///
    /// The lock contains a fingerprint and the value of every field of every tool, prompt, resource and instruction.
    /// In an existing lock, the entries of the servers of this run are replaced and their changes are shown; all other
    /// entries are kept. Nothing is written unless every target was read completely.
    #[command(after_help = LOCK_EXIT_CODES)]
    Lock(Lock),
    /// Show what each tool can do, and what servers can do in combination
    #[command(after_long_help = format!("{}\n\n{}", classify::EXAMPLES, classify::EXIT_CODES), after_help = classify::EXIT_CODES)]
    Classify(Box<Classify>),
    /// Find personal data and secrets in files or standard input
    #[command(after_long_help = format!("{}\n\n{}", inspect::EXAMPLES, inspect::EXIT_CODES), after_help = inspect::EXIT_CODES)]
    Inspect(Inspect),
    /// Remove personal data and secrets from a document; works as a streaming filter
    #[command(after_long_help = format!("{}\n\n{}", redact::EXAMPLES, redact::EXIT_CODES), after_help = redact::EXIT_CODES)]
    Redact(Redact),
    /// Find the tool for what you want to do
    #[command(after_long_help = format!("{}\n\n{}", search::EXAMPLES, search::EXIT_CODES), after_help = search::EXIT_CODES)]
    Search(Search),
    /// Run the gateway between agents and their MCP servers
    #[command(after_long_help = format!("{}\n\n{}", serve::EXAMPLES, serve::EXIT_CODES), after_help = serve::EXIT_CODES)]
    Serve(Serve),
    /// Start one server behind the gateway, for one client
    #[command(after_long_help = format!("{}\n\n{}", serve::RUN_EXAMPLES, serve::RUN_EXIT_CODES), after_help = serve::RUN_EXIT_CODES)]
    Run(Run),
    /// Add the gateway to a client's configuration, or remove it
    #[command(after_long_help = format!("{}\n\n{}", connect::EXAMPLES, connect::EXIT_CODES), after_help = connect::EXIT_CODES)]
    Connect(Connect),
    /// Copy the servers of MCP clients into the gateway's configuration
    #[command(after_long_help = format!("{}\n\n{}", import::EXAMPLES, import::EXIT_CODES), after_help = import::EXIT_CODES)]
    Import(Import),
    /// Show what servers declare, with approval status and pending decisions
    #[command(after_long_help = format!("{}\n\n{}", tools::EXAMPLES, tools::EXIT_CODES), after_help = tools::EXIT_CODES)]
    Tools(Tools),
    /// Review a pending tool with its changes and findings, and approve exactly that version
    #[command(after_long_help = format!("{}\n\n{}", decide::EXAMPLES, decide::EXIT_CODES), after_help = decide::EXIT_CODES)]
    Approve(Approve),
    /// Block a tool for all agents, including its later versions
    #[command(after_long_help = format!("{}\n\n{}", decide::BLOCK_EXAMPLES, decide::BLOCK_EXIT_CODES), after_help = decide::BLOCK_EXIT_CODES)]
    Block(Block),
    /// Show what changed since the approval, field by field
    #[command(after_long_help = format!("{}\n\n{}", differ::EXAMPLES, differ::EXIT_CODES), after_help = differ::EXIT_CODES)]
    Diff(Diff),
    /// List the servers that the gateway has seen
    #[command(after_long_help = format!("{}\n\n{}", servers::EXAMPLES, servers::EXIT_CODES), after_help = servers::EXIT_CODES)]
    Servers(Servers),
    /// Show the activity record: calls, decisions, changes
    #[command(after_long_help = format!("{}\n\n{}", activity::EXAMPLES, activity::EXIT_CODES), after_help = activity::EXIT_CODES)]
    Activity(Box<Activity>),
    /// Show the data flows of a session, as a list or a picture
    #[command(after_long_help = format!("{}\n\n{}", flows::EXAMPLES, flows::EXIT_CODES), after_help = flows::EXIT_CODES)]
    Flows(Flows),
    /// Verify that the activity record was not altered, or export it encrypted
    #[command(after_long_help = format!("{}\n\n{}", audit::EXAMPLES, audit::EXIT_CODES), after_help = audit::EXIT_CODES)]
    Audit(Audit),
    /// List the calls that are held for approval
    #[command(after_long_help = format!("{}\n\n{}", holds::EXAMPLES, holds::EXIT_CODES), after_help = holds::EXIT_CODES)]
    Holds(Holds),
    /// Show a held call and approve it once
    #[command(after_long_help = format!("{}\n\n{}", holds::APPROVE_EXAMPLES, holds::APPROVE_EXIT_CODES), after_help = holds::APPROVE_EXIT_CODES)]
    ApproveCall(ApproveCall),
    /// Deny a held call
    #[command(after_long_help = format!("{}\n\n{}", holds::DENY_EXAMPLES, holds::DENY_EXIT_CODES), after_help = holds::DENY_EXIT_CODES)]
    DenyCall(DenyCall),
    /// Show the usage baselines of tools, or reset them
    #[command(after_long_help = format!("{}\n\n{}", baselines::EXAMPLES, baselines::EXIT_CODES), after_help = baselines::EXIT_CODES)]
    Baselines(Baselines),
    /// Show how another policy would have decided the calls of a session
    #[command(after_long_help = format!("{}\n\n{}", replay::EXAMPLES, replay::EXIT_CODES), after_help = replay::EXIT_CODES)]
    Replay(Replay),
    /// List every check
    Checks(Checks),
    #[command(flatten)]
    Lab(LabCommand),
    /// Explain a check, or a kind of personal data or secret
    ///
    /// For a check: what it finds, why it matters, an attack and a harmless counterpart. For a kind: how it is
    /// recognised, with texts that match and texts that do not. For a category such as `secret`: its kinds.
    Explain(Explain),
    /// Print the shell script that completes commands and flags
    #[command(after_long_help = format!("{}\n\n{}", completions::EXAMPLES, completions::EXIT_CODES), after_help = completions::EXIT_CODES)]
    Completions(Completions),
    /// Write the manual page, or the pages of all commands
    #[command(after_long_help = format!("{}\n\n{}", man::EXAMPLES, man::EXIT_CODES), after_help = man::EXIT_CODES)]
    Man(Man),
}

#[derive(Debug, Args)]
pub(crate) struct Scan {
    #[command(flatten)]
    pub(crate) targets: Targets,

    /// How to show the result
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = Format::ALL.iter().map(|f| f.name()).collect::<Vec<_>>())]
    pub(crate) format: String,

    /// Write the result to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The lowest severity that makes the exit code 1 [default: high]
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    /// Settings and ignore rules [default: ./vetgate.toml if it exists]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings file, not even ./vetgate.toml
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,

    /// The source code of the server, to compare the definitions of its tools with
    #[arg(long, value_name = "PATH")]
    pub(crate) source: Option<PathBuf>,

    /// Report every tool that is new or has changed since the lock was written
    #[arg(long)]
    pub(crate) locked: bool,

    /// The lock to compare with
    #[arg(long, value_name = "FILE", default_value = "vetgate.lock", requires = "locked")]
    pub(crate) lockfile: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Lock {
    #[command(flatten)]
    pub(crate) targets: Targets,

    /// Where to write the lock
    #[arg(long, value_name = "FILE", default_value = "vetgate.lock")]
    pub(crate) lockfile: PathBuf,
}

/// What to look at, and how servers are asked.
#[derive(Debug, Args)]
pub(crate) struct Targets {
    /// Files (`-` is standard input) and URLs; without any, the MCP clients on this machine
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,

    /// A command that starts a server, after `--`
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,

    /// Start the commands and contact the URLs of client configurations without asking
    #[arg(long, short, conflicts_with = "no_exec")]
    pub(crate) yes: bool,

    /// Do not start or contact any server; only scan files and configurations
    #[arg(long)]
    pub(crate) no_exec: bool,

    /// The maximum time for one server to answer all requests, in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,

    /// The number of servers to query at the same time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,

    /// A header for the URLs on the command line, as 'Name: value'; ${VAR} is taken from the environment
    #[arg(long = "header", value_name = "HEADER")]
    pub(crate) headers: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Checks {
    /// How to show the list
    #[arg(long, value_name = "FORMAT", default_value = "terminal")]
    pub(crate) format: ListFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The id of a check or a kind, as reports show it
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// The formats of a plain list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    Terminal,
    Json,
}

/// When findings make the exit code 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Critical,
    High,
    Medium,
    Low,
    Never,
}

impl FailOn {
    /// The lowest severity that counts, if any does.
    pub(crate) fn threshold(self) -> Option<Severity> {
        match self {
            Self::Critical => Some(Severity::Critical),
            Self::High => Some(Severity::High),
            Self::Medium => Some(Severity::Medium),
            Self::Low => Some(Severity::Low),
            Self::Never => None,
        }
    }
}

/// The name and value of a header; the error does not repeat the text, which may hold a secret.
pub(crate) fn header(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once(':').ok_or("expected 'Name: value'")?;
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    match name.trim() {
        name if !name.is_empty() && name.chars().all(is_token) => Ok((name.to_owned(), value.trim().to_owned())),
        _ => Err("the part before `:` is not a valid header name"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_header_needs_a_name() {
        assert_eq!(header("A-B: c: d"), Ok(("A-B".to_owned(), "c: d".to_owned())));
        assert!(header("none").is_err() && header(": x").is_err() && header("a b: x").is_err());
    }
}
