//! The result of a scan, as it is shown and as it is written.

use crate::{Coverage, Finding, Severity};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A place in a file that a person can open.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// The path as the user gave it.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// What was asked to be scanned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// A path, a URL, a command line or a client's configuration, safe to show.
    pub target: String,
    /// What kind it is.
    pub kind: TargetKind,
    /// The server it is known by in findings, if it is one server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Whether it could be scanned.
    pub status: TargetStatus,
    /// Tools found there.
    pub tools: usize,
    /// What went wrong, or why it was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// The kinds of target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A file of definitions.
    File,
    /// A client configuration file.
    Config,
    /// A server reached by URL.
    Url,
    /// A server started as a command.
    Command,
}

/// How a target fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetStatus {
    /// Everything in it was looked at.
    Scanned,
    /// Left alone on purpose, by flag, by answer or because the client has it disabled.
    Skipped,
    /// Could not be read or did not answer.
    Failed,
}

/// A signal that an ignore rule holds back.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Suppressed {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// The check whose signal is held back.
    pub check: String,
    /// The rule's reason.
    pub reason: String,
    /// The day after which the rule no longer holds, as `YYYY-MM-DD`.
    pub expires: String,
}

/// The totals of a scan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The highest risk of any finding, 0 to 100.
    pub risk: u8,
    /// Findings by severity; every severity is present.
    pub by_severity: BTreeMap<Severity, usize>,
}

impl Summary {
    /// Counts `findings`.
    pub fn of(findings: &[Finding]) -> Self {
        let mut by_severity: BTreeMap<Severity, usize> = Severity::ALL.iter().map(|s| (*s, 0)).collect();
        for finding in findings {
            *by_severity.entry(finding.severity).or_default() += 1;
        }
        Self { risk: findings.iter().map(|f| f.risk).max().unwrap_or(0), by_severity }
    }
}

/// The whole result of a scan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the report's shape, not of the program.
    pub version: String,
    /// What was scanned.
    pub targets: Vec<Target>,
    /// Findings, most severe first.
    pub findings: Vec<Finding>,
    /// What ignore rules hold back.
    pub suppressed: Vec<Suppressed>,
    /// What was and was not looked at.
    pub coverage: Coverage,
    /// The totals.
    pub summary: Summary,
}

impl Report {
    /// The shape described by `docs/report.schema.json`.
    pub const VERSION: &'static str = "1";

    /// A report with its summary counted.
    pub fn new(targets: Vec<Target>, findings: Vec<Finding>, suppressed: Vec<Suppressed>, coverage: Coverage) -> Self {
        let summary = Summary::of(&findings);
        Self { version: Self::VERSION.to_owned(), targets, findings, suppressed, coverage, summary }
    }
}
