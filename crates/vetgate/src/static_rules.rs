//! What the static rules, which `vetgate analyze` runs, say of themselves.

use crate::explanation::{capitalized, markdown, one_line, sections};
use vetgate_model::{Severity, Tier};
use vetgate_report::CheckInfo;
use vetgate_vet::Explanation;
use vetgate_vet::ignore::Rule;
use vetgate_vet::source::{self, RuleMeta};

/// What every static rule says about itself, for reports.
pub(crate) fn infos() -> Vec<CheckInfo> {
    let info = |rule: &&dyn source::Rule| {
        let meta = rule.meta();
        let explanation = Explanation::of(meta.source);
        CheckInfo {
            id: meta.id.to_owned(),
            // In SARIF the tier decides how an alert is sorted.
            tier: if meta.severity >= Severity::High { Tier::Hard } else { Tier::Soft },
            lifecycle: Some(meta.lifecycle),
            threat_type: meta.threat,
            summary: format!("{}: {}", meta.name, explanation.summary),
            why: one_line(explanation.section("Why it matters").unwrap_or_default()),
            help_markdown: markdown(&format!("{} {}", meta.id, meta.name), &explanation),
        }
    };
    source::all().iter().map(info).collect()
}

/// The ids and names of all.
pub(crate) fn names() -> Vec<(&'static str, &'static str)> {
    source::all().iter().map(|rule| (rule.meta().id, rule.meta().name)).collect()
}

/// Returns true if an ignore rule is about one of them.
pub(crate) fn may_be_named(rule: &Rule) -> bool {
    names().iter().any(|(id, name)| rule.names(id) || rule.names(name))
}

/// The explanation of the rule of this id or name.
pub(crate) fn explanation(asked: &str) -> Option<String> {
    let is_meant = |meta: &RuleMeta| meta.id.eq_ignore_ascii_case(asked) || meta.name == asked;
    let meta = source::all().iter().map(|rule| rule.meta()).find(is_meant)?;
    let explanation = Explanation::of(meta.source);
    let summary = capitalized(&explanation.summary);
    let heading =
        format!("{} {} ({}, {}, {})\n{summary}\n", meta.id, meta.name, meta.severity, meta.threat, meta.lifecycle);
    Some(format!("{}\nWhat to do\n  {}\n", sections(heading, &explanation), meta.advice))
}
