//! What was found in source, put in the order in which people read it: the sentences that all formats share.
//!
//! "Not analyzed" is a verdict of its own here: a tree or a tool whose code was not seen is never counted as clean.

use crate::digest::plural;
use vetgate_model::{Cap, Look, Region, Severity, SourceReport, SourceTool, SourceTree};

/// A report of an analysis, counted and ordered for reading.
pub(crate) struct Reading<'r> {
    pub(crate) report: &'r SourceReport,
    /// Trees of which not all was looked at.
    pub(crate) trees: Vec<&'r SourceTree>,
    /// Tools of which not all was looked at.
    pub(crate) tools: Vec<&'r SourceTool>,
    /// Limits that were hit and files that were left out.
    pub(crate) gaps: Vec<&'r Cap>,
    /// What is worth knowing though nothing is missing because of it.
    pub(crate) notes: Vec<&'r Cap>,
}

impl<'r> Reading<'r> {
    pub(crate) fn of(report: &'r SourceReport) -> Self {
        let (notes, gaps) = report.coverage.caps.iter().partition(|cap| cap.is_note());
        Self {
            report,
            trees: report.trees.iter().filter(|tree| tree.status != Look::Analyzed).collect(),
            tools: report.tools.iter().filter(|tool| tool.status != Look::Analyzed).collect(),
            gaps,
            notes,
        }
    }

    /// Whether nothing was analyzed at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.report.trees.iter().all(|tree| tree.status == Look::NotAnalyzed)
    }

    /// Whether everything was looked at and nothing found.
    pub(crate) fn is_clear(&self) -> bool {
        self.report.findings.is_empty() && !self.report.is_incomplete()
    }

    pub(crate) fn worst(&self) -> Option<Severity> {
        self.report.findings.iter().map(|finding| finding.severity).max()
    }

    /// The result in one line.
    pub(crate) fn headline(&self) -> String {
        let report = self.report;
        if report.findings.is_empty() {
            return match (self.is_empty(), report.is_incomplete()) {
                (true, _) => "Not analyzed".to_owned(),
                (false, true) => "No findings, but not everything was analyzed".to_owned(),
                (false, false) => "No findings".to_owned(),
            };
        }
        let count = |severity: &Severity| report.by_severity.get(severity).copied().filter(|count| *count > 0);
        let parts = Severity::ALL.iter().rev().filter_map(|severity| Some(format!("{} {severity}", count(severity)?)));
        format!("{}: {}", plural(report.findings.len(), "finding"), parts.collect::<Vec<_>>().join(", "))
    }

    /// How much was looked at.
    pub(crate) fn extent(&self) -> String {
        let report = self.report;
        let files: usize = report.trees.iter().map(|tree| tree.files).sum();
        let analyzed = report.tools.iter().filter(|tool| tool.status == Look::Analyzed).count();
        let tools = match report.tools.len() {
            all if all == analyzed => plural(all, "tool"),
            all => format!("{analyzed} of {}", plural(all, "tool")),
        };
        format!("{tools} in {}, {} run", plural(files, "source file"), plural(report.coverage.rules_run, "rule"))
    }

    /// What was not looked at, each with its place.
    pub(crate) fn unseen(&self) -> Vec<(String, String)> {
        let reason = |detail: &Option<String>| detail.clone().unwrap_or_else(|| "no reason is known".to_owned());
        let trees = self
            .trees
            .iter()
            .map(|tree| (tree.path.clone(), format!("{}: {}", tree.status.name(), reason(&tree.detail))));
        let tools = self.tools.iter().map(|tool| {
            let place = format!("{} ({})", tool.name, place(&tool.location));
            (place, format!("{}: {}", tool.status.name(), reason(&tool.detail)))
        });
        let rules = self.report.coverage.failed.iter().map(|id| (id.clone(), "the rule failed".to_owned()));
        let caps = self.gaps.iter().map(|cap| (cap.place.clone(), format!("{} ({})", cap.detail, cap.cap)));
        trees.chain(tools).chain(rules).chain(caps).collect()
    }
}

/// A place that editors open.
pub(crate) fn place(region: &Region) -> String {
    format!("{}:{}:{}", region.file, region.line, region.column)
}

/// The result of an analysis in one line; nothing of a stranger's text is in it.
pub fn headline(report: &SourceReport) -> String {
    Reading::of(report).headline()
}
