//! The commands of the laboratory, `vetgate-lab`, as they are written on the command line.
//!
//! They are here, and not in the laboratory, because they are commands of `vetgate` too: it knows their flags, checks them,
//! explains and completes them, and then hands the command line over to the laboratory.

mod adversary;
mod demo;
pub mod eval;
mod gauntlet;

pub use adversary::Adversary;
pub use demo::Demo;
pub use eval::Eval;
pub use gauntlet::Gauntlet;

use clap::Subcommand;

/// A command of the laboratory.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Watch a gateway stop four attacks, with nothing to install or configure
    #[command(display_order = 0, after_long_help = format!("{}\n\n{}", demo::ABOUT, demo::EXIT_CODES), after_help = demo::EXIT_CODES)]
    Demo(Demo),
    /// Measure the detectors on labelled data, and compare the results with a baseline
    #[command(after_long_help = format!("{}\n\n{}", eval::EXAMPLES, eval::EXIT_CODES), after_help = eval::EXIT_CODES)]
    Eval(Box<Eval>),
    /// Run the malicious servers of an attack scenario, to test your own client or gateway
    #[command(after_long_help = format!("{}\n\n{}", adversary::EXAMPLES, adversary::EXIT_CODES), after_help = adversary::EXIT_CODES)]
    Adversary(Adversary),
    /// Run every attack scenario and every harmless scenario against a gateway
    #[command(after_long_help = format!("{}\n\n{}", gauntlet::EXAMPLES, gauntlet::EXIT_CODES), after_help = gauntlet::EXIT_CODES)]
    Gauntlet(Gauntlet),
}
