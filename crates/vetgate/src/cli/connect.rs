//! What `vetgate connect` can be asked for.

use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  vetgate connect cursor                     Cursor starts the gateway itself
  vetgate connect cursor --url http://127.0.0.1:7332/mcp
                                             Cursor connects to a running gateway
  vetgate connect claude-code --replace      also move its other servers behind the gateway
  vetgate connect .vscode/mcp.json           this file instead of the user's configuration
  vetgate connect cursor --undo              restore the previous configuration

Clients: claude-desktop, claude-code, cursor, vscode, vscode-insiders, windsurf, gemini, codex, zed,
cline, roo, opencode, kiro, amazon-q, continue, lm-studio.

The change is shown first and made only after you agree: on the terminal, or with --yes. A copy of
the file is kept beside it as FILE.vetgate-backup. Only the entry changes; comments and all other
text are kept. If a safe edit is impossible, nothing is changed and the text to paste is printed.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    the client is connected; with --undo, it is no longer connected
  2    wrong usage, or a file that cannot be read or written
  3    nothing was changed: you did not confirm, there was no terminal, or the file
       cannot be edited safely";

/// A client to put the gateway into.
#[derive(Debug, Args)]
pub(crate) struct Connect {
    /// The client, or its configuration file
    #[arg(value_name = "CLIENT")]
    pub(crate) client: String,

    /// Let the client start the gateway and talk to it over standard streams; this is the default
    #[arg(long, conflicts_with_all = ["url", "undo"])]
    pub(crate) stdio: bool,

    /// Let the client connect to a running gateway at this URL
    #[arg(long, value_name = "URL", conflicts_with = "undo", value_parser = url)]
    pub(crate) url: Option<String>,

    /// The gateway's configuration [default: vetgate/gateway.json in your settings folder]
    #[arg(long, value_name = "FILE", conflicts_with = "undo")]
    pub(crate) config: Option<PathBuf>,

    /// Move the client's other servers into the gateway's configuration, so that only the gateway remains
    #[arg(long, conflicts_with = "undo")]
    pub(crate) replace: bool,

    /// Restore the file; if it was changed since, only remove the gateway
    #[arg(long)]
    pub(crate) undo: bool,

    /// Show the change without making it
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,

    /// Make the change without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
}

fn url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    match rest {
        Some(rest) if !rest.is_empty() && !text.contains(char::is_whitespace) => match rest.trim_end_matches('/') {
            address if !address.contains('/') => {
                Err(format!("the gateway is at `/mcp`; use {}/mcp", text.trim_end_matches('/')))
            }
            _ => Ok(text.to_owned()),
        },
        _ => Err("expected http:// or https:// and an address, such as http://127.0.0.1:7332/mcp".to_owned()),
    }
}
