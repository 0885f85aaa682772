//! One piece of data on its way from one call to another, and what that means.

use crate::Place;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Data that came out of one call and went into another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// Where it came from.
    pub from: Place,
    /// Where it went.
    pub to: Place,
    /// What kind of flow it is.
    pub pattern: Pattern,
    /// How grave it is.
    pub level: Level,
    /// How many canonical characters moved.
    pub characters: u32,
    /// How many of these are not common text, boilerplate, or the agent's own words.
    pub novel: u32,
    /// What it was wrapped in on the way, the outermost first: `base64`, `gzip`, ...; nothing if it was copied as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transforms: Vec<String>,
    /// Why it is as grave as it is, in one sentence; safe to show.
    pub reason: String,
}

/// What kind of flow an edge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Data stays on its side.
    Harmless,
    /// What one server said is handed to another.
    CrossServer,
    /// Private data leaves.
    InternalToExternal,
    /// Personal data leaves.
    PiiToExternal,
    /// A secret leaves.
    SecretToExternal,
    /// A recipient, address, URL or account came out of what strangers wrote.
    UntrustedToDestination,
    /// A command or code came out of what strangers wrote.
    UntrustedToExec,
}

impl Pattern {
    /// Every pattern, the gravest last.
    pub const ALL: [Self; 7] = [
        Self::Harmless,
        Self::CrossServer,
        Self::InternalToExternal,
        Self::PiiToExternal,
        Self::SecretToExternal,
        Self::UntrustedToDestination,
        Self::UntrustedToExec,
    ];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Harmless => "harmless",
            Self::CrossServer => "cross_server",
            Self::InternalToExternal => "internal_to_external",
            Self::PiiToExternal => "pii_to_external",
            Self::SecretToExternal => "secret_to_external",
            Self::UntrustedToDestination => "untrusted_to_destination",
            Self::UntrustedToExec => "untrusted_to_exec",
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How grave an edge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Ordinary work.
    Safe,
    /// Worth a look.
    Suspicious,
    /// An attack, unless somebody says otherwise.
    Critical,
}

impl Level {
    /// Every level, in ascending order.
    pub const ALL: [Self; 3] = [Self::Safe, Self::Suspicious, Self::Critical];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Suspicious => "suspicious",
            Self::Critical => "critical",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
