//! The rules of a SARIF log: every check the caller describes, and every one the report names.

use super::log::{Configuration, Help, Message, ReportingDescriptor, RuleProperties};
use crate::{CheckInfo, escape};
use std::collections::BTreeMap;
use vetgate_model::{Lifecycle, Report, Tier};

/// A check's id as SARIF shows it; never empty.
pub(super) fn id(check: &str) -> String {
    if check.is_empty() { "unnamed".to_owned() } else { escape::line(check).into_owned() }
}

/// Rules by id, in order of id.
pub(super) struct Rules(BTreeMap<String, ReportingDescriptor>);

impl Rules {
    pub(super) fn of(report: &Report, checks: &[CheckInfo]) -> Self {
        let mut rules = BTreeMap::new();
        for check in checks {
            rules.entry(id(&check.id)).or_insert_with(|| described(check));
        }
        let signals = report.findings.iter().flat_map(|f| &f.signals).map(|s| (&s.check, s.tier));
        let suppressed = report.suppressed.iter().map(|s| (&s.check, Tier::Soft));
        for (check, tier) in signals.chain(suppressed) {
            rules.entry(id(check)).or_insert_with(|| undescribed(check, tier));
        }
        Self(rules)
    }

    /// Of rules that are named, which are described where they are known.
    pub(super) fn named<'n>(names: impl Iterator<Item = &'n str>, checks: &[CheckInfo]) -> Self {
        let mut rules: BTreeMap<_, _> = checks.iter().map(|check| (id(&check.id), described(check))).collect();
        for name in names {
            rules.entry(id(name)).or_insert_with(|| undescribed(name, Tier::Soft));
        }
        Self(rules)
    }

    /// Where the check stands among the rules; every check of the report does.
    pub(super) fn index(&self, check: &str) -> usize {
        let id = id(check);
        self.0.range(..id).count()
    }

    /// What the check finds, in one sentence.
    pub(super) fn summary(&self, check: &str) -> &str {
        self.0.get(&id(check)).map_or("A check fired.", |rule| &rule.short_description.text)
    }

    pub(super) fn into_descriptors(self) -> Vec<ReportingDescriptor> {
        self.0.into_values().collect()
    }
}

fn described(check: &CheckInfo) -> ReportingDescriptor {
    let or_id = |text: &str| if text.trim().is_empty() { id(&check.id) } else { escape::line(text).into_owned() };
    let markdown = if check.help_markdown.trim().is_empty() { or_id(&check.why) } else { check.help_markdown.clone() };
    ReportingDescriptor {
        id: id(&check.id),
        short_description: Message { text: or_id(&check.summary) },
        full_description: Message { text: or_id(&check.why) },
        help: Help { text: or_id(&check.why), markdown },
        default_configuration: Configuration { level: level(check.tier) },
        properties: properties(
            check.tier,
            ["mcp", "security", check.threat_type.name()]
                .into_iter()
                .chain(check.lifecycle.map(Lifecycle::name))
                .collect(),
        ),
    }
}

fn undescribed(check: &str, tier: Tier) -> ReportingDescriptor {
    let text = || format!("Check {} fired.", super::plain(&id(check)));
    ReportingDescriptor {
        id: id(check),
        short_description: Message { text: text() },
        full_description: Message { text: text() },
        help: Help { text: text(), markdown: text() },
        default_configuration: Configuration { level: level(tier) },
        properties: properties(tier, vec!["mcp", "security"]),
    }
}

const fn level(tier: Tier) -> &'static str {
    match tier {
        Tier::Hard => "error",
        Tier::Soft => "warning",
    }
}

fn properties(tier: Tier, tags: Vec<&'static str>) -> RuleProperties {
    let (precision, problem_severity, security_severity) = match tier {
        Tier::Hard => ("very-high", "error", "9.0"),
        Tier::Soft => ("medium", "warning", "5.0"),
    };
    RuleProperties { precision, problem_severity, security_severity, tags }
}
