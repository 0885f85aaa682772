//! What there is to find: one [`Kind`] for each type of personal data or secret.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use vetgate_model::{Confidence, Severity};

/// What a kind of data is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// How to reach a person: e-mail, telephone, street address.
    Contact,
    /// Who a person is to a state: national and tax numbers, passports, dates of birth.
    Identity,
    /// Health insurance, patient and prescriber numbers.
    Health,
    /// Cards, accounts, bank routing, wallets.
    Financial,
    /// Addresses of machines.
    Network,
    /// Vehicles.
    Vehicle,
    /// What opens something: tokens, keys, passwords.
    Secret,
    /// Where secrets are kept.
    Path,
    /// What the user's own patterns look for.
    Custom,
}

impl Category {
    /// Every category.
    pub const ALL: &'static [Self] = &[
        Self::Contact,
        Self::Identity,
        Self::Health,
        Self::Financial,
        Self::Network,
        Self::Vehicle,
        Self::Secret,
        Self::Path,
        Self::Custom,
    ];

    /// The stable name used in reports and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Identity => "identity",
            Self::Health => "health",
            Self::Financial => "financial",
            Self::Network => "network",
            Self::Vehicle => "vehicle",
            Self::Secret => "secret",
            Self::Path => "path",
            Self::Custom => "custom",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One kind of sensitive data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The stable id: `email`, `us_ssn`, `github.pat`.
    pub id: Cow<'static, str>,
    /// What people call it.
    pub name: Cow<'static, str>,
    /// What it is about.
    pub category: Category,
    /// How bad it is when it gets out.
    pub severity: Severity,
}

impl Kind {
    /// A kind that is known when the program is built.
    pub const fn new(id: &'static str, name: &'static str, category: Category, severity: Severity) -> Self {
        Self { id: Cow::Borrowed(id), name: Cow::Borrowed(name), category, severity }
    }

    /// The word that stands for a value of this kind: `EMAIL`, `GITHUB_PAT`.
    ///
    /// ```
    /// use vetgate_model::Severity;
    /// use vetgate_sensitive::{Category, Kind};
    /// let kind = Kind::new("github.pat", "GitHub token", Category::Secret, Severity::Critical);
    /// assert_eq!(kind.label(), "GITHUB_PAT");
    /// ```
    pub fn label(&self) -> String {
        let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        self.id.chars().map(upper).collect()
    }
}

/// How sure a match is, in bands that people can reason about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Could well be something else; a documentation example; entropy alone. Reported, never masked silently.
    Low,
    /// The shape fits and something speaks for it.
    Medium,
    /// A strong checksum or an unmistakable format.
    High,
}

impl Grade {
    /// Every grade, in ascending order.
    pub const ALL: &'static [Self] = &[Self::Low, Self::Medium, Self::High];

    /// The stable name used in reports and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// The grade of a degree of belief: high from 0.8, medium from 0.5.
    pub fn of(confidence: Confidence) -> Self {
        match confidence.value() {
            value if value >= 0.8 => Self::High,
            value if value >= 0.5 => Self::Medium,
            _ => Self::Low,
        }
    }

    /// The degree of belief that a match of this grade has when nothing else is known.
    pub fn confidence(self) -> Confidence {
        Confidence::new(match self {
            Self::Low => 0.3,
            Self::Medium => 0.6,
            Self::High => 0.9,
        })
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
