//! The scales on which detection grades what it sees.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How sure a check must be by construction.
///
/// `Hard` checks have near-zero false positives and quarantine on their own; `Soft` checks ask a person to
/// look and never quarantine alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Asks for review; never quarantines alone.
    Soft,
    /// Quarantines.
    Hard,
}

/// What kind of harm a signal points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreatType {
    /// The definition itself carries instructions that hijack the agent or another tool.
    ToolPoisoning,
    /// Text that tries to override the agent's instructions.
    PromptInjection,
    /// A definition that changed after it was approved.
    RugPull,
    /// Data is being carried out.
    Exfiltration,
    /// Code or commands that do harm when run.
    MaliciousCode,
    /// Suspicious, of no kind above.
    Uncategorized,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// One soft signal: worth a look.
    Low,
    /// Two independent soft checks agree.
    Medium,
    /// A hard signal, or three soft checks that agree.
    High,
    /// A hard signal that escalated, or one of at least 0.9 confidence.
    Critical,
}

/// What a finding means for the tool as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreatLevel {
    /// Soft signals only.
    Warning,
    /// At least one hard signal.
    Dangerous,
}

/// What should happen to the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A person should look.
    Review,
    /// Keep it from agents until a person decides.
    Quarantine,
}

macro_rules! names {
    ($type:ty { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in ascending order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable name used in reports and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

names!(Tier { Soft => "soft", Hard => "hard" });
names!(ThreatType {
    ToolPoisoning => "tool_poisoning",
    PromptInjection => "prompt_injection",
    RugPull => "rug_pull",
    Exfiltration => "exfiltration",
    MaliciousCode => "malicious_code",
    Uncategorized => "uncategorized",
});
names!(Severity { Low => "low", Medium => "medium", High => "high", Critical => "critical" });
names!(ThreatLevel { Warning => "warning", Dangerous => "dangerous" });
names!(Action { Review => "review", Quarantine => "quarantine" });

/// A degree of belief between 0 and 1, clamped when made and rounded to hundredths so that every machine
/// prints the same digits.
///
/// ```
/// use vetgate_model::Confidence;
/// assert_eq!(Confidence::new(1.7).value(), 1.0);
/// assert_eq!(Confidence::new(f64::NAN).value(), 0.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Confidence(f64);

impl Confidence {
    /// No belief at all.
    pub const ZERO: Self = Self(0.0);

    /// Clamps `value` to `0..=1`; what is not a number counts as 0.
    pub fn new(value: f64) -> Self {
        if value.is_nan() {
            return Self::ZERO;
        }
        Self((value.clamp(0.0, 1.0) * 100.0).round() / 100.0)
    }

    /// The number itself.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Independent signals add, up to certainty.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self::new(self.0 + other.0)
    }

    /// Weakened by `factor`, as text in example position is.
    #[must_use]
    pub fn discounted(self, factor: f64) -> Self {
        Self::new(self.0 * factor)
    }
}

impl From<f64> for Confidence {
    fn from(value: f64) -> Self {
        Self::new(value)
    }
}

impl From<Confidence> for f64 {
    fn from(value: Confidence) -> Self {
        value.0
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.0)
    }
}
