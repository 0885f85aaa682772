//! What detection says: signals, and the finding they add up to.

use crate::{Action, Confidence, DefinitionKind, Location, Pointer, Severity, ThreatLevel, ThreatType, Tier};
use serde::{Deserialize, Serialize};

/// One check's word on one place of one definition.
///
/// `evidence` is safe to show: escaped, cut and masked by the check that made it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// The check's stable id.
    pub check: String,
    /// Hard or soft, after the position discount.
    pub tier: Tier,
    /// What kind of harm.
    pub threat_type: ThreatType,
    /// How sure.
    pub confidence: Confidence,
    /// Where in the definition.
    pub pointer: Pointer,
    /// What was seen there.
    pub evidence: String,
    /// Why it matters, in one sentence.
    pub detail: String,
    /// Whether a hard signal is critical whatever its confidence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub escalated: bool,
    /// The file and line, where the definition came from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A tool.
    Tool,
    /// A prompt.
    Prompt,
    /// A resource.
    Resource,
    /// A resource template.
    ResourceTemplate,
    /// The server's instructions.
    Instructions,
    /// The server's entry in a client configuration.
    Config,
    /// What a tool returned.
    Response,
}

impl From<DefinitionKind> for Subject {
    fn from(kind: DefinitionKind) -> Self {
        match kind {
            DefinitionKind::Tool => Self::Tool,
            DefinitionKind::Prompt => Self::Prompt,
            DefinitionKind::Resource => Self::Resource,
            DefinitionKind::ResourceTemplate => Self::ResourceTemplate,
            DefinitionKind::Instructions => Self::Instructions,
            DefinitionKind::Response => Self::Response,
        }
    }
}

/// Everything that was found on one definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The server that declares it.
    pub server: String,
    /// The tool's name, also for what it returned; for other subjects, the name of the prompt, resource or server entry.
    pub tool: String,
    /// What `tool` names.
    pub subject: Subject,
    /// How bad.
    pub severity: Severity,
    /// Dangerous with a hard signal, else a warning.
    pub threat_level: ThreatLevel,
    /// The kind of harm of the strongest signal.
    pub threat_type: ThreatType,
    /// The highest tier among the signals.
    pub tier: Tier,
    /// All signals together.
    pub confidence: Confidence,
    /// 0 to 100.
    pub risk: u8,
    /// What should happen.
    pub action: Action,
    /// Every contributing signal, strongest first.
    pub signals: Vec<Signal>,
}
