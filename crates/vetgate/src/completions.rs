//! `vetgate completions`: the script with which a shell completes commands, flags and their values.

use crate::cli::{Cli, Completions};
use crate::console;
use crate::exit::Exit;
use anyhow::Context;
use clap::CommandFactory;

/// Writes the script of one shell to standard output.
pub(crate) fn run(args: &Completions) -> anyhow::Result<Exit> {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut Cli::command(), "vetgate", &mut script);
    let script = String::from_utf8(script).context("the script is not text")?;
    console::print(&script).context("the script cannot be written")?;
    Ok(Exit::Clean)
}
