//! What a check says about itself, as the caller's registry knows it.

use vetgate_model::{Lifecycle, ThreatType, Tier};

/// The description of one check, for the rules of SARIF and the explanations of the other formats.
///
/// A report may name checks that have no description here: it is then shown with its id alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckInfo {
    /// The stable id, as in [`vetgate_model::Signal::check`].
    pub id: String,
    /// Hard or soft.
    pub tier: Tier,
    /// How well it is calibrated, for rules of which that is measured.
    pub lifecycle: Option<Lifecycle>,
    /// The kind of harm it looks for.
    pub threat_type: ThreatType,
    /// What it finds, in one sentence of plain text.
    pub summary: String,
    /// Why that matters, in one paragraph; `code` between backticks is shown as such.
    pub why: String,
    /// The whole explanation in Markdown, as `vetgate explain` has it.
    pub help_markdown: String,
}
