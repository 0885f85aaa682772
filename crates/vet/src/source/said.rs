//! What the checks on definitions say of the definitions that stand in the source.

use super::{Findings, Subject};
use crate::{Catalog, aggregate, checks};
use std::collections::BTreeMap;
use vetgate_model::{Signal, Subject as Kind};
use vetgate_text::render;

/// Checks that rules of their own take the place of, because the code knows better.
const ELSEWHERE: &[&str] = &["annotation.mismatch", "capability.mismatch", "secret.embedded"];

/// Reports what the checks say of the parts of definitions for which `is_here` holds, given their JSON pointers.
pub(super) fn report(subject: &Subject<'_>, is_here: fn(&str) -> bool, out: &mut Findings<'_>) {
    let definitions = subject.definitions();
    let checks: Vec<_> = checks::all().iter().copied().filter(|c| !ELSEWHERE.contains(&c.meta().id)).collect();
    let outcome = crate::scan(&Catalog::of(&definitions), &checks);
    for finding in outcome.findings {
        let Some(tool) = subject.analysis.tools.iter().find(|tool| *tool.name == *finding.tool) else { continue };
        let signals: Vec<Signal> = finding.signals.into_iter().filter(|s| is_here(s.pointer.as_str())).collect();
        let Some(finding) = aggregate::finding(subject.label, &finding.tool, Kind::Tool, signals) else { continue };
        let mut parts: BTreeMap<&str, Vec<&Signal>> = BTreeMap::new();
        for signal in &finding.signals {
            parts.entry(signal.pointer.as_str()).or_default().push(signal);
        }
        for (pointer, signals) in parts {
            let strongest = signals[0];
            let message = format!("{} ({})", strongest.detail, strongest.check);
            out.add(subject.part(tool, pointer), strongest.confidence.value(), &message)
                .of(tool)
                .severity(finding.severity)
                .quoting(&render::safe(&strongest.evidence, 240));
        }
    }
}
