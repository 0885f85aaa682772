//! Commands that `vetgate-lab` carries out: `demo`, `eval`, `adversary`, `gauntlet`.
//!
//! The laboratory holds servers that attack, and is no part of what guards a machine. It is installed beside `vetgate`,
//! and is looked for there and nowhere else: a program of its name elsewhere on the path may be anybody's.

use crate::exit::Exit;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use vetgate_report::escape;

/// The file name of the laboratory, without what the system adds to the names of programs.
const PROGRAM: &str = "vetgate-lab";

/// Hands the command line over.
pub(crate) fn run() -> anyhow::Result<Exit> {
    let own = std::env::current_exe().context("the path of this program is unknown")?;
    // A link on the path leads to the folder where both are installed.
    let own = own.canonicalize().with_context(|| format!("{}: cannot be resolved", own.display()))?;
    let program = beside(&own);
    if !program.is_file() {
        let folder = own.parent().unwrap_or(&own).display().to_string();
        bail!(
            "this command is carried out by {PROGRAM}, which is not installed in {}.\nIn a checkout of Vetgate: cargo \
             install --locked --path crates/lab",
            escape::line(&folder)
        );
    }
    hand_over(Command::new(&program).args(std::env::args_os().skip(1)))
        .with_context(|| format!("{}: cannot be started", escape::line(&program.display().to_string())))
}

/// The laboratory that belongs to the program at `own`.
fn beside(own: &Path) -> PathBuf {
    own.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX))
}

/// Becomes the other program, so that signals, streams and the exit code are its own. Comes back only with an error.
#[cfg(unix)]
fn hand_over(command: &mut Command) -> anyhow::Result<Exit> {
    use std::os::unix::process::CommandExt as _;
    // What it is called in its own usage lines.
    Err(command.arg0("vetgate").exec().into())
}

/// Waits for the other program and ends as it has ended.
#[cfg(not(unix))]
fn hand_over(command: &mut Command) -> anyhow::Result<Exit> {
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(2))
}
