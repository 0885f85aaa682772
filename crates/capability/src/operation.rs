//! Whether a tool reads, writes or destroys.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What calling a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationClass {
    /// Nothing tells. To be treated as potentially risky.
    Unknown,
    /// It changes nothing.
    Read,
    /// It creates, changes, sends or runs.
    Write,
    /// What it does cannot be taken back.
    Destructive,
}

impl OperationClass {
    /// Every class.
    pub const ALL: [Self; 4] = [Self::Unknown, Self::Read, Self::Write, Self::Destructive];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
        }
    }
}

impl fmt::Display for OperationClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
