//! The result of reading a server's source, as it is shown and as it is written.

use crate::{Cap, Confidence, Severity, Suppressed, ThreatType};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A stretch of a file that a person can open.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Region {
    /// The path as the user gave it.
    pub file: String,
    /// The first line, from 1.
    pub line: usize,
    /// The first column in characters, from 1.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// One past the last column.
    pub end_column: usize,
}

/// A place on the way of data or of calls, with a word on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Where.
    pub location: Region,
    /// What happens there.
    pub message: String,
    /// The line as it stands there; safe to show.
    pub snippet: String,
}

/// What a static rule says of one place in the source.
///
/// `message`, `snippet` and the words of the steps are safe to show: escaped, cut and masked by the rule that made it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceFinding {
    /// The rule's stable id.
    pub rule: String,
    /// The rule's name: `path-traversal`.
    pub name: String,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// What kind of harm.
    pub threat_type: ThreatType,
    /// The tree it was found in, as the user gave it.
    pub tree: String,
    /// The tool it is about; nothing where it is about the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// What is wrong, in one or two sentences.
    pub message: String,
    /// Where.
    pub location: Region,
    /// The line as it stands there.
    pub snippet: String,
    /// The calls that lead there, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Step>,
    /// How the data gets there, its source first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flow: Vec<Step>,
    /// A check that was made and does not count, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_miss: Option<Step>,
    /// How to mend it.
    pub advice: String,
    /// How well the rule is calibrated.
    #[serde(default)]
    pub lifecycle: Lifecycle,
}

/// How well a static rule is calibrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// Not measured yet, or below the threshold of stable rules.
    #[default]
    Experimental,
    /// Measured on servers with and without the flaw, at or above the threshold.
    Stable,
}

impl Lifecycle {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Experimental => "experimental",
            Self::Stable => "stable",
        }
    }
}

impl std::fmt::Display for Lifecycle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Whether code was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// All of it.
    Analyzed,
    /// A part of it.
    PartlyAnalyzed,
    /// None of it: nothing found says nothing.
    NotAnalyzed,
}

impl Look {
    /// As people say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analyzed => "analyzed",
            Self::PartlyAnalyzed => "partly analyzed",
            Self::NotAnalyzed => "not analyzed",
        }
    }
}

/// A tree of source that was asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceTree {
    /// The path as the user gave it.
    pub path: String,
    /// Whether its code was looked at.
    pub status: Look,
    /// Source files that were read.
    pub files: usize,
    /// Tools that were found in it.
    pub tools: usize,
    /// Why it was not analyzed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// A tool that the source offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceTool {
    /// The tree it was found in.
    pub tree: String,
    /// Its name.
    pub name: String,
    /// Whether its code was looked at.
    pub status: Look,
    /// Where it is declared.
    pub location: Region,
    /// What its code reaches, by the names of capabilities, with one call each as evidence.
    pub reaches: BTreeMap<String, String>,
    /// Why it was not analyzed to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// What was looked at, and what was not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCoverage {
    /// Files that were read, those included that are no source.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// Rules that ran to the end.
    pub rules_run: usize,
    /// Ids of rules that broke off, sorted.
    pub failed: Vec<String>,
    /// Limits that were hit and files that were left out, sorted.
    pub caps: Vec<Cap>,
}

/// The whole result of an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceReport {
    /// The version of the report's shape, not of the program.
    pub version: String,
    /// What was asked about.
    pub trees: Vec<SourceTree>,
    /// The tools that the source offers.
    pub tools: Vec<SourceTool>,
    /// Findings, most severe first.
    pub findings: Vec<SourceFinding>,
    /// What ignore rules hold back.
    pub suppressed: Vec<Suppressed>,
    /// What was and was not looked at.
    pub coverage: SourceCoverage,
    /// Findings by severity; every severity is present.
    pub by_severity: BTreeMap<Severity, usize>,
}

impl SourceReport {
    /// The shape described by `docs/analyze.schema.json`.
    pub const VERSION: &'static str = "1";

    /// A report with its findings counted.
    pub fn new(
        trees: Vec<SourceTree>,
        tools: Vec<SourceTool>,
        findings: Vec<SourceFinding>,
        suppressed: Vec<Suppressed>,
        coverage: SourceCoverage,
    ) -> Self {
        let mut by_severity: BTreeMap<Severity, usize> = Severity::ALL.iter().map(|s| (*s, 0)).collect();
        for finding in &findings {
            *by_severity.entry(finding.severity).or_default() += 1;
        }
        Self { version: Self::VERSION.to_owned(), trees, tools, findings, suppressed, coverage, by_severity }
    }

    /// Whether something that was asked about was not looked at to the end.
    pub fn is_incomplete(&self) -> bool {
        self.trees.iter().any(|tree| tree.status != Look::Analyzed)
            || self.tools.iter().any(|tool| tool.status != Look::Analyzed)
            || !self.coverage.failed.is_empty()
            || self.coverage.caps.iter().any(|cap| !cap.is_note())
    }
}
