//! What was found in source, in Markdown: a table of the totals, then each finding.

use super::quote::{block, code, prose};
use super::{BUDGET, EVIDENCE, LIST, SHARE, list, short};
use crate::Options;
use crate::digest::{capital, plural};
use crate::source::{Reading, place};
use std::fmt::Write;
use vetgate_model::{Severity, SourceFinding, SourceReport, Step};

pub(crate) fn render(report: &SourceReport, _: &Options<'_>) -> String {
    let reading = Reading::of(report);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "## Vetgate: {}\n\nAnalyzed {}.\n", reading.headline(), reading.extent());
    let unseen = reading.unseen();
    if !unseen.is_empty() {
        out.push_str("> [!WARNING]\n> Not everything was analyzed:\n>\n");
        let lines =
            unseen.iter().map(|(place, detail)| format!("> - {}: {}", code(&short(place)), prose(&short(detail))));
        list(&mut out, lines, unseen.len(), "> - ", LIST);
    }
    if !reading.notes.is_empty() {
        out.push_str("> [!NOTE]\n");
        let line = |note: &&vetgate_model::Cap| {
            format!("> - {}: {} ({})", code(&short(&note.place)), prose(&short(&note.detail)), code(&note.cap))
        };
        list(&mut out, reading.notes.iter().map(line), reading.notes.len(), "> - ", LIST);
    }
    if !report.findings.is_empty() {
        out.push_str("| Critical | High | Medium | Low |\n| ---: | ---: | ---: | ---: |\n");
        let count = |severity: &Severity| report.by_severity.get(severity).copied().unwrap_or(0).to_string();
        let _ = writeln!(out, "| {} |\n", Severity::ALL.iter().rev().map(count).collect::<Vec<_>>().join(" | "));
    }
    let mut left = report.findings.len();
    for finding in &report.findings {
        let text = finding_text(finding);
        if out.len() + text.len() <= BUDGET - SHARE {
            out.push_str(&text);
            left -= 1;
        }
    }
    if left > 0 {
        let _ = writeln!(out, "**Not shown here: {}.** The JSON report lists all.\n", plural(left, "finding"));
    }
    if !report.suppressed.is_empty() {
        let _ = writeln!(out, "{} suppressed by ignore rules.\n", plural(report.suppressed.len(), "finding"));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn finding_text(finding: &SourceFinding) -> String {
    let severity = capital(finding.severity.name());
    let at = code(&short(&place(&finding.location)));
    let mut out = format!("### {severity}: {} {} at {at}\n\n", finding.rule, finding.name);
    let _ = writeln!(out, "{}\n", prose(&short(&finding.message)));
    let tool = finding.tool.as_ref().map(|tool| format!("Tool {} · ", code(&short(tool)))).unwrap_or_default();
    let _ = writeln!(out, "{tool}confidence {}\n", finding.confidence);
    if !finding.snippet.is_empty() {
        let _ = writeln!(out, "{}", block(&finding.snippet, EVIDENCE));
    }
    steps(&mut out, "Data flow", &finding.flow);
    if finding.flow.is_empty() {
        steps(&mut out, "Called through", &finding.calls);
    }
    if let Some(step) = &finding.near_miss {
        steps(&mut out, "Insufficient check", std::slice::from_ref(step));
    }
    let _ = writeln!(out, "**What to do.** {}\n", finding.advice);
    out
}

fn steps(out: &mut String, title: &str, steps: &[Step]) {
    if steps.is_empty() {
        return;
    }
    let _ = writeln!(out, "{title}:\n");
    for step in steps {
        let _ = writeln!(out, "- {} {}", code(&short(&place(&step.location))), prose(&short(&step.message)));
    }
    out.push('\n');
}
