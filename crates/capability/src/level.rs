//! How sure a label is.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How sure a label is. In ascending order; `inferred` filters as `medium` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// From weak signals only, or from signals that partly conflict. Most consumers skip it.
    Low,
    /// A language model said so. Filters as `medium`, and is told apart in reports.
    Inferred,
    /// One strong signal and nothing against it.
    Medium,
    /// Independent signals agree, or a call in the source was seen.
    High,
}

impl Level {
    /// Every level, in ascending order.
    pub const ALL: [Self; 4] = [Self::Low, Self::Inferred, Self::Medium, Self::High];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Inferred => "inferred",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// Whether a consumer that acts on `floor` and above acts on this.
    ///
    /// ```
    /// use vetgate_capability::Level;
    /// assert!(Level::Inferred.reaches(Level::Medium));
    /// assert!(!Level::Inferred.reaches(Level::High));
    /// ```
    pub fn reaches(self, floor: Self) -> bool {
        let rank = |level: Self| if level == Self::Inferred { Self::Medium } else { level };
        rank(self) >= rank(floor)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
