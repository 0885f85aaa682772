//! The four independent signals about what a call does.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalSource {
    /// The agent. A prompt injection can make it lie.
    AgentIntent,
    /// The server's annotations. A malicious operator writes them too.
    ServerAnnotations,
    /// The tool's name, and behind it what its definition says it can do. Hard to fake without making the tool useless.
    NameHeuristic,
    /// The arguments: ground truth.
    ArgumentAnalysis,
}

impl SignalSource {
    /// Every source, the least trusted first.
    pub const ALL: [Self; 4] =
        [Self::AgentIntent, Self::ServerAnnotations, Self::NameHeuristic, Self::ArgumentAnalysis];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AgentIntent => "agent_intent",
            Self::ServerAnnotations => "server_annotations",
            Self::NameHeuristic => "name_heuristic",
            Self::ArgumentAnalysis => "argument_analysis",
        }
    }

    /// How far it is believed.
    pub const fn trust(self) -> f64 {
        match self {
            Self::AgentIntent => 0.4,
            Self::ServerAnnotations => 0.6,
            Self::NameHeuristic => 0.8,
            Self::ArgumentAnalysis => 0.9,
        }
    }
}

impl fmt::Display for SignalSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a signal claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// It changes nothing.
    Read,
    /// It creates, changes, sends or runs.
    Write,
    /// What it does cannot be taken back.
    Destructive,
    /// Something goes to a place outside.
    ExternalSend,
    /// It stays in its own domain.
    ClosedWorld,
    /// The data is for anybody.
    Public,
    /// The data is for those inside.
    Internal,
    /// The data is for few.
    Private,
    /// Personal data or secrets are in the arguments.
    Sensitive,
}

impl Claim {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
            Self::ExternalSend => "external_send",
            Self::ClosedWorld => "closed_world",
            Self::Public => "public",
            Self::Internal => "internal",
            Self::Private => "private",
            Self::Sensitive => "sensitive",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One claim of one source, with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    /// Who says so.
    pub source: SignalSource,
    /// What it claims.
    pub claim: Claim,
    /// From what: `name_token:delete`, `readOnlyHint`, `/force=true`, `/url:host`; safe to show.
    pub evidence: String,
}
