//! What is known of a call, whatever anybody's policy is.

use crate::{Claim, Signal, SignalSource, Tool};
use serde::{Deserialize, Serialize};
use std::fmt;
use vetgate_capability::{OperationClass, ServerClass, Tag};
use vetgate_flow::provenance::NamedBy;
use vetgate_flow::{Alarm, Edge, Leg};

/// Everything that is known of one call. Kept with its record, it can be judged again by another policy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Assessment {
    /// The tool that is called.
    pub tool: ToolFacts,
    /// The session that it is called in.
    pub session: SessionFacts,
    /// What the call does, by the gravest signal but the agent's own word.
    pub operation: OperationClass,
    /// What each of the four signals claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<Signal>,
    /// Where they contradict each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradictions: Vec<Contradiction>,
    /// What flowed into the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// What the session sends out, how often and how much.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alarms: Vec<Alarm>,
    /// How far the tool is from its baseline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drifts: Vec<Drift>,
    /// Personal data and secrets in the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<Sensed>,
    /// Hosts and addresses outside that the arguments name; masked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub destinations: Vec<String>,
    /// Who named where the call goes: the least trusted of them; nothing where it is addressed to nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_by: Option<NamedBy>,
    /// True where the user's words name the action.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_asked: bool,
    /// What it adds up to.
    pub risk: Risk,
}

/// The tool of a call, as rules and explanations speak of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolFacts {
    /// Its server.
    pub server: String,
    /// Its name.
    pub name: String,
    /// Whether its server is inside or outside.
    pub side: ServerClass,
    /// What it can do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Tag>,
    /// True for a message of the protocol itself, which no class of operations fits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_protocol: bool,
}

impl ToolFacts {
    /// The facts of `tool`.
    pub(crate) fn of(tool: &Tool) -> Self {
        Self {
            server: tool.server.clone(),
            name: tool.name.clone(),
            side: tool.side.class,
            capabilities: tool.classification.capabilities.iter().map(|capability| capability.tag).collect(),
            is_protocol: tool.is_protocol,
        }
    }
}

/// The session of a call, as rules and explanations speak of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionFacts {
    /// Who calls.
    pub principal: String,
    /// What tells this session from others: `connection`, `session`, `trace`, `agent`.
    pub key: String,
    /// Which call of the session it is, from 1.
    pub call: u64,
    /// The legs of the trifecta that the session stands on, this call included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<Leg>,
    /// Whether some of what the session read is forgotten.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_truncated: bool,
}

/// Two signals that cannot both be true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The row of the matrix; stable.
    pub id: String,
    /// The one.
    pub signal1: SignalSource,
    /// The other.
    pub signal2: SignalSource,
    /// What the one claims.
    pub claim1: Claim,
    /// What the other claims.
    pub claim2: Claim,
    /// 0 to 100.
    pub severity: u8,
    /// What it means, with the evidence of both; safe to show.
    pub explanation: String,
}

/// A tool that is not used as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drift {
    /// What has changed: `argument_keys`, `argument_size`, `destination`, `rate`, `response_size`, `errors`.
    pub measure: String,
    /// How: `first_seen`, `spike`, `drift`.
    pub form: String,
    /// How grave, 0 to 100.
    pub severity: u8,
    /// In words, with what was usual; safe to show.
    pub reason: String,
}

/// A kind of personal data or secret that the arguments hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sensed {
    /// The id of its kind.
    pub kind: String,
    /// `secret`, `financial`, ...
    pub category: String,
    /// Where the first of them stands; a JSON pointer.
    pub pointer: String,
    /// How sure the surest is, 0 to 1.
    pub confidence: f64,
    /// How bad it is when it gets out: `low` to `critical`.
    pub severity: String,
    /// How many.
    pub count: u32,
}

/// Where a part of the risk comes from, with the RFC's weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Data that moved: the most reliable.
    Flow,
    /// Personal data and secrets.
    Pii,
    /// Names, annotations, arguments, texts.
    Static,
    /// Baselines.
    Behavioral,
    /// What the agent says.
    AgentHint,
}

/// One part of a risk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Where it comes from.
    pub source: Source,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// How bad, 0 to 1.
    pub severity: f64,
    /// What it is; safe to show.
    pub reason: String,
}

/// What an assessment adds up to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    /// 0 to 100.
    pub score: u8,
    /// In words.
    pub band: Band,
    /// What it is made of, the gravest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// A risk in words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// 0 to 29: logged.
    #[default]
    Low,
    /// 30 to 49: may be looked at.
    Medium,
    /// 50 to 69: to be looked at.
    High,
    /// 70 to 100: a person should decide.
    Critical,
}

impl Band {
    /// Every band, the mildest first.
    pub const ALL: [Self; 4] = [Self::Low, Self::Medium, Self::High, Self::Critical];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
