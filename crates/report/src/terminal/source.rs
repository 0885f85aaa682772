//! What was found in source, on a terminal: each finding with its line, the way of the data and what to do.

use super::canvas::{Canvas, Look};
use super::{ATTENTION, NAME, SENTENCE};
use crate::digest::plural;
use crate::source::{Reading, place};
use crate::{Options, advice, escape};
use vetgate_model::{Severity, SourceFinding, SourceReport, Step};

/// Most lines on what was not looked at; the JSON report has all.
const UNSEEN: usize = 12;

pub(crate) fn render(report: &SourceReport, options: &Options<'_>) -> String {
    let reading = Reading::of(report);
    let mut canvas = Canvas::new(options.color, options.width);
    for finding in &report.findings {
        show(&mut canvas, finding);
    }
    summary(&mut canvas, &reading);
    canvas.finish()
}

fn show(canvas: &mut Canvas, finding: &SourceFinding) {
    let label = finding.severity.name().to_uppercase();
    let name = escape::cut(&place(&finding.location), NAME);
    let kind = format!("{} {}", finding.rule, finding.name);
    canvas.heading((&label, Look::of(finding.severity)), &name, &kind);
    canvas.blank();
    canvas.paragraph("  ", "  ", Look::Strong, &escape::cut(&finding.message, SENTENCE));
    let mut facts = format!("{} · confidence {}", advice::threat(finding.threat_type), finding.confidence);
    if let Some(tool) = &finding.tool {
        facts = format!("{} · {facts}", escape::cut(tool, NAME));
    }
    canvas.paragraph("  ", "  ", Look::Faint, &facts);
    if !finding.snippet.is_empty() {
        canvas.quote(&format!("  {:>4} │ ", finding.location.line), &escape::line(&finding.snippet), 4);
    }
    // The last step of a flow is the finding itself.
    let steps = finding.flow.len().saturating_sub(1);
    way(canvas, "data flow", &finding.flow[..steps]);
    if finding.flow.is_empty() {
        way(canvas, "called through", &finding.calls);
    }
    if let Some(step) = &finding.near_miss {
        way(canvas, "insufficient check", std::slice::from_ref(step));
    }
    canvas.blank();
    canvas.paragraph("  → ", "    ", Look::Plain, &finding.advice);
    canvas.blank();
}

fn way(canvas: &mut Canvas, title: &str, steps: &[Step]) {
    if steps.is_empty() {
        return;
    }
    canvas.paragraph("  ", "  ", Look::Faint, &format!("{title}:"));
    for step in steps {
        let text = format!("{} {}", escape::cut(&place(&step.location), NAME), escape::cut(&step.message, SENTENCE));
        canvas.paragraph("    ", "      ", Look::Faint, &text);
    }
}

fn summary(canvas: &mut Canvas, reading: &Reading<'_>) {
    match reading.worst() {
        None if reading.is_clear() => {
            canvas.marked("✓ ", Look::Good, &format!("{}: {}.", reading.headline(), reading.extent()));
        }
        None => canvas.marked("! ", ATTENTION, &format!("{}: {}.", reading.headline(), reading.extent())),
        Some(worst) => {
            canvas.rule();
            canvas.paragraph("", "", Look::of(worst), &reading.headline());
            canvas.paragraph("", "", Look::Plain, &format!("Analyzed {}.", reading.extent()));
        }
    }
    let suppressed = reading.report.suppressed.len();
    if suppressed > 0 {
        canvas.paragraph(
            "",
            "",
            Look::Plain,
            &format!("{} suppressed by ignore rules.", plural(suppressed, "finding")),
        );
    }
    let unseen = reading.unseen();
    for (place, detail) in unseen.iter().take(UNSEEN) {
        canvas.marked("! ", ATTENTION, &format!("{}: {}", escape::cut(place, NAME), escape::cut(detail, SENTENCE)));
    }
    if unseen.len() > UNSEEN {
        canvas.marked("! ", ATTENTION, &format!("and {} more; the JSON report lists all", unseen.len() - UNSEEN));
    }
    for note in &reading.notes {
        let text =
            format!("{}: {} ({})", escape::cut(&note.place, NAME), escape::cut(&note.detail, SENTENCE), note.cap);
        canvas.marked("· ", Look::of(Severity::Low), &text);
    }
    if let Some(finding) = reading.report.findings.first() {
        let text = format!("What a rule finds and why: vetgate explain {}", finding.rule);
        canvas.paragraph("", "", Look::Faint, &text);
    }
}
