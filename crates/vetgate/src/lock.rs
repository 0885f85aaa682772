//! `vetgate lock`: what every definition is today, written down.
//!
//! Guarantees: nothing is written unless every target was read whole and something was found; entries of servers that
//! were not part of the run are kept; an older lock is replaced only after saying what differs; one that cannot be
//! read is not overwritten.

use crate::cli;
use crate::console;
use crate::exit::Exit;
use crate::gather::{Gathered, gather};
use crate::input::{self, Problem};
use anyhow::Context;
use std::path::Path;
use std::time::Duration;
use vetgate_model::{Cap, Severity, TargetStatus};
use vetgate_report::escape;
use vetgate_sensitive::{Category, Detector, Grade, Match};
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
    let place = args.lockfile.display().to_string();
    let shown = escape::line(&place);
    if let Some((exit, reason)) = refusal(&gathered) {
        let rest = if older.is_some() { format!("; {shown} was not changed") } else { String::new() };
        console::complain(&format!("nothing was locked, because {reason}{rest}"));
        return Ok(exit);
    }
    let (seen, identities) = (&gathered.servers, &gathered.identities(&args.lockfile));
    let mut lock = Lock::of_servers(&gathered.definitions, identities);
    let mut text = String::new();
    match &older {
        None => {
            for target in gathered.targets.iter().filter(|target| target.status == TargetStatus::Scanned) {
                text.push_str(&format!("locked {}: {}\n", escape::line(&target.target), plural(target.tools, "tool")));
            }
        }
        Some(older) => {
            if older.is_without_identities() {
                text.push_str(&format!(
                    "{shown}: rewritten in version 2, which identifies servers by their commands and URLs instead of \
                     their names\n"
                ));
            }
            let changes = older.changes(&lock, seen, identities);
            let kept = lock.keep(older, seen, identities);
            for (server, name, change, fields) in &changes {
                let sign = match change {
                    Change::New => '+',
                    Change::Changed => '~',
                    Change::Missing => '-',
                };
                let fields = if fields.is_empty() { String::new() } else { format!(": {}", fields.join(", ")) };
                text.push_str(&format!("{sign} {}\n", escape::line(&format!("{server}/{name}{fields}"))));
            }
            if changes.is_empty() {
                text.push_str("nothing has changed\n");
            }
            for (server, count) in kept {
                let (server, count) = (escape::line(&server), plural(count, "definition"));
                text.push_str(&format!("kept {server}: {count}, not part of this run\n"));
            }
        }
    }
    // What is about to be replaced is on the screen before it is.
    console::print(&text)?;
    let written = lock.to_text();
    std::fs::write(&args.lockfile, &written).with_context(|| format!("{shown}: cannot be written"))?;
    console::print(&format!("{shown}: {}\n", plural(lock.len(), "definition")))?;
    let secrets = secrets(&written);
    if secrets > 0 {
        let count = plural(secrets, "secret");
        console::complain(&format!(
            "{place}: contains {count} in clear text, from the definitions; remove every secret before you commit \
             the file; `vetgate scan` shows where"
        ));
    }
    Ok(Exit::Clean)
}

/// How many values a lock has that nobody should commit.
fn secrets(lock: &str) -> usize {
    let found = Detector::new().inspect(lock.as_bytes());
    let is_one = |found: &Match| {
        found.grade() >= Grade::Medium && found.category == Category::Secret && found.severity >= Severity::High
    };
    found.iter().filter(|found| is_one(found)).count()
}

/// Why a lock of this would say less than it seems to, after naming each target at fault.
fn refusal(gathered: &Gathered) -> Option<(Exit, &'static str)> {
    let gaps: Vec<&Cap> = gathered.caps.iter().filter(|cap| !cap.is_note()).collect();
    if gathered.unreadable || gathered.incomplete || gathered.withheld > 0 || !gaps.is_empty() {
        for target in gathered.targets.iter().filter(|target| target.status != TargetStatus::Scanned) {
            let name = target.server.as_deref().unwrap_or(&target.target);
            console::complain(&format!("{name}: {}", target.detail.as_deref().unwrap_or("not scanned")));
        }
        // What is unreadable has been complained about when it was read.
        for cap in gaps.iter().filter(|cap| cap.cap != "input.unreadable") {
            console::complain(&format!("{}: {}", cap.place, cap.detail));
        }
        return Some(match () {
            () if gathered.unreadable => (Exit::Unusable, "not everything could be read"),
            () if gathered.withheld > 0 => (Exit::Incomplete, "not every server was contacted"),
            () => (Exit::Incomplete, "not everything could be read"),
        });
    }
    gathered.definitions.is_empty().then_some((Exit::Incomplete, "nothing was found to lock"))
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
