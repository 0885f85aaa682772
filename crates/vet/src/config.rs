//! Checks on how clients are configured to reach servers.
//!
//! Each check looks at one [`ServerEntry`] and is one file, whose doc comment is what `vetgate explain` shows and
//! whose examples are tests. All are soft: they ask a person to look.
//!
//! Guarantees: pure and total; no secret appears in evidence, only its name and length.

mod command;
mod plain_http;
mod secret;
mod shell;
mod unpinned;
mod wording;

pub use wording::{shown, without_secrets};

use crate::{Meta, Signals, aggregate};
use vetgate_model::{Finding, Location, Pointer, ServerEntry, Subject};

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

/// What there is to say about `entries`, each given with the name of its server in findings.
pub fn findings(entries: &[(String, ServerEntry)]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = entries.iter().filter_map(|(server, entry)| inspect(server, entry)).collect();
    aggregate::order(&mut findings);
    findings
}

fn inspect(server: &str, entry: &ServerEntry) -> Option<Finding> {
    let mut signals = Vec::new();
    for check in all() {
        let mut out = Signals::new(check.meta());
        check.inspect(entry, &mut out);
        signals.extend(out.into_parts().0);
    }
    for signal in &mut signals {
        signal.location = locate(entry, &signal.pointer);
    }
    aggregate::finding(server, &entry.name, Subject::Config, signals)
}

/// The line of the setting at `pointer`, or of the first one below it.
fn locate(entry: &ServerEntry, pointer: &Pointer) -> Option<Location> {
    let below = format!("{pointer}/");
    let found = entry.settings.iter().find(|s| s.pointer == *pointer || s.pointer.as_str().starts_with(&below));
    let line = found.or(entry.settings.first())?.line?;
    Some(Location { file: entry.file.clone(), line, column: None })
}

#[cfg(test)]
mod tests;
