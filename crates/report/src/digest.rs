//! A report put in the order in which people read it, with the sentences that all formats share.
//!
//! Nothing here is escaped: strangers' text stays as it is in the report, and each format makes it safe.

use crate::advice;
use std::fmt::Write;
use vetgate_model::{Cap, Finding, Location, Report, Severity, Signal, Subject, Target, TargetKind, TargetStatus};

/// A report, counted and ordered for reading.
pub(crate) struct Digest<'r> {
    /// The report itself.
    pub(crate) report: &'r Report,
    /// Findings by severity, most severe first, each group by server and tool; no group is empty.
    pub(crate) groups: Vec<(Severity, Vec<&'r Finding>)>,
    /// What the result does not say, and why.
    pub(crate) gaps: Vec<Gap<'r>>,
    /// What is worth knowing though nothing is missing because of it.
    pub(crate) notes: Vec<&'r Cap>,
    /// What could not be done with a target that failed: `scanned`.
    pub(crate) undone: &'static str,
}

/// The limit that says that nothing was scanned; the headline says it too, so it is no gap beside it.
pub(crate) const EMPTY: &str = "scan.empty";

/// Why not one definition was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nothing {
    /// There was nothing to look at.
    NoTarget,
    /// Nothing was asked.
    Skipped,
    /// Nothing answered or could be read.
    Failed,
    /// Configurations were read, and none of their servers was asked.
    NotAsked,
    /// Configurations were read, and none of their servers answered.
    NoAnswer,
    /// Configurations were read, and there are no servers in them.
    NoServer,
    /// What was read declares nothing.
    NoTool,
}

impl Nothing {
    /// The reason alone, where there is one beyond that nothing was there.
    fn reason(self) -> Option<&'static str> {
        match self {
            Self::NoServer | Self::NoTool => None,
            _ => self.sentence().split_once(": ").map(|(_, reason)| reason),
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::NoTarget => "Nothing was scanned: no target was found",
            Self::Skipped => "Nothing was scanned: every target was skipped",
            Self::Failed => "Nothing was scanned: no target could be reached or read",
            Self::NotAsked => "Only the configuration was scanned: no server was contacted",
            Self::NoAnswer => "Only the configuration was scanned: no server could be reached",
            Self::NoServer => "0 servers: nothing to scan",
            Self::NoTool => "0 tools: nothing to scan",
        }
    }
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
            Gap::Check(_) => "an internal error on at least one definition; every other check still ran",
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
        let (notes, caps): (Vec<&Cap>, Vec<&Cap>) = report.coverage.caps.iter().partition(|cap| cap.is_note());
        let caps = caps.into_iter().filter(|cap| cap.cap != EMPTY).map(Gap::Cap);
        Self { report, groups, gaps: targets.chain(checks).chain(caps).collect(), notes, undone: "scanned" }
    }

    /// Of the targets and limits of a survey, which reads and does not scan.
    pub(crate) fn of_survey(record: &'r Report) -> Self {
        Self { undone: "read", ..Self::of(record) }
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

    /// Whether there is nothing to say against what was scanned, and something was.
    pub(crate) fn is_clear(&self) -> bool {
        self.groups.is_empty() && self.gaps.is_empty() && self.nothing().is_none()
    }

    /// Whether not one definition was looked at.
    pub(crate) fn is_empty(&self) -> bool {
        self.nothing().is_some()
    }

    fn nothing(&self) -> Option<Nothing> {
        let coverage = &self.report.coverage;
        if coverage.tools > 0 || coverage.others > 0 {
            return None;
        }
        let targets = &self.report.targets;
        let is_scanned = |target: &&Target| target.status == TargetStatus::Scanned;
        let is_only_configured = targets.iter().filter(is_scanned).all(|target| target.kind == TargetKind::Config);
        let (scanned, failed) = (self.targets(TargetStatus::Scanned), self.targets(TargetStatus::Failed));
        Some(match () {
            () if targets.is_empty() => Nothing::NoTarget,
            () if scanned == 0 && failed > 0 => Nothing::Failed,
            () if scanned == 0 => Nothing::Skipped,
            () if is_only_configured && failed > 0 => Nothing::NoAnswer,
            () if is_only_configured && scanned < targets.len() => Nothing::NotAsked,
            () if is_only_configured => Nothing::NoServer,
            () => Nothing::NoTool,
        })
    }

    /// Why not one definition was looked at, where that is for want of more than definitions.
    pub(crate) fn reason(&self) -> Option<&'static str> {
        self.nothing().and_then(Nothing::reason)
    }

    /// The targets that were left alone, as people know them, by reason.
    pub(crate) fn skipped(&self) -> Vec<(&'r str, Vec<&'r str>)> {
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for target in self.report.targets.iter().filter(|target| target.status == TargetStatus::Skipped) {
            let reason = target.detail.as_deref().unwrap_or("no reason was given");
            let name = target.server.as_deref().unwrap_or(&target.target);
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, names)) => names.push(name),
                None => reasons.push((reason, vec![name])),
            }
        }
        reasons
    }

    /// The result in one line: `3 findings: 1 critical, 2 low`, or that there is none.
    pub(crate) fn headline(&self) -> String {
        if self.groups.is_empty() {
            return match (self.nothing(), self.gaps.is_empty()) {
                (Some(nothing), _) => nothing.sentence().to_owned(),
                (None, true) => "No findings".to_owned(),
                (None, false) => "No findings, but not everything could be scanned".to_owned(),
            };
        }
        let parts: Vec<String> = self.groups.iter().map(|(severity, f)| format!("{} {severity}", f.len())).collect();
        format!("{}: {}", plural(self.report.findings.len(), "finding"), parts.join(", "))
    }

    /// What was looked at, as a sentence: `Scanned 14 tools in 3 targets, 11 checks run.`
    pub(crate) fn scope(&self) -> String {
        match self.nothing() {
            Some(nothing) => format!("{}.", nothing.sentence()),
            None => format!("Scanned {}.", self.extent()),
        }
    }

    /// How much was looked at: `14 tools and 2 other definitions in 3 targets, 11 checks run`.
    pub(crate) fn extent(&self) -> String {
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
pub fn plural(count: usize, noun: &str) -> String {
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

/// Signals by what they point at: several that quote the same words of the same place stand together, in the order in
/// which the first of each came.
pub(crate) fn quotes(finding: &Finding) -> Vec<Vec<&Signal>> {
    let mut quotes: Vec<Vec<&Signal>> = Vec::new();
    for signal in &finding.signals {
        let is_same = |other: &&Signal| {
            (&other.pointer, &other.evidence, &other.location) == (&signal.pointer, &signal.evidence, &signal.location)
        };
        match quotes.iter_mut().find(|quote| quote.first().is_some_and(&is_same)) {
            Some(quote) => quote.push(signal),
            None => quotes.push(vec![signal]),
        }
    }
    quotes
}

/// The subject of a note, where its id says it: the settings file, or an ignore rule and whether it does anything.
pub(crate) fn note_subject(cap: &Cap) -> Option<&'static str> {
    match cap.cap.as_str() {
        "settings.file" => Some("Settings"),
        "ignore.used" => Some("Ignore rule"),
        "ignore.expired" | "ignore.unused" => Some("Stale ignore rule"),
        _ => None,
    }
}

/// The place of a signal that a person can open, or the pointer into the definition.
pub(crate) fn place(signal: &Signal) -> String {
    match &signal.location {
        Some(Location { file, line, column: Some(column) }) => format!("{file}:{line}:{column}"),
        Some(Location { file, line, column: None }) => format!("{file}:{line}"),
        None => pointer(signal).to_owned(),
    }
}

/// The pointer of a signal; the whole definition has a name too.
pub(crate) fn pointer(signal: &Signal) -> &str {
    if signal.pointer.is_root() { "(whole definition)" } else { signal.pointer.as_str() }
}
