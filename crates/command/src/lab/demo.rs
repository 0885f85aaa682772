//! What `vetgate demo` can be asked for.

use clap::Args;

pub(super) const ABOUT: &str = "\
Starts malicious servers, a gateway and a scripted agent (without a model) on free ports of this
machine. The agent follows every malicious instruction; the gateway protects it with its default
policy. Then the same script runs without the gateway. No other host is contacted, none of your
files are read, and no files are left behind.

On a terminal the gateway keeps running until Ctrl-C, so that you can explore its console.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    every attack was stopped
  1    an attack was not stopped
  2    wrong usage, or no free port or temporary folder";

/// How the demonstration is to go.
#[derive(Debug, Args)]
pub struct Demo {
    /// Exit after the demonstration, even on a terminal
    #[arg(long)]
    pub once: bool,
}
