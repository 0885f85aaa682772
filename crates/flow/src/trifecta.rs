//! The lethal trifecta: a session that has read private data, taken in what strangers wrote, and can reach outside.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the three legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leg {
    /// Private data was read.
    PrivateData,
    /// What strangers wrote was taken in.
    UntrustedContent,
    /// Something was sent outside.
    ExternalChannel,
}

impl Leg {
    /// All three.
    pub const ALL: [Self; 3] = [Self::PrivateData, Self::UntrustedContent, Self::ExternalChannel];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PrivateData => "private_data",
            Self::UntrustedContent => "untrusted_content",
            Self::ExternalChannel => "external_channel",
        }
    }
}

impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
