//! `vetgate eval validate`: whether datasets hold every rule of their kind.

use super::broken;
use super::datasets::TOOLS;
use super::files::Files;
use std::path::PathBuf;
use vetgate_command::console;
use vetgate_command::exit::Exit;
use vetgate_command::lab::eval::Validate;
use vetgate_report::escape;

/// Checks each file; one that is broken does not keep the others from being checked.
pub(super) fn run(args: &Validate) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    for path in &args.files {
        let beside = path.with_file_name(TOOLS);
        let tools: Vec<PathBuf> = match args.corpus.is_empty() {
            true => Some(beside).filter(|beside| beside.is_file()).into_iter().collect(),
            false => args.corpus.clone(),
        };
        let (files, tools) = (Files::read(std::slice::from_ref(path))?, Files::read(&tools)?);
        match vetgate_eval::validate(files.files()[0], &tools.files()) {
            Ok((kind, count)) => {
                console::print(&format!(
                    "{}: {count} {}, every rule holds\n",
                    escape::line(&path.display().to_string()),
                    kind.items()
                ))?;
            }
            Err(flaws) => exit = exit.max(broken(&flaws)),
        }
    }
    Ok(exit)
}
