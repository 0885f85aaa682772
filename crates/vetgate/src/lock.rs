//! `vetgate lock`: what every definition is today, written down.
//!
//! Guarantees: nothing is written unless every target could be read; an older lock is replaced only after saying
//! what differs; one that cannot be read is not overwritten.

use crate::cli;
use crate::console;
use crate::exit::Exit;
use crate::gather::gather;
use crate::input::{self, Problem};
use anyhow::Context;
use std::path::Path;
use std::time::Duration;
use vetgate_model::TargetStatus;
use vetgate_report::escape;
use vetgate_vet::lock::{Change, Lock};

/// Reads the lock at `path`.
pub(crate) fn read(path: &Path) -> anyhow::Result<Lock> {
    let place = path.display().to_string();
    if !path.exists() {
        return Err(Problem::new(place, "there is no lock yet; write one with `vetgate lock`").into());
    }
    let text = input::read_whole(path)?;
    Lock::parse(&text).map_err(|error| Problem::new(place, error.to_string()).into())
}

/// Locks what `args` names.
pub(crate) fn run(args: &cli::Lock) -> anyhow::Result<Exit> {
    let older = if args.lockfile.exists() { Some(read(&args.lockfile)?) } else { None };
    let gathered = gather(&args.targets, args.targets.timeout.map(Duration::from_secs))?;
    if gathered.unreadable || gathered.incomplete {
        for target in gathered.targets.iter().filter(|target| target.status != TargetStatus::Scanned) {
            let name = target.server.as_deref().unwrap_or(&target.target);
            console::complain(&format!("{name}: {}", target.detail.as_deref().unwrap_or("not scanned")));
        }
        console::complain("nothing was locked, because not everything could be read");
        return Ok(if gathered.unreadable { Exit::Unusable } else { Exit::Incomplete });
    }
    let lock = Lock::of(&gathered.definitions);
    let place = args.lockfile.display().to_string();
    let shown = escape::line(&place);
    let mut text = String::new();
    match &older {
        None => {
            for target in gathered.targets.iter().filter(|target| target.status == TargetStatus::Scanned) {
                text.push_str(&format!("locked {}: {}\n", escape::line(&target.target), plural(target.tools, "tool")));
            }
        }
        Some(older) => {
            for (server, name, change, fields) in older.changes(&lock) {
                let sign = match change {
                    Change::New => '+',
                    Change::Changed => '~',
                    Change::Missing => '-',
                };
                let fields = if fields.is_empty() { String::new() } else { format!(": {}", fields.join(", ")) };
                text.push_str(&format!("{sign} {}\n", escape::line(&format!("{server}/{name}{fields}"))));
            }
            if text.is_empty() {
                text.push_str("nothing has changed\n");
            }
        }
    }
    text.push_str(&format!("{shown}: {}\n", plural(lock.len(), "definition")));
    std::fs::write(&args.lockfile, lock.to_text()).with_context(|| format!("{shown}: cannot be written"))?;
    console::print(&text)?;
    Ok(Exit::Clean)
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
