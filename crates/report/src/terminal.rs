//! What a developer reads: findings from the worst down, then what was and was not looked at.
//!
//! Each finding is one block: severity, server and name; then per signal the reason, the check and how sure it
//! is, the place, the evidence; then what to do. No line is wider than the terminal. Without findings and gaps the
//! report is one line. Escape sequences appear only if colour is asked for, and only those written here.

mod canvas;

use crate::digest::{self, Digest, Gap, named, plural};
use crate::{Options, advice, escape};
use canvas::{Canvas, Look};
use vetgate_model::{Finding, Report, Severity, Signal, TargetStatus};

/// Longest server, tool or file name shown; the JSON report has all of it.
const NAME: usize = 120;
/// Longest reason or message shown.
const SENTENCE: usize = 600;
/// Most lines of evidence shown per signal.
const EVIDENCE_LINES: usize = 8;

pub(crate) fn render(report: &Report, options: &Options<'_>) -> String {
    let digest = Digest::of(report);
    let mut canvas = Canvas::new(options.color, options.width);
    for finding in digest.findings() {
        show_finding(&mut canvas, finding);
    }
    show_summary(&mut canvas, &digest);
    canvas.finish()
}

fn show_finding(canvas: &mut Canvas, finding: &Finding) {
    let (name, kind) = digest::title(finding);
    let mut name = format!("{} › {}", escape::cut(named(&finding.server), NAME), escape::cut(name, NAME));
    if let Some(kind) = kind {
        name = format!("{name} ({kind})");
    }
    let kind = format!("{} · risk {}", advice::threat(finding.threat_type), finding.risk);
    let label = finding.severity.name().to_uppercase();
    canvas.heading((&label, Look::of(finding.severity)), &name, &kind);
    for signal in &finding.signals {
        canvas.blank();
        show_signal(canvas, signal);
    }
    canvas.blank();
    canvas.paragraph("  → ", "    ", Look::Plain, &advice::remedy(finding));
    canvas.blank();
    canvas.blank();
}

fn show_signal(canvas: &mut Canvas, signal: &Signal) {
    canvas.paragraph("  ", "  ", Look::Strong, &escape::cut(&signal.detail, SENTENCE));
    let check = escape::cut(&signal.check, NAME);
    canvas.paragraph("  ", "  ", Look::Faint, &format!("{check} · {} · confidence {}", signal.tier, signal.confidence));
    let mut place = escape::cut(&digest::place(signal), NAME);
    if signal.location.is_some() {
        place = format!("{place} · {}", escape::cut(digest::pointer(signal), NAME));
    }
    canvas.paragraph("  at ", "     ", Look::Faint, &place);
    if !signal.evidence.is_empty() {
        canvas.quote("  │ ", &escape::line(&signal.evidence), EVIDENCE_LINES);
    }
}

fn show_summary(canvas: &mut Canvas, digest: &Digest<'_>) {
    let mut notes = Vec::new();
    let suppressed = digest.report.suppressed.len();
    if suppressed > 0 {
        notes.push(format!("{} held back by ignore rules", plural(suppressed, "signal")));
    }
    let skipped = digest.targets(TargetStatus::Skipped);
    if skipped > 0 {
        notes.push(format!("{} skipped", plural(skipped, "target")));
    }
    let Some(worst) = digest.worst() else {
        let clean = digest.gaps.is_empty() && !digest.is_empty();
        let (mark, look) = if clean { ("✓ ", Look::Good) } else { ("! ", Look::of(Severity::Medium)) };
        let mut text = format!("{}: {}", digest.headline(), digest.scope());
        for note in notes {
            text = format!("{text}; {note}");
        }
        canvas.marked(mark, look, &format!("{text}."));
        show_gaps(canvas, &digest.gaps);
        return;
    };
    canvas.rule();
    let risk = format!("highest risk {} of 100", digest.report.summary.risk);
    canvas.paragraph("", "", Look::of(worst), &format!("{} ({risk})", digest.headline()));
    canvas.paragraph("", "", Look::Plain, &format!("Scanned {}.", digest.scope()));
    if !notes.is_empty() {
        canvas.paragraph("", "", Look::Plain, &format!("{}.", notes.join("; ")));
    }
    show_gaps(canvas, &digest.gaps);
    if let Some(signal) = digest.findings().flat_map(|f| &f.signals).next() {
        let check = escape::cut(&signal.check, NAME);
        canvas.paragraph("", "", Look::Faint, &format!("What a check finds and why: vetgate explain {check}"));
    }
}

fn show_gaps(canvas: &mut Canvas, gaps: &[Gap<'_>]) {
    for gap in gaps {
        let place = escape::cut(named(gap.place()), NAME);
        let detail = escape::cut(gap.detail(), SENTENCE);
        let text = match gap {
            Gap::Target(_) => format!("{place} could not be scanned: {detail}"),
            Gap::Check(_) => format!("check {place} failed: {detail}"),
            Gap::Cap(cap) => format!("limit {} reached at {place}: {detail}", escape::cut(&cap.cap, NAME)),
        };
        canvas.marked("! ", Look::of(Severity::Medium), &text);
    }
}
