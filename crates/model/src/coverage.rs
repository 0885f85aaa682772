//! What a scan looked at, and what it could not.

use serde::{Deserialize, Serialize};

/// A limit that was hit: something was cut, skipped or read in part, and this line says what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cap {
    /// Which limit, as a stable id: `json.depth`, `facets.count`, `decode.output`, ...
    pub cap: String,
    /// Where: a server, a tool, a file.
    pub place: String,
    /// What that means for the result, for a person.
    pub detail: String,
}

impl Cap {
    /// A cap with its place and meaning.
    pub fn new(cap: &str, place: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { cap: cap.to_owned(), place: place.into(), detail: detail.into() }
    }

    /// Whether it is worth knowing and yet nothing is missing from the result: everything was looked at in spite of
    /// it, or it is not about a definition at all.
    pub fn is_note(&self) -> bool {
        NOTES.contains(&self.cap.as_str())
    }
}

/// The ids after which nothing is missing from the result.
// table: Vetgate's own ids.
const NOTES: &[&str] = &[
    "capability.unused", "ignore.expired", "ignore.unused", "ignore.used", "llm.cache", "mcp.duplicate", "mcp.stray",
    "mcp.utf8", "rows.notes", "settings.file", "source.left_out", "source.read",
];

/// The record of a scan: nothing is lost in silence.
///
/// `checks_failed` above zero means that the result is degraded: a check panicked on some tool, its id is in
/// `failed`, and every other check still ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Tools looked at.
    pub tools: usize,
    /// Prompts, resources, templates and server instructions looked at.
    pub others: usize,
    /// Strings looked at, over all definitions.
    pub facets: usize,
    /// Checks that ran to the end on everything.
    pub checks_run: usize,
    /// Checks that failed on something.
    pub checks_failed: usize,
    /// Ids of the failed checks, sorted.
    pub failed: Vec<String>,
    /// Limits that were hit, sorted.
    pub caps: Vec<Cap>,
}

impl Coverage {
    /// Returns true if something is missing from the result: a check failed, or a limit cut something. Notes do not count.
    pub fn is_degraded(&self) -> bool {
        self.checks_failed > 0 || self.caps.iter().any(|cap| !cap.is_note())
    }
}
