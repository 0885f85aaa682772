//! What `vetgate demo` can be asked for.

use clap::Args;

pub(super) const ABOUT: &str = "\
Servers that attack, a gateway and an agent without a model are started on free ports of this
machine. The agent falls for everything; the gateway does what it does everywhere, with its default
policy. The same script is then played with nobody in between. Nothing else is contacted, nothing
of yours is read, and nothing is left behind.

On a terminal the gateway goes on until Ctrl-C, so that you can look around in its console.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    every attack was stopped
  1    one was not
  2    wrong usage, or no port or temporary folder to be had";

/// How the demonstration is to go.
#[derive(Debug, Args)]
pub struct Demo {
    /// End after the story, even on a terminal
    #[arg(long)]
    pub once: bool,
}
