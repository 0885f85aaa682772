//! The command line of Vetgate; thin: it reads, connects, asks the rooms beneath and shows what they say.
//!
//! Guarantees: exit codes as [`exit::Exit`] has them; a broken pipe ends the output quietly; a panic is one calm
//! line; no async runtime is started unless a server is to be asked.

mod activity;
#[cfg(feature = "source")]
mod analyze;
mod audit;
mod baselines;
mod capability;
mod checks;
mod classify;
mod cli;
mod client;
#[cfg(feature = "source")]
mod code;
mod completions;
mod connect;
mod consent;
mod decide;
mod decide_call;
mod declarations;
mod differ;
mod enroll;
mod exhibit;
mod explain;
mod explanation;
mod flows;
mod gather;
mod holds;
mod import;
mod inspect;
mod kinds;
mod lab;
mod ledger;
mod lock;
mod man;
mod moment;
mod nearest;
mod person;
mod plan;
mod preview;
mod redact;
mod replay;
mod rewrite;
mod roster;
mod scan;
mod search;
mod serve;
mod servers;
mod sessions;
mod settings;
mod shell;
mod source;
mod splice;
#[cfg(feature = "source")]
mod static_rules;
mod subjects;
mod target;
mod today;
mod tools;
#[cfg(not(feature = "source"))]
mod without_source;

/// The word lists of `data/words`, a module for each file.
#[cfg_attr(not(feature = "source"), allow(dead_code, reason = "some are about source"))]
mod words {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

use clap::Parser;
use cli::Command;
use exit::Exit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use vetgate_command::{console, exit, grid, input, progress, sink};
#[cfg(not(feature = "source"))]
use without_source::{analyze, code, static_rules};

fn main() -> ExitCode {
    console::log_panics();
    let cli = cli::Cli::parse();
    // A check that panics is caught where it runs; this is for everything else.
    let exit = catch_unwind(AssertUnwindSafe(|| run(&cli.command))).unwrap_or(Exit::Unusable);
    exit.into()
}

fn run(command: &Command) -> Exit {
    let result = match command {
        Command::Scan(args) => scan::run(args),
        Command::Analyze(args) => analyze::run(args),
        Command::Lock(args) => lock::run(args),
        Command::Classify(args) => classify::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Redact(args) => redact::run(args),
        Command::Search(args) => search::run(args),
        Command::Serve(args) => serve::serve(args),
        Command::Run(args) => serve::run(args),
        Command::Connect(args) => enroll::run(args),
        Command::Import(args) => import::run(args),
        Command::Tools(args) => tools::run(args),
        Command::Approve(args) => decide::approve(args),
        Command::Block(args) => decide::block(args),
        Command::Diff(args) => differ::run(args),
        Command::Servers(args) => servers::run(args),
        Command::Activity(args) => activity::run(args),
        Command::Flows(args) => flows::run(args),
        Command::Audit(args) => audit::run(args),
        Command::Holds(args) => holds::run(args),
        Command::ApproveCall(args) => decide_call::approve(args),
        Command::DenyCall(args) => decide_call::deny(args),
        Command::Baselines(args) => baselines::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Checks(args) => checks::run(args),
        Command::Lab(_) => lab::run(),
        Command::Explain(args) => explain::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    };
    result.unwrap_or_else(|error| {
        console::complain(&format!("{error:#}"));
        if error.is::<connect::Interrupted>() { Exit::Interrupted } else { Exit::Unusable }
    })
}
