//! A report put in the order in which people read it, with the sentences that all formats share.
//!
//! Nothing here is escaped: strangers' text stays as it is in the report, and each format makes it safe.

use crate::advice;
use std::fmt::Write;
use vetgate_model::{Cap, Finding, Report, Severity, Signal, Subject, Target, TargetStatus};

/// A report, counted and ordered for reading.
pub(crate) struct Digest<'r> {
    /// The report itself.
    pub(crate) report: &'r Report,
    /// Findings by severity, most severe first, each group by server and tool; no group is empty.
    pub(crate) groups: Vec<(Severity, Vec<&'r Finding>)>,
    /// What the result does not say, and why.
    pub(crate) gaps: Vec<Gap<'r>>,
}

/// Something that was not looked at in full.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gap<'r> {
    /// A target that could not be scanned.
    Target(&'r Target),
    /// A check that failed on something.
    Check(&'r str),
    /// A limit that was hit.
    Cap(&'r Cap),
}

impl<'r> Gap<'r> {
    /// Where.
    pub(crate) fn place(self) -> &'r str {
        match self {
            Gap::Target(target) => target.server.as_deref().unwrap_or(&target.target),
            Gap::Check(id) => id,
            Gap::Cap(cap) => &cap.place,
        }
    }

    /// What that means.
    pub(crate) fn detail(self) -> &'r str {
        match self {
            Gap::Target(target) => target.detail.as_deref().unwrap_or("no reason was given"),
            Gap::Check(_) => "it broke off on at least one definition; every other check still ran",
            Gap::Cap(cap) => &cap.detail,
        }
    }
}

impl<'r> Digest<'r> {
    pub(crate) fn of(report: &'r Report) -> Self {
        let mut groups = Vec::new();
        for severity in Severity::ALL.iter().rev() {
            let mut findings: Vec<&Finding> = report.findings.iter().filter(|f| f.severity == *severity).collect();
            findings.sort_by(|a, b| (&a.server, &a.tool).cmp(&(&b.server, &b.tool)));
            if !findings.is_empty() {
                groups.push((*severity, findings));
            }
        }
        let targets = report.targets.iter().filter(|t| t.status == TargetStatus::Failed).map(Gap::Target);
        let checks = report.coverage.failed.iter().map(|id| Gap::Check(id));
        let caps = report.coverage.caps.iter().map(Gap::Cap);
        Self { report, groups, gaps: targets.chain(checks).chain(caps).collect() }
    }

    /// All findings in reading order.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &'r Finding> + '_ {
        self.groups.iter().flat_map(|(_, findings)| findings.iter().copied())
    }

    /// The worst severity there is.
    pub(crate) fn worst(&self) -> Option<Severity> {
        self.groups.first().map(|(severity, _)| *severity)
    }

    /// How many findings have this severity.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.groups.iter().find(|(s, _)| *s == severity).map_or(0, |(_, findings)| findings.len())
    }

    /// How many targets fared so.
    pub(crate) fn targets(&self, status: TargetStatus) -> usize {
        self.report.targets.iter().filter(|t| t.status == status).count()
    }

    /// Whether anything at all was looked at.
    pub(crate) fn is_empty(&self) -> bool {
        self.report.coverage.tools == 0 && self.report.coverage.others == 0
    }

    /// The result in one line: `3 findings: 1 critical, 2 low`, or that there is none.
    pub(crate) fn headline(&self) -> String {
        if self.groups.is_empty() {
            return match (self.is_empty(), self.gaps.is_empty()) {
                (true, true) => "No findings: there was nothing to scan".to_owned(),
                (false, true) => "No findings".to_owned(),
                (_, false) => "No findings, but not everything could be scanned".to_owned(),
            };
        }
        let parts: Vec<String> = self.groups.iter().map(|(severity, f)| format!("{} {severity}", f.len())).collect();
        format!("{}: {}", plural(self.report.findings.len(), "finding"), parts.join(", "))
    }

    /// What was looked at: `14 tools and 2 other definitions in 3 targets, with 11 checks`.
    pub(crate) fn scope(&self) -> String {
        let coverage = &self.report.coverage;
        let mut text = plural(coverage.tools, "tool");
        // Writing to a string cannot fail.
        if coverage.others > 0 {
            let _ = write!(text, " and {}", plural(coverage.others, "other definition"));
        }
        let _ = match (self.targets(TargetStatus::Scanned), self.report.targets.len()) {
            (scanned, all) if scanned == all => write!(text, " in {}", plural(all, "target")),
            (scanned, all) => write!(text, " in {scanned} of {}", plural(all, "target")),
        };
        let _ = write!(text, ", {} run", plural(coverage.checks_run + coverage.checks_failed, "check"));
        text
    }
}

/// `1 tool`, `2 tools`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A sentence with a capital letter, if it starts with a plain one.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}

/// A stranger's name as it stands, or that there is none.
pub(crate) fn named(name: &str) -> &str {
    if name.is_empty() { "(unnamed)" } else { name }
}

/// What a finding is called beside its server, and what kind of thing that is where the name does not say it.
pub(crate) fn title(finding: &Finding) -> (&str, Option<&'static str>) {
    match finding.subject {
        Subject::Tool => (named(&finding.tool), None),
        Subject::Instructions => (advice::noun(finding.subject), None),
        Subject::Config if finding.tool == finding.server => (advice::noun(finding.subject), None),
        subject => (named(&finding.tool), Some(advice::noun(subject))),
    }
}

/// The place of a signal that a person can open, or the pointer into the definition.
pub(crate) fn place(signal: &Signal) -> String {
    match &signal.location {
        Some(location) => format!("{}:{}:{}", location.file, location.line, location.column),
        None => pointer(signal).to_owned(),
    }
}

/// The pointer of a signal; the whole definition has a name too.
pub(crate) fn pointer(signal: &Signal) -> &str {
    if signal.pointer.is_root() { "(whole definition)" } else { signal.pointer.as_str() }
}
