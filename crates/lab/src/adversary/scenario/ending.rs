//! How a scenario is to end.

use serde::{Deserialize, Serialize};

/// How one sees that an attack has worked: all that is named has come true.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// Texts that the agent was shown.
    #[serde(default)]
    pub seen: Vec<String>,
    /// Texts that arrived at a server.
    #[serde(default)]
    pub arrived: Vec<String>,
    /// Steps that were carried out.
    #[serde(default)]
    pub done: Vec<String>,
}

/// What a defender must do, and by when.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// What.
    #[serde(rename = "do")]
    pub duty: Duty,
    /// The step, or `start`.
    pub at: String,
}

/// What a defender can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// Says that something is wrong.
    Detect,
    /// Lets it pass without what must not be seen.
    Mask,
    /// Has a person decide first.
    Hold,
    /// Refuses it.
    Deny,
    /// Keeps the agent from seeing it.
    Quarantine,
}

impl Duty {
    /// The word in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Detect => "detect",
            Self::Mask => "mask",
            Self::Hold => "hold",
            Self::Deny => "deny",
            Self::Quarantine => "quarantine",
        }
    }

    /// Whether it stops something, and does not only say so.
    pub fn prevents(self) -> bool {
        self != Self::Detect
    }
}
