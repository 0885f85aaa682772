//! What a developer reads: findings from the worst down, then what was and was not looked at.
//!
//! Each finding is one block: severity, server and name; then per place the reasons, each with its check and how sure
//! it is, and the evidence; then what to do. No line is wider than the terminal. Without findings and gaps the
//! report is one line, and the map of what they can do where several servers can do something. Escape sequences appear only if colour is asked for, and only those written here.

mod canvas;
mod heat;
mod sheet;
mod source;
mod survey;
mod table;

pub(crate) use sheet::render as render_sheet;
pub(crate) use source::render as render_source;
pub(crate) use survey::render as render_survey;

use crate::capability::{has_heat, risky};
use crate::digest::{self, Digest, Gap, named, plural};
use crate::{Options, advice, escape};
use canvas::{Canvas, Look};
use vetgate_capability::Profile;
use vetgate_model::{Finding, Report, Severity, Signal};

/// Longest server, tool or file name shown; the JSON report has all of it.
const NAME: usize = 120;
/// Longest reason or message shown.
const SENTENCE: usize = 600;
/// Most lines of evidence shown per signal.
const EVIDENCE_LINES: usize = 8;
/// Most targets named that were skipped for one reason.
const NAMES: usize = 12;
/// Most servers in the map of what they can do.
const SERVERS: usize = 12;
/// The look of what a reader must not miss.
const ATTENTION: Look = Look::Severity(Severity::Medium);

pub(crate) fn render(report: &Report, options: &Options<'_>) -> String {
    let digest = Digest::of(report);
    let mut canvas = Canvas::new(options.color, options.width);
    for finding in digest.findings() {
        show_finding(&mut canvas, finding);
    }
    let profiles: Vec<&Profile> = options.profiles.iter().collect();
    if profiles.len() > 1 && has_heat(&profiles) {
        heat::show(&mut canvas, &profiles, SERVERS, false);
        if let Some(text) = risky(options.profiles, options.crossings) {
            canvas.marked("! ", ATTENTION, &text);
        }
        canvas.blank();
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
    for quote in digest::quotes(finding) {
        canvas.blank();
        show_quote(canvas, &quote);
    }
    canvas.blank();
    canvas.paragraph("  → ", "    ", Look::Plain, &advice::remedy(finding));
    canvas.blank();
}

/// What several checks say of the same words, and then the words.
fn show_quote(canvas: &mut Canvas, signals: &[&Signal]) {
    for signal in signals {
        canvas.paragraph("  ", "  ", Look::Strong, &escape::cut(&signal.detail, SENTENCE));
        let check = escape::cut(&signal.check, NAME);
        let facts = format!("{check} · {} · confidence {}", signal.tier, signal.confidence);
        canvas.paragraph("  ", "  ", Look::Faint, &facts);
    }
    let Some(signal) = signals.first() else { return };
    let mut place = escape::cut(&digest::place(signal), NAME);
    if signal.location.is_some() {
        place = format!("{place} · {}", escape::cut(digest::pointer(signal), NAME));
    }
    canvas.paragraph("  ", "     ", Look::Faint, &format!("at {place}"));
    if !signal.evidence.is_empty() {
        canvas.quote("  │ ", &escape::line(&signal.evidence), EVIDENCE_LINES);
    }
}

fn show_summary(canvas: &mut Canvas, digest: &Digest<'_>) {
    match digest.worst() {
        None if digest.is_clear() => {
            canvas.marked("✓ ", Look::Good, &format!("{}: {}.", digest.headline(), digest.extent()));
        }
        None if digest.is_empty() => canvas.marked("! ", ATTENTION, &format!("{}.", digest.headline())),
        None => canvas.marked("! ", ATTENTION, &format!("{}: {}.", digest.headline(), digest.extent())),
        Some(worst) => {
            canvas.rule();
            let risk = format!("highest risk {} of 100", digest.report.summary.risk);
            canvas.paragraph("", "", Look::of(worst), &format!("{} ({risk})", digest.headline()));
            canvas.paragraph("", "", Look::Plain, &digest.scope());
        }
    }
    show_skipped(canvas, digest);
    let suppressed = digest.report.suppressed.len();
    if suppressed > 0 {
        let text = format!("{} suppressed by ignore rules.", plural(suppressed, "signal"));
        canvas.paragraph("", "", Look::Plain, &text);
    }
    show_gaps(canvas, digest);
    if let Some(signal) = digest.findings().flat_map(|f| &f.signals).next() {
        let check = escape::cut(&signal.check, NAME);
        canvas.paragraph("", "", Look::Faint, &format!("What a check finds and why: vetgate explain {check}"));
    }
}

fn show_skipped(canvas: &mut Canvas, digest: &Digest<'_>) {
    for (reason, names) in digest.skipped() {
        let mut shown: Vec<String> = names.iter().take(NAMES).map(|name| escape::cut(named(name), NAME)).collect();
        if names.len() > NAMES {
            shown.push(format!("{} more", names.len() - NAMES));
        }
        let text = format!("Skipped: {} ({})", shown.join(", "), escape::cut(reason, SENTENCE));
        canvas.paragraph("", "  ", Look::Plain, &text);
    }
}

fn show_gaps(canvas: &mut Canvas, digest: &Digest<'_>) {
    for gap in &digest.gaps {
        let place = escape::cut(named(gap.place()), NAME);
        let detail = escape::cut(gap.detail(), SENTENCE);
        let text = match gap {
            Gap::Target(_) => format!("{place} could not be {}: {detail}", digest.undone),
            Gap::Check(_) => format!("Check {place} failed: {detail}"),
            Gap::Cap(cap) => format!("{place}: {detail} ({})", escape::cut(&cap.cap, NAME)),
        };
        canvas.marked("! ", ATTENTION, &text);
    }
    for note in &digest.notes {
        let place = escape::cut(named(&note.place), NAME);
        let detail = escape::cut(&note.detail, SENTENCE);
        let text = match digest::note_subject(note) {
            Some(subject) => format!("{subject} at {place}: {detail}"),
            None => format!("{place}: {detail} ({})", escape::cut(&note.cap, NAME)),
        };
        canvas.marked("· ", Look::of(Severity::Low), &text);
    }
}
