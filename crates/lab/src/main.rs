//! `vetgate-lab`: the demonstration, the attacks and the measurements. `vetgate` hands these commands over to it.

mod commands;

use clap::Parser;
use commands::{adversary, demo, eval, gauntlet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use vetgate_command::console;
use vetgate_command::exit::Exit;
use vetgate_command::lab::LabCommand;

/// Attacks on MCP agents, a gateway that stops them, and the measurements of Vetgate's detectors.
#[derive(Debug, Parser)]
#[command(name = "vetgate-lab", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: LabCommand,
}

fn main() -> ExitCode {
    console::log_panics();
    let cli = Cli::parse();
    let exit = catch_unwind(AssertUnwindSafe(|| run(&cli.command))).unwrap_or(Exit::Unusable);
    exit.into()
}

fn run(command: &LabCommand) -> Exit {
    let result = match command {
        LabCommand::Demo(args) => demo::run(args),
        LabCommand::Eval(args) => eval::run(args),
        LabCommand::Adversary(args) => adversary::run(args),
        LabCommand::Gauntlet(args) => gauntlet::run(args),
    };
    result.unwrap_or_else(|error| {
        console::complain(&format!("{error:#}"));
        Exit::Unusable
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
