//! Checks on how clients are configured to reach servers.
//!
//! Each check looks at one [`ServerEntry`] and is one file, whose doc comment is what `vetgate explain` shows and
//! whose examples are tests. All are soft: they ask a person to look.
//!
//! Guarantees: pure and total; a check that panics is named and costs only itself; no secret appears in evidence, only its name and length.

mod command;
mod credentials;
mod masked;
mod package;
mod plain_http;
mod script;
mod secret;
mod shell;
mod unpinned;
mod urls;
mod wording;

pub use masked::{identity, secrets_of, shown, surroundings, without_credentials, without_secrets_of};
pub use package::package_name;
pub use wording::without_secrets;

use crate::{Meta, Signals, aggregate};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use vetgate_model::{Cap, Finding, Location, Pointer, ServerEntry, Subject};

/// One detector over configuration entries. Pure, total and deterministic.
pub trait ConfigCheck: Sync {
    /// Who it is.
    fn meta(&self) -> Meta;

    /// Looks at one entry.
    fn inspect(&self, entry: &ServerEntry, out: &mut Signals);
}

/// Every check, in the order in which they run and are listed.
pub fn all() -> &'static [&'static dyn ConfigCheck] {
    &[&secret::Secret, &unpinned::Unpinned, &plain_http::PlainHttp, &shell::Shell]
}

/// What the checks said of configurations.
#[derive(Debug, Clone, Default)]
pub struct Inspected {
    /// Most severe first.
    pub findings: Vec<Finding>,
    /// The checks that broke off on an entry and lost their signals there.
    pub failed: BTreeSet<&'static str>,
    /// Limits that were hit.
    pub caps: Vec<Cap>,
}

/// Runs every check on `entries`, each given with the name of its server in findings.
pub fn inspect(entries: &[(String, ServerEntry)]) -> Inspected {
    inspect_with(entries, all())
}

fn inspect_with(entries: &[(String, ServerEntry)], checks: &[&dyn ConfigCheck]) -> Inspected {
    let mut inspected = Inspected::default();
    for (server, entry) in entries {
        let mut signals = Vec::new();
        for check in checks {
            let mut out = Signals::new(check.meta());
            // As with definitions: what one check cannot bear costs its own signals and no others.
            match catch_unwind(AssertUnwindSafe(|| check.inspect(entry, &mut out))) {
                Ok(()) => {
                    let found = out.into_found();
                    signals.extend(found.signals);
                    inspected.caps.extend(found.caps);
                }
                Err(_) => {
                    inspected.failed.insert(check.meta().id);
                }
            }
        }
        if !signals.is_empty() {
            let places = Places::of(entry);
            signals.iter_mut().for_each(|signal| signal.location = places.locate(&signal.pointer));
        }
        inspected.findings.extend(aggregate::finding(server, &entry.name, Subject::Config, signals));
    }
    aggregate::order(&mut inspected.findings);
    inspected
}

/// The lines of an entry's settings.
struct Places<'e> {
    entry: &'e ServerEntry,
    lines: BTreeMap<&'e str, Option<usize>>,
}

impl<'e> Places<'e> {
    fn of(entry: &'e ServerEntry) -> Self {
        let mut lines = BTreeMap::new();
        for setting in &entry.settings {
            lines.entry(setting.pointer.as_str()).or_insert(setting.line);
        }
        Self { entry, lines }
    }

    /// The line of the setting at `pointer`, or of the first one below it.
    fn locate(&self, pointer: &Pointer) -> Option<Location> {
        let below = format!("{pointer}/");
        let first_below = || self.lines.range(below.as_str()..).next().filter(|(place, _)| place.starts_with(&below));
        let found = self.lines.get(pointer.as_str()).or_else(|| first_below().map(|(_, line)| line)).copied();
        let line = found.or_else(|| self.entry.settings.first().map(|setting| setting.line))??;
        Some(Location { file: self.entry.file.clone(), line, column: None })
    }
}

#[cfg(test)]
mod tests;
