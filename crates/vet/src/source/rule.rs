//! What a static rule is.

use super::{Findings, Subject};
use vetgate_model::{Lifecycle, Severity, ThreatType};

/// A rule's identity: its stable id, its name, how bad its findings are as a rule, the harm it points at, and its own
/// source file, whose doc comment is its documentation.
#[derive(Debug, Clone, Copy)]
pub struct RuleMeta {
    /// Stable, never reused: `VG-S-006`.
    pub id: &'static str,
    /// Reads well after "found": `path-traversal`.
    pub name: &'static str,
    /// How bad a finding is unless the rule says otherwise.
    pub severity: Severity,
    /// The harm it points at.
    pub threat: ThreatType,
    /// How well it is calibrated. A rule is stable by its figures in `datasets/static_rules_v1.json`.
    pub lifecycle: Lifecycle,
    /// How to mend what it finds, in one or two sentences.
    pub advice: &'static str,
    /// The text of its file.
    pub source: &'static str,
}

/// One detector over a tree of source. Pure, total and deterministic.
pub trait Rule: Sync {
    /// Who it is.
    fn meta(&self) -> RuleMeta;

    /// Looks at one tree.
    fn inspect(&self, subject: &Subject<'_>, out: &mut Findings<'_>);
}
