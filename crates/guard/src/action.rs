//! What is done with a call.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is done with a call, the mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It goes through.
    Allow,
    /// It waits until a person decides. Records and configurations of earlier versions call it `approve`.
    #[serde(alias = "approve")]
    Hold,
    /// It does not go through.
    Deny,
}

impl Action {
    /// Every action, the mildest first.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Hold, Self::Deny];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Hold => "hold",
            Self::Deny => "deny",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a policy says to an assessment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// What is to be done.
    pub action: Action,
    /// What decided: `tool_policy.destructive`, `contradiction.read_but_name_destroys`, `risk.approve`, `rule.2`, `trifecta`.
    pub by: String,
    /// Why, in one sentence that a person can read; safe to show, to the agent too.
    pub reason: String,
    /// What only whoever runs the gateway is told: how a rule came to match that could not be evaluated. Holds no value of
    /// the call, and never reaches the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Whether the risk is high enough to be looked at, whatever the action.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_flagged: bool,
    /// Whether the tool is put into quarantine besides: its server has lied.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quarantines: bool,
}
